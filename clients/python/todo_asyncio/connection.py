"""One run of the server, as the event loop sees it."""

from __future__ import annotations

import asyncio
import collections
import contextlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from todo_client import (
    GONE,
    PIECE,
    ClientError,
    Frames,
    Framing,
    ServerGone,
    Unanswered,
    framed,
    is_ordered,
    outcome_of,
    parts_of,
    too_late,
)

if TYPE_CHECKING:
    from .client import AsyncClient

Hearer = Callable[[str, dict[str, Any]], None]


class AsyncPending:
    """A request under way. Send several, then ask each for its result: they travel together."""

    def __init__(self, client: AsyncClient, id: int, frame: int, method: str) -> None:
        self._client = client
        self._method = method
        self.id = id
        self.frame = frame
        self.is_ordered = is_ordered(method)
        self.future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    async def result(self, timeout: float | None = None) -> Any:
        """Waits for the reply, by default as long as the client's timeout says."""
        seconds = self._client.timeout if timeout is None else timeout
        try:
            await asyncio.wait({self.future}, timeout=seconds)
        except asyncio.CancelledError:
            self.cancel()
            raise
        if not self.future.done():
            self.cancel()
            raise too_late(self._method, seconds)
        return self.future.result()

    def cancel(self) -> None:
        """Asks the server to give up; `result` then raises Cancelled, unless the work was already done."""
        with contextlib.suppress(ServerGone):  # The future already says so.
            self._client.notify("$/cancelRequest", {"id": self.id})

    def settle(self, outcome: Any) -> None:
        if self.future.done():
            return  # Somebody has cancelled it.
        if isinstance(outcome, ClientError):
            self.future.set_exception(outcome)
            self.future.exception()  # Nobody need ask for it: then nobody is told that nobody did.
        else:
            self.future.set_result(outcome)


class Server:
    """One run of the server, from its start to its end, and the tasks that read from it."""

    def __init__(
        self,
        process: asyncio.subprocess.Process,
        framing: Framing,
        diagnostics: collections.deque[str],
        hear: Hearer,
    ) -> None:
        self.process = process
        self.gone: ServerGone | None = None
        self._framing: Framing = framing
        self._diagnostics = diagnostics
        self._hear = hear
        self._unanswered: Unanswered[AsyncPending] = Unanswered()
        self._listener = asyncio.create_task(self._listen())
        self._reader = asyncio.create_task(self._read_all())

    def post(self, pendings: Sequence[AsyncPending], message: object) -> None:
        """Sends without waiting: a server that does not read holds nobody up."""
        frame = framed(self._framing, message)
        if self.gone:
            raise self.gone
        assert self.process.stdin is not None
        self._unanswered.add(pendings)
        self.process.stdin.write(frame)

    async def end(self, timeout: float) -> None:
        """Closes the server's input and waits for it to end; kills one that hangs."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        try:
            await asyncio.wait_for(self.process.wait(), timeout)
        except asyncio.TimeoutError:
            self.kill()
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self.process.wait(), 1)
        await asyncio.wait({self._reader, self._listener}, timeout=1)
        for task in (self._reader, self._listener):
            task.cancel()

    def give_up(self) -> None:
        """Ends the server at once, and counts it as gone from now on."""
        self.kill()
        self.gone = self.gone or ServerGone("the server did not open a session")

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()

    # Its tasks

    async def _listen(self) -> None:
        if self.process.stderr is None:
            return
        rest = b""
        while data := await self.process.stderr.read(PIECE):
            *lines, rest = (rest + data).split(b"\n")
            self._diagnostics.extend(line.decode(errors="replace").rstrip() for line in lines)

    async def _read_all(self) -> None:
        assert self.process.stdout is not None
        frames = Frames(self._framing)
        try:
            while data := await self.process.stdout.read(PIECE):
                for frame in frames.feed(data):
                    self._receive(frame)
        except Exception as error:  # Whatever it is, those who wait must hear of it.
            self._fail_all(f"the server said something unreadable: {error}")
            return
        self._fail_all(await self._last_words())

    def _receive(self, frame: bytes) -> None:
        for part in parts_of(frame):
            if "method" in part:
                self._hear(part["method"], part.get("params") or {})
                continue
            for pending in self._unanswered.take(part.get("id")):
                pending.settle(outcome_of(part))

    async def _last_words(self) -> str:
        """Why the server closed the connection, as far as it can be known from outside."""
        reason = "the server closed the connection"
        with contextlib.suppress(asyncio.TimeoutError):
            reason += f" (exit status {await asyncio.wait_for(self.process.wait(), 1)})"
        await asyncio.wait({self._listener}, timeout=1)
        return ": ".join([reason, *list(self._diagnostics)[-1:]])

    def _fail_all(self, reason: str) -> None:
        self.gone = ServerGone(reason)
        for pending in self._unanswered.take_all():
            pending.settle(self.gone)
        self._hear(GONE, {"reason": reason})
