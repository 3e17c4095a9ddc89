#!/usr/bin/env python3
"""Draws the pictures that come with the server, and the Swift file that carries them.

    Tools/draw_pets.py            draws what is out of date
    Tools/draw_pets.py --check    changes nothing; status 1 if something is out of date

Only Python's standard library is used. Every picture is a list of shapes on a canvas of
240 × 240 points, painted one over the other at three times that size in each direction
and averaged down, which gives the smooth edges.
"""

import base64
import math
import struct
import sys
import zlib
from pathlib import Path

SIZE = 240  # points (and pixels) a side
SCALE = 3  # samples a pixel in each direction
MAX_BYTES = 12 * 1024
BUNDLED = Path(__file__).resolve().parent.parent / "Sources" / "PetService" / "Bundled"
SWIFT_FILE = "BundledPictures.swift"


# --- Painting ------------------------------------------------------------------------------


class Canvas:
    """A square of flat colours, `SIZE` points a side, painted back to front."""

    def __init__(self, background):
        self.colours = [rgb(background)]
        self.rows = [bytearray(SIZE * SCALE) for _ in range(SIZE * SCALE)]

    def index_of(self, colour):
        value = rgb(colour)
        if value not in self.colours:
            self.colours.append(value)
        return self.colours.index(value)

    def polygon(self, points, colour, over=None):
        """Fills a polygon; with `over`, only where one of those colours is now."""
        paint = self.index_of(colour)
        allowed = None if over is None else {self.index_of(each) for each in over}
        edges = list(zip(points, points[1:] + points[:1]))
        top = min(y for _, y in points)
        bottom = max(y for _, y in points)
        first = max(0, math.floor(top * SCALE))
        last = min(SIZE * SCALE - 1, math.ceil(bottom * SCALE))
        for number in range(first, last + 1):
            y = (number + 0.5) / SCALE
            crossings = sorted(
                x0 + (y - y0) * (x1 - x0) / (y1 - y0)
                for (x0, y0), (x1, y1) in edges
                if (y0 <= y) != (y1 <= y)
            )
            for left, right in zip(crossings[::2], crossings[1::2]):
                self.span(number, left, right, paint, allowed)

    def span(self, number, left, right, paint, allowed):
        row = self.rows[number]
        start = max(0, math.ceil(left * SCALE - 0.5))
        end = min(SIZE * SCALE, math.ceil(right * SCALE - 0.5))
        if allowed is None:
            if end > start:
                row[start:end] = bytes([paint]) * (end - start)
            return
        for x in range(start, end):
            if row[x] in allowed:
                row[x] = paint

    def ellipse(self, x, y, rx, ry, colour, turn=0, over=None):
        self.polygon(arc_points(x, y, rx, ry, 0, 360, turn)[:-1], colour, over)

    def circle(self, x, y, radius, colour, over=None):
        self.ellipse(x, y, radius, radius, colour, over=over)

    def blob(self, points, colour, over=None):
        """Fills the smooth closed curve through the points."""
        self.polygon(smooth(points, closed=True), colour, over)

    def line(self, points, width, colour, end_width=None, over=None):
        """Draws the smooth open curve through the points, with round ends.

        With `end_width` the line gets steadily thicker or thinner towards its end.
        """
        path = smooth(points, closed=False)
        steps = len(path) - 1
        thick = [width + ((end_width or width) - width) * n / steps for n in range(steps + 1)]
        for (x, y), w in zip(path, thick):
            self.circle(x, y, w / 2, colour, over)
        for (x0, y0), (x1, y1), w0, w1 in zip(path, path[1:], thick, thick[1:]):
            length = math.hypot(x1 - x0, y1 - y0) or 1
            nx, ny = (y0 - y1) / length / 2, (x1 - x0) / length / 2
            side = [(x0 + nx * w0, y0 + ny * w0), (x1 + nx * w1, y1 + ny * w1)]
            back = [(x1 - nx * w1, y1 - ny * w1), (x0 - nx * w0, y0 - ny * w0)]
            self.polygon(side + back, colour, over)

    def arc(self, x, y, rx, ry, start, end, width, colour):
        """Draws part of an ellipse's outline; degrees run clockwise from the right."""
        self.line(arc_points(x, y, rx, ry, start, end, 0)[::8], width, colour)

    def pixels(self):
        """The palette and the rows of palette numbers, averaged down to `SIZE`."""
        means = [[self.mean(x, y) for x in range(SIZE)] for y in range(SIZE)]
        counts = {}
        for row in means:
            for colour in row:
                counts[colour] = counts.get(colour, 0) + 1
        kept = sorted(counts, key=lambda colour: (-counts[colour], colour))[:256]
        number = {colour: n for n, colour in enumerate(kept)}
        for colour in counts:
            if colour not in number:
                number[colour] = min(range(len(kept)), key=lambda n: distance(kept[n], colour))
        return kept, [bytes(number[colour] for colour in row) for row in means]

    def mean(self, x, y):
        samples = b"".join(
            self.rows[y * SCALE + n][x * SCALE : x * SCALE + SCALE] for n in range(SCALE)
        )
        if samples.count(samples[0]) == len(samples):
            return self.colours[samples[0]]
        parts = [self.colours[sample] for sample in samples]
        # Steps of eight keep the palette and the file small; no eye sees them on an edge.
        return tuple(
            min(255, (sum(part[n] for part in parts) // len(parts) + 4) // 8 * 8)
            for n in range(3)
        )


def rgb(text):
    return tuple(int(text[n : n + 2], 16) for n in (1, 3, 5))


def distance(one, other):
    return sum((a - b) ** 2 for a, b in zip(one, other))


def arc_points(x, y, rx, ry, start, end, turn):
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    points = []
    for n in range(97):
        angle = math.radians(start + (end - start) * n / 96)
        px, py = rx * math.cos(angle), ry * math.sin(angle)
        points.append((x + px * cos - py * sin, y + px * sin + py * cos))
    return points


def smooth(points, closed):
    """A Catmull-Rom curve through the points, as a polygon or polyline of short pieces."""
    count = len(points)
    pieces = count if closed else count - 1
    at = (lambda n: points[n % count]) if closed else (lambda n: points[max(0, min(n, count - 1))])
    curve = []
    for piece in range(pieces):
        p0, p1, p2, p3 = (at(piece + n) for n in (-1, 0, 1, 2))
        for step in range(12):
            t = step / 12
            curve.append(
                tuple(
                    0.5
                    * (
                        2 * b
                        + (c - a) * t
                        + (2 * a - 5 * b + 4 * c - d) * t * t
                        + (3 * b - a - 3 * c + d) * t * t * t
                    )
                    for a, b, c, d in zip(p0, p1, p2, p3)
                )
            )
    return curve if closed else curve + [points[-1]]


def mirrored(points):
    return [(SIZE - x, y) for x, y in points]


# --- The pictures --------------------------------------------------------------------------


INK = "#3A2E33"
WHITE = "#FFFFFF"
PINK = "#F29CA3"


def both_sides(draw, points, *args, **kwargs):
    """Draws the points and their mirror image."""
    draw(points, *args, **kwargs)
    draw(mirrored(points), *args, **kwargs)


def shine(canvas, x, y, size):
    """The two spots of light that make an eye alive."""
    canvas.circle(x - size * 0.35, y - size * 0.4, size * 0.3, WHITE)
    canvas.circle(x + size * 0.35, y + size * 0.4, size * 0.14, WHITE)


def ginger_cat():
    """A ginger tabby that looks straight at you."""
    fur, dark, cream, iris = "#F2A24C", "#D0752B", "#FFF1DC", "#8CC152"
    c = Canvas("#BFE5DA")
    c.circle(120, 132, 104, "#D9F2EA")
    # shoulders and bib
    c.blob([(52, 262), (60, 214), (92, 188), (148, 188), (180, 214), (188, 262)], fur)
    c.blob([(92, 262), (94, 215), (120, 196), (146, 215), (148, 262)], cream)
    both_sides(c.line, [(62, 232), (78, 228)], 9, dark, 3, over=[fur])
    # ears
    both_sides(c.polygon, smooth([(40, 110), (43, 66), (50, 34), (57, 31), (82, 52), (108, 82)], True), fur)
    both_sides(c.polygon, smooth([(54, 92), (54, 66), (58, 52), (72, 62), (90, 80)], True), PINK)
    # head, with tufts at the cheeks
    c.ellipse(120, 133, 84, 70, fur)
    both_sides(c.polygon, [(44, 138), (24, 151), (42, 158), (31, 174), (64, 186), (74, 140)], fur)
    # stripes
    c.line([(120, 62), (120, 92)], 11, dark, 5, over=[fur])
    both_sides(c.line, [(101, 64), (104, 86)], 9, dark, 4, over=[fur])
    both_sides(c.line, [(38, 126), (56, 131)], 8, dark, 3, over=[fur])
    both_sides(c.line, [(34, 148), (56, 149)], 8, dark, 3, over=[fur])
    # muzzle
    c.ellipse(104, 165, 24, 19, cream)
    c.ellipse(136, 165, 24, 19, cream)
    c.ellipse(120, 182, 16, 12, cream)
    c.polygon(smooth([(109, 150), (120, 147), (131, 150), (126, 158), (120, 162), (114, 158)], True), "#E8737F")
    c.line([(120, 160), (120, 168)], 3, INK)
    c.arc(110, 167, 10, 8, 5, 150, 3, INK)
    c.arc(130, 167, 10, 8, 30, 175, 3, INK)
    # eyes
    for x in (84, 156):
        c.ellipse(x, 126, 19, 20, INK)
        c.ellipse(x, 127, 16.5, 17, iris)
        c.ellipse(x, 126, 8.5, 15.5, INK)
        shine(c, x, 124, 13)
    # whiskers
    for tip, root in (((18, 156), (86, 163)), ((16, 176), (86, 169)), ((26, 196), (88, 175))):
        middle = ((tip[0] + root[0]) / 2, (tip[1] + root[1]) / 2 - 5)
        both_sides(c.line, [root, middle, tip], 2.4, WHITE, 1.2)
    return c


def tuxedo_cat():
    """A black cat in a white shirt, sitting, very content."""
    fur, light, cream, gold = "#4A4E63", "#6A6F8A", "#FFFAF2", "#F4C542"
    c = Canvas("#FBD9A5")
    c.circle(120, 120, 102, "#FDE8C4")
    c.ellipse(124, 221, 86, 11, "#E9BE80")
    # tail, curled round to the front
    c.line([(160, 205), (196, 206), (212, 178), (200, 150), (208, 130)], 20, fur, 15)
    c.line([(202, 144), (208, 130)], 17, cream, 16.5)
    # body
    c.blob([(84, 222), (66, 204), (72, 168), (92, 128), (148, 128), (168, 168), (174, 204), (156, 222)], fur)
    c.arc(84, 204, 22, 26, 200, 330, 3, light)
    c.arc(156, 204, 22, 26, 210, 340, 3, light)
    # front legs and paws
    c.line([(107, 170), (105, 212)], 21, fur)
    c.line([(133, 170), (135, 212)], 21, fur)
    c.line([(120, 176), (120, 208)], 2.6, light)
    c.blob([(120, 126), (97, 138), (104, 158), (120, 174), (136, 158), (143, 138)], cream)
    for x in (102, 138):
        c.ellipse(x, 216, 18, 10, cream)
        c.line([(x - 5, 214), (x - 5, 221)], 2.2, INK)
        c.line([(x + 5, 214), (x + 5, 221)], 2.2, INK)
    # ears and head
    both_sides(c.polygon, smooth([(56, 84), (56, 50), (61, 22), (68, 20), (88, 36), (108, 58)], True), fur)
    both_sides(c.polygon, smooth([(66, 66), (66, 48), (69, 39), (80, 47), (92, 60)], True), PINK)
    c.ellipse(120, 92, 68, 54, fur)
    both_sides(c.polygon, [(58, 98), (42, 112), (58, 115), (52, 126), (80, 134), (90, 100)], fur)
    c.blob([(120, 62), (112, 92), (92, 112), (96, 130), (120, 140), (144, 130), (148, 112), (128, 92)], cream)
    # face: eyes shut with delight
    c.arc(88, 96, 14, 13, 195, 345, 4.5, gold)
    c.arc(152, 96, 14, 13, 195, 345, 4.5, gold)
    c.polygon(smooth([(111, 105), (120, 103), (129, 105), (125, 112), (120, 115), (115, 112)], True), "#E8737F")
    c.line([(120, 114), (120, 119)], 2.8, INK)
    c.arc(111.5, 118, 8.5, 7, 0, 150, 2.8, INK)
    c.arc(128.5, 118, 8.5, 7, 30, 180, 2.8, INK)
    c.ellipse(74, 116, 8, 5, PINK)
    c.ellipse(166, 116, 8, 5, PINK)
    for tip, root in (((30, 96), (84, 110)), ((28, 114), (84, 116))):
        middle = ((tip[0] + root[0]) / 2, (tip[1] + root[1]) / 2 - 4)
        both_sides(c.line, [root, middle, tip], 2.4, WHITE, 1.2)
    return c


def brown_dog():
    """A brown dog with long ears, tongue out."""
    fur, dark, cream, tongue = "#B9784A", "#7D4A2C", "#FFF3E2", "#F0707E"
    c = Canvas("#B5DCF2")
    c.circle(120, 132, 104, "#D3EBF8")
    # shoulders, chest and collar
    c.blob([(50, 262), (60, 220), (92, 196), (148, 196), (180, 220), (190, 262)], fur)
    c.blob([(94, 262), (98, 222), (120, 206), (142, 222), (146, 262)], cream)
    c.line([(78, 205), (120, 218), (162, 205)], 13, "#D64545")
    # head
    c.blob([(120, 42), (78, 50), (54, 88), (58, 140), (82, 178), (120, 194),
            (158, 178), (182, 140), (186, 88), (162, 50)], fur)
    c.blob([(120, 44), (110, 70), (108, 110), (120, 140), (132, 110), (130, 70)], cream)
    # ears hang from high on the head
    both_sides(c.polygon, smooth([(84, 46), (58, 46), (34, 72), (22, 116), (27, 158), (46, 166),
                                  (62, 140), (66, 100), (78, 72)], True), dark)
    # tongue first, so that the muzzle lies over it
    c.blob([(106, 170), (105, 200), (120, 216), (135, 200), (134, 170)], tongue)
    c.line([(120, 178), (120, 202)], 3, "#CC4F60")
    # muzzle
    c.ellipse(99, 156, 30, 25, cream)
    c.ellipse(141, 156, 30, 25, cream)
    c.ellipse(120, 140, 24, 24, cream)
    c.blob([(96, 130), (104, 121), (120, 118), (136, 121), (144, 130), (134, 143), (120, 150), (106, 143)], INK)
    c.ellipse(111, 126, 8, 3.5, "#8A7A80", turn=-15)
    c.line([(120, 146), (120, 164)], 3.6, INK)
    c.arc(101, 160, 19, 17, 15, 140, 3.6, INK)
    c.arc(139, 160, 19, 17, 40, 165, 3.6, INK)
    for x, y in ((88, 154), (80, 163), (92, 166)):
        both_sides(c.polygon, arc_points(x, y, 1.9, 1.9, 0, 360, 0)[:-1], "#C9A98C")
    # eyes and brows
    for x in (86, 154):
        c.ellipse(x, 104, 13, 15, INK)
        shine(c, x, 102, 12)
    both_sides(c.line, [(72, 80), (82, 74), (94, 77)], 5, dark)
    # the tag
    c.circle(120, 228, 11, "#F4C542")
    c.circle(120, 228, 4, "#D9A21B")
    return c


def spotted_dog():
    """A white pup with a patch over one eye, sitting and wagging."""
    fur, shade, patch, dark = "#FFFDF8", "#D9D2CB", "#8A5A3C", "#6B4329"
    c = Canvas("#C9C4EC")
    c.circle(120, 120, 102, "#DDD9F5")
    c.ellipse(118, 222, 84, 11, "#ABA4DB")
    # tail with its wagging
    c.line([(164, 200), (186, 184), (192, 158)], 17, fur, 11)
    c.line([(205, 150), (211, 162), (212, 176)], 3.5, "#8F87C8")
    c.line([(217, 144), (224, 160), (225, 178)], 3.5, "#8F87C8")
    # body
    c.blob([(86, 224), (66, 208), (70, 174), (92, 136), (148, 136), (168, 172), (174, 208), (154, 224)], fur)
    c.ellipse(157, 169, 14, 18, patch, turn=-15, over=[fur])
    c.arc(84, 206, 22, 26, 200, 320, 3, shade)
    c.arc(156, 206, 22, 26, 220, 340, 3, shade)
    # front legs and paws
    for x in (104, 136):
        c.line([(x, 170), (x, 210)], 22, fur)
    c.line([(120, 180), (120, 214)], 3, shade)
    for x in (100, 140):
        c.ellipse(x, 216, 19, 11, fur)
        c.arc(x, 216, 19, 11, 20, 160, 2.6, shade)
        c.line([(x - 5, 216), (x - 5, 223)], 2.6, shade)
        c.line([(x + 5, 216), (x + 5, 223)], 2.6, shade)
    # collar and tag
    c.line([(88, 142), (120, 153), (152, 142)], 11, "#2F9E8F")
    c.circle(120, 161, 9, "#F4C542")
    c.circle(120, 161, 3.2, "#D9A21B")
    # head
    c.blob([(120, 22), (84, 30), (62, 62), (64, 100), (84, 134), (120, 146),
            (156, 134), (176, 100), (178, 62), (156, 30)], fur)
    c.ellipse(150, 78, 26, 30, patch, turn=12, over=[fur])
    # ears: one hangs, one has flopped over
    c.polygon(smooth([(90, 27), (66, 26), (44, 50), (34, 88), (42, 112), (60, 106), (70, 78), (80, 50)], True), dark)
    c.polygon(smooth([(148, 27), (170, 14), (198, 22), (214, 50), (206, 62), (186, 58), (172, 56)], True), dark)
    # muzzle, nose and a smile
    c.ellipse(120, 112, 35, 26, fur)
    c.blob([(103, 95), (120, 88), (137, 95), (130, 106), (120, 111), (110, 106)], INK)
    c.ellipse(114, 95, 5.5, 2.6, "#8A7A80", turn=-15)
    c.blob([(109, 122), (111, 137), (120, 143), (129, 137), (131, 122)], "#F0707E")
    c.line([(120, 109), (120, 119)], 3.2, INK)
    c.arc(105, 115, 15, 10, 10, 150, 3.2, INK)
    c.arc(135, 115, 15, 10, 30, 170, 3.2, INK)
    # eyes
    for x in (90, 150):
        c.ellipse(x, 78, 11, 13, INK)
        shine(c, x, 76, 10.5)
    return c


PICTURES = [
    ("cat-1", ginger_cat),
    ("cat-2", tuxedo_cat),
    ("dog-1", brown_dog),
    ("dog-2", spotted_dog),
]


# --- Files ---------------------------------------------------------------------------------


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(palette, rows):
    """A PNG of colour type 3 (palette numbers)."""
    header = struct.pack(">IIBBBBB", SIZE, SIZE, 8, 3, 0, 0, 0)
    lines = b"".join(b"\0" + row for row in rows)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"PLTE", b"".join(bytes(colour) for colour in palette))
        + chunk(b"IDAT", zlib.compress(lines, 9))
        + chunk(b"IEND", b"")
    )


