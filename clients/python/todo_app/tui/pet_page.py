"""The page with a cat or a dog. It comes in its own time; everything else goes on meanwhile."""

from __future__ import annotations

import functools
import pathlib
import threading
import time
from typing import TYPE_CHECKING

from todo_client import ClientError, Pet, PetImage, PetKind

from .. import pets, pictures
from .editor import wrapped
from .keys import command
from .page import Page
from .painting import Canvas, Picture, Style

if TYPE_CHECKING:
    from .app import App

_PULSE = 0.15  # Seconds between two steps of the sign that something is loading.
_STEPS = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
_FRAME = (8, 30)


class PetPage(Page):
    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._protocol = pictures.protocol()
        self._kind: PetKind | None = None
        self._number = 0  # Of the request: an answer to an earlier one is too late.
        self._found: tuple[Pet, PetImage] | None = None
        self._error = ""

    def draw(self, canvas: Canvas) -> bool:
        if self._found:
            self._draw_pet(canvas, *self._found)
        elif self._error:
            canvas.put(1, 2, self._error, Style.RED)
        elif self._kind:
            self._draw_placeholder(canvas)
        else:
            canvas.put(1, 2, self.say("tui.pet.choose"))
        return True

    def _draw_placeholder(self, canvas: Canvas) -> None:
        """A frame where the picture will be."""
        height, columns = _FRAME
        step = _STEPS[int(time.monotonic() / _PULSE) % len(_STEPS)]
        edge = "─" * (columns - 2)
        canvas.put(1, 2, f"┌{edge}┐", Style.DIM)
        for row in range(2, height):
            canvas.put(row, 2, "│", Style.DIM)
            canvas.put(row, columns + 1, "│", Style.DIM)
        canvas.put(height // 2, 5, f"{step} {self.say('tui.pet.loading')}")
        canvas.put(height, 2, f"└{edge}┘", Style.DIM)

    def _draw_pet(self, canvas: Canvas, pet: Pet, image: PetImage) -> None:
        assert self._kind
        canvas.put(0, 2, pets.caption(self.say, self._kind, pet, image), Style.BOLD)
        data = self._picture(canvas, image)
        if data:
            canvas.picture = Picture(2, 2, data)
        else:
            canvas.put(2, 2, self.say("tui.pet.file"), Style.DIM)
            for row, line in enumerate(wrapped(image["path"], max(1, canvas.columns - 4)), 3):
                canvas.put(row, 2, line)

    def _picture(self, canvas: Canvas, image: PetImage) -> str | None:
        if self._protocol is None:
            return None
        room = canvas.height - 5, canvas.columns - 4
        columns = pictures.columns_within(*room, image["width"], image["height"])
        try:
            return pictures.drawn(pathlib.Path(image["path"]).read_bytes(), self._protocol, columns)
        except OSError:  # Somebody has emptied the cache.
            return None

    def hints(self) -> str:
        return self.say("tui.hints.pet")

    def key(self, key: str) -> None:
        match command(key):
            case "c":
                self._load("cat")
            case "d":
                self._load("dog")
            case "esc" | "q" | "left":
                self.app.close(self)

    def _load(self, kind: PetKind) -> None:
        self._kind, self._found, self._error, self.pulse = kind, None, "", _PULSE
        self._number += 1
        threading.Thread(target=self._find, args=(kind, self._number), daemon=True).start()

    def _find(self, kind: PetKind, number: int) -> None:
        try:
            found = pets.find(self.app.reads, kind, self._protocol)
        except ClientError as error:
            self.app.post(functools.partial(self._failed, number, error))
        else:
            self.app.post(functools.partial(self._take, number, found))

    def _take(self, number: int, found: tuple[Pet, PetImage]) -> None:
        if number == self._number:
            self._found, self.pulse = found, None

    def _failed(self, number: int, error: ClientError) -> None:
        if number == self._number:
            self._error, self.pulse = self.app.words(error), None
