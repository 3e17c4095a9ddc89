"""The command that shows a cat or a dog, and what the full-screen app needs for the same."""

from __future__ import annotations

import pathlib
from collections.abc import Sequence
from typing import Literal

from todo_client import Client, Pet, PetImage, PetKind, PetUnavailable

from . import pictures
from .app import App
from .messages import Messages
from .text import clean


def pet(app: App) -> int:
    protocol = pictures.protocol() if app.out.is_terminal and not app.args.json else None
    pet, image = find(app.client, app.args.kind, protocol)
    return app.show({"pet": pet, "image": image}, lambda: _show(app, pet, image, protocol))


def find(client: Client, kind: PetKind, protocol: pictures.Protocol | None) -> tuple[Pet, PetImage]:
    """A pet that the terminal can show, if the service has such a one, and its picture."""
    pet = _find(client, kind, protocol)
    return pet, client.pet.image(kind, pet["id"])


def _find(client: Client, kind: PetKind, protocol: pictures.Protocol | None) -> Pet:
    if protocol == "kitty":
        try:
            return _random(client, kind, ["png"])
        except PetUnavailable as error:
            if error.reason != "badAnswer":
                raise
    return _random(client, kind, None)


def _random(client: Client, kind: PetKind, mime_types: Sequence[Literal["png"]] | None) -> Pet:
    return client.pet.random(kind, mime_types=mime_types, allow_offline=True)


def _show(app: App, pet: Pet, image: PetImage, protocol: pictures.Protocol | None) -> None:
    """In a pipe the path alone, so that it can be handed on; a person also reads who it is."""
    drawn = pictures.drawn(pathlib.Path(image["path"]).read_bytes(), protocol) if protocol else None
    if drawn:
        app.out.line(drawn)
    else:
        app.out.line(image["path"])
    if app.out.is_terminal:
        app.out.line(app.out.dim(caption(app.say, app.args.kind, pet, image)))


def caption(say: Messages, kind: PetKind, pet: Pet, image: PetImage) -> str:
    size = f"{image['width']}×{image['height']}" if image["width"] and image["height"] else ""
    words = [say(f"pet.{kind}"), *map(clean, pet["breeds"]), size, say(f"pet.{pet['source']}")]
    return " · ".join(word for word in words if word)