def unpacked(data):
    """The chunks with the pixels unpacked; None for what isn't a whole PNG.

    Two PNGs are compared like this because another version of zlib may pack the very same
    pixels into other bytes.
    """
    parts, place = [], 8
    try:
        while place < len(data):
            (length,) = struct.unpack_from(">I", data, place)
            kind, body = data[place + 4 : place + 8], data[place + 8 : place + 8 + length]
            if chunk(kind, body) != data[place : place + 12 + length]:
                return None
            parts.append((kind, zlib.decompress(body) if kind == b"IDAT" else body))
            place += 12 + length
    except (struct.error, zlib.error):
        return None
    return data[:8], parts


SWIFT_HEAD = """\
// Generated by Tools/draw_pets.py; don't edit by hand.
// swift-format-ignore-file

/// A picture that comes with the server, drawn for this project.
package struct BundledPicture: Sendable {
    /// The picture's name among a service's pictures, as in `bundled-cat-1`.
    package let id: String
    /// Whether a cat is to be seen; otherwise it's a dog.
    package let isCat: Bool
    /// The width in pixels.
    package let width: Int
    /// The height in pixels.
    package let height: Int
    /// The PNG file's bytes in base64. A static string costs nothing until it's read.
    package let base64: StaticString

    /// All pictures that come with the server.
    package static let all: [BundledPicture] = [
"""

