"""The full-screen app and what is around it: the terminal, the shell, many todos, pets; how it begins and ends."""

from __future__ import annotations

import json
import os
import pathlib
import shlex
import signal
import subprocess
import sys
import threading
import unittest

from support import HERE, LIMIT, SERVER, Terminal, web_server
from test_client import png
from test_tui import todo
from tui_support import TuiCase

from todo_client import Client


class ManyCase(TuiCase):
    def test_only_the_rows_on_the_screen_are_asked_for(self) -> None:
        with Client(SERVER, self.store) as client:
            client.batch([("todo.create", {"title": f"Number {n}.", "category": f"S{n // 2500}"}) for n in range(5000)])
        log = self.folder / "log"
        server = self.wrapped(sys.executable, str(HERE / "odd_server.py"), "recording", str(log), SERVER)
        screen = self.start("--server", server)
        screen.wait_for("Number 0.")
        screen.wait(lambda: len(self.asked(log)[1]) >= 40, "for the rows of the next page")
        titles, ids = self.asked(log)[1], self.asked(log)[0]
        self.assertLess(len(titles), 100)
        self.assertLessEqual(ids, 1)
        screen.keys("End")
        screen.wait_for("Number 4999.", "0 of 2500 completed")
        screen.keys("Home", "NPage")
        screen.wait_for("Number 25.")
        self.assertLess(len(self.asked(log)[1]), 200)
        self.assertLessEqual(self.asked(log)[0], 4)

    def asked(self, log: pathlib.Path) -> tuple[int, set[int]]:
        """How many pages of ids, and which todos' rows."""
        requests = [json.loads(line) for line in log.read_text().splitlines()]
        lists = [each["params"] for each in requests if each["method"] == "todo.list"]
        rows = {id for params in lists for id in params["filter"].get("ids", [])}
        return sum(params["fields"] == ["id"] for params in lists), rows


class PetCase(TuiCase):
    def test_a_pet_without_the_network_comes_as_its_file(self) -> None:
        screen = self.start(columns=150)
        screen.wait_for("a adds")
        screen.keys("p")
        screen.wait_for("A cat or a dog?")
        screen.keys("d")
        screen.wait_for("Dog", "came with the server", str(self.cache))
        screen.keys("Escape")
        screen.wait_for("a adds")

    def test_a_slow_pet_has_a_placeholder_and_holds_nothing_up(self) -> None:
        asked, released = threading.Event(), threading.Event()

        def answer(path: str) -> tuple[str, bytes]:
            if path.startswith("/v1"):
                asked.set()
                released.wait(LIMIT)
                text = f'[{{"id":"abc","url":"{self.base}/p.png","breeds":[{{"name":"Manx"}}]}}]'
                return "application/json", text.encode()
            return "image/png", png(2, 3)

        with web_server(answer) as self.base:
            self.addCleanup(released.set)
            command = self.tui("--server", self.wrapped(SERVER, "--cat-api", self.base))
            command.remove("--offline")
            screen = self.start(command=command)
            screen.wait_for("a adds")
            screen.keys("p", "c")
            screen.wait_for("Loading a picture", "┌─")
            self.assertTrue(asked.wait(LIMIT))
            with self.connect() as client:
                client.todo.create("Milk")
            screen.keys("Escape")
            screen.wait_for_titles("Milk")
            screen.keys("p", "c")
            screen.wait_for("Loading a picture")
            released.set()
            screen.wait_for("Cat", "Manx", "from the network")

    def test_a_terminal_that_shows_pictures_gets_one(self) -> None:
        environ = {**self.environ, "KITTY_WINDOW_ID": "1"}
        with Terminal(self.tui(), environ) as terminal:
            terminal.wait_for("a adds")
            terminal.type("p")
            terminal.wait_for("A cat or a dog?")
            terminal.type("c")
            terminal.wait_for("\x1b_Ga=T,f=100,q=2,c=")
            terminal.type("\x1b")
            terminal.wait_for("\x1b_Ga=d")  # And it is taken away again.
            terminal.type("q")
            self.assertEqual(terminal.end(), 0)


