"""What every command works with, and the two ways in which one fails."""

from __future__ import annotations

import argparse
import datetime
import json
import pathlib
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from todo_client import Client, Todo

from .messages import Messages
from .screen import Screen
from .views import Views

OK, FAILED, MISUSED = 0, 1, 2


def program() -> str:
    """What the person typed to start the app: the file, or the command that an installation made of it."""
    name = pathlib.Path(sys.argv[0]).name
    return "python -m todo_app" if name == "__main__.py" else name


class Trouble(Exception):
    """Something that the person should read, on its own; exit status 1."""


class Misuse(Trouble):
    """The command line makes no sense; exit status 2."""


@dataclass
class App:
    """`out` is for results, `talk` for the conversation. They are the same terminal, unless results go into a
    file or are JSON; then questions and remarks go to the standard error."""

    args: argparse.Namespace
    client: Client
    say: Messages
    out: Screen
    talk: Screen

    @property
    def today(self) -> datetime.date:
        return datetime.date.today()

    @cached_property
    def rows(self) -> Rows:
        return Rows(self)

    @cached_property
    def views(self) -> Views:
        return self.views_on(self.out)

    def views_on(self, screen: Screen) -> Views:
        return Views(screen, self.say)

    def category_named(self, words: str) -> str:
        """Where lists say "No category", there is none: who repeats these words means that, not a category of that
        name."""
        return "" if words.strip() == self.say("no.category") else words

    def show(self, result: object, show: Callable[[], None]) -> int:
        """The result as it came, or in words."""
        if self.args.json:
            self.out.line(json.dumps(result, ensure_ascii=False, indent=2))
        else:
            show()
        return OK

    def report(self, key: str, todos: list[Todo]) -> int:
        """What was done, and to which todos."""
        return self.show(todos, lambda: self.views.outcome(self.say(key), todos))


class Rows:
    """Row numbers: a todo's place in the whole list as stored, whichever view it is seen in."""

    def __init__(self, app: App) -> None:
        self._app = app

    @cached_property
    def ids(self) -> list[int]:
        return [todo["id"] for todo in self._app.client.todo.all(fields=["id"], page_size=1000)]

    @cached_property
    def numbers(self) -> dict[int, int]:
        return {id: row for row, id in enumerate(self.ids, 1)}

    def id_at(self, row: int) -> int:
        if not 1 <= row <= len(self.ids):
            raise Trouble(self._app.say("row.unknown", row=row, count=len(self.ids)))
        return self.ids[row - 1]

    def id_of(self, word: str) -> int:
        """The todo that a person means by `3`, `#4` or `id:4` (a shell takes a bare #4 for a comment)."""
        for prefix in ("#", "id:"):
            if word.startswith(prefix) and word[len(prefix):].isdecimal():
                return int(word[len(prefix):])
        if not word.isdecimal():
            raise Misuse(self._app.say("row.unreadable", word=word))
        return self.id_at(int(word))
