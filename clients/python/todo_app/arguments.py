"""The command line: its commands and options, in the person's language."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from .app import program
from .messages import LANGUAGES, Language, Messages, language_of
from .parser import Parser


def parse(words: Sequence[str]) -> argparse.Namespace:
    """The command and its options. The language comes first of all, for the help speaks it too."""
    language = language_in(words)
    parser = _Parsers(Messages(language)).build()
    args = parser.parse_args(words)
    if args.command is None:
        args = parser.parse_args([*words, "list"])
    args.lang = language
    return args


def language_in(words: Sequence[str]) -> Language:
    """What the command line asks for, else what the environment does."""
    parser = Parser(Messages(language_of()), prog=program())
    parser.add_argument("--lang", choices=LANGUAGES)
    named: Language | None = parser.parse_known_args(words)[0].lang
    return named or language_of()


def shared_options(say: Messages) -> argparse.ArgumentParser:
    """Options of every command and of both apps. They may stand before a command or after it. After it they have no
    defaults, which would undo what was said before it."""
    options = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS, allow_abbrev=False)
    options.add_argument("-h", "--help", action="help", help=say("help.help"))
    options.add_argument("--store", metavar="PATH", help=say("help.store"))
    options.add_argument("--server", metavar="PATH", help=say("help.server"))
    options.add_argument("--cache", metavar="DIR", help=say("help.cache"))
    options.add_argument("--lang", choices=LANGUAGES, help=say("help.lang"))
    return options


class _Parsers:
    def __init__(self, say: Messages) -> None:
        self._say = say

    def build(self) -> Parser:
        parser = Parser(
            self._say,
            prog=program(),
            description=self._say("help.app"),
            epilog=self._say("help.rows"),
            parents=[self._shared_options()],
        )
        parser.set_defaults(store=None, server=None, cache=None, json=False, offline=False, yes=False)
        commands = parser.add_commands("command")
        self._add_views(commands)
        self._add_changes(commands)
        self._add_sections(commands)
        self._add_pets(commands)
        return parser

    def _shared_options(self) -> argparse.ArgumentParser:
        options = shared_options(self._say)
        options.add_argument("--json", action="store_true", help=self._say("help.json"))
        return options

    def _command(self, commands: Any, name: str, key: str | None = None) -> Parser:
        text = self._say(f"help.{key or name}")
        parser: Parser = commands.add_parser(name, help=text, description=text, parents=[self._shared_options()])
        return parser

    def _add_views(self, commands: Any) -> None:
        listing = self._command(commands, "list")
        self._add_by(listing)
        listing.add_argument("--open", action="store_true", help=self._say("help.open"))
        self._command(commands, "today")
        self._command(commands, "upcoming")
        watch = self._command(commands, "watch")
        watch.add_argument("view", nargs="?", choices=("list", "today", "upcoming"), default="list")
        self._add_row(self._command(commands, "show"))
        jump = self._command(commands, "jump")
        jump.add_argument("letter", metavar="INDEXTITLE")
        self._add_by(jump)
        self._command(commands, "search").add_argument("text", nargs="+", metavar="TEXT")

    def _add_changes(self, commands: Any) -> None:
        add = self._command(commands, "add")
        add.add_argument("title", nargs="*", metavar="TITLE", help=self._say("field.title"))
        self._add_fields(add)
        add.add_argument("--today", action="store_true", default=None, help=self._say("help.star"))
        self._add_yes(add)
        edit = self._command(commands, "edit")
        self._add_row(edit)
        edit.add_argument("--title", help=self._say("field.title"))
        self._add_fields(edit)
        self._add_yes(edit)
        for name in ("tick", "untick", "star", "unstar"):
            self._add_row(self._command(commands, name), nargs="+")
        move = self._command(commands, "move")
        self._add_row(move)
        move.add_argument("to", nargs="?", type=int, metavar="ROW")
        move.add_argument("--before", metavar="ROW")
        move.add_argument("--after", metavar="ROW")
        move.add_argument("--category", metavar="NAME", help=self._say("field.category"))
        delete = self._command(commands, "delete")
        self._add_row(delete, nargs="+")
        self._add_yes(delete)
        self._add_yes(self._command(commands, "clean"))
        undo = self._command(commands, "undo")
        revision = self._say("help.revision")
        undo.add_argument("revision", nargs="?", type=int, metavar="REVISION", help=revision)
        self._add_yes(undo)

    def _add_sections(self, commands: Any) -> None:
        sections = self._command(commands, "sections").add_commands("deed")
        rename = self._command(sections, "rename", "sections.rename")
        rename.add_argument("section", metavar="SECTION")
        rename.add_argument("title", metavar="TITLE")
        move = self._command(sections, "move", "sections.move")
        move.add_argument("section", metavar="SECTION")
        move.add_argument("to", nargs="?", type=int, metavar="PLACE")
        move.add_argument("--before", metavar="SECTION")
        move.add_argument("--after", metavar="SECTION")
        delete = self._command(sections, "delete", "sections.delete")
        delete.add_argument("section", metavar="SECTION")
        fate = delete.add_mutually_exclusive_group()
        fate.add_argument("--move-to", metavar="SECTION", help=self._say("help.move-to"))
        fate.add_argument("--with-todos", action="store_true", help=self._say("help.with-todos"))
        self._add_yes(delete)

    def _add_pets(self, commands: Any) -> None:
        pet = self._command(commands, "pet")
        pet.add_argument("kind", choices=("cat", "dog"))
        pet.add_argument("--offline", action="store_true", help=self._say("help.offline"))
        self._command(commands, "demo")

    def _add_row(self, parser: argparse.ArgumentParser, nargs: str | None = None) -> None:
        parser.add_argument("row", nargs=nargs, metavar="ROW", help=self._say("help.rows"))

    def _add_fields(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--detail", metavar="TEXT", help=self._say("field.detail"))
        parser.add_argument("--category", metavar="NAME", help=self._say("field.category"))
        parser.add_argument("--due", metavar="DAY", help=self._say("help.due"))

    def _add_by(self, parser: argparse.ArgumentParser) -> None:
        groupings = ("category", "schedule", "initial")
        parser.add_argument("--by", choices=groupings, default="category", help=self._say("help.by"))

    def _add_yes(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("-y", "--yes", action="store_true", help=self._say("help.yes"))
