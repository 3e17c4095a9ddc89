"""The command-line app as a person uses it, against the real server."""

from __future__ import annotations

import base64
import datetime
import json
import pathlib
import re
import signal
import subprocess
import threading
import unittest
from collections.abc import Iterator
from typing import Any

from support import APP, LIMIT, SERVER, AppCase

from todo_app.text import width
from todo_client import Client

TODAY = datetime.date.today()
TOMORROW = (TODAY + datetime.timedelta(1)).isoformat()


def todo(title: str, category: str = "", **members: Any) -> dict[str, Any]:
    return {"title": title, "category": category, **members}


class ListingCase(AppCase):
    def test_the_list_comes_in_sections_with_counts_index_titles_marks_and_rows(self) -> None:
        self.fill(
            todo("Milk", "Home", isToday=True),
            todo("Bread", "Home", isCompleted=True),
            todo("장보기", "한글", dueOn="2999-01-01"),
        )
        self.assertEqual(
            self.output("list").splitlines(),
            [
                "H  Home  1/2",
                "   1  [ ] ★ Milk    #1",
                "   2  [x]   Bread   #2",
                "",
                "ㅎ 한글  0/1",
                "   3  [ ]   장보기  #3  due 2999-01-01",
            ],
        )

    def test_a_section_that_is_called_as_the_index_calls_it_is_called_once(self) -> None:
        self.fill(todo("Milk", "Home"), todo("우유"))
        headings = [line for line in self.output("list", "--by", "initial").splitlines() if line[:1].strip()]
        self.assertEqual(headings, ["ㅇ  0/1", "M  0/1"])

    def test_no_command_means_the_list(self) -> None:
        self.fill(todo("Milk", "Home"))
        self.assertEqual(self.output(), self.output("list"))

    def test_an_empty_list_says_how_to_begin(self) -> None:
        done = self.app("list")
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        self.assertIn("add Milk", done.stderr)

    def test_only_open_ones_are_listed_when_asked_for(self) -> None:
        self.fill(todo("Milk", "Home"), todo("Bread", "Home", isCompleted=True))
        listing = self.output("list", "--open")
        self.assertIn("Milk", listing)
        self.assertNotIn("Bread", listing)
        self.assertIn("1/2", listing)

    def test_today_and_upcoming_share_the_todos_and_keep_the_row_numbers(self) -> None:
        self.fill(todo("later"), todo("starred", isToday=True), todo("late", dueOn="2001-02-03"))
        today, upcoming = self.output("today"), self.output("upcoming")
        self.assertRegex(today, r"(?m)^   2  \[ \] ★ starred")
        self.assertRegex(today, r"(?m)^   3  \[ \]   late .* overdue 2001-02-03$")
        self.assertNotIn("later", today)
        self.assertRegex(upcoming, r"(?m)^   1  \[ \]   later")
        self.assertNotIn("starred", upcoming)

    def test_near_days_have_names(self) -> None:
        self.fill(todo("a", dueOn=TODAY.isoformat()), todo("b", dueOn=TOMORROW))
        listing = self.output("list")
        self.assertIn("due today", listing)
        self.assertIn("due tomorrow", listing)

    def test_wide_characters_leave_the_columns_straight(self) -> None:
        self.fill(*(todo(title, "X") for title in ("abcdef", "한글날", "👨‍👩‍👧 xyz", "e\u0301tudes")))
        rows = self.output("list").splitlines()[1:]
        gaps = [re.search(r"( +)#\d+$", row) for row in rows]
        self.assertEqual([len(gap[1]) if gap else None for gap in gaps], [2, 2, 2, 2])

    def test_what_would_steer_the_terminal_is_made_harmless(self) -> None:
        self.fill(todo("a\033[2Jb\u202ec", detail="\033]0;x\aline one\nline two"))
        for words in (["list"], ["show", "1"]):
            shown = self.output(*words)
            self.assertNotRegex(shown, "[\033\a\u202e]")
            self.assertIn("a\ufffd[2Jb\ufffdc", shown)
        self.assertIn("line one\nline two", shown)

    def test_jump_begins_at_the_first_section_of_a_letter(self) -> None:
        self.fill(todo("a", "Apple"), todo("b", "한국"), todo("c", "Beta"), todo("d", "1st"))
        for letter in ("ㅎ", "한", "\u1112", "ﾾ"):
            self.assertEqual(self.output("jump", letter).splitlines()[0], "ㅎ 한국  0/1")
        self.assertEqual(self.output("jump", "b").splitlines()[0], "B  Beta  0/1")
        self.assertIn("1st", self.output("jump", "b"))
        self.assertNotIn("Apple", self.output("jump", "b"))

    def test_a_doubled_initial_jumps_to_the_plain_one(self) -> None:
        self.fill(todo("a", "Apple"), todo("b", "가족"))
        self.assertEqual(self.output("jump", "ㄲ").splitlines()[0], "ㄱ 가족  0/1")

    def test_jump_to_a_letter_that_is_not_there_names_those_that_are(self) -> None:
        self.fill(todo("a", "Apple"), todo("b", "한국"))
        done = self.app("jump", "z")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr, "todo.py: No section under Z. There are: ㅎ, A\n")

    def test_search_finds_in_titles_and_details_and_by_korean_initials(self) -> None:
        self.fill(todo("한글 공부", "Study"), todo("x", detail="Call BOB"), todo("other"))
        self.assertRegex(self.output("search", "ㅎㄱ"), r"^   \d  \[ \]   한글 공부  #1  Study\n$")
        self.assertRegex(self.output("search", "call", "bob"), r"^   \d  \[ \]   x  #2\n$")

    def test_a_search_without_a_find_says_so(self) -> None:
        done = self.app("search", "nothing")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("nothing", done.stderr)

    def test_show_tells_all_about_one(self) -> None:
        self.fill(todo("Milk", "Home", detail="two litres\nof oat", dueOn="2999-01-01", isToday=True))
        for name in ("1", "#1", "id:1"):
            shown = self.output("show", name)
            for words in ("[ ] ★ Milk", "Category   Home", "Due        2999-01-01", "two litres\nof oat"):
                self.assertIn(words, shown)

    def test_a_list_longer_than_a_page_is_whole(self) -> None:
        with Client(SERVER, self.store) as client:
            client.batch(("todo.create", todo(f"t{n}", "X")) for n in range(1203))
        rows = self.output("list").splitlines()
        self.assertEqual(len(rows), 1204)
        self.assertRegex(rows[-1], r"^1203  \[ \]   t1202  #1203$")

    def test_json_is_what_the_server_answered(self) -> None:
        (made,) = self.fill(todo("우유", "Home"))
        listing = json.loads(self.output("list", "--json"))
        self.assertEqual(listing["sections"][0]["todos"], [made])
        self.assertEqual(json.loads(self.output("--json", "show", "1")), made)
        self.assertEqual(json.loads(self.output("search", "우유", "--json")), [made])


