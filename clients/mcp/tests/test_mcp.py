"""What an assistant's host sees of the server, in lines of JSON: while others lock and change the store, and when the
server is killed.

    python3 -m unittest discover -s clients/mcp/tests

SERVER is the executable (default: the release build of this package).
"""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import re
import select
import sqlite3
import subprocess
import tempfile
import unittest
from typing import Any

HERE = pathlib.Path(__file__).resolve().parent
SERVER = os.path.abspath(os.environ.get("SERVER") or HERE.parents[2] / ".build" / "release" / "todo-server")
LIMIT = 20.0


class Host:
    """One server, after the handshake."""

    def __init__(self, store: pathlib.Path) -> None:
        self.process = subprocess.Popen(
            [SERVER, "--store", store], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        self._id = 0
        self._bytes = b""
        client = {"name": "test", "version": "1"}
        answer = self.ask("initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo=client)
        assert answer["result"]["serverInfo"]["name"] == "todo-server", answer
        self._write({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def ask(self, method: str, **params: Any) -> Any:
        self.send(method, **params)
        return self.answer()

    def send(self, method: str, **params: Any) -> None:
        self._id += 1
        self._write({"jsonrpc": "2.0", "id": self._id, "method": method, "params": params})

    def answer(self) -> Any:
        """The answer to the last request; None when the server has ended instead."""
        while b"\n" not in self._bytes:
            assert self.process.stdout is not None
            assert select.select([self.process.stdout], [], [], LIMIT)[0], "no answer"
            more = os.read(self.process.stdout.fileno(), 65536)
            if not more:
                return None
            self._bytes += more
        line, _, self._bytes = self._bytes.partition(b"\n")
        answer = json.loads(line)
        assert answer["id"] == self._id, answer
        return answer

    def call(self, tool: str, **arguments: Any) -> tuple[bool, Any]:
        """Whether it was refused, and the result, or the text that says why."""
        return outcome(self.ask("tools/call", name=tool, arguments=arguments))

    def close(self) -> None:
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            with contextlib.suppress(BrokenPipeError):
                pipe.close()
        try:
            self.process.wait(LIMIT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def _write(self, message: object) -> None:
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # Then no answer comes, which says enough.
            self.process.stdin.write(json.dumps(message).encode() + b"\n")


def outcome(answer: Any) -> tuple[bool, Any]:
    result = answer["result"]
    text = result["content"][0]["text"]
    return (True, text) if result.get("isError") else (False, json.loads(text))


class McpCase(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="todo-mcp-")
        self.addCleanup(folder.cleanup)
        self.store = pathlib.Path(folder.name) / "todos.sqlite"

    def host(self) -> Host:
        host = Host(self.store)
        self.addCleanup(host.close)
        return host

    def titles(self, host: Host) -> list[str]:
        return [todo["title"] for todo in host.call("todo_list")[1]["todos"]]

    def test_a_locked_store_is_told_in_words_can_be_read_and_the_same_key_makes_it_once_later(self) -> None:
        host = self.host()
        host.call("todo_create", title="a")
        with contextlib.closing(sqlite3.connect(self.store, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            is_error, text = host.call("todo_create", title="b", key="k")
            self.assertTrue(is_error)
            self.assertIn('"reason":"locked"', text)
            self.assertIn(str(self.store), text)
            self.assertEqual(self.titles(host), ["a"])
            host.send("tools/call", name="todo_create", arguments={"title": "b", "key": "k"})
            other.execute("ROLLBACK")
        first = outcome(host.answer())
        self.assertEqual(host.call("todo_create", title="b", key="k"), first)
        self.assertEqual(self.titles(host), ["a", "b"])

    def test_what_others_have_changed_is_neither_overwritten_nor_taken_back(self) -> None:
        host, other = self.host(), self.host()
        todo = host.call("todo_create", title="a")[1]
        other.call("todo_update", id=todo["id"], title="theirs")
        is_error, text = host.call("todo_update", id=todo["id"], title="mine", ifRevision=todo["revision"])
        self.assertTrue(is_error)
        self.assertIn('"title":"theirs"', text)
        self.assertTrue(host.call("todo_undo")[0])
        other.call("todo_delete", id=todo["id"])
        is_error, text = host.call("todo_update", id=todo["id"], title="mine")
        self.assertTrue(is_error)
        self.assertIn("notFound", text)
        other.call("todo_undo")
        self.assertEqual(self.titles(host), ["theirs"])

    def test_a_killed_server_loses_nothing_and_the_next_one_knows_the_keys(self) -> None:
        host, other = self.host(), self.host()
        done = host.call("todo_create", title="a", key="k")
        host.process.kill()
        host.process.wait(LIMIT)
        self.assertIsNone(host.ask("tools/call", name="todo_create", arguments={"title": "b", "key": "l"}))
        self.assertEqual(self.titles(other), ["a"])
        again = self.host()
        self.assertEqual(again.call("todo_create", title="a", key="k"), done)
        for _ in range(2):
            self.assertFalse(again.call("todo_create", title="b", key="l")[0])
        self.assertEqual(self.titles(other), ["a", "b"])

    def test_the_page_for_users_is_right(self) -> None:
        page = (HERE.parent / "README.md").read_text()
        for block in re.findall(r"```json\n(.*?)```", page, re.DOTALL):
            json.loads(block if block.startswith("{") else "{" + block + "}")
        (command,) = re.findall(r"^echo (?:.*\\\n|.*\|\n)+.*$", page, re.MULTILINE)
        command = command.replace(".build/release/todo-server", SERVER)
        done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=LIMIT)
        self.assertEqual(len(outcome(json.loads(done.stdout))[1]["todos"]), 2, done.stderr)
        tools = {tool["name"] for tool in self.host().ask("tools/list")["result"]["tools"]}
        named = set(re.findall(r"`((?:todo|sections|changes|pet)_[a-z_]+[a-z])`", page))
        self.assertGreater(len(named), 5)
        self.assertLessEqual(named, tools)


if __name__ == "__main__":
    unittest.main()
