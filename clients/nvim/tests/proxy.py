#!/usr/bin/env python3
"""Stands between the editor and the server, and may break the line in the worst moment.

    proxy.py FOLDER SERVER [ARGUMENT]...

With a file FOLDER/lose, the first answer that contains its text is thrown away and both ends die: the server has
committed, and nobody has heard of it. With FOLDER/broken it does not even start. Pids go to FOLDER/pids.
"""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

folder = Path(sys.argv[1])
if (folder / "broken").exists():
    sys.exit(3)
server = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
with open(folder / "pids", "a") as pids:
    pids.write(f"{server.pid}\n")


def pass_requests() -> None:
    while chunk := os.read(0, 65536):
        try:
            server.stdin.write(chunk)
            server.stdin.flush()
        except OSError:
            return
    server.stdin.close()


threading.Thread(target=pass_requests, daemon=True).start()
lose = folder / "lose"
while chunk := os.read(server.stdout.fileno(), 65536):
    if lose.exists() and lose.read_bytes() in chunk:
        lose.unlink()
        server.send_signal(signal.SIGKILL)
        os._exit(1)
    os.write(1, chunk)
os._exit(server.wait() & 0xFF)
