"""Servers that misbehave, one for each name, to see what the client does about it. Not the real thing."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import IO, Any


def messages() -> Iterator[Any]:
    for line in sys.stdin:
        message = json.loads(line)
        yield from message if isinstance(message, list) else [message]


def say(message: object) -> None:
    print(json.dumps(message), flush=True)


def silent() -> None:
    """Answers nothing, but tells which cancellations it heard, and ends as it should."""
    for message in messages():
        if message["method"] == "$/cancelRequest":
            say({"jsonrpc": "2.0", "method": "heard", "params": message["params"]})


def deaf() -> None:
    """Reads nothing and never ends by itself."""
    signal.pause()


def backwards() -> None:
    """Waits for three requests and answers the last one first."""
    requests = [message for _, message in zip(range(3), messages())]
    for request in reversed(requests):
        say({"jsonrpc": "2.0", "id": request["id"], "result": request["method"]})
    for _ in messages():
        pass


def chatty() -> None:
    """Says much unasked before the first reply."""
    request = next(messages())
    for number in range(1500):
        say({"jsonrpc": "2.0", "method": "news", "params": {"number": number}})
    say({"jsonrpc": "2.0", "id": request["id"], "result": "after the news"})
    for _ in messages():
        pass


def puzzled() -> None:
    """Understands nothing, and cannot even tell which message it was."""
    for _ in sys.stdin:
        say({"jsonrpc": "2.0", "id": None, "error": {"code": -32700, "message": "What?"}})


def babbling() -> None:
    """Breaks its output with a stray line."""
    sys.stdin.readline()
    print("debug: reached line 42", flush=True)
    for _ in messages():
        pass


def confused() -> None:
    """Answers with what is JSON, but no reply."""
    sys.stdin.readline()
    say({"jsonrpc": "2.0", "id": [1], "error": "no"})
    for _ in messages():
        pass


def dying() -> None:
    """Ends in the middle of a request, with a last word."""
    sys.stdin.readline()
    print("out of luck", file=sys.stderr)
    sys.exit(3)


def forgetful() -> None:
    """The real one, whose command follows the name of a file. It dies with the first reply to a change in its
    hand; after that, as the file shows, never again."""
    memory, *command = sys.argv[2:]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdin and server.stdout
        for line in sys.stdin:
            print(line, end="", file=server.stdin, flush=True)
            reply = server.stdout.readline()
            if '"key"' in line and not os.path.exists(memory):
                open(memory, "w").close()
                server.kill()
                sys.exit(1)
            print(reply, end="", flush=True)
        server.stdin.close()


def hesitant() -> None:
    """The real one, whose command follows the name of a file; but the second that is started, as the file shows,
    answers nothing."""
    memory, *command = sys.argv[2:]
    with open(memory, "a+") as file:
        file.write("started\n")
        file.seek(0)
        is_second = len(file.readlines()) == 2
    if is_second:
        silent()
    else:
        os.execv(command[0], command)


def recording() -> None:
    """The real one, whose command follows the name of a file. Keeps in that file what it was asked."""
    memory, *command = sys.argv[2:]
    with subprocess.Popen(command, stdin=subprocess.PIPE, text=True) as server, open(memory, "a") as file:
        assert server.stdin
        for line in sys.stdin:
            print(line, end="", file=file, flush=True)
            print(line, end="", file=server.stdin, flush=True)
        server.stdin.close()


def late() -> None:
    """The real one, whose command follows. What it says to a change comes so late that others have told of it."""
    with subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdin and server.stdout
        changes: set[Any] = set()

        def answer(replies: IO[str]) -> None:
            for line in replies:
                if json.loads(line).get("id") in changes:
                    time.sleep(0.5)
                print(line, end="", flush=True)

        thread = threading.Thread(target=answer, args=(server.stdout,))
        thread.start()
        for line in sys.stdin:
            request = json.loads(line)
            if request["method"].startswith("todo.") and not request["method"].endswith(("get", "list")):
                changes.add(request["id"])
            print(line, end="", file=server.stdin, flush=True)
        server.stdin.close()
        thread.join()


if __name__ == "__main__":
    globals()[sys.argv[1]]()
