"""A client for todo-server in one file, for Python 3.10 and later, with the standard library alone.

    from todo_client import Client

    with Client(store="todos.sqlite") as client:
        milk = client.todo.create("Milk", category="Home")
        client.todo.update(milk["id"], is_completed=True)

Arguments have Python's names (`due_on`), while what comes back is the protocol's own JSON (`todo["dueOn"]`),
described by TypedDicts: a member that a later server adds is simply there, and nothing is lost on the way.

One thread reads, one writes. So every wait has a limit, even when the server has stopped reading; replies are
matched by their id, whatever their order; and any number of threads may use one client.

With `Client(safe_retries=True)` a server that dies is started again, and what it left unanswered is sent again under
the same key, so that nothing is done twice. A live copy of the whole store is in todo_mirror.py.
"""

from __future__ import annotations

import collections
import concurrent.futures
import contextlib
import datetime
import enum
import itertools
import json
import os
import pathlib
import queue
import shutil
import subprocess
import threading
import time
import traceback
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, Generic, Literal, Protocol, TypedDict, TypeVar

__version__ = "0.1.0"


# What travels, by the names of the protocol


class Todo(TypedDict):
    id: int
    title: str
    detail: str
    category: str
    isCompleted: bool
    isToday: bool
    dueOn: str | None
    createdAt: str
    modifiedAt: str
    completedAt: str | None
    revision: int


class TodoPage(TypedDict):
    todos: list[Todo]
    nextCursor: str | None


class Filter(TypedDict, total=False):
    """All that are given must hold."""

    section: str
    category: str
    isCompleted: bool
    isToday: bool
    dueBefore: str
    dueAfter: str
    hasDue: bool
    text: str
    ids: list[int]


class _SectionTodos(TypedDict, total=False):
    todos: list[Todo]
    nextCursor: str | None


class Section(_SectionTodos):
    """`todos` and `nextCursor` are absent when the list was asked for without todos."""

    id: str
    title: str
    indexTitle: str
    count: int
    completedCount: int


class IndexEntry(TypedDict):
    title: str
    section: int


class SectionList(TypedDict):
    sections: list[Section]
    index: list[IndexEntry]
    today: str
    revision: int


class Removal(TypedDict):
    ids: list[int]
    revision: int


class Touched(TypedDict):
    """What a change of many todos touched, and the store's revision after it."""

    ids: list[int]
    revision: int


class Change(TypedDict):
    id: int
    kind: Literal["created", "updated", "moved", "deleted"]
    todo: Todo | None


class ChangeList(TypedDict):
    changes: list[Change]
    sectionsChanged: bool
    cursor: str
    hasMore: bool


class Undone(TypedDict):
    """`revision` is that of the undo itself, `undone` that of the change which it took back."""

    revision: int
    todos: list[Todo | None]
    undone: int


class Pet(TypedDict):
    id: str
    kind: str
    url: str
    width: int | None
    height: int | None
    mimeType: str | None
    breeds: list[str]
    favourite: str | None
    source: str


class PetImage(TypedDict):
    path: str
    mimeType: str
    byteCount: int
    width: int | None
    height: int | None


class ServerInfo(TypedDict):
    name: str
    version: str


class Session(TypedDict):
    serverInfo: ServerInfo
    protocolVersion: int
    session: Any
    capabilities: dict[str, Any]


class Unset(enum.Enum):
    """Tells "left out, so leave it alone" from None, which clears."""

    UNSET = "left out"


UNSET: Final = Unset.UNSET
Due = str | datetime.date | None | Unset
Params = Mapping[str, Any] | None
Framing = Literal["lines", "headers"]
Grouping = Literal["category", "schedule", "initial"]
PetKind = Literal["cat", "dog"]
_Result = TypeVar("_Result")

OFFLINE_OPTIONS: Final = ("--cat-api", "http://127.0.0.1:9", "--dog-api", "http://127.0.0.1:9")
"""For `Client(options=…)`: nothing listens there, so a pet fails at once, and nothing leaves the machine."""

GONE: Final = "$/gone"
"""What `Client.listen` hears, from the client itself, when the server has ended."""