class ChangingCase(AppCase):
    def test_add_shows_the_todo_and_a_yes_stores_it(self) -> None:
        words = ["add", "Oat", "milk", "--category", "Home", "--due", "tomorrow", "--today"]
        done = self.app(*words, input="y\n")
        self.assertEqual(done.returncode, 0)
        self.assertIn("Category  Home", done.stderr)
        self.assertIn("Add this? [y/N]", done.stderr)
        self.assertEqual(done.stdout, "Added: [ ] ★ Oat milk  #1\n")
        with Client(SERVER, self.store) as client:
            made = client.todo.get(1)
        self.assertEqual((made["category"], made["dueOn"], made["isToday"]), ("Home", TOMORROW, True))

    def test_anything_but_a_yes_adds_nothing(self) -> None:
        for answer in ("n\n", "\n", "maybe\n", ""):
            done = self.app("add", "Milk", input=answer)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertIn("Not added.", done.stderr)
        self.assertEqual(self.titles(), [])

    def test_yes_beforehand_leaves_out_the_question(self) -> None:
        self.assertEqual(self.output("add", "Milk", "--yes"), "Added: [ ]   Milk  #1\n")

    def test_a_todo_without_a_title_is_refused_in_the_servers_words(self) -> None:
        done = self.app("--lang", "ko", "add", "--yes")
        self.assertEqual((done.returncode, done.stderr), (1, "todo.py: 내용이 모두 입력되지 않았습니다.\n"))

    def test_a_day_that_does_not_exist_is_refused(self) -> None:
        done = self.app("add", "Milk", "--due", "2023-02-29", "--yes")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, r"\Atodo\.py: .+\n\Z")
        self.assertEqual(self.titles(), [])

    def test_edit_changes_what_is_given_and_nothing_else(self) -> None:
        self.fill(todo("Milk", "Home", detail="d", dueOn="2999-01-01"))
        self.assertEqual(self.output("edit", "1", "--title", "Bread"), "Saved: [ ]   Bread  #1\n")
        self.output("edit", "1", "--due", "none", "--detail", "")
        with Client(SERVER, self.store) as client:
            edited = client.todo.get(1)
        self.assertEqual(edited["title"], "Bread")
        self.assertEqual((edited["category"], edited["detail"], edited["dueOn"]), ("Home", "", None))

    def test_edit_without_a_change_and_without_a_terminal_is_a_misuse(self) -> None:
        self.fill(todo("Milk"))
        done = self.app("edit", "1")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--title", done.stderr)

    def test_todos_are_ticked_by_row_and_by_id_and_opened_again(self) -> None:
        self.fill(todo("b", "Y"), todo("a", "X"), todo("c", "Y"))
        self.assertEqual(self.output("tick", "2", "id:2"), "Done: [x]   c  #3\nDone: [x]   a  #2\n")
        self.assertEqual(self.output("untick", "#3"), "Reopened: [ ]   c  #3\n")
        self.assertRegex(self.output("list"), r"\[x\]   a")

    def test_a_star_puts_on_todays_list_and_unstar_takes_off(self) -> None:
        self.fill(todo("a"))
        self.assertEqual(self.output("star", "1"), "On today's list: [ ] ★ a  #1\n")
        self.assertIn("★ a", self.output("today"))
        self.assertEqual(self.output("unstar", "1"), "Off today's list: [ ]   a  #1\n")

    def test_when_one_of_several_is_gone_nothing_is_done(self) -> None:
        self.fill(todo("a"))
        for words in (["tick", "id:1", "id:99"], ["star", "id:99", "id:1"], ["delete", "-y", "id:1", "id:99"]):
            done = self.app(*words)
            self.assertEqual((done.returncode, done.stdout), (1, ""), words)
            self.assertRegex(done.stderr, r"\Atodo\.py: .+\n\Z")
        with Client(SERVER, self.store) as client:
            self.assertEqual(client.todo.get(1)["revision"], 1)

    def test_several_at_once_are_one_step_to_undo(self) -> None:
        self.fill(*(todo(title) for title in "abc"))
        for words in (["tick", "1", "2", "3"], ["star", "3", "1"], ["delete", "1", "3", "--yes"]):
            self.output(*words)
            self.output("undo", "--yes")
        with Client(SERVER, self.store) as client:
            left = [(todo["title"], todo["isCompleted"], todo["isToday"]) for todo in client.todo.all()]
        self.assertEqual(left, [(title, False, False) for title in "abc"])

    def test_clean_deletes_what_is_completed_after_a_question(self) -> None:
        self.fill(todo("a", isCompleted=True), todo("b"), todo("c", isCompleted=True))
        done = self.app("clean", input="n\n")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("Delete what is listed (2)? [y/N]", done.stderr)
        self.assertEqual(self.titles(), ["a", "b", "c"])
        self.assertEqual(self.output("clean", "--yes"), "Deleted: [x]   a  #1\nDeleted: [x]   c  #3\n")
        self.assertEqual(self.titles(), ["b"])
        done = self.app("clean", "--yes")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", "Nothing is completed.\n"))

    def test_a_todo_moves_to_a_row_up_and_down_and_into_another_section(self) -> None:
        self.fill(*(todo(title, "X") for title in "abcd"), *(todo(title, "Y") for title in "pq"))
        for row, to, order in (
            ("4", "1", "dabcpq"),
            ("1", "3", "abdcpq"),
            ("1", "5", "bdcpaq"),
            ("6", "2", "bqdcpa"),
            ("3", "3", "bqdcpa"),
        ):
            self.output("move", row, to)
            self.assertEqual("".join(self.titles()), order, f"after moving {row} to {to}")
        self.assertEqual("".join(self.titles("X")), "bqdc")

    def test_a_todo_moves_next_to_a_neighbour_or_to_a_category(self) -> None:
        self.fill(*(todo(title, "X") for title in "abc"))
        self.output("move", "3", "--before", "1")
        self.assertEqual(self.titles(), ["c", "a", "b"])
        self.output("move", "1", "--after", "id:2")
        self.assertEqual(self.titles(), ["a", "b", "c"])
        self.output("move", "1", "--category", "Y")
        self.assertEqual((self.titles("X"), self.titles("Y")), (["b", "c"], ["a"]))

    def test_a_move_needs_exactly_one_destination(self) -> None:
        self.fill(todo("a"), todo("b"))
        for words in ([], ["2", "--after", "2"]):
            self.assertEqual(self.app("move", "1", *words).returncode, 2)

    def test_delete_shows_and_asks_first(self) -> None:
        self.fill(todo("Milk", "Home"))
        done = self.app("delete", "1", input="n\n")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("Milk", done.stderr)
        self.assertEqual(self.titles(), ["Milk"])
        done = self.app("delete", "1", input="yes\n")
        self.assertEqual((done.returncode, done.stdout), (0, "Deleted: [ ]   Milk  #1\n"))
        self.assertEqual(self.titles(), [])

    def test_several_rows_mean_what_the_person_saw(self) -> None:
        self.fill(*(todo(title) for title in "abcd"))
        self.output("delete", "1", "2", "1", "--yes")
        self.assertEqual(self.titles(), ["c", "d"])


