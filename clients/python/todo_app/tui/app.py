"""The loop: keys and news come in, the page on top takes them, the screen follows. It never waits for the server."""

from __future__ import annotations

import contextlib
import datetime
import os
import queue
import signal
import sys
import time
import types
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

from todo_client import GONE, ChangeList, Client, ClientError, Conflict, ServerGone, StoreUnavailable

from ..messages import Messages
from .deeds import Deed, Deeds, Entry, History
from .page import Page
from .painting import Canvas, Painter, Style
from .reading import Feed, Query, Reader
from .terminal import Terminal

_PATIENCE = 0.05  # Seconds for which the former screen stays, so that a page that comes soon comes whole.
_LOOK_AT_THE_CLOCK = 30.0
_LONG = 0.5  # Seconds after which a change that is not made yet is mentioned.
_LEAST_ROWS, _LEAST_COLUMNS = 8, 30


class App:
    """reads, changes: two clients, so that lists come while a change waits for a store that somebody has locked."""

    def __init__(self, terminal: Terminal, reads: Client, changes: Client, say: Messages) -> None:
        self.say = say
        self.terminal = terminal
        self.reads = reads
        self.history = History()
        self.notice = ""
        self._painter = Painter(terminal)
        self._inbox: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._bell, self._rope = os.pipe()
        os.set_blocking(self._bell, False)
        os.set_blocking(self._rope, False)
        self._pages: list[Page] = []
        self._feed = Feed(self._apply, self._everything_is_stale)
        self._reader = Reader(reads, self.post)
        self._deeds = Deeds(changes, self.post)
        self._is_resumed = False
        self._patience = 0.0
        self._day = self.today

    @property
    def today(self) -> datetime.date:
        return datetime.date.today()

    # Pages

    def open(self, page: Page) -> None:
        self._pages.append(page)

    def close(self, page: Page) -> None:
        """Leaves it, and what was opened from it."""
        if page in self._pages:
            del self._pages[self._pages.index(page):]

    def under(self, page: Page) -> Page:
        return self._pages[self._pages.index(page) - 1]

    def quit(self) -> None:
        self._pages.clear()

    @property
    def is_changing(self) -> bool:
        return self._deeds.under_way > 0

    # The loop

    def run(self, first: Page) -> None:
        self.open(first)
        stop_listening = self.reads.listen(self._hear)
        try:
            with self._signals():
                while self._pages:
                    self._turn()
        finally:
            stop_listening()
            self._reader.close()
            self._deeds.close()

    def _turn(self) -> None:
        self._take_news()
        if not self._pages:
            return
        page = self._pages[-1]
        canvas = Canvas(*self.terminal.size)
        is_whole = self._draw(page, canvas)
        self._ask()
        left = self._patience - time.monotonic()
        is_painted = is_whole or left <= 0
        if is_painted:
            self._painter.paint(canvas)
        keys = self.terminal.read(self._bell, self._seconds(page) if is_painted else left)
        if keys is None:
            self.quit()
            return
        for key in keys:
            self._key(key)

    def _seconds(self, page: Page) -> float:
        """When to look again though nothing happens."""
        seconds = page.pulse or _LOOK_AT_THE_CLOCK
        if self._deeds.under_way:
            seconds = min(seconds, _LONG)
        if self._reader.error and not self._reader.is_busy:
            seconds = min(seconds, self._reader.pause)
        return seconds

    def _key(self, key: str) -> None:
        self._patience = time.monotonic() + _PATIENCE
        if not self._pages:
            return
        if key == "ctrl-c":
            self.quit()
        elif key == "ctrl-z":
            self.terminal.suspend()
            self._painter.forget()
        elif key == "ctrl-l":
            self._painter.forget()
        elif key == "esc" and self._deeds.waiting:
            self._deeds.give_up()
        else:
            self.notice = ""
            self._pages[-1].key(key)

    def _take_news(self) -> None:
        with contextlib.suppress(BlockingIOError):
            while os.read(self._bell, 4096):
                pass
        with contextlib.suppress(queue.Empty):
            while True:
                self._inbox.get_nowait()()
        if self._is_resumed:
            self._is_resumed = False
            self.terminal.enter()
            self._painter.forget()
        if self.today != self._day:
            self._day = self.today
            self._everything_is_stale()

    def _draw(self, page: Page, canvas: Canvas) -> bool:
        if canvas.height < _LEAST_ROWS or canvas.columns < _LEAST_COLUMNS:
            canvas.put(0, 0, self.say("tui.small"))
            return True
        is_whole = page.draw(canvas)
        status, style = self._status()
        canvas.put(canvas.height - 2, 1, status, style)
        canvas.put(canvas.height - 1, 1, page.hints(), Style.DIM)
        return is_whole

    def _status(self) -> tuple[str, Style]:
        """What is wrong goes before what was done."""
        if self._deeds.waiting:
            return self.say("tui.waiting", reason=self.words(self._deeds.waiting)), Style.YELLOW
        if self._reader.error:
            return self.words(self._reader.error), Style.YELLOW
        if self._deeds.under_way and time.monotonic() - self._deeds.began > _LONG:
            return self.say("tui.saving"), Style.DIM
        return self.notice, Style.BOLD

    def words(self, error: ClientError) -> str:
        """An error in one sentence, and the file where it is about that."""
        if isinstance(error, ServerGone):
            return self.say("tui.gone")
        path = error.data.get("path") if isinstance(error, StoreUnavailable) and error.reason != "locked" else None
        return f"{error} {path}" if path else str(error)

    # Asking

    def _ask(self) -> None:
        if self._reader.is_busy or self._reader.pause:
            return
        query = self._feed.query() or self._next_query()
        if query:
            self._reader.ask(query)

    def _next_query(self) -> Query | None:
        queries = (page.query() for page in reversed(self._pages))
        return next((query for query in queries if query), None)

    def post(self, call: Callable[[], None]) -> None:
        """Has it called in this thread, soon. The only thing here that other threads may use."""
        self._inbox.put(call)
        self._ring()

    def _ring(self) -> None:
        with contextlib.suppress(OSError):  # It rings already, or nobody listens any longer.
            os.write(self._rope, b"!")

    def _hear(self, method: str, params: dict[str, Any]) -> None:
        if method in ("todo.didChange", GONE):  # A server that is gone starts again when it is asked.
            self.post(self._feed.hint)

    def _apply(self, changes: ChangeList) -> None:
        for page in self._pages:
            page.apply(changes)

    def _everything_is_stale(self) -> None:
        for page in self._pages:
            page.everything_is_stale()

    # Changing

    def do(self, deed: Deed) -> None:
        """Makes a change that can be undone."""
        on_done = deed.on_done

        def done(result: Any) -> None:
            if result["revision"] != deed.unchanged:
                self.history.made(result["revision"], deed.label)
            self.notice = deed.label
            self._finish(on_done, result)

        self._deeds.do(self._with_outcome(deed, done))

    def undo(self) -> None:
        self._take_back(self.history.undoable, self.history.undone, "tui.undone", "tui.undo.nothing")

    def redo(self) -> None:
        self._take_back(self.history.redoable, self.history.redone, "tui.redone", "tui.redo.nothing")

    def _take_back(
        self, entries: list[Entry], record: Callable[[Entry, int | None], None], text: str, nothing: str
    ) -> None:
        if not entries:
            self.notice = self.say(nothing)
            return
        entry = entries.pop()

        def done(result: Any) -> None:
            record(entry, result["revision"] if result else None)
            self.notice = self.say(text, what=entry.label)
            self._finish(self._pages[0].undone if self._pages else None, result)

        def failed(error: ClientError) -> None:
            self.notice = self.say("tui.undo.failed", what=entry.label, reason=self.words(error))
            if not isinstance(error, Conflict):  # Then it may be tried again.
                entries.append(entry)

        deed = Deed("todo.undo", {"revision": entry.revision}, "", on_failed=failed)
        self._deeds.do(self._with_outcome(deed, done))

    def _with_outcome(self, deed: Deed, done: Callable[[Any], None]) -> Deed:
        on_failed = deed.on_failed

        def failed(error: ClientError) -> None:
            self.notice = self.words(error)
            self._finish(on_failed, error)

        deed.on_done, deed.on_failed = done, failed
        return deed

    def _finish(self, call: Callable[[Any], None] | None, result: Any) -> None:
        self._feed.hint()
        if call:
            call(result)

    # The world outside

    @contextlib.contextmanager
    def _signals(self) -> Iterator[None]:
        """A terminal of another size is drawn anew, and whoever ends the app leaves the terminal in order."""
        before = {
            signal.SIGWINCH: signal.signal(signal.SIGWINCH, lambda *_: self._ring()),
            signal.SIGCONT: signal.signal(signal.SIGCONT, self._resume),
            signal.SIGTERM: signal.signal(signal.SIGTERM, _end),
            signal.SIGHUP: signal.signal(signal.SIGHUP, _end),
        }
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _resume(self, number: int, frame: types.FrameType | None) -> None:
        self._is_resumed = True
        self._ring()


def _end(number: int, frame: types.FrameType | None) -> NoReturn:
    sys.exit(128 + number)
