"""Days as a person says them."""

from __future__ import annotations

import datetime

_OFFSETS = {"today": 0, "오늘": 0, "tomorrow": 1, "내일": 1, "모레": 2}
_NONE = ("", "-", "none", "없음")
_WEEKDAYS = (
    ("mon", "monday", "월", "월요일"),
    ("tue", "tuesday", "화", "화요일"),
    ("wed", "wednesday", "수", "수요일"),
    ("thu", "thursday", "목", "목요일"),
    ("fri", "friday", "금", "금요일"),
    ("sat", "saturday", "토", "토요일"),
    ("sun", "sunday", "일", "일요일"),
)


def due_day(words: str, today: datetime.date) -> str | None:
    """The day as the protocol writes it, None for no day. What is not understood is left as it is, so that
    the server judges it: it alone knows what a day is."""
    word = words.strip().lower()
    if word in _NONE:
        return None
    days = _days_from(word, today)
    if days is None:
        return words.strip()
    try:
        return (today + datetime.timedelta(days)).isoformat()
    except OverflowError:
        return words.strip()


def _days_from(word: str, today: datetime.date) -> int | None:
    if word in _OFFSETS:
        return _OFFSETS[word]
    if word.startswith("+") and word[1:].isdecimal():
        return int(word[1:])
    for weekday, names in enumerate(_WEEKDAYS):
        if word in names:
            return (weekday - today.weekday() - 1) % 7 + 1
    return None