class UndoCase(AppCase):
    def setUp(self) -> None:
        super().setUp()
        self.fill(todo("Milk", "Home", dueOn="2999-01-01"), todo("Read", "Fun"))

    def test_an_undo_says_what_it_brought_back_and_how_to_have_it_again(self) -> None:
        self.output("delete", "1", "--yes")
        redo = "Change 3 is taken back. To have it again: undo 4"
        self.assertEqual(self.output("undo", "--yes"), f"Back again: [ ]   Milk  #1\n{redo}\n")
        self.assertEqual(self.titles(), ["Milk", "Read"])
        self.assertIn("Gone again: [ ]   Milk  #1\n", self.output("undo", "4"))
        self.assertEqual(self.titles(), ["Read"])

    def test_an_undo_of_an_edit_tells_each_field(self) -> None:
        self.output("edit", "1", "--title", "Bread", "--due", "none")
        told = self.output("undo", "--yes")
        lines = ["As before: [ ]   Milk  #1", "      Title: Bread → Milk", "      Due: – → 2999-01-01"]
        self.assertEqual(told.splitlines()[:3], lines)
        self.output("tick", "1")
        self.assertIn("완료: 예 → 아니요", self.output("--lang", "ko", "undo", "--yes"))

    def test_an_undo_of_what_was_done_to_a_section_tells_that(self) -> None:
        for words, told in (
            (["rename", "Home", "House"], "Section “House” is “Home” again."),
            (["move", "1", "2"], "The sections are in their former order."),
            (["delete", "Fun", "--with-todos", "--yes"], "Section “Fun” is back again."),
        ):
            self.output("sections", *words)
            self.assertIn(told, self.output("undo", "--yes"))
        self.assertEqual(self.titles(), ["Milk", "Read"])

    def test_anything_but_a_yes_puts_it_back(self) -> None:
        self.output("tick", "1")
        for answer in ("n\n", ""):
            done = self.app("undo", input=answer)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertIn("As before: [ ]   Milk  #1\n      Completed: yes → no\n", done.stderr)
            self.assertIn("Put back as it was.", done.stderr)
            self.assertIn("[x]   Milk", self.output("list"))
        self.assertIn("Change 3 is taken back", self.app("undo", input="y\n").stdout)
        self.assertIn("[ ]   Milk", self.output("list"))

    def test_on_a_terminal_a_ctrl_c_puts_it_back_too(self) -> None:
        self.output("tick", "1")
        with self.terminal("undo") as terminal:
            terminal.wait_for("Leave it taken back? [y/N] ")
            terminal.interrupt()
            self.assertEqual(terminal.end(), 1)
        self.assertIn("[x]   Milk", self.output("list"))

    def test_what_cannot_be_undone_is_refused_in_the_servers_words(self) -> None:
        with Client(SERVER, self.store) as client:
            client.todo.update(1, title="Bread")
        done = self.app("undo", "1")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, r"\Atodo\.py: .+\n\Z")
        self.assertEqual(self.titles(), ["Bread", "Read"])

    def test_json_is_what_the_server_answered(self) -> None:
        undone = json.loads(self.output("undo", "--yes", "--json"))
        self.assertEqual(undone, {"revision": 3, "todos": [None], "undone": 2})


