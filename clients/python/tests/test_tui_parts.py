"""The small rules of the full-screen app that need no server and no terminal."""

from __future__ import annotations

import random
import string
import unittest

import support  # noqa: F401  (makes the app importable)

from todo_app.messages import TABLE
from todo_app.pictures import columns_within
from todo_app.text import clusters, width
from todo_app.tui import words
from todo_app.tui.editor import Editor, wrapped
from todo_app.tui.keys import Keys, Paste, command
from todo_app.tui.painting import Canvas, Painter, Picture, Style


class KeyCase(unittest.TestCase):
    def test_bytes_become_keys(self) -> None:
        for data, keys in (
            ("ab", ["a", "b"]),
            ("한", ["한"]),
            ("\r\n\t\x7f\x08", ["enter", "enter", "tab", "backspace", "backspace"]),
            ("\x01\x13\x1a", ["ctrl-a", "ctrl-s", "ctrl-z"]),
            ("\x1b[A\x1bOB\x1b[1;5C\x1b[D", ["up", "down", "right", "left"]),
            ("\x1b[5~\x1b[6~\x1b[1~\x1b[4~\x1bOH\x1b[F", ["page up", "page down", "home", "end", "home", "end"]),
            ("\x1b[3~\x1b[3;2~\x1b[Z", ["delete", "delete", "back tab"]),
            ("\x1b[24~\x1b[I\x1bOPx", ["x"]),  # What has no name here is passed over.
            ("\x1bxy", ["esc", "x", "y"]),
            ("\x1b\x1b[A", ["esc", "up"]),
            ("\x1bXq", ["left", "q"]),  # As this terminal alone says it.
        ):
            self.assertEqual(Keys({"\x1bX": "left"}).feed(data.encode()), keys, ascii(data))

    def test_they_may_come_in_any_pieces(self) -> None:
        data = "한\x1b[5~x\x1b[200~글\nq\x1b[201~\x1bOA\x1b[1;2B".encode()
        for size in range(1, len(data)):
            keys = Keys({})
            got = [key for start in range(0, len(data), size) for key in keys.feed(data[start:start + size])]
            self.assertEqual(got, ["한", "page up", "x", "글\nq", "up", "down"], size)
            self.assertIsInstance(got[3], Paste)
            self.assertFalse(keys.is_waiting)

    def test_an_escape_that_nothing_follows_is_the_key(self) -> None:
        keys = Keys({})
        self.assertEqual(keys.feed(b"\x1b"), [])
        self.assertTrue(keys.is_waiting)
        self.assertEqual(keys.flush(), ["esc"])
        self.assertFalse(keys.is_waiting)

    def test_a_korean_keyboard_gives_the_same_commands_and_a_paste_gives_none(self) -> None:
        self.assertEqual([command(key) for key in "ㅂㅁㅡㅛ/"], [*"qamy/"])
        self.assertEqual(command("enter"), "enter")
        self.assertEqual(command(Paste("q")), "")


class EditorCase(unittest.TestCase):
    def after(self, text: str, *keys: str, is_long: bool = False) -> str:
        """The text, with a bar where the cursor is."""
        editor = Editor(text, is_long=is_long)
        for key in keys:
            editor.key(key)
        editor.key("|")
        return editor.text

    def test_keys_move_and_change(self) -> None:
        for keys, text in (
            ((), "one 둘|"),
            (("left", "x"), "one x|둘"),
            (("home", "right", "delete"), "o|e 둘"),
            (("backspace", "backspace"), "one|"),
            (("ctrl-w",), "one |"),
            (("ctrl-w", "ctrl-w"), "|"),
            (("left", "ctrl-u"), "|둘"),
            (("home", "left", "backspace", "end", "right", "delete"), "one 둘|"),
            (("enter",), "one 둘|"),
        ):
            self.assertEqual(self.after("one 둘", *keys), text, keys)

    def test_the_cursor_steps_over_what_a_person_sees_as_one_character(self) -> None:
        for text in ("e\u0301", "👨‍👩‍👧", "👍🏽", "🇰🇷", "❤\ufe0f", "\u1112\u1161\u11ab"):
            self.assertEqual(clusters(f"a{text}b"), ["a", text, "b"], ascii(text))
            self.assertEqual(self.after(f"a{text}", "backspace"), "a|", ascii(text))
            self.assertEqual(self.after("a", *text, "left"), f"a|{text}", ascii(text))
        self.assertEqual(clusters("🇰🇷🇯🇵"), ["🇰🇷", "🇯🇵"])

    def test_only_a_long_text_takes_line_ends(self) -> None:
        self.assertEqual(self.after("a", "enter", "b", is_long=True), "a\nb|")
        self.assertEqual(self.after("a", Paste("b\r\n c\n")), "ab c|")
        self.assertEqual(self.after("a", Paste("b\r\n c\n"), is_long=True), "ab\n c|")
        self.assertEqual(self.after("ab\ncd", "home", "x", is_long=True), "ab\nx|cd")

    def test_up_and_down_keep_the_column_where_they_can(self) -> None:
        editor = Editor("abc\n한글\n\nlast", is_long=True)
        self.assertFalse(editor.down())
        places = []
        while editor.up():
            places.append(editor.lines(80)[1:])
        self.assertEqual(places, [(2, 0), (1, 0), (0, 0)])
        editor.key("end")
        self.assertTrue(editor.down())
        self.assertEqual(editor.lines(80)[1:], (1, 2))  # A wide character is not cut in half.

    def test_of_a_long_line_the_part_around_the_cursor_is_seen(self) -> None:
        editor = Editor("가나다라마바사")
        self.assertEqual(editor.window(7), ("마바사", 6))
        editor.key("home")
        self.assertEqual(editor.window(7), ("가나다", 0))
        self.assertEqual(Editor("a\tb\x07").window(9), ("a b\ufffd", 4))

    def test_wherever_the_cursor_is_it_is_in_its_line(self) -> None:
        dice = random.Random(7)
        for _ in range(200):
            text = "".join(dice.choice("ab 가나\n") for _ in range(30))
            editor = Editor(text, is_long=True)
            for _ in range(dice.randrange(30)):
                editor.key("left")
            columns = dice.randint(2, 12)
            rows, row, column = editor.lines(columns)
            self.assertLessEqual(max(map(width, rows)), columns)
            self.assertLessEqual(column, width(rows[row]))
            self.assertEqual("".join(rows).replace("\n", ""), text.replace("\n", ""))

    def test_lines_are_cut_where_a_row_is_full(self) -> None:
        self.assertEqual(wrapped("abcd\n\n가나다", 3), ["abc", "d", "", "가", "나", "다"])


