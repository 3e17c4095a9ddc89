"""The command that shows a cat or a dog."""

from __future__ import annotations

import pathlib
from collections.abc import Sequence
from typing import Literal

from todo_client import Pet, PetImage, PetUnavailable

from . import pictures
from .app import App
from .text import clean

def pet(app: App) -> int:
    protocol = pictures.protocol() if app.out.is_terminal and not app.args.json else None
    pet = _find(app, protocol)
    image = app.client.pet.image(app.args.kind, pet["id"])
    return app.show({"pet": pet, "image": image}, lambda: _show(app, pet, image, protocol))


def _find(app: App, protocol: pictures.Protocol | None) -> Pet:
    """One that the terminal can show, if the service has such a one."""
    if protocol == "kitty":
        try:
            return _random(app, ["png"])
        except PetUnavailable as error:
            if error.reason != "badAnswer":
                raise
    return _random(app, None)


def _random(app: App, mime_types: Sequence[Literal["png"]] | None) -> Pet:
    return app.client.pet.random(app.args.kind, mime_types=mime_types, allow_offline=True)


def _show(app: App, pet: Pet, image: PetImage, protocol: pictures.Protocol | None) -> None:
    """In a pipe the path alone, so that it can be handed on; a person also reads who it is."""
    drawn = pictures.drawn(pathlib.Path(image["path"]).read_bytes(), protocol) if protocol else None
    if drawn:
        app.out.line(drawn)
    else:
        app.out.line(image["path"])
    if app.out.is_terminal:
        app.out.line(app.out.dim(_caption(app, pet, image)))


def _caption(app: App, pet: Pet, image: PetImage) -> str:
    size = f"{image['width']}×{image['height']}" if image["width"] and image["height"] else ""
    kind, source = app.say(f"pet.{app.args.kind}"), app.say(f"pet.{pet['source']}")
    return " · ".join(word for word in [kind, *map(clean, pet["breeds"]), size, source] if word)
