"""Pictures in terminals that can show them."""

from __future__ import annotations

import base64
import os
from collections.abc import Mapping
from typing import Literal

Protocol = Literal["kitty", "iterm"]

COLUMNS = 40
_CHUNK = 4096
_PNG = b"\x89PNG\r\n\x1a\n"


def protocol(environ: Mapping[str, str] = os.environ) -> Protocol | None:
    """What this terminal understands. Inside tmux or screen, which let no picture through, nothing."""
    term, program = environ.get("TERM", ""), environ.get("TERM_PROGRAM", "")
    if environ.get("TMUX") or environ.get("STY") or term.startswith(("screen", "tmux")):
        return None
    if environ.get("KITTY_WINDOW_ID") or term in ("xterm-kitty", "xterm-ghostty") or program == "ghostty":
        return "kitty"
    if program in ("iTerm.app", "WezTerm") or environ.get("LC_TERMINAL") == "iTerm2":
        return "iterm"
    return None


def drawn(picture: bytes, protocol: Protocol, columns: int = COLUMNS) -> str | None:
    """The picture as the terminal wants it; None when it cannot show this kind (kitty reads only PNG)."""
    if protocol == "iterm":
        return _iterm(picture, columns)
    return _kitty(picture, columns) if picture.startswith(_PNG) else None


def columns_within(rows: int, columns: int, width: int | None, height: int | None) -> int:
    """How many columns a picture of that size may have there, since cells are about twice as high as wide."""
    columns = min(COLUMNS, columns)
    return max(1, min(columns, 2 * rows * width // height)) if width and height else min(columns, rows)


def _iterm(picture: bytes, columns: int) -> str:
    data = base64.b64encode(picture).decode()
    size = f"size={len(picture)};width={columns};preserveAspectRatio=1"
    return f"\033]1337;File=inline=1;{size}:{data}\a"


def _kitty(picture: bytes, columns: int) -> str:
    """In chunks, as the protocol asks; q=2, or else the terminal would type its answer into the shell."""
    data = base64.b64encode(picture).decode()
    chunks = [data[start:start + _CHUNK] for start in range(0, len(data), _CHUNK)]
    escapes = []
    for number, chunk in enumerate(chunks):
        head = f"a=T,f=100,q=2,c={columns}," if number == 0 else ""
        more = int(number < len(chunks) - 1)
        escapes.append(f"\033_G{head}m={more};{chunk}\033\\")
    return "".join(escapes)