_KEYED: Final = frozenset(
    f"todo.{name}" for name in ("create", "update", "delete", "move", "updateMany", "deleteMany")
)
REPEATABLE: Final = _KEYED | {
    "initialize",
    "rpc.discover",
    "todo.get",
    "todo.list",
    "sections.list",
    "changes.since",
    "pet.random",
    "pet.image",
}
PIECE: Final = 65536
PAUSES: Final = (0.0, 0.05, 0.2, 0.5, 1.0)  # Seconds between attempts, after which one more is the last.


# What can go wrong


class ClientError(Exception):
    """Everything that this library raises on purpose."""


class ServerNotFound(ClientError):
    """There is no server to start."""


class ServerGone(ClientError):
    """The server ended, or said something unreadable. A change without a reply may have been made or not."""


class ClientTimeout(ClientError, TimeoutError):
    """No reply in time. The request was cancelled, but a change may have been committed just before that."""


class ServerError(ClientError):
    """The server's answer to a request that it did not carry out; `message` is a sentence for a person."""

    by_code: ClassVar[dict[int, type[ServerError]]] = {}

    def __init_subclass__(cls, code: int) -> None:
        ServerError.by_code[code] = cls

    def __init__(self, code: int, message: str, data: Mapping[str, Any]) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data
        self.kind: str = data.get("kind", "")

    @property
    def reason(self) -> str:
        """The finer cause, such as `missing`, `locked` or `offline`; "" when the server gave none."""
        return str(self.data.get("reason", ""))

    @staticmethod
    def from_json(error: Mapping[str, Any]) -> ServerError:
        data = error.get("data")
        code = error.get("code", 0)
        kind = ServerError.by_code.get(code, ServerError)
        return kind(code, str(error.get("message", "")), data if isinstance(data, dict) else {})


class ParseError(ServerError, code=-32700):
    pass


class InvalidRequest(ServerError, code=-32600):
    pass


class MethodNotFound(ServerError, code=-32601):
    pass


class InvalidParams(ServerError, code=-32602):
    @property
    def path(self) -> str:
        """Which member is at fault, as a JSON pointer: `/title`."""
        return str(self.data.get("path", ""))


class InternalError(ServerError, code=-32603):
    pass


class Cancelled(ServerError, code=-32800):
    pass


class NotFound(ServerError, code=404):
    pass


class Conflict(ServerError, code=409):
    @property
    def current(self) -> Todo | None:
        """The todo as it is now, where one todo is what the conflict is about."""
        return self.data.get("current")


class Gone(ServerError, code=410):
    pass


class PetUnavailable(ServerError, code=502):
    pass


class StoreUnavailable(ServerError, code=503):
    pass


# The connection


def find_server() -> str:
    """The server to start when none is named: $TODO_SERVER, then the PATH, then this repository's build."""
    found = os.environ.get("TODO_SERVER") or shutil.which("todo-server")
    if found:
        return found
    built = pathlib.Path(__file__).resolve().parent / "../../.build/release/todo-server"
    if not built.exists():
        raise ServerNotFound("no todo-server: build it, put it on the PATH or name it in TODO_SERVER")
    return str(built.resolve())