class WatchCase(AppCase):
    """The list that follows the store. Somebody else has a server of their own."""

    ON, OFF = "\033[?1049h", "\033[?1049l"

    def setUp(self) -> None:
        super().setUp()
        self.fill(todo("Milk", "Home"), todo("Read", "Fun"))
        self.other = self.connect()

    def test_on_a_terminal_it_is_drawn_again_when_anyone_changes_something(self) -> None:
        with self.terminal("watch", NO_COLOR="1") as terminal:
            terminal.wait_for("Read")
            self.assertIn(self.ON, terminal.text)
            self.other.todo.create("Bread", category="Home")
            terminal.wait_for("   2  [ ]   Bread")
            self.other.todo.update_many([1, 3], is_completed=True)
            terminal.wait_for("2/2")
            self.other.sections.rename(self.other.sections.list()["sections"][0]["id"], "House")
            terminal.wait_for("House")
            terminal.type("q")
            self.assertEqual(terminal.end(), 0)
            self.assertTrue(terminal.text.endswith(self.OFF))

    def test_today_and_upcoming_are_watched_too(self) -> None:
        for view, starred in (("today", True), ("upcoming", False)):
            with self.terminal("watch", view) as terminal:
                terminal.wait_for("Nothing here." if starred else "Read")
                self.other.todo.update(1, is_today=starred)
                terminal.wait_for("Milk")
                self.assertEqual("Read" in terminal.text, not starred)
                terminal.type("ㅂ")
                self.assertEqual(terminal.end(), 0)
            self.other.todo.update(1, is_today=True)

    def test_ctrl_c_ends_it_and_the_terminal_is_as_before(self) -> None:
        with self.terminal("watch") as terminal:
            terminal.wait_for("Read")
            terminal.settle()
            terminal.interrupt()
            self.assertEqual(terminal.end(), 0)
            self.assertTrue(terminal.text.endswith(self.OFF))
            self.assertNotIn("Traceback", terminal.text)

    def test_whoever_ends_the_program_leaves_the_terminal_as_before_too(self) -> None:
        with self.terminal("watch") as terminal:
            terminal.wait_for("Read")
            terminal.settle()
            terminal.signal(signal.SIGTERM)
            self.assertEqual(terminal.end(), 128 + signal.SIGTERM)
            self.assertTrue(terminal.text.endswith(self.OFF))

    def test_a_list_longer_than_the_terminal_says_so(self) -> None:
        self.other.batch(("todo.create", todo(f"t{n}", "Home")) for n in range(50))
        with self.terminal("watch", LINES="10") as terminal:
            terminal.wait_for("… and 46 more")
            terminal.type("q")
            self.assertEqual(terminal.end(), 0)

    def test_in_a_pipe_the_list_comes_again_after_each_change(self) -> None:
        before = self.output("list")
        app, lines = self.watch()
        self.assertEqual("".join(next(lines) for _ in range(5)), before)
        self.other.todo.update(2, title="Rest")
        self.assertEqual("".join(next(lines) for _ in range(6)), "\n" + before.replace("Read", "Rest"))
        app.send_signal(signal.SIGINT)
        self.assertEqual(app.wait(LIMIT), 0)

    def test_as_json_each_list_is_a_line(self) -> None:
        _, lines = self.watch("--json")
        for title in ("Milk", "Bread", "Water"):
            self.assertEqual(json.loads(next(lines))[0]["todos"][0]["title"], title)
            self.other.todo.update(1, title={"Milk": "Bread"}.get(title, "Water"))

    def watch(self, *options: str) -> tuple[subprocess.Popen[str], Iterator[str]]:
        app = subprocess.Popen(
            self.command("watch", *options),
            stdout=subprocess.PIPE,
            env=self.environ,
            text=True,
            encoding="utf-8",
        )
        assert app.stdout is not None
        self.addCleanup(app.stdout.close)
        self.addCleanup(app.wait)
        self.addCleanup(app.kill)
        timer = threading.Timer(LIMIT, app.kill)
        timer.start()
        self.addCleanup(timer.cancel)
        return app, app.stdout