class TerminalCase(TuiCase):
    def test_the_size_may_change_at_any_time(self) -> None:
        self.fill(*(todo(f"Number {number} " + "가나다 " * 30, "Home") for number in range(60)))
        screen = self.start()
        screen.wait_for("Number 5 ")
        screen.keys(*["Down"] * 12)
        for columns, rows in ((40, 12), (200, 50), (31, 8), (80, 24)):
            screen.resize(columns, rows)
            screen.wait_for("Number 12 ", "Home")
            screen.wait(lambda: len(screen.lines) == rows + 1 and screen.lines[rows - 1].strip(), "for the last row")
        screen.resize(12, 4)
        screen.wait_for("Too small")
        screen.resize(80, 24)
        screen.wait_for("Number 12 ")
        screen.keys("x")
        screen.wait_for("[x]   Number 12")

    def test_it_ends_in_good_order_and_takes_its_servers_along(self) -> None:
        self.fill(todo("Milk"))
        for name, end, status in (
            ("q", lambda screen: screen.keys("q"), 0),
            ("Ctrl-C", lambda screen: screen.keys("C-c"), 0),
            ("SIGTERM", lambda screen: os.kill(screen.process_id, signal.SIGTERM), 128 + signal.SIGTERM),
            ("SIGHUP", lambda screen: os.kill(screen.process_id, signal.SIGHUP), 128 + signal.SIGHUP),
        ):
            with self.subTest(name):
                screen = self.start()
                screen.wait_for_titles("Milk")
                self.assertTrue(screen.is_on_other_page())
                servers = self.servers(screen)
                self.assertEqual(len(servers), 2)
                end(screen)
                self.assertEqual(screen.wait_for_end(), status)
                self.assertFalse(screen.is_on_other_page())
                self.assertEqual([each for each in servers if is_alive(each)], [])
                screen.close()

    def test_it_stops_and_goes_on_as_the_shell_says(self) -> None:
        self.fill(todo("Milk"))
        screen = self.start(command=["bash", "--norc", "-i"], PS1="ready> ")
        screen.wait_for("ready>")
        screen.write(shlex.join(self.tui()))
        screen.keys("Enter")
        screen.wait_for_titles("Milk")
        screen.keys("C-z")
        screen.wait_for("Stopped")
        self.assertFalse(screen.is_on_other_page())
        screen.write("fg")
        screen.keys("Enter")
        screen.wait(lambda: screen.is_on_other_page(), "for the app")
        screen.wait_for_titles("Milk")
        screen.keys("x")
        screen.wait_for("[x]   Milk")

    def test_without_a_terminal_it_says_so(self) -> None:
        for environ in ({}, {"TERM": "dumb"}):
            done = subprocess.run(
                self.tui(), capture_output=True, text=True, timeout=LIMIT, env={**self.environ, **environ}
            )
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn("needs a terminal", done.stderr)

    def test_a_terminal_that_cannot_show_a_whole_screen_is_not_used(self) -> None:
        screen = self.start(command=["env", "TERM=dumb", *self.tui()])
        self.assertEqual(screen.wait_for_end(), 2)
        self.assertIn("needs a terminal", screen.history)

    def test_a_server_that_cannot_be_started_is_told_in_a_sentence(self) -> None:
        screen = self.start("--server", str(self.folder / "nothing"))
        self.assertEqual(screen.wait_for_end(), 1)
        self.assertIn("could not be started", screen.history)
        self.assertNotIn("Traceback", screen.history)

    def test_a_sample_needs_no_store(self) -> None:
        words = [word for word in self.tui("--sample") if word not in ("--store", str(self.store))]
        screen = self.start(command=words, rows=30)
        screen.wait_for("Water the plants", "회의 준비")
        self.assertFalse(self.store.exists())


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


if __name__ == "__main__":
    unittest.main()
