"""What bash, zsh and fish complete for `todo` and `todo-server`, in real shells and with a real server.

    python3 -m unittest discover -s clients/shell/tests

SERVER is the executable (default: the release build of this package). A shell that is not there is skipped.
"""

import datetime
import os
import re
import shutil
import unittest

import shells

TITLES = ["Buy milk", 'Say "hi" to $USER', "보고서 쓰기"]
SECTIONS = ["Home", "Home Office", "Work: \"a\" & 'b' $HOME \\ `id` (1) [x] *?~#!", "일"]


class Completion:
    """The tests that every shell has to pass; the classes below are the shells."""

    shell: type
    program: str

    @classmethod
    def setUpClass(cls):
        if not os.access(shells.SERVER, os.X_OK):
            raise AssertionError(f"no server at {shells.SERVER} (build it, or set SERVER)")
        if not shutil.which(cls.program):
            raise unittest.SkipTest(f"no {cls.program} on this machine")
        if not shutil.which("jq"):
            raise unittest.SkipTest("the completion of todos needs jq")
        cls.home = shells.Home()
        cls.addClassCleanup(cls.home.remove)
        for title, section in zip([*TITLES, "Old thing"], SECTIONS, strict=True):
            cls.home.request("todo.create", {"title": title, "category": section})
        cls.home.request("todo.update", {"id": 1, "isToday": True})
        cls.home.request("todo.update", {"id": 4, "isCompleted": True})
        (cls.home.path / "shelf").mkdir()
        (cls.home.path / "shell.sqlite").touch()
        cls.at = cls.shell(cls.home)
        cls.addClassCleanup(cls.at.close)

    def gives(self, text, expected):
        self.assertEqual(self.at.candidates(text), expected, text)

    def test_options_of_the_server_are_those_of_its_help(self):
        listed = re.findall(r"^  (--[a-z-]+)", self.home.run("todo-server", "--help"), re.MULTILINE)
        self.assertGreater(len(listed), 10)
        self.gives("todo-server ", listed)

    def test_an_option_that_was_given_is_not_offered_again(self):
        self.gives("todo-server --ver", ["--verify", "--version"])
        self.gives("todo-server --verify --ver", ["--version"])

    def test_values_of_the_servers_options_are_levels_files_and_folders(self):
        self.gives("todo-server --log ", ["error", "warning", "info", "debug"])
        self.gives("todo-server --history ", [])
        self.assertEqual({word.rstrip("/") for word in self.at.candidates("todo-server --store she")}, {"shelf", "shell.sqlite"})
        self.assertEqual({word.rstrip("/") for word in self.at.candidates("todo-server --cache she")}, {"shelf"})

    def test_commands_are_those_of_the_help(self):
        names = re.findall(r"^todo \[?([a-z-]+)(?: \| ([a-z-]+))?", self.home.run("todo", "help"), re.MULTILINE)
        listed = [name for pair in names for name in pair if name]
        self.assertGreater(len(listed), 15)
        self.gives("todo ", listed)
        self.gives("todo un", ["untick", "unstar", "undo"])

    def test_ids_are_those_of_the_todos_that_the_command_changes(self):
        self.gives("todo show ", ["1", "2", "3", "4"])
        self.gives("todo tick ", ["1", "2", "3"])
        self.gives("todo untick ", ["4"])
        self.gives("todo star ", ["2", "3", "4"])
        self.gives("todo unstar ", ["1"])

    def test_an_id_on_the_line_is_not_offered_again(self):
        self.gives("todo tick 1 3 ", ["2"])
        self.gives("todo delete -y 2 ", ["1", "3", "4"])
        self.gives("todo show 1 ", [])

    def test_move_goes_on_with_todos_or_sections(self):
        self.gives("todo move 2 ", ["before", "after", "to", "index"])
        self.gives("todo move 2 after ", ["1", "3", "4"])
        self.gives("todo move 2 to H", ["Home", "Home Office"])
        self.gives("todo move 2 index ", [])

    def test_sections_come_from_the_store(self):
        self.gives("todo add x -c ", SECTIONS)
        self.gives("todo rename-section ", SECTIONS)
        self.gives("todo rename-section Home ", [])

    def test_fields_are_offered_where_nothing_else_is(self):
        self.gives("todo add x ", ["-d", "-c", "-u", "-t", "-T", "-y"])
        self.gives("todo edit 1 -", ["-d", "-c", "-u", "-t", "-T"])
        self.gives("todo add x -d ", [])
        self.gives("todo undo -", ["-y"])

    def test_days_are_a_week_from_today(self):
        today = datetime.date.today()
        week = [today + datetime.timedelta(number) for number in range(8)]
        words = ["today", "tomorrow", *("mon tue wed thu fri sat sun".split()[day.weekday()] for day in week[2:])]
        self.gives("todo add x -u ", [*words, *map(str, week)])
        for word in words:
            self.home.run("todo", "add", "A day", "-y", "-c", "Home", "-u", word)
        made = self.home.request("todo.list", {"filter": {"text": "A day"}})["todos"]
        self.home.request("todo.deleteMany", {"ids": [todo["id"] for todo in made]})
        self.assertEqual([todo["dueOn"] for todo in made], [str(day) for day in week])

    def test_words_of_the_other_commands(self):
        self.gives("todo list ", ["category", "schedule", "initial"])
        self.gives("todo jump W ", ["category", "schedule", "initial"])
        self.gives("todo pet ", ["cat", "dog"])
        self.gives("todo raw todo.u", ["todo.update", "todo.updateMany", "todo.undo"])
        self.gives("todo search ", [])
        self.gives("todo no-such-command ", [])

    def test_a_changed_store_is_seen_at_once(self):
        later = self.home.request("todo.create", {"title": "Later", "category": "Attic"})["id"]
        try:
            self.gives("todo tick ", ["1", "2", "3", str(later)])
            self.gives("todo add x -c A", ["Attic"])
        finally:
            self.home.request("todo.delete", {"id": later})
            self.home.request("sections.delete", {"id": self.sections()[-1]["id"]})

    def sections(self):
        return self.home.request("sections.list", {"includeTodos": False, "includeEmpty": True})["sections"]