class SectionCase(AppCase):
    def setUp(self) -> None:
        super().setUp()
        self.fill(todo("a", "Home", isCompleted=True), todo("b", "Work"), todo("c", "한글"))

    def test_the_table_numbers_the_sections(self) -> None:
        table = ["   1  H  Home  1/1", "   2  W  Work  0/1", "   3  ㅎ 한글  0/1"]
        self.assertEqual(self.output("sections").splitlines(), table)

    def test_sections_are_renamed_by_number_or_title(self) -> None:
        self.assertEqual(self.output("sections", "rename", "1", "House"), "Renamed: H  House  1/1\n")
        self.output("sections", "rename", "한글", "Korean")
        self.assertEqual(self.titles("House") + self.titles("Korean"), ["a", "c"])

    def test_sections_move_to_a_place_or_next_to_another(self) -> None:
        self.output("sections", "move", "3", "1")
        self.assertEqual(self.titles(), ["c", "a", "b"])
        self.output("sections", "move", "Home", "--after", "Work")
        self.assertEqual(self.titles(), ["c", "b", "a"])
        self.output("sections", "move", "2", "--before", "1")
        self.assertEqual(self.titles(), ["b", "c", "a"])

    def test_a_section_with_todos_goes_only_when_their_fate_is_told(self) -> None:
        done = self.app("sections", "delete", "Home")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"\Atodo\.py: .*todos \(1\).*--move-to.*--with-todos.*\n\Z")
        moved = self.output("sections", "delete", "Home", "--move-to", "Work")
        self.assertEqual(moved, "Deleted “Home”.\nIts todos (1) are in “Work” now.\n")
        self.assertEqual(self.titles("Work"), ["b", "a"])
        done = self.app("sections", "delete", "Work", "--with-todos", input="n\n")
        self.assertEqual(done.returncode, 1)
        self.assertIn("todos (2)", done.stderr)
        self.output("sections", "delete", "Work", "--with-todos", "--yes")
        self.assertEqual(self.titles(), ["c"])

    def test_on_a_terminal_it_is_asked_which_section_takes_the_todos(self) -> None:
        question = "“Home” still has todos (1). Which section takes them? (Work, 한글; - deletes them too) "
        with self.terminal("sections", "delete", "Home") as terminal:
            terminal.answer(question, "")
            terminal.wait_for("Not deleted.")
            self.assertEqual(terminal.end(), 1)
        with self.terminal("sections", "delete", "Home") as terminal:
            terminal.answer(question, "Garden")
            terminal.answer("No section “Garden”.\n" + question, "Home")
            terminal.answer("“Home” is the section that is to be deleted.\n" + question, "Work")
            terminal.wait_for("Its todos (1) are in “Work” now.")
            self.assertEqual(terminal.end(), 0)
        self.assertEqual(self.titles("Work"), ["b", "a"])

    def test_on_a_terminal_todos_are_deleted_with_their_section_only_after_a_yes(self) -> None:
        for answer, left in (("n", ["a", "b", "c"]), ("y", ["b", "c"])):
            with self.terminal("sections", "delete", "Home") as terminal:
                terminal.answer("too) ", "-")
                terminal.answer("Delete “Home” with its todos (1)? [y/N] ", answer)
                terminal.end()
            self.assertEqual(self.titles(), left)

    def test_an_empty_section_is_deleted_without_a_question(self) -> None:
        self.output("delete", "1", "--yes")
        with self.terminal("sections", "delete", "Home") as terminal:
            terminal.wait_for("Deleted “Home”.")
            self.assertEqual(terminal.end(), 0)

    def test_the_last_section_has_none_that_could_take_its_todos(self) -> None:
        for title in ("Work", "한글"):
            self.output("sections", "delete", title, "--with-todos", "--yes")
        with self.terminal("--lang", "ko", "sections", "delete", "Home") as terminal:
            terminal.answer("함께 삭제합니다: ", "-")
            terminal.answer("“Home” 분류와 할 일 1개를 삭제할까요? [y/N] ", "예")
            self.assertEqual(terminal.end(), 0)
        self.assertEqual(self.titles(), [])

    def test_an_unknown_section_is_said_to_be_one(self) -> None:
        done = self.app("sections", "rename", "Garden", "Yard")
        self.assertEqual((done.returncode, done.stderr), (1, "todo.py: No section “Garden”.\n"))