def framed(framing: Framing, message: object) -> bytes:
    body = json.dumps(message, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
    return body + b"\n" if framing == "lines" else b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


class Frames:
    """Cuts what arrives, in whatever pieces, into messages."""

    def __init__(self, framing: Framing) -> None:
        self._framing: Framing = framing
        self._bytes = bytearray()
        self._searched = 0  # So far no line ends: a long one that comes in small pieces is searched once.
        self._is_header = framing == "headers"
        self._length: int | None = None

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The messages that these bytes complete."""
        self._bytes += data
        while (message := self._next()) is not None:
            if message.strip():
                yield message

    def _next(self) -> bytes | None:
        if self._framing == "lines":
            return self._line()
        while self._is_header:
            line = self._line()
            if line is None:
                return None
            self._read_header(line.strip())
        if self._length is None:
            raise ValueError("a header without Content-Length")
        if len(self._bytes) < self._length:
            return None
        body = self._take(self._length)
        self._is_header, self._length = True, None
        return body

    def _read_header(self, line: bytes) -> None:
        name, _, value = line.partition(b":")
        if name.strip().lower() == b"content-length":
            self._length = int(value)
        self._is_header = bool(line)

    def _line(self) -> bytes | None:
        end = self._bytes.find(b"\n", self._searched)
        if end < 0:
            self._searched = len(self._bytes)
            return None
        return self._take(end + 1)

    def _take(self, count: int) -> bytes:
        taken = bytes(self._bytes[:count])
        del self._bytes[:count]
        self._searched = 0
        return taken


class Request(Protocol):
    """What is known of a request that is under way: all calls of a batch have the same `frame`."""

    id: int
    frame: int
    is_ordered: bool

    def settle(self, outcome: Any) -> None:
        """Takes the result, or the ClientError that stands for it."""


_Request = TypeVar("_Request", bound=Request)


class Unanswered(Generic[_Request]):
    """The requests that wait for replies, in the order in which they were sent."""

    def __init__(self) -> None:
        self._requests: dict[int, _Request] = {}

    def add(self, requests: Iterable[_Request]) -> None:
        self._requests.update((request.id, request) for request in requests)

    def take(self, id: int | None) -> list[_Request]:
        """Those that a reply with this id is for. An error without an id is about a message that was not
        understood. Replies keep the order of the requests (pets aside), so that is the oldest one, a batch with
        all its members."""
        if id is not None:
            request = self._requests.pop(id, None)
            return [request] if request else []
        frame = next((request.frame for request in self._requests.values() if request.is_ordered), None)
        oldest = [id for id, request in self._requests.items() if request.frame == frame]
        return [self._requests.pop(id) for id in oldest]

    def take_all(self) -> list[_Request]:
        requests = list(self._requests.values())
        self._requests.clear()
        return requests


def parts_of(frame: bytes) -> list[dict[str, Any]]:
    """The replies and notifications in a message from the server."""
    message = json.loads(frame)
    parts = message if isinstance(message, list) else [message]
    if not all(isinstance(part, dict) for part in parts):
        raise ValueError("a message that is not an object")
    return parts


def outcome_of(reply: Mapping[str, Any]) -> Any:
    """The result, or the error that stands in its place."""
    if "error" in reply or reply.get("id") is None:
        return ServerError.from_json(reply.get("error") or {})
    return reply.get("result")


class Pending:
    """A request under way. Send several, then ask each for its result: they travel together."""

    def __init__(self, client: Client, id: int, frame: int, method: str) -> None:
        self._client = client
        self.id = id
        self._method = method
        self.frame = frame
        self.is_ordered = is_ordered(method)
        self.future: concurrent.futures.Future[Any] = concurrent.futures.Future()

    def result(self, timeout: float | None = None) -> Any:
        """Waits for the reply, by default as long as the client's timeout says."""
        seconds = self._client.timeout if timeout is None else timeout
        try:
            return self.future.result(seconds)
        except concurrent.futures.TimeoutError:
            if self.future.done():  # It came at the very last moment.
                return self.future.result()
            self.cancel()
            raise too_late(self._method, seconds) from None

    def cancel(self) -> None:
        """Asks the server to give up; `result` then raises Cancelled, unless the work was already done."""
        try:
            self._client.notify("$/cancelRequest", {"id": self.id})
        except ServerGone:
            pass  # The future already says so.

    def settle(self, outcome: Any) -> None:
        if isinstance(outcome, ClientError):
            self.future.set_exception(outcome)
        else:
            self.future.set_result(outcome)


def is_ordered(method: str) -> bool:
    """Whether its reply comes in the order of the requests."""
    return not method.startswith("pet.")


def too_late(method: str, seconds: float) -> ClientTimeout:
    return ClientTimeout(f"no reply to {method} within {seconds:g} s")


class _Server:
    """One run of the server, from its start to its end, and the threads that talk to it.

    hear: called on the reading thread with each notification.
    """

    def __init__(
        self,
        process: subprocess.Popen[bytes],
        framing: Framing,
        diagnostics: collections.deque[str],
        hear: Callable[[str, dict[str, Any]], None],
    ) -> None:
        self.process = process
        self._framing: Framing = framing
        self._diagnostics = diagnostics
        self._hear = hear
        self._lock = threading.Lock()
        self._unanswered: Unanswered[Pending] = Unanswered()
        self._outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._gone: ServerGone | None = None
        self._writer = threading.Thread(target=self._write_all, daemon=True)
        self._reader = threading.Thread(target=self._read_all, daemon=True)
        self._listener = threading.Thread(target=self._listen, daemon=True)
        for thread in (self._listener, self._writer, self._reader):
            thread.start()

    @property
    def is_gone(self) -> bool:
        return self._gone is not None

    def post(self, pendings: Sequence[Pending], message: object) -> None:
        frame = framed(self._framing, message)
        with self._lock:
            if self._gone:
                raise self._gone
            self._unanswered.add(pendings)
            self._outgoing.put(frame)

    def end(self, timeout: float) -> None:
        """Closes the server's input and waits for it to end; kills one that hangs."""
        self._outgoing.put(None)
        try:
            self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        for thread in (self._writer, self._reader, self._listener):
            thread.join(timeout)

    # Its threads

    def _write_all(self) -> None:
        stdin = self.process.stdin
        assert stdin is not None
        with contextlib.suppress(OSError), stdin:  # When the server has ended, the reading thread says why.
            while (frame := self._outgoing.get()) is not None:
                stdin.write(frame)
                stdin.flush()

    def _listen(self) -> None:
        if self.process.stderr:
            with self.process.stderr as stream:
                for line in stream:
                    self._diagnostics.append(line.decode(errors="replace").rstrip())

    def _read_all(self) -> None:
        assert self.process.stdout is not None
        frames = Frames(self._framing)
        with self.process.stdout as stream:
            try:
                while data := os.read(stream.fileno(), PIECE):
                    for frame in frames.feed(data):
                        self._receive(frame)
            except Exception as error:  # Whatever it is, those who wait must hear of it.
                self._fail_all(f"the server said something unreadable: {error}")
                return
        self._fail_all(self._last_words())

    def _receive(self, frame: bytes) -> None:
        for part in parts_of(frame):
            if "method" in part:
                self._hear(part["method"], part.get("params") or {})
                continue
            with self._lock:
                pendings = self._unanswered.take(part.get("id"))
            for pending in pendings:
                pending.settle(outcome_of(part))

    def _last_words(self) -> str:
        """Why the server closed the connection, as far as it can be known from outside."""
        reason = "the server closed the connection"
        try:
            reason += f" (exit status {self.process.wait(1)})"
        except subprocess.TimeoutExpired:
            pass
        self._listener.join(1)
        return ": ".join([reason, *list(self._diagnostics)[-1:]])

    def _fail_all(self, reason: str) -> None:
        with self._lock:
            self._gone = ServerGone(reason)
            pendings = self._unanswered.take_all()
        for pending in pendings:
            pending.settle(self._gone)
        self._hear(GONE, {"reason": reason})


class Client:
    """A running server and the conversation with it.

    command: the server's path, or its path with leading arguments; by default `find_server()`.
    store: the file for `--store`; by default the server's own default.
    safe_retries: when the server dies, `call`, `batch` and the methods start it again, in the same session's
        language, and send again what is safe: what only reads, and what takes a key, which they then add by
        themselves. The few changes without a key (`sections.*`, `todo.undo`) are ServerGone as ever.
    options: further command-line options for the server, such as `["--sample"]`.
    stderr: "pass" lets the server's diagnostics through; "capture" keeps the last of them in `diagnostics`.
    on_notification: called on the reading thread with (method, params); it must not wait for this client.
        Without it the last thousand notifications wait in the queue `notifications`.
    close_timeout: how long `close` waits for the server to end by itself before it is killed.
    """

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
        on_notification: Callable[[str, dict[str, Any]], None] | None = None,
        env: Mapping[str, str] | None = None,
        close_timeout: float = 3.0,
    ) -> None:
        self.timeout = timeout
        self.safe_retries = safe_retries
        self.is_closed = False
        self.notifications: queue.Queue[tuple[str, dict[str, Any]]] = queue.Queue(maxsize=1000)
        self.diagnostics: collections.deque[str] = collections.deque(maxlen=200)
        self._words = command_line(command, store, options)
        self._framing: Framing = framing
        self._stderr = subprocess.PIPE if stderr == "capture" else None
        self._env = env
        self._on_notification = on_notification
        self._hearers: tuple[Callable[[str, dict[str, Any]], None], ...] = ()
        self._close_timeout = close_timeout
        self._ids = itertools.count(1)
        self._starting = threading.RLock()
        self._greeting: dict[str, Any] | None = None
        self._server = self._start()
        self.todo = TodoMethods(self)
        self.sections = SectionMethods(self)
        self.changes = ChangeMethods(self)
        self.pet = PetMethods(self)

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def exit_status(self) -> int | None:
        """The server's exit status; None while it runs."""
        return self._server.process.poll()

    @property
    def process_id(self) -> int:
        """The server's."""
        return self._server.process.pid

    # Lifecycle

    def initialize(self, locale: str | None = None, name: str = "todo_client.py") -> Session:
        """Opens a session: messages in `locale`, notifications, a server that ends when this process does."""
        params = greeting(locale, name)
        session: Session = self.call("initialize", params)
        self._greeting = params
        self.notify("initialized")
        return session

    @property
    def is_initialized(self) -> bool:
        return self._greeting is not None

    def reconnect(self) -> None:
        """Starts the server again if it has gone, and opens a session if there was one; else does nothing.
        What was under way when it went stays ServerGone."""
        with self._starting:
            if not self._server.is_gone:
                return
            if self.is_closed:
                raise ServerGone("the client is closed")
            self._server.end(0)
            self._server = self._start()
            if self._greeting is not None:
                try:
                    self.send("initialize", self._greeting).result()
                    self.notify("initialized")
                except BaseException:  # Without its session it is no server to go on with: the next one gets it.
                    self._server.end(0)
                    raise

    def shutdown(self) -> None:
        """Ends the session; the server refuses every later request. `close` does this by itself."""
        self.call("shutdown")

    def close(self) -> None:
        """Lets the server finish what it has read and end; kills one that hangs. May be called again."""
        with self._starting:
            self.is_closed = True
        try:
            self.send("shutdown")
            self.notify("exit")
        except ServerGone:
            pass
        self._server.end(self._close_timeout)

    # Requests

    def call(self, method: str, params: Params = None, timeout: float | None = None) -> Any:
        """Sends a request and gives its result, or raises what the server answered."""
        if not self.safe_retries:
            return self.send(method, params).result(timeout)
        keyed = with_key(method, params)
        return self._retrying(lambda: self.send(method, keyed).result(timeout), method in REPEATABLE)

    def send(self, method: str, params: Params = None) -> Pending:
        """Sends a request without waiting for the reply. It is sent once, whatever `safe_retries` says."""
        id = next(self._ids)
        pending = Pending(self, id, id, method)
        self._server.post([pending], message_of(method, params, id))
        return pending

    def notify(self, method: str, params: Params = None) -> None:
        """Sends what has no reply."""
        self._server.post([], message_of(method, params))

    def batch(self, calls: Iterable[tuple[str, Params]], timeout: float | None = None) -> list[Any]:
        """Sends (method, params) pairs as one message. Each result is in the place of its call, and each
        ServerError too: given, not raised, for the other calls were carried out all the same."""
        members = list(calls)
        if not self.safe_retries:
            return self._batch(members, timeout)
        keyed = [(method, with_key(method, params)) for method, params in members]
        repeatable = all(method in REPEATABLE for method, _ in members)
        return self._retrying(lambda: self._batch(keyed, timeout), repeatable)

    def _batch(self, calls: Sequence[tuple[str, Params]], timeout: float | None) -> list[Any]:
        members = [(next(self._ids), method, params) for method, params in calls]
        if not members:
            return []
        pendings = [Pending(self, id, members[0][0], method) for id, method, _ in members]
        self._server.post(pendings, [message_of(method, params, id) for id, method, params in members])
        try:
            return [_result_or_error(pending, timeout) for pending in pendings]
        except ClientTimeout:
            for pending in pendings:
                pending.cancel()
            raise

    def _retrying(self, attempt: Callable[[], _Result], is_repeatable: bool) -> _Result:
        """Attempts it until there is an answer. What may not be done twice is attempted once."""
        for pause in PAUSES:
            try:
                self.reconnect()
            except ServerGone:
                if self.is_closed:
                    raise
            else:
                try:
                    return attempt()
                except ServerGone:
                    if self.is_closed or not is_repeatable:
                        raise
            time.sleep(pause)
        self.reconnect()
        return attempt()

    # The process

    def _start(self) -> _Server:
        try:
            process = subprocess.Popen(
                self._words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._stderr,
                env=self._env,
                start_new_session=True,  # Ctrl-C is for this program; `close` ends the server in good order.
            )
        except OSError as error:
            raise ServerNotFound(f"{self._words[0]} could not be started: {error.strerror}") from error
        return _Server(process, self._framing, self.diagnostics, self._hear)

    # Notifications

    def listen(self, hearer: Callable[[str, dict[str, Any]], None]) -> Callable[[], None]:
        """Calls `hearer` with every notification too, on the reading thread, and with `GONE` when the server has
        ended. What comes back ends that."""
        with self._starting:
            self._hearers += (hearer,)
        return lambda: self._stop_listening(hearer)

    def _stop_listening(self, hearer: Callable[[str, dict[str, Any]], None]) -> None:
        with self._starting:
            self._hearers = tuple(each for each in self._hearers if each != hearer)

    def _hear(self, method: str, params: dict[str, Any]) -> None:
        for hearer in self._hearers:
            tell(hearer, method, params)
        if method == GONE:
            return
        if self._on_notification is None:
            self._keep_notification(method, params)
        else:
            tell(self._on_notification, method, params)

    def _keep_notification(self, method: str, params: dict[str, Any]) -> None:
        if self.notifications.full():
            with contextlib.suppress(queue.Empty):  # Somebody may have taken the last one just now.
                self.notifications.get_nowait()
        self.notifications.put_nowait((method, params))


