"""Dragging todos in the full-screen app."""

from __future__ import annotations

import unittest

from test_tui import todo
from tui_support import Screen, TuiCase


class DragCase(TuiCase):
    def setUp(self) -> None:
        super().setUp()
        self.fill(*(todo(title, "One") for title in "abc"), *(todo(title, "Two") for title in "de"), todo("f", "Three"))

    def grab(self, *keys: str) -> Screen:
        """Grabs what those keys lead to."""
        screen = self.start()
        screen.wait_for_titles(*"abcdef")
        screen.keys(*keys, "g")
        screen.wait_for("Enter drop", "↕")
        return screen

    def test_within_its_section(self) -> None:
        screen = self.grab()
        screen.keys("Down", "Down")
        screen.wait_for_titles(*"bcadef")
        self.assertEqual(self.titles(), [*"abcdef"])  # Not dropped yet.
        screen.keys("Enter")
        screen.wait_for("Moved: a")
        self.assertEqual(self.titles(), [*"bcadef"])
        screen.keys("x")
        screen.wait_for("[x]   a")

    def test_over_the_edge_into_the_sections_beside_it(self) -> None:
        screen = self.grab("Down", "Down")
        screen.keys("Down", "Down")
        screen.wait_for_titles(*"abdcef")
        screen.keys("Enter")
        screen.wait_for("Moved: c", "0 of 3 completed")
        self.assertEqual(self.titles("Two"), [*"dce"])
        screen.keys("g", "Up", "Up", "Up")
        screen.wait_for_titles(*"acbdef")
        screen.keys("Space")
        screen.wait_for("0 of 3 completed")
        screen.wait_without("↕")
        self.assertEqual(self.titles("One"), [*"acb"])

    def test_from_section_to_section_to_their_ends_and_back_home(self) -> None:
        screen = self.grab()
        screen.keys("Right")
        screen.wait_for_titles(*"bcadef")
        screen.keys("End")
        screen.wait_for_titles(*"bcdeaf")
        screen.keys("]")
        screen.wait_for_titles(*"bcdeaf")
        screen.wait(lambda: screen.row("] ") and screen.row("Three") < screen.row("  a"), "for a below Three")
        screen.keys("Left", "Left", "Home")
        screen.wait_for_titles(*"abcdef")
        screen.keys("Enter")
        screen.wait_without("↕")
        screen.keys("u")
        screen.wait_for("Nothing to take back")  # It stands where it stood.

    def test_the_last_one_of_a_section_takes_the_section_with_it_and_undo_brings_both_back(self) -> None:
        screen = self.grab("End")
        screen.keys("Left", "Enter")
        screen.wait_for_titles(*"abcfde")
        screen.wait_without("Three")
        self.assertEqual(self.titles("Two"), [*"fde"])
        screen.keys("u")
        screen.wait_for("Three")
        screen.wait_for_titles(*"abcdef")

    def test_escape_puts_it_back(self) -> None:
        screen = self.grab("Down")
        screen.keys("Right", "Down")
        screen.wait_for_titles(*"acdbef")
        screen.keys("Escape")
        screen.wait_for_titles(*"abcdef")
        screen.wait_without("↕")
        self.assertEqual(self.titles(), [*"abcdef"])

    def test_what_others_do_meanwhile_leaves_it_in_the_hand(self) -> None:
        screen = self.grab()
        screen.keys("Down")
        screen.wait_for_titles(*"bacdef")
        with self.connect() as client:
            client.todo.create("new", category="One", index=0)
            screen.wait_for("new")
            client.todo.delete(2)
            screen.wait_for_titles("new", *"acdef")
            self.assertIn("↕", screen.line("]   a"))
            client.todo.update(1, title="A")
            screen.wait_for("]   A")
        self.assertIn("↕", screen.line("]   A"))
        screen.keys("Down", "Enter")
        screen.wait_for("Moved: A")
        self.assertEqual(self.titles("One"), ["new", "c", "A"])

    def test_one_that_somebody_deletes_is_out_of_the_hand(self) -> None:
        screen = self.grab()
        screen.keys("Right")
        screen.wait_for_titles(*"bcadef")
        with self.connect() as client:
            client.todo.delete(1)
        screen.wait_for("It has been deleted")
        screen.wait_for_titles(*"bcdef")
        screen.keys("x")
        screen.wait_for("[x]")

    def test_a_neighbour_that_is_gone_when_it_is_dropped_is_no_harm(self) -> None:
        screen = self.grab()
        screen.keys("3")  # Does nothing while something is in the hand.
        screen.keys("Down", "Down")
        screen.wait_for_titles(*"bcadef")
        screen.keys("Escape", "2", "g")
        screen.wait_for("Nothing here")


if __name__ == "__main__":
    unittest.main()