class OnTerminal(Completion):
    """What only a shell with a command line can show."""

    def test_a_section_however_it_is_spelt_comes_through_whole(self):
        begun = {"W": SECTIONS[2], '"W': SECTIONS[2], "'W": SECTIONS[2], "Home\\ ": SECTIONS[1], '"Home O': SECTIONS[1]}
        for number, word in enumerate(begun):
            self.at.enter(f"todo add made by a line -y -d {number} -c {word}")
        made = self.home.request("todo.list", {"filter": {"text": "made by a line"}})["todos"]
        self.home.request("todo.deleteMany", {"ids": [todo["id"] for todo in made]})
        self.assertEqual(
            {int(todo["detail"]): todo["category"] for todo in made}, dict(enumerate(begun.values()))
        )

    def test_no_meaning_is_put_into_the_line(self):
        self.assertEqual(self.at.line_after("todo mo"), "todo move ")
        self.assertEqual(self.at.line_after("todo add x -c Ho"), "todo add x -c Home")
        self.assertEqual(self.at.line_after('todo add x -c "Ho'), 'todo add x -c "Home')
        self.assertEqual(self.at.line_after("todo unstar "), "todo unstar 1 ")
        self.assertEqual(self.at.line_after("todo-server --log=de"), "todo-server --log=debug ")

    def test_several_are_listed_with_what_they_mean(self):
        self.at.shown = b""
        self.assertEqual(self.at.line_after("todo tick ", self.at.complete * 2), "todo tick ")
        self.at.wait_for("1  Buy milk".encode())
        self.at.wait_for('2  Say "hi" to $USER'.encode())
        self.at.wait_for("3  보고서 쓰기".encode())


class BashTests(OnTerminal, unittest.TestCase):
    shell, program = shells.Bash, "bash"


class ZshTests(OnTerminal, unittest.TestCase):
    shell, program = shells.Zsh, "zsh"


class FishTests(Completion, unittest.TestCase):
    shell, program = shells.Fish, "fish"

    def test_candidates_come_with_what_they_mean(self):
        self.assertIn("1\tBuy milk  · Home", self.at.lines("todo tick "))
        self.assertEqual(self.at.candidates("todo-server --log=de"), ["--log=debug"])
        self.assertEqual(self.at.candidates("todo-server --cache=she"), ["--cache=shelf/"])

    def test_each_command_says_what_it_does(self):
        told = dict(line.split("\t", 1) for line in self.at.lines("todo "))
        self.assertEqual(told["add"], "a new todo; -y: without asking")
        self.assertEqual(told["move"], "ID before OTHER, after OTHER, to CATEGORY, index N (from 0)")
        self.assertEqual((told["tick"], told["untick"]), ("done", "open again"))
        for name, words in told.items():
            self.assertNotRegex(words, r"^(or:|-|[A-Z]+:)", name)


if __name__ == "__main__":
    unittest.main()
