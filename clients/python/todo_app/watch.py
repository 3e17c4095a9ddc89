"""The command that goes on looking: the list, drawn again whenever anyone changes something."""

from __future__ import annotations

import contextlib
import datetime
import json
import os
import signal
import sys
import types
from collections.abc import Iterator
from typing import NoReturn

from todo_client import Section
from todo_mirror import Mirror, Snapshot

from .app import OK, App, program
from .listings import whole_listing
from .screen import LiveScreen, Sketch

_LOOK_AT_THE_CLOCK = 30.0  # Seconds. A day may end while nobody changes anything.
_ENDING = frozenset("qQㅂ\x04")  # ㅂ is the key of q on a Korean keyboard.


def watch(app: App) -> int:
    with _bell() as (bell, ring), _endings(ring), Mirror(app.client, lambda _: ring()) as mirror:
        with contextlib.suppress(KeyboardInterrupt):
            if app.out.is_terminal and not app.args.json:
                _on_terminal(app, mirror, bell)
            else:
                _in_pipe(app, mirror)
    return OK


def _on_terminal(app: App, mirror: Mirror, bell: int) -> None:
    with LiveScreen(app.out) as live:
        while True:
            live.draw(_picture(app, mirror.snapshot), lambda count: app.say("watch.more", count=count))
            if _ENDING.intersection(live.key(bell, _LOOK_AT_THE_CLOCK)):
                return
            _silence(bell)


def _in_pipe(app: App, mirror: Mirror) -> None:
    """The list, and again after each change; with --json one line each."""
    shown, day = mirror.snapshot, app.today
    _print(app, shown)
    while True:
        if mirror.wait(_LOOK_AT_THE_CLOCK, since=shown) or app.today != day:
            shown, day = mirror.snapshot, app.today
            if not app.args.json:
                app.out.line()
            _print(app, shown)


def _print(app: App, snapshot: Snapshot) -> None:
    if app.args.json:
        app.out.line(json.dumps(_sections(app, snapshot), ensure_ascii=False))
    else:
        for line in _picture(app, snapshot):
            app.out.line(line)
    app.out.flush()


def _picture(app: App, snapshot: Snapshot) -> list[str]:
    """The view as its own command prints it."""
    sections = _sections(app, snapshot)
    sketch = Sketch(app.out)
    rows = {todo["id"]: row for row, todo in enumerate(snapshot.all(), 1)}
    app.views_on(sketch).sections(sections, rows, datetime.date.today())
    if not any(section["todos"] for section in sections):
        sketch.lines = [app.say("list.empty" if app.args.view == "list" else "list.empty.view", program=program())]
    return sketch.lines


def _sections(app: App, snapshot: Snapshot) -> list[Section]:
    """By category the mirror knows them; the day is the server's business."""
    if app.args.view == "list":
        return snapshot.sections()
    schedule = whole_listing(app, "schedule")["sections"]
    return [section for section in schedule if section["id"] == app.args.view]


# Waking up


@contextlib.contextmanager
def _bell() -> Iterator[tuple[int, Ring]]:
    """Something to wait for beside the keyboard, and what makes it ring."""
    bell, rope = os.pipe()
    os.set_blocking(bell, False)
    os.set_blocking(rope, False)
    try:
        yield bell, Ring(rope)
    finally:
        os.close(bell)
        os.close(rope)


class Ring:
    def __init__(self, rope: int) -> None:
        self._rope = rope

    def __call__(self) -> None:
        with contextlib.suppress(OSError):  # It rings already, or nobody listens any longer.
            os.write(self._rope, b"!")


def _silence(bell: int) -> None:
    with contextlib.suppress(BlockingIOError):
        while os.read(bell, 4096):
            pass


@contextlib.contextmanager
def _endings(ring: Ring) -> Iterator[None]:
    """A terminal of another size is drawn anew, and whoever ends the app leaves the terminal in order."""
    before = {
        signal.SIGWINCH: signal.signal(signal.SIGWINCH, lambda *_: ring()),
        signal.SIGTERM: signal.signal(signal.SIGTERM, _end),
        signal.SIGHUP: signal.signal(signal.SIGHUP, _end),
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _end(number: int, frame: types.FrameType | None) -> NoReturn:
    sys.exit(128 + number)
