"""Todos on the command line, on top of todo_client.py."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence

from todo_client import OFFLINE_OPTIONS, Client, ClientError, StoreUnavailable

from . import changes, listings, pets, sections, undo, watch
from .app import FAILED, MISUSED, OK, App, Misuse, Trouble, program
from .arguments import parse
from .demo import demo
from .messages import Messages
from .screen import Screen

INTERRUPTED = 130

COMMANDS: dict[str, Callable[[App], int]] = {
    "list": listings.everything,
    "today": listings.today,
    "upcoming": listings.upcoming,
    "jump": listings.jump,
    "search": listings.search,
    "show": listings.show,
    "add": changes.add,
    "edit": changes.edit,
    "tick": changes.tick,
    "untick": changes.untick,
    "star": changes.star,
    "unstar": changes.unstar,
    "move": changes.move,
    "delete": changes.delete,
    "clean": changes.clean,
    "undo": undo.undo,
    "watch": watch.watch,
    "sections": sections.sections,
    "pet": pets.pet,
}


def main() -> int:
    """The app as a process: whatever happens ends in an exit status, and in a sentence at most."""
    bear_any_text()
    try:
        status = run(sys.argv[1:])
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except EOFError:  # Ctrl-D instead of an answer.
        print(file=sys.stderr)
        return FAILED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK  # Whoever read has seen enough.


def bear_any_text() -> None:
    """What the terminal's encoding cannot write becomes a question mark; what it cannot read is refused
    later, in a sentence."""
    for stream, errors in ((sys.stdin, "surrogateescape"), (sys.stdout, "replace"), (sys.stderr, "replace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def run(words: Sequence[str]) -> int:
    """One command line, carried out."""
    args = parse(words)
    try:
        return demo(args, run) if args.command == "demo" else converse(args)
    except Misuse as error:
        return complain(error, MISUSED)
    except UnicodeEncodeError:
        return complain(Messages(args.lang)("text.invalid"), MISUSED)
    except StoreUnavailable as error:
        # Which file it is, is what helps where it cannot be used.
        path = error.data.get("path")
        return complain(f"{error} {path}" if path else error, FAILED)
    except (Trouble, ClientError) as error:
        return complain(error, FAILED)


def converse(args: argparse.Namespace) -> int:
    """One command, with a server of its own."""
    out = Screen(sys.stdout)
    talk = out if out.is_terminal and not args.json else Screen(sys.stderr)
    options = server_options(args)
    with Client(args.server, args.store, safe_retries=True, options=options, stderr="capture") as client:
        client.initialize(locale=args.lang)
        return COMMANDS[args.command](App(args, client, Messages(args.lang), out, talk))


def server_options(args: argparse.Namespace) -> list[str]:
    cache = ["--cache", args.cache] if args.cache else []
    return cache + (list(OFFLINE_OPTIONS) if args.offline else [])


def complain(error: object, status: int) -> int:
    sys.stdout.flush()
    print(f"{program()}: {error}", file=sys.stderr)
    return status
