"""Days as a person says them."""

from __future__ import annotations

import datetime
import re

_OFFSETS = {"today": 0, "오늘": 0, "tomorrow": 1, "내일": 1, "모레": 2}
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
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
    """The day as the protocol writes it, None for no day. What is not understood is left as it is;
    `is_day` tells it apart."""
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


def is_day(day: str | None) -> bool:
    """Whether the server will take it: no day, or one of the calendar. Questions are asked about what can be done only."""
    if day is None:
        return True
    try:
        return bool(_DAY.fullmatch(day) and datetime.date.fromisoformat(day))
    except ValueError:
        return False


def _days_from(word: str, today: datetime.date) -> int | None:
    if word in _OFFSETS:
        return _OFFSETS[word]
    if word.startswith("+") and word[1:].isdecimal():
        return int(word[1:])
    for weekday, names in enumerate(_WEEKDAYS):
        if word in names:
            return (weekday - today.weekday() - 1) % 7 + 1
    return None
