"""argparse in the person's language: what it says by itself is English."""

from __future__ import annotations

import argparse
import functools
import re
import sys
from collections.abc import Iterable
from typing import Any, NoReturn

from .app import MISUSED
from .messages import Messages
from .text import width

_HEADINGS = {"positional arguments": "help.positionals", "options": "help.options"}

# What argparse says is wrong, and the same in Korean. A sentence of another version that is not here stays English.
_KOREAN = [
    (re.compile(pattern), text)
    for pattern, text in (
        (r"the following arguments are required: (.*)", r"빠진 것이 있습니다: \1"),
        (r"unrecognized arguments: (.*)", r"모르는 인수입니다: \1"),
        (r"argument (.*): invalid choice: (.*) \(choose from (.*)\)", r"\1: \2은(는) 고를 수 없습니다. 고를 수 있는 것: \3"),
        (r"argument (.*): invalid int value: (.*)", r"\1: \2은(는) 수가 아닙니다"),
        (r"argument (.*): expected one argument", r"\1: 값이 하나 있어야 합니다"),
        (r"argument (.*): expected at least one argument", r"\1: 값이 하나 이상 있어야 합니다"),
        (r"argument (.*): not allowed with argument (.*)", r"\1: \2과(와) 함께 쓸 수 없습니다"),
        (r"argument (.*): ignored explicit argument (.*)", r"\1: 값을 받지 않습니다: \2"),
    )
]


class Parser(argparse.ArgumentParser):
    """Its `-h` comes with `shared_options`, for argparse would describe it in English."""

    def __init__(self, say: Messages, **options: Any) -> None:
        super().__init__(add_help=False, allow_abbrev=False, formatter_class=functools.partial(_Help, say), **options)
        self._say = say

    def add_commands(self, name: str) -> Any:
        """What argparse gives for it has no public type."""
        kind: Any = functools.partial(Parser, self._say)
        return self.add_subparsers(dest=name, metavar="COMMAND", parser_class=kind)

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(MISUSED, self._say("help.error", program=self.prog, message=self._translated(message)) + "\n")

    def _translated(self, message: str) -> str:
        for pattern, text in _KOREAN if self._say.language == "ko" else ():
            if found := pattern.fullmatch(message):
                return found.expand(text)
        return message


class _Help(argparse.HelpFormatter):
    def __init__(self, say: Messages, prog: str, **options: Any) -> None:
        super().__init__(prog, **options)
        self._say = say
        self._usage = ""

    def start_section(self, heading: str | None) -> None:
        super().start_section(self._say(_HEADINGS[heading]) if heading in _HEADINGS else heading)

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[Any],
        prefix: str | None = None,
    ) -> None:
        self._usage = self._say("help.usage") if prefix is None else prefix
        super().add_usage(usage, actions, groups, self._usage)

    def format_help(self) -> str:
        """Lines that go on are put below those before them: argparse counts characters, of which Korean ones are wide."""
        usage, end, rest = super().format_help().partition("\n\n")
        return usage.replace("\n", "\n" + " " * (width(self._usage) - len(self._usage))).rstrip(" ") + end + rest
