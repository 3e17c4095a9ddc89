"""The small rules of the app that need no server."""

from __future__ import annotations

import datetime
import string
import unittest

import support  # noqa: F401  (makes the app importable)

from todo_app.dates import due_day, is_day
from todo_app.messages import TABLE, language_of
from todo_app.pictures import drawn, protocol
from todo_app.tui import words
from todo_app.text import cut, index_title, pad, width

WEDNESDAY = datetime.date(2024, 2, 28)


class TextCase(unittest.TestCase):
    def test_width_counts_the_columns_of_a_terminal(self) -> None:
        for text, columns in (
            ("", 0),
            ("abc", 3),
            ("한글", 4),
            ("\u1112\u1161\u11ab\u1100\u1173\u11af", 4),
            ("e\u0301", 1),
            ("ﾊﾞ", 2),
            ("👍", 2),
            ("👍🏽", 2),
            ("👨‍👩‍👧", 2),
            ("🇰🇷", 2),
            ("❤\ufe0f", 2),
            ("★", 1),
            ("a\u200bb", 2),
        ):
            self.assertEqual(width(text), columns, ascii(text))

    def test_pad_fills_up_to_columns_not_characters(self) -> None:
        self.assertEqual(pad("한", 4), "한  ")
        self.assertEqual(pad("한글날", 4), "한글날")

    def test_cut_never_exceeds_the_columns(self) -> None:
        self.assertEqual(cut("한글날", 6), "한글날")
        self.assertEqual(cut("한글날", 5), "한글…")
        self.assertEqual(cut("한글날", 4), "한…")
        self.assertEqual(cut("abcdef", 4), "abc…")

    def test_a_letter_in_any_form_means_its_index_title(self) -> None:
        for text, title in (
            ("ㄱ", "ㄱ"),
            ("까치", "ㄱ"),
            ("\u1112\u1161", "ㅎ"),
            ("ﾾ", "ㅎ"),
            ("é", "E"),
            ("z", "Z"),
            ("あ", "あ"),
            ("#", "#"),
            ("", ""),
        ):
            self.assertEqual(index_title(text), title, ascii(text))


class MessageCase(unittest.TestCase):
    def test_no_message_speaks_of_one_as_of_several(self) -> None:
        for key, (english, _) in {**TABLE, **words.TABLE}.items():
            self.assertNotRegex(english, r"\{count\} [a-z]+s\b|these \{count\}", key)


class DateCase(unittest.TestCase):
    def test_words_become_days(self) -> None:
        for words, day in (
            ("today", "2024-02-28"),
            ("Tomorrow", "2024-02-29"),
            ("모레", "2024-03-01"),
            ("+7", "2024-03-06"),
            ("thu", "2024-02-29"),
            ("wed", "2024-03-06"),
            ("화요일", "2024-03-05"),
            (" 2024-12-24 ", "2024-12-24"),
        ):
            self.assertEqual(due_day(words, WEDNESDAY), day, words)

    def test_no_day_is_none(self) -> None:
        for words in ("", "-", "none", "없음"):
            self.assertIsNone(due_day(words, WEDNESDAY))

    def test_only_what_is_none_or_in_the_calendar_is_a_day(self) -> None:
        for day in (None, "2024-02-29", "0001-01-01", "9999-12-31"):
            self.assertTrue(is_day(day), day)
        for day in ("2023-02-29", "32", "20240229", "2024-W01-1", "2024-2-9", "２０２４-02-29", "0000-01-01", "fri"):
            self.assertFalse(is_day(day), day)

    def test_what_is_not_understood_is_left_as_it_is(self) -> None:
        for words in ("someday", "2024-13-01", "+99999999999"):
            self.assertEqual(due_day(words, WEDNESDAY), words)


class MessageCase(unittest.TestCase):
    def test_both_languages_fill_in_the_same_values(self) -> None:
        for key, texts in TABLE.items():
            english, korean = (
                {name for _, name, _, _ in string.Formatter().parse(text) if name} for text in texts
            )
            self.assertEqual(english, korean, key)

    def test_a_thing_has_one_korean_word(self) -> None:
        """On the left the word, which the server has too where it speaks of the thing; on the right what else it might
        be called."""
        for word, others in (
            ("분류", ("카테고리", "섹션", "범주")),
            ("완료", ("끝",)),
            ("수정", ("고치", "고친", "고쳤", "편집")),
            ("기한", ("마감",)),
            ("내용", ("설명", "세부")),
            ("되돌리", ("취소",)),
            ("찾기", ("검색",)),
            ("삭제", ("지우", "지운")),
            ("분류 없음", ("미분류",)),
        ):
            said = [korean for table in (TABLE, words.TABLE) for _, korean in table.values()]
            self.assertTrue(any(word in text for text in said), word)
            for other in others:
                self.assertEqual([text for text in said if other in text], [], f"{other}: {word}")

    def test_the_environment_chooses_the_language(self) -> None:
        for environ, language in (
            ({}, "en"),
            ({"LANG": "ko_KR.UTF-8"}, "ko"),
            ({"LANG": "ko"}, "ko"),
            ({"LANG": "kok_IN"}, "en"),
            ({"LC_ALL": "C", "LANG": "ko_KR"}, "en"),
            ({"LC_ALL": "", "LC_MESSAGES": "ko-KR", "LANG": "en_US"}, "ko"),
        ):
            self.assertEqual(language_of(environ), language, environ)


class PictureCase(unittest.TestCase):
    def test_terminals_are_told_apart_by_their_environment(self) -> None:
        for environ, expected in (
            ({"KITTY_WINDOW_ID": "1"}, "kitty"),
            ({"TERM": "xterm-kitty"}, "kitty"),
            ({"TERM_PROGRAM": "ghostty"}, "kitty"),
            ({"TERM_PROGRAM": "iTerm.app"}, "iterm"),
            ({"LC_TERMINAL": "iTerm2"}, "iterm"),
            ({"TERM": "xterm-256color"}, None),
            ({"LC_TERMINAL": "iTerm2", "TMUX": "/tmp/tmux"}, None),
            ({"KITTY_WINDOW_ID": "1", "TERM": "screen-256color"}, None),
        ):
            self.assertEqual(protocol(environ), expected, environ)

    def test_kitty_shows_png_alone(self) -> None:
        self.assertIsNone(drawn(b"\xff\xd8\xff\xe0", "kitty"))
        self.assertIsNotNone(drawn(b"\xff\xd8\xff\xe0", "iterm"))


if __name__ == "__main__":
    unittest.main()
