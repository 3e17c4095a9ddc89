"""How wide text is on a terminal, and what of it is safe to show there."""

from __future__ import annotations

import unicodedata

_JOINER = "\u200d"
_EMOJI_STYLE = "\ufe0f"
_DIRECTIONS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_INITIALS = "ㄱㄱㄴㄷㄷㄹㅁㅂㅂㅅㅅㅇㅈㅈㅊㅋㅌㅍㅎ"


def width(text: str) -> int:
    """The number of columns: two for Hangul, Han and emoji, none for what joins the character before it."""
    columns = 0
    before = ""
    for character in text:
        columns += _advance(character, before)
        before = character
    return columns


def _advance(character: str, before: str) -> int:
    if character == _EMOJI_STYLE:
        return 1 if before and _columns(before) == 1 else 0
    if before == _JOINER or (before and _is_skin_tone(character)):
        return 0
    return _columns(character)


def _columns(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf", "Cc") or _is_inner_jamo(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _is_inner_jamo(character: str) -> bool:
    """A vowel or a final consonant of a decomposed syllable, drawn inside its initial's cell."""
    return "\u1160" <= character <= "\u11ff" or "\ud7b0" <= character <= "\ud7ff"


def _is_skin_tone(character: str) -> bool:
    return "\U0001f3fb" <= character <= "\U0001f3ff"


def clusters(text: str) -> list[str]:
    """The text in pieces between which a cursor may stand: what is drawn into the cell before it goes with that."""
    pieces: list[str] = []
    before = ""
    for character in text:
        if pieces and _joins(character, before, pieces[-1]):
            pieces[-1] += character
        else:
            pieces.append(character)
        before = character
    return pieces


def _joins(character: str, before: str, piece: str) -> bool:
    if "Cc" in (unicodedata.category(character), unicodedata.category(before)):
        return False  # The end of a line, or a tab.
    if _is_regional(character):  # Two of them are the flag of a country.
        return len(piece) == 1 and _is_regional(piece)
    return character == _EMOJI_STYLE or not _advance(character, before)


def _is_regional(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def pad(text: str, columns: int) -> str:
    return text + " " * (columns - width(text))


def cut(text: str, columns: int) -> str:
    """The text itself, or as much of it as fits with an ellipsis."""
    if width(text) <= columns:
        return text
    end = len(text)
    while end and width(text[:end]) > columns - 1:
        end -= 1
    return text[:end].rstrip(_JOINER) + "…"


def clean(text: str, keep: str = "") -> str:
    """A todo may come from anywhere: what would steer the terminal or turn lines around is made visible."""
    return "".join("\ufffd" if _steers(each) and each not in keep else each for each in text)


def _steers(character: str) -> bool:
    return unicodedata.category(character) == "Cc" or character in _DIRECTIONS


def index_title(text: str) -> str:
    """What a person means by a letter typed in whatever way: `h` is H, `é` is E, `한` and `ㅎ` are ㅎ."""
    first = unicodedata.normalize("NFKD", text.strip())[:1]
    if "\u1100" <= first <= "\u1112":
        return _INITIALS[ord(first) - 0x1100]
    return first.upper()[:1]
