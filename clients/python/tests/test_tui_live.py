"""The full-screen app while others change the store, lock it, and kill its servers."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import unittest
from typing import Any

from support import HERE, LIMIT, SERVER
from test_tui import todo
from tui_support import TuiCase

from todo_client import Client


class OthersCase(TuiCase):
    def test_what_others_do_is_seen_at_once_and_the_cursor_stays_on_its_todo(self) -> None:
        self.fill(*(todo(f"Number {number}", "Home") for number in range(40)))
        screen = self.start()
        screen.wait_for("Number 0")
        screen.keys(*["Down"] * 25)
        screen.wait_for("Number 25")
        row = screen.row("Number 25")
        with self.connect() as client:
            client.batch([("todo.create", {"title": f"new {n}", "category": "Home", "index": 0}) for n in range(5)])
            client.todo.update(25, title="Twenty-four")
            screen.wait_for("Twenty-four", "0/45")
            self.assertEqual(screen.row("Number 25"), row)
            screen.keys("x")
            screen.wait_for("[x]   Number 25")
            client.sections.rename(client.sections.list()["sections"][0]["id"], "집")
            screen.wait_for("ㅈ 집")
            client.todo.delete_many([24, 25])
            screen.wait_without("Twenty-four")
            client.todo.delete_many(filter={})
            screen.wait_for("The key a adds a todo")
            client.todo.undo()
            screen.wait_for("[x]   Number 25", "1/43")

    def test_a_todo_that_is_open_follows_too(self) -> None:
        (milk,) = self.fill(todo("Milk", detail="two litres"))
        screen = self.start()
        screen.wait_for_titles("Milk")
        screen.keys("Enter")
        screen.wait_for("two litres")
        with self.connect() as client:
            client.todo.update(milk["id"], detail="three litres", is_completed=True)
            screen.wait_for("three litres", "[x]")
            client.todo.delete(milk["id"])
        screen.wait_for("It has been deleted", "The key a adds")

    def test_who_edits_hears_of_others_before_saving_and_decides(self) -> None:
        (milk,) = self.fill(todo("Milk", detail="two litres"))
        screen = self.start()
        screen.wait_for_titles("Milk")
        screen.keys("e")
        screen.wait_for("two litres")
        screen.write(" and honey")
        with self.connect() as client:
            client.todo.update(milk["id"], title="Oat milk", is_today=True)
            screen.wait_for("changed meanwhile: Oat milk", "Milk and honey")
            screen.keys("Enter")
            screen.wait_for("Save yours over it? [y/N]")
            screen.keys("n")
            screen.wait_without("[y/N]")
            self.assertEqual(self.titles(), ["Oat milk"])
            screen.keys("Enter")
            screen.wait_for("[y/N]")
            screen.keys("y")
            screen.wait_for_titles("Milk and honey")
            self.assertTrue(client.todo.get(milk["id"])["isToday"])

    def test_an_undo_of_what_others_have_changed_since_is_refused_in_words(self) -> None:
        (milk,) = self.fill(todo("Milk"))
        screen = self.start()
        screen.wait_for_titles("Milk")
        screen.keys("x")
        screen.wait_for("[x]")
        with self.connect() as client:
            client.todo.update(milk["id"], title="Oat milk")
        screen.wait_for_titles("Oat milk")
        screen.keys("u")
        screen.wait_for("(Done: Milk)")
        self.assertIn("[x]", screen.line("Oat milk"))

    def test_after_any_changes_by_anyone_the_screen_shows_the_store(self) -> None:
        seed = random.randrange(1_000_000)
        print(f"[random changes, seed {seed}]", end=" ", file=sys.stderr, flush=True)
        dice = random.Random(seed)
        self.fill(*(todo(f"s{number}", f"Section {number % 3}") for number in range(30)))
        screen = self.start(rows=300, columns=100)
        screen.wait_for("s29")
        keys = "Up Down NPage x t u r 1 2 3 4 End Home ] [ g Enter Escape".split()
        command = [sys.executable, str(HERE / "vandal.py"), SERVER, str(self.store), str(seed), "150"]
        with subprocess.Popen(command) as vandal:
            while vandal.poll() is None:
                screen.keys(dice.choice(keys))
            self.assertEqual(vandal.wait(LIMIT), 0)
        screen.keys("Escape")
        screen.keys("Escape")
        for view, grouping in (("2", "schedule"), ("3", "schedule"), ("4", "initial"), ("1", "category")):
            screen.keys(view)
            with self.subTest(view=view), self.connect() as client:
                shown = self.shown(client, grouping, {"2": "today", "3": "upcoming"}.get(view))
                screen.wait(lambda: screen.titles() == shown, f"for {shown}")

    def shown(self, client: Client, grouping: Any, only: str | None) -> list[str]:
        sections = client.sections.list(grouping, limit=1000)["sections"]
        return [todo["title"] for section in sections if only in (None, section["id"]) for todo in section["todos"]]


class KilledCase(TuiCase):
    def test_servers_that_are_killed_start_again_and_nothing_is_lost_or_doubled(self) -> None:
        seed = random.randrange(1_000_000)
        print(f"[killed while it works, seed {seed}]", end=" ", file=sys.stderr, flush=True)
        dice = random.Random(seed)
        self.fill(todo("first"))
        screen = self.start(rows=40)
        screen.wait_for_titles("first")
        kills = 0

        def kill() -> None:
            nonlocal kills
            kills += self.kill_servers(screen)

        for number in range(12):
            screen.keys("a")
            screen.wait_for("New todo")
            screen.write(f"t{number}")
            screen.keys("Enter")
            screen.wait_for("Add this?")
            killer = threading.Timer(dice.uniform(0, 0.05), kill)
            killer.start()
            screen.keys("y")
            screen.wait_for_titles("first", *(f"t{each}" for each in range(number + 1)))
            killer.join(LIMIT)
        self.assertEqual(self.titles(), ["first", *(f"t{number}" for number in range(12))])
        self.assertGreater(kills, 12)
        screen.keys("q")
        self.assertEqual(screen.wait_for_end(), 0)

    def test_an_undo_whose_server_is_killed_is_done_once(self) -> None:
        self.fill(todo("Milk"))
        screen = self.start()
        screen.wait_for_titles("Milk")
        for number in range(6):
            screen.keys("x")
            screen.wait_for("[x]")
            killer = threading.Timer(0.004 * number, self.kill_servers, (screen,))
            killer.start()
            screen.keys("u")
            screen.wait_for("[ ]", "Taken back")
            killer.join(LIMIT)
        screen.keys("u")
        screen.wait_for("Nothing to take back")

    def test_a_server_that_is_killed_while_nobody_types_is_there_again(self) -> None:
        self.fill(todo("Milk"))
        screen = self.start()
        screen.wait_for_titles("Milk")
        self.assertEqual(self.kill_servers(screen), 2)
        with self.connect() as client:
            client.todo.create("Bread")
        screen.wait_for_titles("Milk", "Bread")

    def test_a_drop_whose_server_is_stopped_waits_and_then_happens(self) -> None:
        self.fill(todo("a"), todo("b"), todo("c"))
        screen = self.start()
        screen.wait_for_titles("a", "b", "c")
        stopped = self.servers(screen)
        for process in stopped:
            os.kill(process, signal.SIGSTOP)
        screen.keys("g", "Down", "Enter")
        screen.wait_for("Saving")
        screen.wait_for_titles("b", "a", "c")
        self.kill_servers(screen)
        screen.wait_for("Moved: a")
        screen.wait_for_titles("b", "a", "c")
        self.assertEqual(self.titles(), ["b", "a", "c"])


class LockedCase(TuiCase):
    def setUp(self) -> None:
        super().setUp()
        self.fill(*(todo(f"Number {number}") for number in range(60)))
        self.screen = self.start()
        self.screen.wait_for("Number 0")

    def test_a_change_waits_while_everything_can_be_seen_and_is_made_once(self) -> None:
        screen = self.screen
        with self.locked():
            screen.keys("x")
            screen.wait_for("Saving")
            screen.keys("End")
            screen.wait_for("Number 59")
            screen.keys("3")
            screen.wait_for("Number 0")
            screen.wait_for("Trying again; Esc gives up")
        screen.wait_without("Trying again")
        screen.wait_for("[x]   Number 0")
        with self.connect() as client:
            self.assertEqual(client.todo.get(1)["revision"], 61)
        screen.keys("u")
        screen.wait_for("[ ]   Number 0")

    def test_a_store_that_is_locked_already_is_shown_too(self) -> None:
        self.screen.close()
        with self.locked():
            screen = self.start()
            screen.wait_for("Number 0", "Number 19")

    def test_a_change_that_is_given_up_is_not_made(self) -> None:
        screen = self.screen
        with self.locked():
            screen.keys("x")
            screen.wait_for("Trying again; Esc gives up")
            screen.keys("Escape")
            screen.wait_without("Trying again")
        screen.keys("Down", "x")
        screen.wait_for("[x]   Number 1")
        self.assertIn("[ ]", screen.line("Number 0"))

    def test_what_is_written_in_a_form_survives_giving_up(self) -> None:
        screen = self.screen
        screen.keys("a")
        screen.wait_for("New todo")
        screen.write("precious")
        with self.locked():
            screen.keys("Enter")
            screen.wait_for("Add this?")
            screen.keys("y")
            screen.wait_for("Esc gives up")
            screen.keys("Escape")
            screen.wait_without("Esc gives up")
            screen.wait_for("precious", "New todo")
        screen.keys("Enter")
        screen.wait_for("Add this?")
        screen.keys("y")
        screen.wait_for("Added: precious")
        self.assertEqual(self.titles().count("precious"), 1)

    def test_leaving_while_a_change_waits_asks_first(self) -> None:
        screen = self.screen
        with self.locked():
            screen.keys("x")
            screen.wait_for("Saving")
            screen.keys("q")
            screen.wait_for("Leave all the same?")
            screen.keys("n")
            screen.wait_without("Leave")
            screen.keys("q", "y")
            self.assertEqual(screen.wait_for_end(), 0)


class StoreTroubleCase(TuiCase):
    def test_a_file_that_is_no_store_is_told_and_left_alone_and_a_store_in_its_place_is_read(self) -> None:
        letter = "Dear store, " * 1000
        self.store.write_text(letter)
        screen = self.start(columns=200)
        screen.wait_for(str(self.store))
        self.assertEqual(self.store.read_text(), letter)
        self.store.unlink()
        self.fill(todo("Milk"))
        screen.wait_for_titles("Milk")
        screen.wait(lambda: not screen.lines[22].strip(), "for the sentence to go")


class LateCase(TuiCase):
    """The news of a change may come before the reply to it."""

    def test_what_was_dropped_added_moved_or_taken_back_is_where_it_is_and_counted_once(self) -> None:
        self.fill(*(todo(title, "One") for title in "abc"), *(todo(title, "Two") for title in "de"))
        server = self.wrapped(sys.executable, str(HERE / "odd_server.py"), "late", SERVER)
        screen = self.start("--server", server)
        screen.wait_for_titles(*"abcde")
        screen.keys("g", "Right", "Enter")
        screen.wait_for("Moved: a", "0 of 2 completed", "0 of 3 completed")
        screen.wait_for_titles(*"bcade")
        screen.keys("x")
        screen.wait_for("[x]   a", "Done: a")
        screen.keys("a")
        screen.wait_for("New todo")
        screen.write("f")
        screen.keys("Enter")
        screen.wait_for("Add this?")
        screen.keys("y")
        screen.wait_for("Added: f", "1 of 4 completed")
        screen.keys("x")
        screen.wait_for("[x]   f", "Done: f")
        screen.keys("m")
        screen.wait_for("Move to the category")
        screen.write("One")
        screen.keys("Enter")
        screen.wait_for("Moved: f", "1 of 3 completed")
        screen.wait_for_titles(*"bcfade")
        screen.keys("Down", "u")
        screen.wait_for("Taken back")
        screen.wait_for_titles(*"bcadef")
        screen.keys("x")
        screen.wait_for("[ ]   f")


if __name__ == "__main__":
    unittest.main()
