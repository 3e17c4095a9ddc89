"""How long the full-screen app takes from a key to the screen that it leads to, among many todos.

    SERVER=… python3 clients/python/tests/measure_tui.py [TODOS [SECTIONS]]
"""

from __future__ import annotations

import fcntl
import os
import pathlib
import pty
import re
import select
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time

from support import LIMIT, SERVER, own_terminal
from tui_support import TUI

from todo_client import Client

ROWS, COLUMNS = 50, 120
SCREENFUL = ROWS - 3  # Of which a page turns all but two.


class App:
    def __init__(self, store: pathlib.Path) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        command = [sys.executable, str(TUI), "--server", SERVER, "--store", str(store), "--offline", "--lang", "en"]
        self._text = ""
        self._process = subprocess.Popen(
            command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**os.environ, "TERM": "xterm-256color"},
            preexec_fn=own_terminal,
        )
        os.close(slave)

    def wait_for(self, pattern: str) -> None:
        deadline = time.monotonic() + LIMIT
        while not re.search(pattern, self._text):
            if not select.select([self._master], [], [], max(0.0, deadline - time.monotonic()))[0]:
                raise SystemExit(f"{pattern} did not come")
            self._text += os.read(self._master, 1 << 20).decode(errors="replace")

    def key(self, key: str, pattern: str) -> float:
        """Milliseconds until that is drawn, begun when nothing is drawn any more."""
        while select.select([self._master], [], [], 0.3)[0]:
            os.read(self._master, 1 << 20)
        self._text = ""
        start = time.perf_counter()
        os.write(self._master, key.encode())
        self.wait_for(pattern)
        return (time.perf_counter() - start) * 1000

    def end(self) -> None:
        self._process.terminate()
        while self._process.poll() is None:
            if select.select([self._master], [], [], 0.1)[0]:
                try:
                    os.read(self._master, 1 << 20)
                except OSError:
                    break
        self._process.wait(LIMIT)


def fill(store: pathlib.Path, todos: int, sections: int) -> None:
    with Client(SERVER, store, timeout=120) as client:
        for start in range(0, todos, 5000):
            numbers = range(start, min(todos, start + 5000))
            members = [{"title": f"할 일 number {n}", "category": f"C{n * sections // todos}"} for n in numbers]
            client.batch(("todo.create", each) for each in members)


def main(todos: int = 100_000, sections: int = 1) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = pathlib.Path(folder) / "todos.sqlite"
        fill(store, todos, sections)
        start = time.perf_counter()
        app = App(store)
        app.wait_for(rf"number {SCREENFUL - 2}\b")
        print(f"start         {(time.perf_counter() - start) * 1000:6.1f} ms")
        page = SCREENFUL - 2
        downs = [app.key("\x1b[6~", rf"number {page * n + page}\b") for n in range(1, 21)]
        print(f"page down     {statistics.median(downs):6.1f} ms, at most {max(downs):.1f}")
        for name in ("to the end", "once more"):
            end = app.key("\x1b[F", rf"number {todos - 1}\b")
            print(f"{name:13} {end:6.1f} ms")
            app.key("\x1b[H", r"number 0\b")
        search = app.key("/number 77", r"number 770\b")
        print(f"search        {search:6.1f} ms")
        app.end()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
