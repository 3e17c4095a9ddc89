"""What is typed: bytes become keys with names, and text that was pasted stays in one piece."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Mapping

_PASTE_BEGINS, _PASTE_ENDS = "\x1b[200~", "\x1b[201~"
_SEQUENCE = re.compile(r"\x1b(?:\[([0-9;<=>?]*)[ -/]*([@-~])|O([ -~]))")
_BEGUN = re.compile(r"\x1b(?:\[[0-9;<=>?]*[ -/]*|O)?\Z")
_BY_LETTER = {
    "A": "up", "B": "down", "C": "right", "D": "left", "H": "home", "F": "end", "Z": "back tab", "M": "enter"
}  # fmt: skip
_BY_NUMBER = {
    "1": "home", "3": "delete", "4": "end", "5": "page up", "6": "page down", "7": "home", "8": "end"
}  # fmt: skip
_CONTROLS = {"\r": "enter", "\n": "enter", "\t": "tab", "\x7f": "backspace", "\x08": "backspace"}

# The same keys on a Korean keyboard, so that nobody has to switch to give a command.
_LATIN = dict(zip("ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡ", "qwertyuiopasdfghjklzxcvbnm"))


class Paste(str):
    """Text that came in one piece: it is no command."""


def command(key: str) -> str:
    """What a key means where no text is asked for."""
    return "" if isinstance(key, Paste) else _LATIN.get(key, key)


def is_text(key: str) -> bool:
    """A character, or a paste; not a key with a name."""
    return isinstance(key, Paste) or len(key) == 1


class Keys:
    """named: sequences that this terminal sends beside the usual ones, and their keys."""

    def __init__(self, named: Mapping[str, str]) -> None:
        self._named = named
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._text = ""

    @property
    def is_waiting(self) -> bool:
        """Whether a sequence has begun. If nothing follows soon, it was the key Esc: see `flush`."""
        return bool(self._text) and not self._text.startswith(_PASTE_BEGINS)

    def feed(self, data: bytes) -> list[str]:
        self._text += self._decoder.decode(data)
        return list(self._complete())

    def flush(self) -> list[str]:
        text, self._text = self._text, ""
        return ["esc", *text[1:]] if text else []

    def _complete(self) -> Iterator[str]:
        while self._text:
            key, length = self._first()
            if not length:
                return
            self._text = self._text[length:]
            if key:
                yield key

    def _first(self) -> tuple[str, int]:
        """The first key and how much of the text it is: nothing when more must come, "" for one without a name."""
        text = self._text
        if text[0] != "\x1b":
            return _plain(text[0]), 1
        if text.startswith(_PASTE_BEGINS):
            end = text.find(_PASTE_ENDS)
            start = len(_PASTE_BEGINS)
            return (Paste(text[start:end]), end + len(_PASTE_ENDS)) if end >= 0 else ("", 0)
        for sequence, key in self._named.items():
            if text.startswith(sequence):
                return key, len(sequence)
        if found := _SEQUENCE.match(text):
            return _named(found), found.end()
        return ("", 0) if _BEGUN.match(text) else ("esc", 1)


def _plain(character: str) -> str:
    if character in _CONTROLS:
        return _CONTROLS[character]
    if character < " ":
        return f"ctrl-{chr(ord(character) | 96)}"
    return character


def _named(found: re.Match[str]) -> str:
    """By its last letter or its number; Shift and the like make no difference."""
    numbers, letter, single = found.groups()
    if letter == "~":
        return _BY_NUMBER.get(numbers.partition(";")[0], "")
    return _BY_LETTER.get(letter or single, "")
