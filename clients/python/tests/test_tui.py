"""The full-screen app as a person uses it: in a terminal, against the real server."""

from __future__ import annotations

import re
import unittest
from typing import Any

from tui_support import TuiCase

from todo_app.text import width


def todo(title: str, category: str = "", **members: Any) -> dict[str, Any]:
    return {"title": title, "category": category, **members}


class ListCase(TuiCase):
    def test_the_list_has_sections_with_headers_footers_and_index_titles(self) -> None:
        self.fill(
            todo("Milk", "Home", isToday=True),
            todo("Bread", "Home", isCompleted=True),
            todo("장보기", "한글", dueOn="2999-01-01"),
            todo("까치", "가족"),
        )
        screen = self.start(columns=60, rows=16)
        screen.wait_for("까치", "? help")
        self.assertEqual(
            [line.rstrip() for line in screen.lines[:11]],
            [
                "  1 All   2 Today   3 Upcoming   4 A–Z                  1/4",
                " H  Home                                                 ㄱ",
                "  [ ] ★ Milk                                             ㅎ",
                "  [x]   Bread                                            H",
                "    1 of 2 completed",
                " ㅎ 한글",
                "  [ ]   장보기                           due 2999-01-01",
                "    0 of 1 completed",
                " ㄱ 가족",
                "  [ ]   까치",
                "    0 of 1 completed",
            ],
        )

    def test_wide_characters_leave_everything_beside_them_in_its_column(self) -> None:
        titles = ("plain", "한글 제목입니다", "漢字とかな", "milk 🥛🍞", "e\u0301 combined", "한국어 " * 40)
        self.fill(*(todo(title, "Home", dueOn="2999-01-01") for title in titles))
        screen = self.start(columns=71)
        screen.wait_for("plain", "e\u0301")
        days = [line.partition("due 2999")[0] for line in screen.lines if "due 2999" in line]
        self.assertEqual([width(before) for before in days], [width(days[0])] * len(titles))
        self.assertIn("…", screen.line("한국어"))

    def test_what_is_done_is_struck_through_or_dim_where_the_terminal_cannot(self) -> None:
        self.fill(todo("Milk"), todo("Bread", isCompleted=True), todo("Butter"))
        screen = self.start()
        screen.wait_for("Butter")
        (style,) = re.findall(r"((?:\x1b\[[0-9;]*m)+)Bread", screen.styled)
        codes = set(re.findall(r"\d+", style))
        if self.term.startswith("tmux"):
            self.assertEqual(codes, {"2", "9"})
        self.assertIn("2", codes)
        self.assertIsNone(re.search(r"\x1b\[[0-9;]*9[;m][^\n]*Butter", screen.styled))

    def test_a_terminal_without_strike_through_shows_it_dim(self) -> None:
        self.fill(todo("Milk"), todo("Bread", isCompleted=True))
        screen = self.start(term="screen")
        screen.wait_for("Bread")
        self.assertRegex(screen.styled, r"\x1b\[2mBread")

    def test_it_speaks_korean(self) -> None:
        self.fill(todo("우유", dueOn="2000-01-01"))
        screen = self.start("--lang", "ko")
        screen.wait_for("우유", "지남 2000-01-01", "1개 중 0개 완료", "오늘", "? 도움말")

    def test_korean_keys_are_commands_too(self) -> None:
        self.fill(todo("Milk"), todo("Bread"))
        screen = self.start()
        screen.wait_for_titles("Milk", "Bread")
        screen.write("ㅓㅌ")
        screen.wait_for("[x]   Bread")

    def test_views_show_today_upcoming_and_the_index_of_titles(self) -> None:
        self.fill(
            todo("Milk", "Home", isToday=True), todo("Late", dueOn="2000-01-01"), todo("한글"), todo("Soon", "Work")
        )
        screen = self.start()
        screen.wait_for_titles("Milk", "Late", "한글", "Soon")
        screen.keys("2")
        screen.wait_for_titles("Milk", "Late")
        screen.wait_for("overdue 2000-01-01", "0 of 2 completed")
        self.assertTrue(screen.line("Milk").rstrip().endswith("Home"))
        screen.keys("3")
        screen.wait_for_titles("한글", "Soon")
        screen.keys("Tab")
        screen.wait_for_titles("한글", "Late", "Milk", "Soon")
        screen.keys("BTab", "BTab", "BTab")
        screen.wait_for_titles("Milk", "Late", "한글", "Soon")

    def test_a_letter_jumps_to_its_section(self) -> None:
        self.fill(*(todo(f"{name} {number}", name) for name in ("Alpha", "하늘", "Beta") for number in range(30)))
        screen = self.start()
        screen.wait_for("Alpha 0")
        for letter, title in (("b", "Beta 0"), ("ㅎ", "하늘 0"), ("A", "Alpha 0"), ("하", "하늘 0")):
            screen.keys("i")
            screen.wait_for("Jump to")
            screen.write(letter)
            screen.wait_for(title)
        screen.keys("i")
        screen.wait_for("Jump to")
        screen.write("z")
        screen.wait_for("No section under Z", "ㅎ, A, B")

    def test_the_header_of_a_section_stays_above_its_todos(self) -> None:
        self.fill(*(todo(f"Number {number}", "Home") for number in range(100)))
        screen = self.start(rows=12)
        screen.wait_for("Number 0")
        screen.keys("NPage", "NPage")
        screen.wait_without("Number 0")
        self.assertIn("Home", screen.lines[1])
        screen.keys("End")
        screen.wait_for("Number 99", "0 of 100 completed")
        screen.keys("Home")
        screen.wait_for("Number 0")

    def test_an_empty_list_says_how_to_begin(self) -> None:
        self.start().wait_for("The key a adds a todo")

    def test_help_tells_the_keys(self) -> None:
        screen = self.start(rows=30)
        screen.wait_for("a adds")
        screen.keys("?")
        screen.wait_for("grab; ", "Esc back")
        screen.keys("Escape")
        screen.wait_for("a adds")

    def test_search_finds_as_one_types_also_by_initial_consonants(self) -> None:
        self.fill(todo("한글 공부", "Home"), todo("Milk", "Home"), todo("Hangul", detail="한강"), todo("하늘"))
        screen = self.start()
        screen.wait_for("한글 공부")
        screen.keys("/")
        screen.write("ㅎㄱ")
        screen.wait_for_titles("한글 공부", "Hangul")
        screen.wait_for("2 found")
        screen.keys("BSpace", "BSpace")
        screen.write("MILK")
        screen.wait_for_titles("Milk")
        screen.keys("Enter", "Space")
        screen.wait_for("[x]   Milk")
        screen.keys("Escape")
        screen.wait_for("1 All")
        screen.wait_for("[x]   Milk", "하늘")
        screen.keys("/")
        screen.write("nothing like that")
        screen.wait_for("Nothing here", "0 found")


