"""Changing the store: one change after the other, on a thread of its own, each until it is made or given up."""

from __future__ import annotations

import functools
import queue
import threading
import time
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from todo_client import (
    Client,
    ClientError,
    ClientTimeout,
    Conflict,
    Pending,
    ServerGone,
    StoreUnavailable,
)

from .reading import Post

_PAUSE = 0.3  # Seconds between attempts.


@dataclass
class Deed:
    """One change. `label` is what it is called when it is undone; `unchanged` is the revision of the todo before it,
    by which a change that changed nothing is known."""

    method: str
    params: Mapping[str, Any]
    label: str
    unchanged: int | None = None
    on_done: Callable[[Any], None] | None = None
    on_failed: Callable[[ClientError], None] | None = None
    key: str = field(default_factory=lambda: uuid.uuid4().hex)


class Deeds:
    """A change whose reply was lost is sent again under its key, so it is made once. Undoing takes no key, but names
    the revision: where that is taken back already, the attempt before has done it. Where the store is locked, or
    there is no server, the change waits, and `waiting` says for what."""

    def __init__(self, client: Client, post: Post) -> None:
        self._client = client
        self._post = post
        self._deeds: queue.SimpleQueue[Deed | None] = queue.SimpleQueue()
        self._end = threading.Event()
        self._giving_up = threading.Event()
        self._pending: Pending | None = None
        self.under_way = 0
        self.began = 0.0
        """When the one that is under way was asked for."""
        self.waiting: ClientError | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def do(self, deed: Deed) -> None:
        if not self.under_way:
            self.began = time.monotonic()
        self.under_way += 1
        self._deeds.put(deed)

    def give_up(self) -> None:
        """Drops what is under way, unless it is made already."""
        self._giving_up.set()
        pending = self._pending
        if pending is not None:
            pending.cancel()

    def close(self) -> None:
        self._end.set()
        self._deeds.put(None)

    # On the thread

    def _run(self) -> None:
        while (deed := self._deeds.get()) is not None:
            self._giving_up.clear()
            try:
                result = self._make(deed)
            except ClientError as error:
                self._post(functools.partial(self._failed, deed, error))
            else:
                self._post(functools.partial(self._done, deed, result))

    def _make(self, deed: Deed) -> Any:
        """The reply, None if it was lost though the change was made."""
        is_uncertain = False
        while True:
            try:
                return self._attempt(deed)
            except (ServerGone, ClientTimeout) as error:
                is_uncertain = True
                self._wait(error)
            except StoreUnavailable as error:
                if error.reason != "locked":
                    raise
                self._wait(error)
            except Conflict as error:
                if is_uncertain and error.reason == "takenBack":
                    return None
                raise

    def _attempt(self, deed: Deed) -> Any:
        self._client.reconnect()
        keyed = {} if deed.method == "todo.undo" else {"key": deed.key}
        self._pending = self._client.send(deed.method, {**deed.params, **keyed})
        try:
            return self._pending.result()
        finally:
            self._pending = None

    def _wait(self, error: ClientError) -> None:
        self._post(functools.partial(self._is_waiting, error))
        if self._end.wait(_PAUSE) or self._giving_up.is_set():
            raise error

    # In the thread of the screen

    def _is_waiting(self, error: ClientError) -> None:
        self.waiting = error

    def _done(self, deed: Deed, result: Any) -> None:
        self._is_over()
        if deed.on_done:
            deed.on_done(result)

    def _failed(self, deed: Deed, error: ClientError) -> None:
        self._is_over()
        if deed.on_failed:
            deed.on_failed(error)

    def _is_over(self) -> None:
        self.under_way -= 1
        self.began = time.monotonic()
        self.waiting = None


@dataclass(frozen=True)
class Entry:
    revision: int
    label: str


class History:
    """What can be undone and done again: the changes of this visit, by the revisions that they made."""

    def __init__(self) -> None:
        self.undoable: list[Entry] = []
        self.redoable: list[Entry] = []

    def made(self, revision: int, label: str) -> None:
        self.undoable.append(Entry(revision, label))
        self.redoable.clear()

    def undone(self, entry: Entry, revision: int | None) -> None:
        """`revision` is that of the undo itself, which is what to take back to have it again."""
        if revision is not None:
            self.redoable.append(Entry(revision, entry.label))

    def redone(self, entry: Entry, revision: int | None) -> None:
        if revision is not None:
            self.undoable.append(Entry(revision, entry.label))
