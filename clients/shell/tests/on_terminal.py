#!/usr/bin/env python3
"""Runs a command on a terminal and answers what it asks there.

    on_terminal.py [QUESTION ANSWER]... -- COMMAND [ARGUMENT]...

Waits until each QUESTION is on the screen, then types the ANSWER and Enter (the answer "^D"
is the end-of-input key). Prints what the screen showed, ends with the command's status.
A question that doesn't come within ten seconds ends it with status 124.
"""

import os
import pty
import select
import signal
import sys
import time

LIMIT = 10


def main(arguments):
    cut = arguments.index("--")
    words, command = arguments[:cut], arguments[cut + 1 :]
    child, terminal = pty.fork()
    if child == 0:
        os.execvp(command[0], command)
    shown, seen = b"", 0
    for question, answer in zip(words[::2], words[1::2]):
        shown, found = wait_for(terminal, shown, seen, question.encode())
        if found < 0:
            return give_up(child, shown, f"never asked: {question}")
        seen = found
        os.write(terminal, b"\x04" if answer == "^D" else answer.encode() + b"\n")
    shown, _ = wait_for(terminal, shown, seen, None)
    sys.stdout.buffer.write(shown.replace(b"\r\n", b"\n"))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def wait_for(terminal, shown, seen, text):
    """Reads on until `text` (None: the end) comes after `seen`; where it ends, or -1."""
    end = time.monotonic() + LIMIT
    while text is None or text not in shown[seen:]:
        if not select.select([terminal], [], [], max(0, end - time.monotonic()))[0]:
            return shown, -1
        try:
            more = os.read(terminal, 65536)
        except OSError:  # how Linux reports that the other side is closed
            more = b""
        if not more:
            return shown, -1
        shown += more
    return shown, shown.index(text, seen) + len(text)


def give_up(child, shown, why):
    sys.stdout.buffer.write(shown.replace(b"\r\n", b"\n"))
    print(f"\n{why}", file=sys.stderr)
    try:
        os.kill(child, signal.SIGKILL)
    except ProcessLookupError:
        pass
    os.waitpid(child, 0)
    return 124


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
