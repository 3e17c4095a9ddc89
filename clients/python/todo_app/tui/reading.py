"""Asking the server without waiting for it: one question at a time, on a thread of its own."""

from __future__ import annotations

import functools
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from todo_client import ChangeList, Client, ClientError, Gone

_PAUSE = 0.5  # Seconds until a question that failed is asked again.
_MANY_CHANGES = 100

Post = Callable[[Callable[[], None]], None]
"""Has something called in the thread of the screen."""


@dataclass(frozen=True)
class Query:
    """`ask` runs beside the screen, `take` and `fail` in its thread."""

    ask: Callable[[Client], Any]
    take: Callable[[Any], None]
    fail: Callable[[ClientError], None] | None = None


class Reader:
    """Asks what is wanted most. Nothing queues up: while a question is under way, what is wanted may change."""

    def __init__(self, client: Client, post: Post) -> None:
        self._client = client
        self._post = post
        self._questions: queue.SimpleQueue[Query | None] = queue.SimpleQueue()
        self.is_busy = False
        self.error: ClientError | None = None
        """Why the last question failed; None when it was answered."""
        self._not_before = 0.0
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def pause(self) -> float:
        """For how many seconds nothing is asked, since the last question failed."""
        return max(0.0, self._not_before - time.monotonic())

    def ask(self, query: Query) -> None:
        self.is_busy = True
        self._questions.put(query)

    def close(self) -> None:
        self._questions.put(None)

    def _run(self) -> None:
        while (query := self._questions.get()) is not None:
            try:
                answer = query.ask(self._client)
            except ClientError as error:
                self._post(functools.partial(self._failed, query, error))
            else:
                self._post(functools.partial(self._answered, query, answer))

    def _answered(self, query: Query, answer: Any) -> None:
        self.is_busy, self.error = False, None
        query.take(answer)

    def _failed(self, query: Query, error: ClientError) -> None:
        self.is_busy, self.error = False, error
        self._not_before = time.monotonic() + _PAUSE
        if query.fail:
            query.fail(error)


class Feed:
    """Learns what has changed since a cursor. The server's notifications are only hints that it is time to ask."""

    def __init__(self, on_changes: Callable[[ChangeList], None], on_anything: Callable[[], None]) -> None:
        self._on_changes = on_changes
        self._on_anything = on_anything
        self._cursor: str | None = None
        self._is_hinted = False

    def hint(self) -> None:
        self._is_hinted = True

    def query(self) -> Query | None:
        if self._cursor is None:
            return Query(lambda client: client.changes.since()["cursor"], self._begin)
        if not self._is_hinted:
            return None
        self._is_hinted = False
        cursor = self._cursor
        return Query(lambda client: client.changes.since(cursor, limit=_MANY_CHANGES), self._take, self._fail)

    def _begin(self, cursor: str) -> None:
        self._cursor = cursor
        self._on_anything()

    def _take(self, changes: ChangeList) -> None:
        if changes["hasMore"]:  # So many that it is quicker to look at everything again.
            self._cursor = None
            return
        self._cursor = changes["cursor"]
        if changes["changes"] or changes["sectionsChanged"]:
            self._on_changes(changes)

    def _fail(self, error: ClientError) -> None:
        self._is_hinted = True
        if isinstance(error, Gone):  # Another store, or a change too long ago.
            self._cursor = None
