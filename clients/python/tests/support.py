"""What the tests share: the real server, a store for each test, and the app as a process or on a terminal."""

from __future__ import annotations

import contextlib
import http.server
import os
import pathlib
import pty
import select
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from collections.abc import Callable, Iterator
from typing import Any

HERE = pathlib.Path(__file__).resolve().parent
SERVER = os.path.abspath(os.environ.get("SERVER") or HERE.parents[2] / ".build" / "release" / "todo-server")
APP = HERE.parent / "todo.py"
LIMIT = 20.0

# Whoever runs the tests in the background may ignore Ctrl-C, which what they start would then do too.
signal.signal(signal.SIGINT, signal.default_int_handler)

sys.path.insert(0, str(HERE.parent))

from todo_client import Client, Todo  # noqa: E402


class StoreCase(unittest.TestCase):
    """Each test has a folder of its own, gone afterwards, and in it a store and a cache."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="todo-client-")
        self.addCleanup(folder.cleanup)
        self.addCleanup(self.wait_until_nobody_is_left)
        self.folder = pathlib.Path(folder.name)
        self.store = self.folder / "todos.sqlite"
        self.cache = self.folder / "pets"

    def wait_until_nobody_is_left(self) -> None:
        """No process that a test has started outlives it; a server whose client is gone still closes its store."""
        deadline = time.monotonic() + LIMIT
        while left := subprocess.run(["pgrep", "-lf", self.folder.name], capture_output=True, text=True).stdout:
            self.assertLess(time.monotonic(), deadline, f"left behind: {left}")
            time.sleep(0.005)

    def connect(self, **options: Any) -> Client:
        options.setdefault("options", ["--cache", str(self.cache)])
        client = Client(SERVER, self.store, **options)
        self.addCleanup(client.close)
        return client

    def fill(self, *todos: dict[str, Any]) -> list[Todo]:
        """Creates todos as the protocol names their members, and lets the server go again."""
        with Client(SERVER, self.store) as client:
            return [client.call("todo.create", members) for members in todos]

    def titles(self, category: str | None = None) -> list[str]:
        with Client(SERVER, self.store) as client:
            return [todo["title"] for todo in client.todo.all({"category": category} if category else None)]

    @contextlib.contextmanager
    def locked(self) -> Iterator[Callable[[], None]]:
        """Somebody else is in the middle of a change all the while, or until what this gives is called."""
        other = sqlite3.connect(self.store, isolation_level=None, check_same_thread=False)
        with contextlib.closing(other):
            other.execute("BEGIN IMMEDIATE")

            def unlock() -> None:
                other.execute("ROLLBACK")

            yield unlock


class AppCase(StoreCase):
    """Runs the app as a person does, in English unless a test says otherwise."""

    def setUp(self) -> None:
        super().setUp()
        names = ("PATH", "HOME", "TMPDIR", "TZ")
        self.environ = {name: os.environ[name] for name in names if name in os.environ}
        self.environ |= {"LANG": "en_US.UTF-8", "PYTHONIOENCODING": "utf-8", "TERM": "xterm-256color"}

    def command(self, *words: str) -> list[str]:
        options = ["--server", SERVER, "--store", str(self.store), "--cache", str(self.cache)]
        return [sys.executable, str(APP), *options, *words]

    def app(self, *words: str, input: str = "", **environ: str) -> subprocess.CompletedProcess[str]:
        """The app with pipes on all sides."""
        return subprocess.run(
            self.command(*words),
            input=input,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=LIMIT,
            env={**self.environ, **environ},
        )

    def output(self, *words: str, input: str = "", **environ: str) -> str:
        """What a successful command prints; a failed one fails the test."""
        done = self.app(*words, input=input, **environ)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        return done.stdout

    @contextlib.contextmanager
    def terminal(self, *words: str, **environ: str) -> Iterator[Terminal]:
        """The app on a terminal of its own."""
        with Terminal(self.command(*words), {**self.environ, "COLUMNS": "100", **environ}) as terminal:
            yield terminal


class Terminal:
    """A program on a pseudo-terminal: wait for what it says, type, and see how it ends."""

    def __init__(self, command: list[str], environ: dict[str, str]) -> None:
        self._master, slave = pty.openpty()
        self._process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env=environ, preexec_fn=own_terminal
        )
        os.close(slave)
        self._bytes = b""
        self._deadline = time.monotonic() + LIMIT

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *error: object) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        os.close(self._master)

    @property
    def text(self) -> str:
        return self._bytes.decode(errors="replace").replace("\r\n", "\n")

    def wait_for(self, words: str) -> None:
        """Reads until the program has said this since it was last waited for."""
        start = len(self.text)
        while words not in self.text[self._seen:]:
            if not self._read():
                raise AssertionError(f"{words!r} did not come; the terminal shows:\n{self.text[:start]}")
        self._seen = self.text.index(words, self._seen) + len(words)

    _seen = 0

    def type(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def answer(self, question: str, line: str) -> None:
        self.wait_for(question)
        self.type(line + "\n")

    def settle(self, seconds: float = 0.3) -> None:
        """Waits until nothing is drawn for a while."""
        while select.select([self._master], [], [], seconds)[0] and self._read():
            pass
        self._seen = len(self.text)

    def interrupt(self) -> None:
        """Types Ctrl-C, and again while nothing comes of it: Python misses one that comes after it wrote
        the question and before it waits for the answer; nobody is that quick."""
        while True:
            self.type("\x03")
            if select.select([self._master], [], [], 1.0)[0] or time.monotonic() > self._deadline:
                return

    def signal(self, number: int) -> None:
        self._process.send_signal(number)

    def end(self) -> int:
        """Reads to the end and gives the exit status."""
        while self._read():
            pass
        return self._process.wait(LIMIT)

    def _read(self) -> bool:
        left = self._deadline - time.monotonic()
        if left <= 0 or not select.select([self._master], [], [], left)[0]:
            raise AssertionError(f"the program hangs; the terminal shows:\n{self.text}")
        try:
            more = os.read(self._master, 65536)
        except OSError:  # Linux says so when the last program has left the terminal.
            return False
        self._bytes += more
        return bool(more)


def own_terminal() -> None:
    """Makes the pseudo-terminal the one that Ctrl-C comes from."""
    import fcntl
    import termios

    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@contextlib.contextmanager
def web_server(answer: Callable[[str], tuple[str, bytes]]) -> Iterator[str]:
    """A service on this machine: `answer` gets a path and gives a content type and a body."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            kind, body = answer(self.path)
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            with contextlib.suppress(ConnectionError):  # Whoever asked may have given up.
                self.end_headers()
                self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
