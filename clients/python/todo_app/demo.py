"""A tour through the app on a sample store: each command as a person types it, then what it really prints."""

from __future__ import annotations

import argparse
import contextlib
import pathlib
import re
import shlex
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence

from todo_client import Client

from .app import Misuse, program
from .messages import Messages
from .screen import Screen

Run = Callable[[Sequence[str]], int]

# A todo to add, its category, and what finds it; in Korean its initial consonants do.
_EXAMPLES = {"en": ("Repair the bicycle", "Home", "bicycle"), "ko": ("자전거 고치기", "취미", "ㅈㅈㄱ")}


def demo(args: argparse.Namespace, run: Run) -> int:
    """Runs the commands one by one with `run`; the first that fails ends the tour with its exit status.

    They change the store, so it must not be anyone's own.
    """
    if args.store and pathlib.Path(args.store).exists():
        raise Misuse(Messages(args.lang)("demo.exists", path=args.store))
    with sample_store(args) as store:
        return _Tour(args, run, store).go()


@contextlib.contextmanager
def sample_store(args: argparse.Namespace) -> Iterator[pathlib.Path]:
    """The store that was named, filled by the server if it is not there yet; else one for this tour only."""
    with contextlib.ExitStack() as stack:
        if args.store:
            store = pathlib.Path(args.store)
        else:
            store = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory())) / "sample.sqlite"
        if not store.exists():
            with Client(args.server, store, options=["--sample"]) as client:
                client.sections.list(include_todos=False)
        yield store


def _typed(word: str) -> str:
    """The word as a person types it in a shell; unlike shlex, without quotes around plain Hangul."""
    return word if re.fullmatch(r"[\w:./+-]+", word) else shlex.quote(word)


class _Tour:
    def __init__(self, args: argparse.Namespace, run: Run, store: pathlib.Path) -> None:
        self._args = args
        self._run = run
        self._store = store
        self._say = Messages(args.lang)
        self._screen = Screen(sys.stdout)

    def go(self) -> int:
        self._screen.line(self._say("demo.store", path=self._store))
        title, category, word = _EXAMPLES[self._args.lang]
        add = ["add", title, "--category", category, "--due", "tomorrow", "--today", "--yes"]
        status = self._steps(["list"], ["today"], add)
        if status:
            return status
        tick = ["tick", f"id:{self._newest()}"]
        return self._steps(tick, ["list"], ["search", word], ["pet", "cat", "--offline"])

    def _steps(self, *commands: list[str]) -> int:
        for words in commands:
            self._screen.line()
            self._screen.line(self._screen.bold(" ".join([f"$ {program()}", *map(_typed, words)])))
            sys.stdout.flush()
            status = self._run([*self._options(), *words])
            if status:
                return status
        return 0

    def _options(self) -> list[str]:
        options = ["--store", str(self._store), "--lang", self._args.lang]
        for name in ("server", "cache"):
            value = getattr(self._args, name)
            options += [f"--{name}", value] if value else []
        return options

    def _newest(self) -> int:
        with Client(self._args.server, self._store) as client:
            return max(todo["id"] for todo in client.todo.all(fields=["id"]))