def tell(hearer: Callable[[str, dict[str, Any]], None], method: str, params: dict[str, Any]) -> None:
    try:
        hearer(method, params)
    except Exception:  # The callback's fault; the replies that others wait for must still be read.
        traceback.print_exc()


def command_line(
    command: str | os.PathLike[str] | Sequence[str] | None,
    store: str | os.PathLike[str] | None,
    options: Sequence[str],
) -> list[str]:
    """The command line that starts the server."""
    if command is None:
        command = find_server()
    words = [os.fspath(command)] if isinstance(command, (str, os.PathLike)) else list(command)
    return [*words, *(["--store", os.fspath(store)] if store is not None else []), *options]


def with_key(method: str, params: Params) -> Params:
    """The params with a key of their own, where the method takes one and the caller gave none."""
    if method not in _KEYED or (params and "key" in params):
        return params
    return {**(params or {}), "key": uuid.uuid4().hex}


def greeting(locale: str | None, name: str) -> dict[str, Any]:
    """The params of `initialize`: the server ends when this process does."""
    return _given(processId=os.getpid(), clientInfo={"name": name}, locale=locale, capabilities={})


def message_of(method: str, params: Params, id: int | None = None) -> dict[str, Any]:
    return {"jsonrpc": "2.0", **_given(id=id), "method": method, **({"params": params} if params else {})}