class Glass:
    """A screen that keeps what is written to it."""

    clear, hide_cursor, show_cursor, remove_pictures = "<clear>", "", "<cursor>", "<no picture>"

    def __init__(self) -> None:
        self.written = ""

    def at(self, row: int, column: int) -> str:
        return f"<{row},{column}>"

    def styled(self, text: str, style: Style) -> str:
        return f"[{text}]" if style else text

    def write(self, text: str) -> None:
        self.written += text

    def take(self) -> str:
        written, self.written = self.written, ""
        return written


class PaintingCase(unittest.TestCase):
    def setUp(self) -> None:
        self.glass = Glass()
        self.painter = Painter(self.glass)

    def canvas(self, *lines: str) -> Canvas:
        canvas = Canvas(3, 4)
        for row, line in enumerate(lines):
            canvas.put(row, 1, line)
        return canvas

    def test_at_first_everything_is_drawn_then_only_rows_that_differ(self) -> None:
        self.painter.paint(self.canvas("a", "b"))
        self.assertEqual(self.glass.take(), "<clear><0,0>    <0,1>a<1,0>    <1,1>b<2,0>    ")
        self.painter.paint(self.canvas("a", "c"))
        self.assertEqual(self.glass.take(), "<1,0>    <1,1>c")
        self.painter.paint(self.canvas("a", "c"))
        self.assertEqual(self.glass.take(), "")
        self.painter.forget()
        self.painter.paint(self.canvas("a"))
        self.assertIn("<clear>", self.glass.take())

    def test_each_piece_stands_at_its_own_column_whatever_is_before_it(self) -> None:
        canvas = Canvas(1, 12)
        canvas.put(0, 0, "👨‍👩‍👧")
        canvas.put_right(0, "due", end=11)
        self.painter.paint(canvas)
        self.assertEqual(self.glass.take(), "<clear><0,0>            <0,0>👨‍👩‍👧<0,8>due")

    def test_nothing_is_put_beyond_the_edges_and_nothing_that_steers_the_terminal(self) -> None:
        canvas = Canvas(2, 6)
        self.assertEqual(canvas.put(0, 2, "한글날"), 5)
        canvas.put(5, 0, "x")
        canvas.put(0, 9, "x")
        canvas.put(1, 0, "a\x1b[2J")
        self.assertEqual([[span.text for span in row.spans] for row in canvas.rows], [["한…"], ["a\ufffd[2J"]])

    def test_a_style_lies_under_a_row_as_far_as_it_is_told(self) -> None:
        canvas = Canvas(1, 4)
        canvas.fill(0, Style.REVERSE, 3)
        canvas.put(0, 0, "a")
        canvas.put(0, 3, "b")
        self.painter.paint(canvas)
        self.assertEqual(self.glass.take(), "<clear><0,0>[   ] <0,0>[a]<0,3>b")

    def test_a_picture_is_drawn_once_and_taken_away(self) -> None:
        canvas = self.canvas("a")
        canvas.picture = Picture(1, 0, "<picture>")
        self.painter.paint(canvas)
        self.assertTrue(self.glass.take().endswith("<1,0><picture>"))
        canvas = self.canvas("b")
        canvas.picture = Picture(1, 0, "<picture>")
        self.painter.paint(canvas)
        self.assertEqual(self.glass.take(), "<0,0>    <0,1>b")
        self.painter.paint(self.canvas("b"))
        self.assertTrue(self.glass.take().startswith("<no picture><clear>"))

    def test_a_picture_keeps_within_its_rows_and_columns(self) -> None:
        self.assertEqual(columns_within(20, 100, 400, 400), 40)
        self.assertEqual(columns_within(10, 100, 400, 400), 20)
        self.assertEqual(columns_within(10, 15, 400, 400), 15)
        self.assertEqual(columns_within(10, 100, 100, 4000), 1)
        self.assertEqual(columns_within(10, 100, None, None), 10)


class WordCase(unittest.TestCase):
    def test_both_languages_fill_in_the_same_values(self) -> None:
        for key, texts in words.TABLE.items():
            english, korean = ({name for _, name, _, _ in string.Formatter().parse(text) if name} for text in texts)
            self.assertEqual(english, korean, key)

    def test_the_help_fits_on_a_terminal_of_80_columns(self) -> None:
        for text in words.TABLE["tui.help"]:
            self.assertEqual([line for line in text.splitlines() if width(line) > 78], [])

    def test_nothing_is_said_in_two_places(self) -> None:
        self.assertEqual(words.TABLE.keys() & TABLE.keys(), set())


if __name__ == "__main__":
    unittest.main()