SWIFT_ENTRY = """\
        BundledPicture(
            id: "bundled-{name}", isCat: {is_cat}, width: {size}, height: {size},
            base64: \"\"\"
                {lines}
                \"\"\"
        ),
"""


def swift(files):
    """The Swift file that carries these `(name, bytes)`."""
    text = SWIFT_HEAD
    for name, data in files:
        code = base64.b64encode(data).decode()
        lines = [code[n : n + 80] for n in range(0, len(code), 80)]
        is_cat = "true" if name.startswith("cat") else "false"
        text += SWIFT_ENTRY.format(
            name=name, is_cat=is_cat, size=SIZE, lines=("\\\n" + " " * 16).join(lines)
        )
    return text + "    ]\n}\n"


def read(path):
    return path.read_bytes() if path.exists() else b""


def main(arguments):
    if arguments not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    files, stale = [], []
    for name, draw in PICTURES:
        path, drawn = BUNDLED / f"{name}.png", png(*draw().pixels())
        if len(drawn) >= MAX_BYTES:
            sys.exit(f"{path.name} has {len(drawn)} bytes; fewer than {MAX_BYTES} are wanted")
        there = read(path)
        if unpacked(there) != unpacked(drawn):
            stale.append((path, drawn))
            there = drawn
        files.append((name, there))
    code = swift(files).encode()
    if read(BUNDLED / SWIFT_FILE) != code:
        stale.append((BUNDLED / SWIFT_FILE, code))
    for path, data in stale:
        if arguments:
            print(f"out of date: {path.name} (run Tools/draw_pets.py)", file=sys.stderr)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            print(f"{path.name}: {len(data)} bytes")
    return 1 if arguments and stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