class ChangingCase(TuiCase):
    def test_space_and_t_tick_and_star(self) -> None:
        milk, bread = self.fill(todo("Milk"), todo("Bread"))
        screen = self.start()
        screen.wait_for_titles("Milk", "Bread")
        screen.keys("Down", "Space", "t")
        screen.wait_for("[x] ★ Bread", "1 of 2 completed")
        screen.keys("Space", "t", "Up", "Space")
        screen.wait_for("[ ]   Bread", "[x]   Milk")
        self.assertEqual(self.marks(), {"Milk": (True, False), "Bread": (False, False)})

    def marks(self) -> dict[str, tuple[bool, bool]]:
        with self.connect() as client:
            return {todo["title"]: (todo["isCompleted"], todo["isToday"]) for todo in client.todo.all()}

    def test_adding_asks_before_it_adds(self) -> None:
        self.fill(todo("Milk", "Home"))
        screen = self.start()
        screen.wait_for_titles("Milk")
        screen.keys("a")
        screen.wait_for("New todo", "Home")
        screen.write("우표 사기")
        screen.keys("Tab", "Tab")
        screen.write("2030-01-01")
        screen.keys("Tab")
        screen.write("ten")
        screen.keys("Enter")
        screen.write("열 장")
        screen.keys("C-s")
        screen.wait_for("Add this? [y/N]", "우표 사기", "열 장")
        screen.keys("n")
        screen.wait_for("Not added.")
        screen.keys("C-s")
        screen.wait_for("Add this?")
        screen.keys("y")
        screen.wait_for_titles("Milk", "우표 사기")
        with self.connect() as client:
            _, added = client.todo.all()
        self.assertEqual(
            (added["title"], added["detail"], added["category"], added["dueOn"]),
            ("우표 사기", "ten\n열 장", "Home", "2030-01-01"),
        )
        screen.keys("Enter")
        screen.wait_for("열 장", "Created")

    def test_what_cannot_be_added_is_not_asked_about_and_nothing_written_is_lost(self) -> None:
        screen = self.start("--lang", "ko")
        screen.wait_for("a를 누르면")
        screen.keys("a")
        screen.wait_for("새 할 일")
        screen.keys("Enter")
        screen.wait_for("내용이 모두 입력되지 않았습니다.")
        screen.write("우유")
        screen.keys("Tab")
        screen.write("분류 없음")
        screen.keys("Tab")
        screen.write("언젠가")
        screen.keys("Tab")
        screen.write("두 병")
        screen.keys("C-s")
        screen.wait_for("“언젠가”은(는) 날짜가 아닙니다.", "우유", "두 병", "새 할 일")
        self.assertNotIn("추가할까요?", screen.text)
        self.assertEqual(self.titles(), [])
        screen.keys("C-u")
        screen.write("내일")
        screen.keys("Enter")
        screen.wait_for("추가할까요?")
        screen.keys("y")
        screen.wait_for("[ ]   우유", "기한 내일")
        with self.connect() as client:
            self.assertEqual([todo["category"] for todo in client.todo.all()], [""])

    def test_leaving_a_form_asks_when_something_is_written(self) -> None:
        screen = self.start()
        screen.wait_for("a adds")
        screen.keys("a")
        screen.wait_for("New todo")
        screen.write("Milk")
        screen.keys("Escape")
        screen.wait_for("Forget what you have written?")
        screen.keys("n")
        screen.wait_without("Forget")
        screen.wait_for("Milk")
        screen.keys("Escape")
        screen.wait_for("Forget")
        screen.keys("y")
        screen.wait_for("a adds")
        self.assertEqual(self.titles(), [])

    def test_a_paste_is_text_in_a_form_and_nothing_in_the_list(self) -> None:
        self.fill(todo("Milk"))
        screen = self.start()
        screen.wait_for_titles("Milk")
        screen.paste("x x q\n")
        screen.keys("a")
        screen.wait_for("New todo")
        screen.paste("two\nlines q")
        screen.wait_for("two lines q")
        screen.keys("Enter")
        screen.wait_for("Add this?")
        screen.keys("y")
        screen.wait_for_titles("Milk", "two lines q")
        self.assertIn("[ ]", screen.line("Milk"))

    def test_a_todo_is_seen_in_full_and_edited(self) -> None:
        self.fill(todo("Milk", "Home", detail="two litres\n" + "Line\n" * 40 + "the last line"))
        screen = self.start()
        screen.wait_for_titles("Milk")
        screen.keys("Enter")
        screen.wait_for("two litres", "Category", "Home", "Created")
        screen.keys("End")
        screen.wait_for("the last line")
        screen.keys("Space", "t", "Home")
        screen.wait_for("[x] ★ Milk", "Completed")
        screen.keys("e")
        screen.wait_for("Edit", "two litres")
        screen.keys("C-u")
        screen.write("Oat milk")
        screen.keys("Tab", "C-u")
        screen.write("장보기")
        screen.keys("Enter")
        screen.wait_for("[x] ★ Oat milk", "장보기")
        screen.keys("Escape")
        screen.wait_for_titles("Oat milk")
        screen.wait_for("ㅈ 장보기")

    def test_deleting_asks_and_undo_and_redo_go_both_ways(self) -> None:
        self.fill(todo("Milk"), todo("Bread"), todo("Butter"))
        screen = self.start()
        screen.wait_for_titles("Milk", "Bread", "Butter")
        screen.keys("Down", "d")
        screen.wait_for("Delete “Bread”? [y/N]")
        screen.resize(31, 10)
        screen.wait_for("[y/N]")
        screen.resize(80, 24)
        screen.keys("n")
        screen.wait_for("Not deleted.")
        screen.keys("d", "y")
        screen.wait_for_titles("Milk", "Butter")
        screen.keys("x")
        screen.wait_for("[x]   Butter")
        screen.keys("u")
        screen.wait_for("[ ]   Butter", "Taken back – Done: Butter")
        screen.keys("u")
        screen.wait_for_titles("Milk", "Bread", "Butter")
        screen.keys("u")
        screen.wait_for("Nothing to take back")
        screen.keys("r")
        screen.wait_for_titles("Milk", "Butter")
        screen.keys("C-r")
        screen.wait_for("[x]   Butter")
        screen.keys("r")
        screen.wait_for("Nothing to do again")
        screen.keys("u", "u")
        screen.wait_for_titles("Milk", "Bread", "Butter")
        self.assertEqual(self.titles(), ["Milk", "Bread", "Butter"])

    def test_a_new_change_ends_what_can_be_done_again(self) -> None:
        self.fill(todo("Milk"), todo("Bread"))
        screen = self.start()
        screen.wait_for_titles("Milk", "Bread")
        screen.keys("x")
        screen.wait_for("[x]   Milk")
        screen.keys("u")
        screen.wait_for("Taken back")
        screen.keys("t")
        screen.wait_for("★ Milk")
        screen.keys("r")
        screen.wait_for("Nothing to do again")

    def test_a_todo_moves_to_a_category_that_need_not_be_there_yet(self) -> None:
        self.fill(todo("Milk", "Home"), todo("Bread", "Home"))
        screen = self.start()
        screen.wait_for_titles("Milk", "Bread")
        screen.keys("m")
        screen.wait_for("Move to the category", "Home")
        screen.write("시장")
        screen.keys("Enter")
        screen.wait_for("ㅅ 시장")
        screen.wait_for_titles("Bread", "Milk")
        screen.keys("x")
        screen.wait_for("[x]   Milk")  # The cursor has gone along.


if __name__ == "__main__":
    unittest.main()