class TerminalCase(AppCase):
    """With a person at a terminal."""

    def test_add_asks_for_what_is_missing_and_then_for_a_yes(self) -> None:
        self.fill(todo("a", "Home"), todo("b"))
        with self.terminal("add") as terminal:
            terminal.answer("Title: ", "화분에 물 주기")
            terminal.answer("Detail: ", "not too much")
            terminal.answer("Category (Home): ", "Garden")
            terminal.answer("+7): ", "tomorrow")
            for value in ("화분에 물 주기", "not too much", "Garden", TOMORROW):
                terminal.wait_for(f"  {value}\n")
            terminal.answer("Add this? [y/N] ", "y")
            terminal.wait_for("Added: ")
            self.assertEqual(terminal.end(), 0)
        with Client(SERVER, self.store) as client:
            made = client.todo.get(3)
        self.assertEqual((made["title"], made["detail"]), ("화분에 물 주기", "not too much"))
        self.assertEqual((made["category"], made["dueOn"]), ("Garden", TOMORROW))

    def test_what_is_no_day_is_asked_for_again_before_the_question(self) -> None:
        with self.terminal("add", "Milk", "--detail", "", "--category", "") as terminal:
            terminal.answer("+7): ", "2023-02-29")
            terminal.wait_for("“2023-02-29” is no day.")
            terminal.answer("+7): ", "+1")
            terminal.answer("Add this? [y/N] ", "y")
            self.assertEqual(terminal.end(), 0)
        with self.terminal("edit", "1") as terminal:
            for name in ("Title", "Detail", "Category"):
                terminal.answer(f"{name}", "")
            terminal.answer(f"+7) [{TOMORROW}]: ", "32")
            terminal.answer("“32” is no day. Days are 2030-01-31, today, tomorrow, fri, +7.\n", "-")
            terminal.answer("Save this? [y/N] ", "y")
            self.assertEqual(terminal.end(), 0)
        self.assertNotIn("due", self.output("list"))

    def test_a_day_on_the_command_line_is_looked_at_before_any_question(self) -> None:
        with self.terminal("add", "--due", "32") as terminal:
            terminal.wait_for("todo.py: “32” is no day.")
            self.assertEqual(terminal.end(), 1)
            self.assertNotIn("Title", terminal.text)

    def test_without_a_title_nothing_else_is_asked(self) -> None:
        with self.terminal("add") as terminal:
            terminal.answer("Title: ", "")
            terminal.wait_for("todo.py: Something is missing: a todo needs a title.")
            self.assertEqual(terminal.end(), 1)
            self.assertNotIn("Detail", terminal.text)
        done = self.app("add")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertNotIn("Add this?", done.stderr)

    def test_no_category_in_either_language_means_none(self) -> None:
        self.fill(todo("Milk", "Home"), todo("Bread", "Home"))
        self.output("add", "Tea", "--category", "No category", "--yes")
        self.output("move", "1", "--category", "No category")
        self.output("--lang", "ko", "edit", "id:2", "--category", "분류 없음")
        with Client(SERVER, self.store) as client:
            self.assertEqual({todo["category"] for todo in client.todo.all()}, {""})

    def test_add_asks_only_for_what_is_missing(self) -> None:
        with self.terminal("add", "Milk", "--detail", "", "--category", "Home", "--due", "none") as terminal:
            terminal.answer("Add this? [y/N] ", "n")
            terminal.wait_for("Not added.")
            self.assertEqual(terminal.end(), 1)
            self.assertNotIn("Detail: ", terminal.text)
        self.assertEqual(self.titles(), [])

    def test_a_korean_keyboard_says_yes_too(self) -> None:
        nothing_missing = ["--detail", "", "--category", "", "--due", ""]
        with self.terminal("--lang", "ko", "add", "우유", *nothing_missing) as terminal:
            terminal.answer("추가할까요? [y/N] ", "ㅛ")
            terminal.wait_for("추가했습니다")
            self.assertEqual(terminal.end(), 0)

    def test_edit_keeps_what_is_entered_empty_and_empties_at_a_dash(self) -> None:
        self.fill(todo("Milk", "Home", detail="two litres", dueOn="2999-01-01"))
        with self.terminal("edit", "1") as terminal:
            terminal.answer("Title [Milk]: ", "")
            terminal.answer("Detail [two litres]: ", "-")
            terminal.answer("Category (Home) [Home]: ", "Work")
            terminal.answer("[2999-01-01]: ", "-")
            terminal.answer("Save this? [y/N] ", "y")
            self.assertEqual(terminal.end(), 0)
        with Client(SERVER, self.store) as client:
            edited = client.todo.get(1)
        self.assertEqual((edited["title"], edited["detail"]), ("Milk", ""))
        self.assertEqual((edited["category"], edited["dueOn"]), ("Work", None))

    def test_edit_does_not_overwrite_what_changed_meanwhile(self) -> None:
        self.fill(todo("Milk"))
        with self.terminal("edit", "1") as terminal:
            terminal.answer("Title [Milk]: ", "Bread")
            for question in ("Detail", "Category", "+7)"):
                terminal.answer(question, "")
            terminal.wait_for("Save this? [y/N] ")
            with Client(SERVER, self.store) as client:
                client.todo.update(1, title="Butter")
            terminal.type("y\n")
            self.assertEqual(terminal.end(), 1)
            self.assertIn("todo.py: ", terminal.text)
            self.assertNotIn("Traceback", terminal.text)
        self.assertEqual(self.titles(), ["Butter"])

    def test_completed_ones_are_struck_through(self) -> None:
        self.fill(todo("Milk", isCompleted=True), todo("Bread"))
        with self.terminal("list") as terminal:
            self.assertEqual(terminal.end(), 0)
            self.assertIn("[x]   \033[9mMilk\033[29m", terminal.text)
            self.assertIn("[ ]   Bread", terminal.text)
        self.assertNotIn("\033", self.output("list"))

    def test_no_color_leaves_out_colours_and_a_dumb_terminal_all_styles(self) -> None:
        self.fill(todo("late", dueOn="2001-01-01"), todo("done", isCompleted=True))
        for environ, colour, strike in (
            ({}, True, True),
            ({"NO_COLOR": "1"}, False, True),
            ({"TERM": "dumb"}, False, False),
        ):
            with self.terminal("list", **environ) as terminal:
                self.assertEqual(terminal.end(), 0)
                self.assertEqual("\033[31m" in terminal.text, colour, environ)
                self.assertEqual("\033[9m" in terminal.text, strike, environ)

    def test_a_long_title_is_cut_to_the_terminal(self) -> None:
        self.fill(todo("한" * 200))
        with self.terminal("list", COLUMNS="60", NO_COLOR="1") as terminal:
            self.assertEqual(terminal.end(), 0)
            self.assertRegex(terminal.text, r"\[ \]   한{5,15}… ? ")
        self.assertIn("한" * 200, self.output("list"))

    def test_ctrl_c_at_a_question_is_quiet_and_changes_nothing(self) -> None:
        with self.terminal("add") as terminal:
            terminal.wait_for("Title: ")
            terminal.interrupt()
            self.assertEqual(terminal.end(), 130)
            self.assertNotIn("Traceback", terminal.text)
        self.assertEqual(self.titles(), [])

    def test_ctrl_d_at_a_question_gives_up(self) -> None:
        with self.terminal("add") as terminal:
            terminal.wait_for("Title: ")
            terminal.type("\x04")
            self.assertEqual(terminal.end(), 1)
            self.assertNotIn("Traceback", terminal.text)