def _given(**members: Any) -> dict[str, Any]:
    """The members that the caller gave."""
    return {name: value for name, value in members.items() if value is not None}


def _with_due(params: dict[str, Any], due_on: Due) -> dict[str, Any]:
    """Adds the day, and None as null: here, and only here, None says something."""
    if due_on is UNSET:
        return params
    return {**params, "dueOn": due_on.isoformat() if isinstance(due_on, datetime.date) else due_on}


def _result_or_error(pending: Pending, timeout: float | None) -> Any:
    try:
        return pending.result(timeout)
    except ServerError as error:
        return error


# The methods. A `key` makes a write safe to send again: the same request with the same key, within 7 days, gives
# the first reply again and does nothing. A client with `safe_retries` makes the keys itself.


class _Methods:
    def __init__(self, client: Client) -> None:
        self._client = client


class TodoMethods(_Methods):
    """`todo.*`: client.todo.create("Milk")"""

    def create(
        self,
        title: str,
        *,
        detail: str | None = None,
        category: str | None = None,
        is_completed: bool | None = None,
        is_today: bool | None = None,
        due_on: Due = UNSET,
        before: int | None = None,
        after: int | None = None,
        index: int | None = None,
        key: str | None = None,
    ) -> Todo:
        """Adds a todo: at its section's end, unless one of `before`, `after` and `index` gives a place."""
        params = _given(
            title=title,
            detail=detail,
            category=category,
            isCompleted=is_completed,
            isToday=is_today,
            before=before,
            after=after,
            index=index,
            key=key,
        )
        todo: Todo = self._client.call("todo.create", _with_due(params, due_on))
        return todo

    def get(self, id: int) -> Todo:
        todo: Todo = self._client.call("todo.get", {"id": id})
        return todo

    def list(
        self,
        filter: Filter | None = None,
        *,
        fields: Sequence[str] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> TodoPage:
        """One page. With `fields` each todo has those members and `id`, and no others."""
        params = _given(filter=filter, fields=fields, limit=limit, cursor=cursor)
        page: TodoPage = self._client.call("todo.list", params)
        return page

    def all(
        self, filter: Filter | None = None, *, fields: Sequence[str] | None = None, page_size: int = 100
    ) -> Iterator[Todo]:
        """Every todo that fits, page after page as they are needed, whatever changes meanwhile."""
        cursor = None
        while True:
            page = self.list(filter, fields=fields, limit=page_size, cursor=cursor)
            yield from page["todos"]
            cursor = page["nextCursor"]
            if cursor is None:
                return

    def update(
        self,
        id: int,
        *,
        title: str | None = None,
        detail: str | None = None,
        category: str | None = None,
        is_completed: bool | None = None,
        is_today: bool | None = None,
        due_on: Due = UNSET,
        if_revision: int | None = None,
        key: str | None = None,
    ) -> Todo:
        """Changes what is given; `due_on=None` clears the day. `if_revision` guards others' changes."""
        params = _given(
            id=id,
            title=title,
            detail=detail,
            category=category,
            isCompleted=is_completed,
            isToday=is_today,
            ifRevision=if_revision,
            key=key,
        )
        todo: Todo = self._client.call("todo.update", _with_due(params, due_on))
        return todo

    def delete(self, id: int, *, if_revision: int | None = None, key: str | None = None) -> Todo:
        """Gives the todo as it was."""
        todo: Todo = self._client.call("todo.delete", _given(id=id, ifRevision=if_revision, key=key))
        return todo

    def move(
        self,
        id: int,
        *,
        before: int | None = None,
        after: int | None = None,
        index: int | None = None,
        category: str | None = None,
        if_revision: int | None = None,
        key: str | None = None,
    ) -> Todo:
        """Moves it next to another todo, to a place in its section (or in `category`'s), or to an end."""
        places = {"before": before, "after": after, "index": index, "category": category}
        todo: Todo = self._client.call("todo.move", _given(id=id, ifRevision=if_revision, key=key, **places))
        return todo

    def update_many(
        self,
        ids: Sequence[int] | None = None,
        filter: Filter | None = None,
        *,
        category: str | None = None,
        is_completed: bool | None = None,
        is_today: bool | None = None,
        due_on: Due = UNSET,
        key: str | None = None,
    ) -> Touched:
        """Changes all of `ids`, or all that fit `filter`, or none; one step to undo."""
        members = _given(category=category, isCompleted=is_completed, isToday=is_today)
        params = _given(ids=ids, filter=filter, set=_with_due(members, due_on), key=key)
        touched: Touched = self._client.call("todo.updateMany", params)
        return touched

    def delete_many(
        self, ids: Sequence[int] | None = None, filter: Filter | None = None, *, key: str | None = None
    ) -> Touched:
        """Deletes all of `ids`, or all that fit `filter`, or none; one step to undo."""
        touched: Touched = self._client.call("todo.deleteMany", _given(ids=ids, filter=filter, key=key))
        return touched

    def undo(
        self, revision: int | None = None, *, scope: Literal["session", "store"] = "session"
    ) -> Undone:
        """Takes back this session's newest change, anyone's (`scope="store"`), or the one that made `revision`.
        It is itself a change: to redo, undo the revision that it gives."""
        params = {"revision": revision} if revision is not None else {"scope": scope}
        undone: Undone = self._client.call("todo.undo", params)
        return undone


class SectionMethods(_Methods):
    """`sections.*`: client.sections.list(group_by="schedule")"""

    def list(
        self,
        group_by: Grouping | None = None,
        *,
        include_todos: bool | None = None,
        include_empty: bool | None = None,
        fields: Sequence[str] | None = None,
        limit: int | None = None,
        today: str | None = None,
    ) -> SectionList:
        """The sections with at most `limit` todos each; `todos` gives those beyond it."""
        params = _given(
            groupBy=group_by,
            includeTodos=include_todos,
            includeEmpty=include_empty,
            fields=fields,
            limit=limit,
            today=today,
        )
        sections: SectionList = self._client.call("sections.list", params)
        return sections

    def todos(self, section: Section) -> Iterator[Todo]:
        """Every todo of a section that was listed with its todos: those that came along, then the others."""
        yield from section.get("todos", [])
        cursor = section.get("nextCursor")
        while cursor is not None:
            page = self._client.todo.list({"section": section["id"]}, limit=1000, cursor=cursor)
            yield from page["todos"]
            cursor = page["nextCursor"]

    def rename(self, id: str, title: str) -> Section:
        section: Section = self._client.call("sections.rename", {"id": id, "title": title})
        return section

    def move(
        self, id: str, *, before: str | None = None, after: str | None = None, index: int | None = None
    ) -> Section:
        params = _given(id=id, before=before, after=after, index=index)
        section: Section = self._client.call("sections.move", params)
        return section

    def delete(self, id: str, *, move_to: str | None = None, delete_todos: bool | None = None) -> Removal:
        """Without either option only an empty section goes."""
        params = _given(id=id, moveTo=move_to, deleteTodos=delete_todos)
        removal: Removal = self._client.call("sections.delete", params)
        return removal


class ChangeMethods(_Methods):
    """`changes.*`: client.changes.since(cursor)"""

    def since(self, cursor: str | None = None, *, limit: int | None = None) -> ChangeList:
        """What has changed since `cursor`; without one nothing, but a cursor that means "from now". A cursor that
        is too old, or from another store, is Gone."""
        changes: ChangeList = self._client.call("changes.since", _given(cursor=cursor, limit=limit))
        return changes


class PetMethods(_Methods):
    """`pet.*`. Pets come over the network, so these wait longer than the rest; no todo waits for them."""

    def random(
        self,
        kind: PetKind,
        *,
        size: Literal["thumb", "small", "med", "full"] | None = None,
        mime_types: Sequence[Literal["png", "jpg", "gif"]] | None = None,
        has_breeds: bool | None = None,
        allow_offline: bool | None = None,
        timeout: float = 15.0,
    ) -> Pet:
        params = _given(
            kind=kind, size=size, mimeTypes=mime_types, hasBreeds=has_breeds, allowOffline=allow_offline
        )
        pet: Pet = self._client.call("pet.random", params, timeout)
        return pet

    def image(self, kind: PetKind, id: str, *, timeout: float = 40.0) -> PetImage:
        """The picture as a file on this machine."""
        image: PetImage = self._client.call("pet.image", {"kind": kind, "id": id}, timeout)
        return image
