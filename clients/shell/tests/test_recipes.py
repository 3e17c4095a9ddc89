"""Carries out the recipes of recipes.md, the lines that stand there, with a real server.

    python3 -m unittest discover -s clients/shell/tests

Each recipe has its test, by its heading. One that needs a program that is not there is skipped.
"""

import os
import re
import select
import shutil
import subprocess
import time
import unittest

import shells

PAGE = (shells.CLIENT / "recipes.md").read_text()


def recipes():
    """The blocks of code below each heading, as (language, text)."""
    parts = re.split(r"^## (.*)\n", PAGE, flags=re.MULTILINE)[1:]
    return {
        heading: re.findall(r"^```(\w+)\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)
        for heading, text in zip(parts[::2], parts[1::2])
    }


RECIPES = recipes()
TESTED = set()


def recipe(heading):
    """Marks the test of that recipe, and gives it the texts of its blocks."""

    def mark(test):
        TESTED.add(heading)
        return lambda self: test(self, *[text for _, text in RECIPES[heading]])

    return mark


class RecipeTests(unittest.TestCase):
    def setUp(self):
        if not os.access(shells.SERVER, os.X_OK):
            raise AssertionError(f"no server at {shells.SERVER} (build it, or set SERVER)")
        self.home = shells.Home()
        self.addCleanup(self.home.remove)
        self.request = self.home.request

    def need(self, *programs):
        for each in ("jq", *programs):
            if not shutil.which(each):
                self.skipTest(f"no {each} on this machine")

    def add(self, title, **fields):
        return self.request("todo.create", {"title": title, **fields})["id"]

    def todos(self, **filter):
        return self.request("todo.list", {"filter": filter, "limit": 1000})["todos"]

    def titles(self, **filter):
        return [todo["title"] for todo in self.todos(**filter)]

    def script(self, text, name="script"):
        path = self.home.path / "bin" / name
        path.write_text(text)
        path.chmod(0o755)
        return str(path)

    def command_of(self, line):
        """The command in a line of a crontab, which cron gives to sh, with a percent sign for the end of a line."""
        fields = line.split(None, 5)
        self.assertNotIn("%", line)
        for field in fields[:5]:
            self.assertRegex(field, r"^[0-9*,/-]+$")
        return fields[5]

    def test_every_recipe_has_a_test_and_lines_to_carry_out(self):
        self.assertEqual(set(RECIPES), TESTED)
        self.assertGreater(len(TESTED), 9)
        for heading, blocks in RECIPES.items():
            self.assertTrue(blocks, heading)

    @recipe("A todo for each `TODO:` of a commit message")
    def test_commit_message(self, hook):
        self.need("git")
        folder = self.home.path / "my project"
        git = ["git", "-c", "user.name=A", "-c", "user.email=a@localhost", "-C", str(folder)]
        folder.mkdir()
        self.home.run(*git, "init", "-q")
        shutil.copy(self.script(hook), folder / ".git/hooks/post-commit")
        message = "Mend the door\n\nTODO: oil \"it\" & $HOME `id`\nNot a TODO: this\nTODO:  -y paint it\n"
        self.home.run(*git, "commit", "-q", "--allow-empty", "-m", message)
        commit = self.home.run(*git, "rev-parse", "--short", "HEAD").strip()
        self.assertEqual(
            [(todo["title"], todo["category"], todo["detail"]) for todo in self.todos()],
            [('oil "it" & $HOME `id`', "my project", commit), ("-y paint it", "my project", commit)],
        )

    @recipe("Today's list by mail each morning")
    def test_morning(self, crontab):
        self.need()
        *settings, line = crontab.splitlines()
        for setting in settings:
            self.assertRegex(setting, r"^[A-Z]+=\S+$")
        self.add("Water the plants", isToday=True)
        self.add("Some day")
        shown = self.home.run("sh", "-c", self.command_of(line))
        self.assertIn("Water the plants", shown)
        self.assertNotIn("Some day", shown)

    @recipe("A copy of the store each night")
    def test_copy(self, crontab):
        for title in ("First", "Second"):
            self.add(title)
            self.home.run("sh", "-c", self.command_of(crontab.strip()))
        self.home.environment["TODO_SERVER_STORE"] = str(self.home.path / "todos-backup.sqlite")
        self.assertEqual(self.titles(), ["First", "Second"])

    @recipe("The number of open todos in the status line of tmux")
    def test_tmux(self, settings):
        self.need("tmux")
        self.add("One [ ]", isToday=True)
        self.add("Two", isToday=True)
        self.add("Done", isToday=True, isCompleted=True)
        self.add("Some day")
        (self.home.path / "tmux.conf").write_text(settings)
        tmux = ["tmux", "-S", str(self.home.path / "socket"), "-f", str(self.home.path / "tmux.conf")]
        screen = shells.Screen([*tmux, "new-session", "cat"], self.home)
        self.addCleanup(screen.close)
        self.addCleanup(self.home.run, *tmux, "kill-server")
        screen.wait_for(b" 2 today  ")

    @recipe("Tick off with fzf")
    def test_fzf(self, line):
        self.need("fzf")
        for title in ("Buy milk [ ] 7", "Buy bread", "Call", "Bury the milk"):
            self.add(title)
        self.request("todo.update", {"id": 4, "isCompleted": True})
        # A filter stands for what a person types; everything that it leaves is taken.
        self.home.environment["FZF_DEFAULT_OPTS"] = "--filter=buy"
        self.home.run("sh", "-c", line)
        self.assertEqual(self.titles(isCompleted=True), ["Buy milk [ ] 7", "Buy bread", "Bury the milk"])
        self.home.environment["FZF_DEFAULT_OPTS"] = "--filter=nothing"
        self.home.run("sh", "-c", line)
        self.assertEqual(self.titles(isCompleted=False), ["Call"])

    @recipe("A list that draws itself anew")
    def test_live(self, lines):
        self.need()
        self.add("There from the start")
        process = subprocess.Popen(
            ["sh", "-c", lines], env=self.home.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        self.addCleanup(process.wait, shells.LIMIT)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stdin.close)
        shown, number = b"", 0
        deadline = time.monotonic() + shells.LIMIT
        # The follower is not there at once, and does not say when it is: something changes until it has seen one.
        while b"Come later" not in shown:
            self.assertLess(time.monotonic(), deadline, shown)
            if b"There from the start" in shown:
                number += 1
                self.add(f"Come later {number}")
            if select.select([process.stdout], [], [], 0.5)[0]:
                shown += process.stdout.read(65536)

    @recipe("What is due")
    def test_due(self, line):
        self.need()
        day = self.home.run("date", "+%F").strip()
        self.add("Today", dueOn=day)
        self.add("Long ago", dueOn="2020-01-01")
        self.add("Done", dueOn="2020-01-01", isCompleted=True)
        self.add("Later", dueOn="9998-01-01")
        self.add("Never")
        self.assertEqual(self.home.run("sh", "-c", line), f"2020-01-01  Long ago\n{day}  Today\n")

    @recipe("From a list in Markdown")
    def test_from_markdown(self, line):
        self.need()
        (self.home.path / "notes.md").write_text('# A\n- [ ] say "hi" \\ $x\n- [x] done\n\n* [ ] 보고서\n  - [ ] within\n')
        self.assertEqual(self.home.run("sh", "-c", line), 'say "hi" \\ $x\n보고서\n')
        self.assertEqual(self.titles(category="Notes"), ['say "hi" \\ $x', "보고서"])

    @recipe("To a list in Markdown")
    def test_to_markdown(self, line):
        self.need()
        self.add("Buy milk", category="Home")
        self.add("Sweep", category="Home", isCompleted=True)
        self.add("Report", category="Work")
        self.assertEqual(
            self.home.run("sh", "-c", line), "## Home\n\n- [ ] Buy milk\n- [x] Sweep\n\n## Work\n\n- [ ] Report\n\n"
        )

    @recipe("Due dates in a calendar")
    def test_calendar(self, line):
        self.need()
        self.add("Pay; or, else \\", dueOn="2030-02-28")
        self.add("Done", dueOn="2030-02-28", isCompleted=True)
        done = subprocess.run(
            ["sh", "-c", line], env=self.home.environment, timeout=shells.LIMIT, check=True, capture_output=True
        )
        lines = done.stdout.decode().split("\r\n")
        self.assertEqual(lines.pop(), "")
        self.assertRegex(lines.pop(5), r"^DTSTAMP:\d{8}T\d{6}Z$")
        self.assertEqual(
            lines,
            ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//todo-server//recipes//EN", "BEGIN:VEVENT", "UID:todo-1@todo-server",
             "DTSTART;VALUE=DATE:20300228", "SUMMARY:Pay\\; or\\, else \\\\", "END:VEVENT", "END:VCALENDAR"],
        )  # fmt: skip

    @recipe("Clear away what is done")
    def test_clear(self, line):
        self.need()
        self.add("Open")
        self.add("Done", isCompleted=True)
        self.add("Done too", isCompleted=True)
        said = self.home.run("sh", "-c", line)
        self.assertEqual(self.titles(), ["Open"])
        self.assertRegex(said, r"^2 deleted; to have them again: todo undo \d+\n$")
        self.home.run("sh", "-c", said.split(": ")[1])
        self.assertEqual(self.titles(), ["Open", "Done", "Done too"])

    @recipe("A command to try again later")
    def test_later(self, functions):
        self.need()
        for number, shell in enumerate(filter(shutil.which, ("bash", "zsh"))):
            folder = self.home.path / f"it's {number}"
            folder.mkdir()
            try_it = f"{functions}\ncd {folder.name!r}; later test -e 'a b'"
            self.home.run(shell, "-c", try_it)
            todo = self.todos(isCompleted=False)[0]
            again = [shell, "-c", f"{functions}\nagain {todo['id']}"]
            with self.assertRaises(subprocess.CalledProcessError):
                self.home.run(*again)
            (folder / "a b").touch()
            self.home.run(*again)
            self.assertEqual((todo["title"], self.todos(isCompleted=False)), ("test -e a b", []))

    @recipe("The todos of another machine")
    def test_elsewhere(self, script, line):
        self.need()
        # Not the real ssh: one for which the other machine is another home.
        (self.home.path / "there").mkdir()
        self.script('#!/bin/sh\nshift\nTODO_SERVER_STORE="$HOME/there/todos.sqlite" exec "$@"\n', "ssh")
        self.script(script, "todos-at-home")
        self.add("Here")
        self.home.run("sh", "-c", "TODO_SERVER=todos-at-home todo add There -y")
        self.assertEqual(self.home.run("sh", "-c", line).splitlines()[1:], ["   [ ]   1  There"])
        self.assertEqual(self.titles(), ["Here"])


if __name__ == "__main__":
    unittest.main()