class PetCase(AppCase):
    def test_in_a_pipe_the_path_of_the_picture_comes_alone(self) -> None:
        path = pathlib.Path(self.output("pet", "cat", "--offline").removesuffix("\n"))
        self.assertEqual(path.parent.resolve(), self.cache.resolve())
        self.assertTrue(path.read_bytes().startswith(b"\x89PNG"))

    def test_kitty_gets_the_picture_in_chunks_and_nothing_to_answer(self) -> None:
        with self.terminal("pet", "dog", "--offline", KITTY_WINDOW_ID="1") as terminal:
            self.assertEqual(terminal.end(), 0)
            escapes = re.findall(r"\033_G([^;]*);([^\033]*)\033\\", terminal.text)
            self.assertIn("Dog · ", terminal.text)
        self.assertIn("a=T,f=100,q=2", escapes[0][0])
        self.assertTrue(all(len(data) <= 4096 for _, data in escapes))
        self.assertEqual([keys[-3:] for keys, _ in escapes], ["m=1"] * (len(escapes) - 1) + ["m=0"])
        self.assertEqual(base64.b64decode("".join(data for _, data in escapes)), self.picture("dog"))

    def test_iterm_gets_the_picture_in_one(self) -> None:
        with self.terminal("pet", "cat", "--offline", TERM_PROGRAM="iTerm.app") as terminal:
            self.assertEqual(terminal.end(), 0)
            escape = re.search(r"\033\]1337;File=inline=1;size=(\d+);[^:]*:([^\a]*)\a", terminal.text)
        assert escape is not None
        picture = base64.b64decode(escape[2])
        self.assertEqual(int(escape[1]), len(picture))
        self.assertEqual(picture, self.picture("cat"))

    def picture(self, kind: str) -> bytes:
        """The one in the cache that was just shown: each test asks for one pet only."""
        pictures = [path for path in self.cache.iterdir() if path.read_bytes().startswith(b"\x89PNG")]
        self.assertEqual(len(pictures), 1, pictures)
        return pictures[0].read_bytes()

    def test_another_terminal_gets_the_path_and_who_it_is(self) -> None:
        with self.terminal("pet", "cat", "--offline") as terminal:
            self.assertEqual(terminal.end(), 0)
            self.assertIn(str(self.cache), terminal.text)
            self.assertIn("Cat · ", terminal.text)
            self.assertIn("came with the server", terminal.text)


