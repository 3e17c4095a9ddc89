"""The full-screen app in a real terminal (tmux): type, wait for what the screen shows, and look at it."""

from __future__ import annotations

import contextlib
import os
import pathlib
import shlex
import shutil
import signal
import subprocess
import sys
import time
import unittest
from collections.abc import Callable, Sequence

from support import HERE, LIMIT, AppCase

TUI = HERE.parent / "todo_tui.py"
_POLL = 0.02  # Seconds between two looks at the screen.


def terminal_type() -> str:
    """One that tmux speaks and this machine knows; with strike-through if there is one."""
    for name in ("tmux-256color", "tmux", "screen"):
        if subprocess.run(["infocmp", name], capture_output=True).returncode == 0:
            return name
    return "screen"


def children(process: int) -> list[int]:
    found = subprocess.run(["pgrep", "-P", str(process)], capture_output=True, text=True)
    return [int(word) for word in found.stdout.split()]


class Screen:
    """A window of tmux with a program in it."""

    def __init__(
        self, folder: pathlib.Path, command: Sequence[str], environ: dict[str, str], columns: int, rows: int, term: str
    ) -> None:
        socket = folder / f"tmux-{time.monotonic_ns()}"  # A server that is ending may still have the one before.
        self._tmux = ["tmux", "-u", "-S", str(socket), "-f", str(folder / "tmux.conf")]
        (folder / "tmux.conf").write_text(
            f"set -g default-terminal {term}\nset -s escape-time 0\nset -g status off\nset -g remain-on-exit on\n"
        )
        self._environ = environ
        # The exit status comes by a file: tmux does not always notice the end of its child.
        self._status = folder / f"{socket.name}-status"
        script = f'"$@"; echo $? > {self._status}.new; mv {self._status}.new {self._status}'
        size = ["-x", str(columns), "-y", str(rows)]
        self._run("new-session", "-d", *size, "sh", "-c", script, "sh", *command)

    def _run(self, *words: str) -> str:
        done = subprocess.run(
            [*self._tmux, *words], capture_output=True, text=True, timeout=LIMIT, env=self._environ, encoding="utf-8"
        )
        if done.returncode:
            raise AssertionError(f"tmux {words}: {done.stderr}")
        return done.stdout

    def close(self) -> None:
        subprocess.run([*self._tmux, "kill-server"], capture_output=True, timeout=LIMIT, env=self._environ)

    # Looking

    @property
    def lines(self) -> list[str]:
        return self._run("capture-pane", "-p").split("\n")

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def history(self) -> str:
        """With what has left the screen at its top; lines that were broken are whole."""
        return self._run("capture-pane", "-p", "-J", "-S", "-")

    @property
    def styled(self) -> str:
        """With its escape sequences."""
        return self._run("capture-pane", "-p", "-e")

    def line(self, words: str) -> str:
        """The line with these words."""
        return next((line for line in self.lines if words in line), "")

    def row(self, words: str) -> int:
        return next((number for number, line in enumerate(self.lines) if words in line), -1)

    def titles(self) -> list[str]:
        """Of the todos, from the top down."""
        marked = (line for line in self.lines if line[2:5] in ("[ ]", "[x]"))
        return [line[8:].split("  ")[0].strip() for line in marked]

    @property
    def status(self) -> int | None:
        """The exit status of the program; None while it runs."""
        return int(self._status.read_text()) if self._status.exists() else None

    @property
    def process_id(self) -> int:
        """The program's."""
        (process,) = children(int(self._run("display", "-p", "#{pane_pid}").strip()))
        return process

    def is_on_other_page(self) -> bool:
        return self._run("display", "-p", "#{alternate_on}").strip() == "1"

    # Waiting

    def wait(self, is_so: Callable[[], object], what: str = "") -> None:
        deadline = time.monotonic() + LIMIT
        while not is_so():
            if time.monotonic() > deadline:
                raise AssertionError(f"waited in vain {what}; the screen shows:\n{self.text}")
            time.sleep(_POLL)

    def wait_for(self, *words: str) -> None:
        """Until all of these words are on the screen."""
        self.wait(lambda: all(word in self.text for word in words), f"for {words}")

    def wait_without(self, words: str) -> None:
        self.wait(lambda: words not in self.text, f"for {words!r} to go")

    def wait_for_titles(self, *titles: str) -> None:
        self.wait(lambda: self.titles() == list(titles), f"for {titles}")

    def wait_for_end(self) -> int | None:
        self.wait(lambda: self.status is not None, "for the end")
        return self.status

    # Doing

    def keys(self, *keys: str) -> None:
        """As tmux names them: Enter, Escape, Down, C-s, Space; others as they are."""
        self._run("send-keys", *keys)

    def write(self, text: str) -> None:
        self._run("send-keys", "-l", text)

    def paste(self, text: str) -> None:
        self._run("set-buffer", text)
        self._run("paste-buffer", "-p", "-r")

    def resize(self, columns: int, rows: int) -> None:
        self._run("resize-window", "-x", str(columns), "-y", str(rows))


@unittest.skipUnless(shutil.which("tmux") and shutil.which("pgrep"), "tmux or pgrep is not installed")
class TuiCase(AppCase):
    term = terminal_type() if shutil.which("infocmp") else "screen"

    def tui(self, *words: str) -> list[str]:
        return [sys.executable, str(TUI), *self.command()[2:], "--offline", *words]

    def start(
        self,
        *words: str,
        columns: int = 80,
        rows: int = 24,
        term: str = "",
        command: Sequence[str] = (),
        **environ: str,
    ) -> Screen:
        environ = {**self.environ, "SHELL": "/bin/sh", **environ}
        environ.pop("TERM")
        screen = Screen(self.folder, command or self.tui(*words), environ, columns, rows, term or self.term)
        self.addCleanup(screen.close)
        return screen

    def servers(self, screen: Screen) -> list[int]:
        """The processes that the app has started."""
        return children(screen.process_id)

    def kill_servers(self, screen: Screen) -> int:
        processes = self.servers(screen)
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        return len(processes)

    def wrapped(self, *words: str) -> str:
        """A program that starts the server with these words before its own."""
        path = self.folder / "wrapped-server"
        path.write_text(f'#!/bin/sh\nexec {shlex.join(words)} "$@"\n')
        path.chmod(0o755)
        return str(path)
