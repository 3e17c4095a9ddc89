"""Starts the full-screen app, and ends it in good order."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Iterator, Sequence

from todo_client import Client, ClientError

from ..app import FAILED, MISUSED, OK, program
from ..arguments import language_in, shared_options
from ..cli import bear_any_text, server_options
from ..demo import sample_store
from ..messages import Messages
from ..parser import Parser
from .app import App
from .list_page import ListPage
from .terminal import NoTerminal, Terminal
from .words import TABLE


def main() -> int:
    bear_any_text()
    return run(sys.argv[1:])


def run(words: Sequence[str]) -> int:
    language = language_in(words)
    say = Messages(language, TABLE)
    args = _parse(words, say)
    args.lang = language
    try:
        terminal = Terminal()
    except NoTerminal:
        return _complain(say("tui.none"), MISUSED)
    try:
        with _store(args) as store, _clients(args, store) as (reads, changes):
            with terminal:
                app = App(terminal, reads, changes, say)
                app.run(ListPage(app))
    except ClientError as error:
        return _complain(error, FAILED)
    return OK


def _parse(words: Sequence[str], say: Messages) -> argparse.Namespace:
    parser = Parser(say, prog=program(), description=say("tui.help.app"), parents=[shared_options(say)])
    parser.add_argument("--sample", action="store_true", help=say("tui.sample"))
    parser.add_argument("--offline", action="store_true", help=say("help.offline"))
    parser.set_defaults(store=None, server=None, cache=None)
    return parser.parse_args(words)


@contextlib.contextmanager
def _store(args: argparse.Namespace) -> Iterator[str | None]:
    """The store that was named, or the usual one; for a sample, if none was named, one for this visit only."""
    if args.sample:
        with sample_store(args) as store:
            yield str(store)
    else:
        yield args.store


@contextlib.contextmanager
def _clients(args: argparse.Namespace, store: str | None) -> Iterator[tuple[Client, Client]]:
    options = server_options(args)
    with contextlib.ExitStack() as stack:
        reads, changes = (
            stack.enter_context(
                Client(args.server, store, safe_retries=safe, options=options, stderr="capture")
            )
            for safe in (True, False)
        )
        for client in (reads, changes):
            client.initialize(locale=args.lang)
        yield reads, changes


def _complain(error: object, status: int) -> int:
    print(f"{program()}: {error}", file=sys.stderr)
    return status