class ProcessCase(AppCase):
    """What a shell sees of it."""

    def test_korean_comes_by_option_and_by_environment(self) -> None:
        self.fill(todo("우유", dueOn=TOMORROW))
        for environ in ({"LANG": "ko_KR.UTF-8"}, {"LC_ALL": "ko_KR.UTF-8"}, {"LC_MESSAGES": "ko"}):
            self.assertIn("기한 내일", self.output("list", **environ))
        self.assertIn("기한 내일", self.output("--lang", "ko", "list"))
        self.assertIn("기한 내일", self.output("list", "--lang", "ko"))
        self.assertIn("due tomorrow", self.output("list", LC_ALL="en_GB.UTF-8", LANG="ko_KR.UTF-8"))
        self.assertIn("할 일", self.output("--help", LANG="ko_KR.UTF-8"))

    def test_what_argparse_says_by_itself_is_korean_too(self) -> None:
        help = self.output("--help", LANG="ko_KR.UTF-8")
        for words in ("사용법: todo.py", "\n인수:\n", "\n옵션:\n", "이 도움말"):
            self.assertIn(words, help)
        english = r"[a-z]{3,} [a-z]{3,}"
        for names in ([], ["move"], ["sections"], ["sections", "delete"]):
            self.assertNotRegex(self.output(*names, "--help", LANG="ko_KR.UTF-8"), rf"(?m)^{english}|^[a-z]+:")
        for misuse in (
            "fly", "show", "list x", "list --by x", "tick", "undo x", "list --store", "list --json=1",
            "sections delete a --with-todos --move-to b", "--lang xx",
        ):  # fmt: skip
            done = self.app(*misuse.split(), LANG="ko_KR.UTF-8")
            self.assertEqual((done.returncode, done.stdout), (2, ""), misuse)
            self.assertTrue(done.stderr.startswith("사용법: todo.py"), done.stderr)
            self.assertRegex(done.stderr, r"todo\.py[a-z ]*: 오류: ")
            self.assertNotRegex(done.stderr.rpartition("오류:")[2], english, misuse)
        self.assertIn("usage: todo.py", self.output("list", "-h"))

    def test_what_a_narrow_terminal_wraps_of_the_usage_stands_below_its_beginning(self) -> None:
        for language in ("en", "ko"):
            lines = self.output("list", "--help", "--lang", language, COLUMNS="40").partition("\n\n")[0].split("\n")
            self.assertGreater(len(lines), 2)
            starts = {width(line.partition("[")[0]) for line in lines}
            self.assertEqual(len(starts), 1, lines)

    def test_a_reader_that_has_seen_enough_is_no_error(self) -> None:
        with Client(SERVER, self.store) as client:
            client.batch(("todo.create", todo("x" * 200)) for _ in range(1000))
        app = subprocess.Popen(
            self.command("list"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=self.environ
        )
        assert app.stdout is not None
        app.stdout.readline()
        app.stdout.close()
        _, stderr = app.communicate(timeout=LIMIT)
        self.assertEqual((app.returncode, stderr), (0, b""))

    def test_a_misused_command_line_is_status_2(self) -> None:
        for words in (["fly"], ["show"], ["list", "--colour"], ["show", "first"], ["pet", "cow"]):
            done = self.app(*words)
            self.assertEqual((done.returncode, done.stdout), (2, ""), words)
            self.assertNotEqual(done.stderr, "")

    def test_a_row_that_is_not_there_is_said_to_be_missing(self) -> None:
        self.fill(todo("a"))
        for row in ("0", "2"):
            done = self.app("show", row)
            self.assertEqual((done.returncode, done.stderr), (1, f"todo.py: No row {row}: the list has 1.\n"))

    def test_an_error_of_the_server_is_its_sentence_alone(self) -> None:
        self.store.write_bytes(b"no store at all " * 500)
        done = self.app("list")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, r"\Atodo\.py: .+\n\Z")

    def test_a_missing_server_is_said_to_be_missing(self) -> None:
        done = self.app("--server", str(self.folder / "nowhere"), "list")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"\Atodo\.py: .*nowhere.+\n\Z")

    def test_text_that_is_not_utf_8_is_refused(self) -> None:
        done = subprocess.run(
            [*self.command("add", "--yes"), b"\xff\xfe"], capture_output=True, timeout=LIMIT, env=self.environ
        )
        self.assertEqual((done.returncode, done.stderr), (2, b"todo.py: That is not valid UTF-8 text.\n"))

    def test_the_demo_makes_a_store_and_shows_the_main_job(self) -> None:
        shown = self.output("demo")
        self.assertTrue(self.store.exists())
        commands = re.findall(r"(?m)^\$ todo\.py (\w+)", shown)
        self.assertEqual(commands, ["list", "today", "add", "tick", "list", "search", "pet"])
        self.assertRegex(shown, r"\n   \d  \[x\] ★ Repair the bicycle")
        self.assertTrue(pathlib.Path(shown.splitlines()[-1]).is_file())

    def test_the_demo_changes_nobody_s_own_store(self) -> None:
        self.output("demo")
        before = self.output("list")
        done = subprocess.run(self.command("demo"), capture_output=True, timeout=LIMIT, env=self.environ, text=True)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn(str(self.store), done.stderr)
        self.assertEqual(self.output("list"), before)

    def test_a_store_that_cannot_be_used_is_named(self) -> None:
        self.store.mkdir()
        done = subprocess.run(self.command("list"), capture_output=True, timeout=LIMIT, env=self.environ, text=True)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn(str(self.store), done.stderr)

    def test_the_demo_without_a_store_leaves_none_behind(self) -> None:
        command = [str(APP), "--server", SERVER, "--cache", str(self.cache), "--lang", "ko", "demo"]
        environ = {**self.environ, "TMPDIR": str(self.folder), "XDG_DATA_HOME": str(self.folder / "data")}
        done = subprocess.run(command, capture_output=True, timeout=LIMIT, env=environ, encoding="utf-8")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r"(?s)\$ todo.py search ㅈㅈㄱ\n[^$]*자전거 고치기")
        self.assertEqual([path for path in self.folder.iterdir() if path != self.cache], [])


if __name__ == "__main__":
    unittest.main()
