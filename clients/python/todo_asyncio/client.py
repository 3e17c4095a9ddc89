"""The client, and what it hears unasked."""

from __future__ import annotations

import asyncio
import collections
import contextlib
import itertools
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, TypeVar

from todo_client import (
    GONE,
    PAUSES,
    REPEATABLE,
    ClientTimeout,
    Framing,
    Params,
    ServerError,
    ServerGone,
    ServerNotFound,
    Session,
    command_line,
    greeting,
    message_of,
    tell,
    with_key,
)

from .connection import AsyncPending, Hearer, Server
from .methods import AsyncChangeMethods, AsyncPetMethods, AsyncSectionMethods, AsyncTodoMethods

_Result = TypeVar("_Result")


class AsyncClient:
    """A server and the conversation with it. `async with`, or `start` and `close`, run it; the arguments are those
    of `todo_client.Client`. `on_notification` is called in the event loop; without it, see `notifications`."""

    def __init__(
        self,
        command: str | os.PathLike[str] | Sequence[str] | None = None,
        store: str | os.PathLike[str] | None = None,
        *,
        framing: Framing = "lines",
        timeout: float = 10.0,
        safe_retries: bool = False,
        options: Sequence[str] = (),
        stderr: Literal["pass", "capture"] = "pass",
        on_notification: Hearer | None = None,
        env: Mapping[str, str] | None = None,
        close_timeout: float = 3.0,
    ) -> None:
        self.timeout = timeout
        self.safe_retries = safe_retries
        self.is_closed = False
        self.diagnostics: collections.deque[str] = collections.deque(maxlen=200)
        self._words = command_line(command, store, options)
        self._framing: Framing = framing
        self._stderr = asyncio.subprocess.PIPE if stderr == "capture" else None
        self._env = env
        self._hearers: tuple[Hearer, ...] = () if on_notification is None else (on_notification,)
        self._close_timeout = close_timeout
        self._ids = itertools.count(1)
        self._starting = asyncio.Lock()
        self._greeting: dict[str, Any] | None = None
        self._run: Server | None = None
        self.todo = AsyncTodoMethods(self)
        self.sections = AsyncSectionMethods(self)
        self.changes = AsyncChangeMethods(self)
        self.pet = AsyncPetMethods(self)

    async def __aenter__(self) -> AsyncClient:
        await self.start()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    @property
    def exit_status(self) -> int | None:
        """The server's exit status; None while it runs."""
        return self._server.process.returncode

    @property
    def process_id(self) -> int:
        """The server's."""
        return self._server.process.pid

    @property
    def _server(self) -> Server:
        if self._run is None:
            raise ServerGone("the client has not been started: use it with `async with`, or await `start()`")
        return self._run

    # Lifecycle

    async def start(self) -> None:
        """Starts the server. `async with` does this by itself."""
        async with self._starting:
            if self._run is None:
                self._run = await self._start()

    async def initialize(self, locale: str | None = None, name: str = "todo_asyncio.py") -> Session:
        """Opens a session: messages in `locale`, notifications, a server that ends when this process does."""
        params = greeting(locale, name)
        session: Session = await self.call("initialize", params)
        self._greeting = params
        self.notify("initialized")
        return session

    @property
    def is_initialized(self) -> bool:
        return self._greeting is not None

    async def reconnect(self) -> None:
        """Starts the server again if it has gone, and opens a session if there was one; else does nothing.
        What was under way when it went stays ServerGone."""
        async with self._starting:
            if not self._server.gone:
                return
            if self.is_closed:
                raise ServerGone("the client is closed")
            await self._server.end(0)
            self._run = await self._start()
            if self._greeting is not None:
                try:
                    await self.send("initialize", self._greeting).result()
                    self.notify("initialized")
                except BaseException:  # Without its session it is no server to go on with: the next one gets it.
                    self._run.give_up()
                    raise

    async def shutdown(self) -> None:
        """Ends the session; the server refuses every later request. `close` does this by itself."""
        await self.call("shutdown")

    async def close(self) -> None:
        """Lets the server finish what it has read and end; kills one that hangs. May be called again."""
        async with self._starting:
            self.is_closed = True
        if self._run is None:
            return
        with contextlib.suppress(ServerGone):
            self.send("shutdown")
            self.notify("exit")
        await self._run.end(self._close_timeout)

    def kill(self) -> None:
        """Ends the server at once, for where nothing can be awaited any more."""
        self.is_closed = True
        if self._run is not None:
            self._run.kill()

    async def _start(self) -> Server:
        try:
            process = await asyncio.create_subprocess_exec(
                *self._words,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=self._stderr,
                env=self._env,
                start_new_session=True,  # Ctrl-C is for this program; `close` ends the server in good order.
            )
        except OSError as error:
            raise ServerNotFound(f"{self._words[0]} could not be started: {error.strerror}") from error
        return Server(process, self._framing, self.diagnostics, self._hear)

    # Requests

    async def call(self, method: str, params: Params = None, timeout: float | None = None) -> Any:
        """Sends a request and gives its result, or raises what the server answered."""
        if not self.safe_retries:
            return await self.send(method, params).result(timeout)
        keyed = with_key(method, params)
        return await self._retrying(lambda: self.send(method, keyed).result(timeout), method in REPEATABLE)

    def send(self, method: str, params: Params = None) -> AsyncPending:
        """Sends a request without waiting for the reply. It is sent once, whatever `safe_retries` says."""
        id = next(self._ids)
        pending = AsyncPending(self, id, id, method)
        self._server.post([pending], message_of(method, params, id))
        return pending

    def notify(self, method: str, params: Params = None) -> None:
        """Sends what has no reply."""
        self._server.post([], message_of(method, params))

    async def batch(self, calls: Iterable[tuple[str, Params]], timeout: float | None = None) -> list[Any]:
        """Sends (method, params) pairs as one message. Each result is in the place of its call, and each
        ServerError too: given, not raised, for the other calls were carried out all the same."""
        members = list(calls)
        if not self.safe_retries:
            return await self._batch(members, timeout)
        keyed = [(method, with_key(method, params)) for method, params in members]
        repeatable = all(method in REPEATABLE for method, _ in members)
        return await self._retrying(lambda: self._batch(keyed, timeout), repeatable)

    async def _batch(self, calls: Sequence[tuple[str, Params]], timeout: float | None) -> list[Any]:
        members = [(next(self._ids), method, params) for method, params in calls]
        if not members:
            return []
        pendings = [AsyncPending(self, id, members[0][0], method) for id, method, _ in members]
        self._server.post(pendings, [message_of(method, params, id) for id, method, params in members])
        try:
            return [await _result_or_error(pending, timeout) for pending in pendings]
        except (ClientTimeout, asyncio.CancelledError):
            for pending in pendings:
                pending.cancel()
            raise

    async def _retrying(self, attempt: Callable[[], Awaitable[_Result]], is_repeatable: bool) -> _Result:
        """Attempts it until there is an answer. What may not be done twice is attempted once."""
        for pause in PAUSES:
            try:
                await self.reconnect()
            except ServerGone:
                if self.is_closed or self._run is None:
                    raise
            else:
                try:
                    return await attempt()
                except ServerGone:
                    if self.is_closed or not is_repeatable:
                        raise
            await asyncio.sleep(pause)
        await self.reconnect()
        return await attempt()

    # Notifications

    def listen(self, hearer: Hearer) -> Callable[[], None]:
        """Calls `hearer` with every notification too, and with `GONE` when the server has ended. What comes back
        ends that."""
        self._hearers += (hearer,)
        return lambda: self._stop_listening(hearer)

    def notifications(self) -> Notifications:
        """What the server says unasked, from now on: `async for method, params in client.notifications()`."""
        return Notifications(self)

    def _stop_listening(self, hearer: Hearer) -> None:
        self._hearers = tuple(each for each in self._hearers if each != hearer)

    def _hear(self, method: str, params: dict[str, Any]) -> None:
        for hearer in self._hearers:
            tell(hearer, method, params)


class Notifications(AsyncIterator[tuple[str, dict[str, Any]]]):
    """Each as (method, params), and `GONE` when the server has ended by itself. It ends with the client. The last
    thousand wait; the oldest give way."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client
        self._waiting: collections.deque[tuple[str, dict[str, Any]]] = collections.deque(maxlen=1000)
        self._news = asyncio.Event()
        self.close = client.listen(self._take)

    async def __anext__(self) -> tuple[str, dict[str, Any]]:
        while not self._waiting:
            if self._client.is_closed:
                raise StopAsyncIteration
            self._news.clear()
            await self._news.wait()
        return self._waiting.popleft()

    def _take(self, method: str, params: dict[str, Any]) -> None:
        if not (method == GONE and self._client.is_closed):
            self._waiting.append((method, params))
        self._news.set()


async def _result_or_error(pending: AsyncPending, timeout: float | None) -> Any:
    try:
        return await pending.result(timeout)
    except ServerError as error:
        return error
