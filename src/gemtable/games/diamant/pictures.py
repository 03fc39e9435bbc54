"""What the picture of Diamant is put together from: symbols at their places, words, panels, heaps, rock."""

import re
from functools import cache
from html import escape

from gemtable.games.diamant.symbols import ARM, CLOAK, EXPLORERS, GRADIENTS, HEAD, SYMBOLS

INK, STONE, SEAM, PAPER, DIM = "#0e1020", "#1a1d33", "#3a3f63", "#f4ecd8", "#b9b4c7"
TORCH, DANGER, CALM = "#ffb454", "#ff6b5e", "#7bd5c4"
DISPLAY, PLAIN = "Fraunces, Georgia, serif", "Atkinson Hyperlegible Next, Verdana, sans-serif"


def put(name: str, x: float, y: float, width: float, height: float = 0, more: str = "") -> str:
    """A symbol at a place; square unless a height is given."""
    return f'<use href="#dm-{name}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height or width:g}"{more}/>'


def words(x: float, y: float, size: float, said: str, color: str = PAPER, more: str = "") -> str:
    """Words in the plain face, from x on unless `more` anchors them otherwise."""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{color}"{more}>{escape(said)}</text>'


BOLD, MIDDLE, END = ' font-weight="700"', ' text-anchor="middle"', ' text-anchor="end"'
FRAUNCES = f' font-family="{DISPLAY}"'


def box(x: float, y: float, width: float, height: float, color: str = STONE, line: str = SEAM, more: str = "") -> str:
    """A panel with round corners."""
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="14" fill="{color}" stroke="{line}"{more}/>'


def told(said: str, body: str, more: str = "") -> str:
    """A part of the picture that says what it is."""
    return f"<g{more}><title>{escape(said)}</title>{body}</g>"


def glow(x: float, y: float, radius: float) -> str:
    """Torchlight."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="url(#dm-glow)"/>'


def heap(name: str, number: int, size: float) -> str:
    """So many gems on the floor of a card, in courses like bricks; none much wider than `size`."""
    courses = next(n for n in range(1, 9) if n * (n + 1) // 2 >= number)
    step = min(size, 60 / courses)
    gems = []
    for at in range(number):
        course, place = _course(at, courses)
        here = min(courses - course, number - at + place)  # gems in this course
        gems.append(put(name, 40 + step * (place - here / 2 - 0.14), 82 - step * (1 + 0.8 * course), step * 1.28))
    return "".join(gems)


def _course(at: int, courses: int) -> tuple[int, int]:
    """Which course of a heap, and which place in it, the gem of this number has."""
    course = 0
    while at >= courses - course:
        at -= courses - course
        course += 1
    return course, at


def explorer(seat: int, x: float, y: float, height: float, torch: bool = False) -> str:
    """A standing explorer whose feet are at (x, y)."""
    arm = f'<g transform="translate({x - height * 0.33:g} {y - height * 0.94:g}) scale({height / 98:g})">{_filled(ARM, seat)}</g>'
    return put(f"explorer-{seat}", x - height * 0.33, y - height * 0.94, height * 68 / 98, height) + arm * torch


def face(seat: int, x: float, y: float, size: float) -> str:
    """An explorer's portrait in a round frame."""
    ring = f'<circle cx="{x + size / 2:g}" cy="{y + size / 2:g}" r="{size / 2:g}" fill="#2d3160" stroke="{SEAM}"/>'
    bust = f'<svg x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}" viewBox="8 3 48 50">{put(f"explorer-{seat}", 0, 0, 68, 98)}</svg>'
    return ring + bust


def _filled(drawing: str, seat: int) -> str:
    cloth, shade, light, skin, _ = EXPLORERS[seat]
    return drawing.format(cloth=cloth, shade=shade, light=light, skin=skin)


@cache
def symbols() -> dict[str, str]:
    """Every symbol by its id."""
    people = [
        f'<symbol id="dm-explorer-{seat}" viewBox="0 0 68 98">{_filled(CLOAK + HEAD, seat)}{EXPLORERS[seat][4]}</symbol>'
        for seat in range(len(EXPLORERS))
    ]
    return {found[1]: found[0] for found in re.finditer(r'<symbol id="([^"]+)".*?</symbol>', SYMBOLS + "".join(people), re.DOTALL)}


@cache
def rock(left: int, top: int, right: int, bottom: int) -> str:
    """The wall of the cave: a mesh of triangles in the light of its torches, one path for each shade."""
    shades: dict[str, list[str]] = {}
    lamps = (430, 690, 850, 1180)
    for corners in _triangles(left, top, right, bottom):
        x, y = sum([corner[0] for corner in corners]) / 3, sum([corner[1] for corner in corners]) / 3
        light = sum([1 / (1 + ((x - lamp) ** 2 + (y - 220) ** 2) / 16000) for lamp in lamps])
        step = min(9, int(light * 5 + 3 * _chance(int(x), int(y))))
        path = "M" + " ".join([f"{corner[0]} {corner[1]}" for corner in corners]) + "Z"
        shades.setdefault(f"#{34 + 13 * step:02x}{28 + 8 * step:02x}{46 + 5 * step:02x}", []).append(path)
    return "".join([f'<path fill="{color}" d="{"".join(paths)}"/>' for color, paths in sorted(shades.items())])


def _triangles(left: int, top: int, right: int, bottom: int) -> list[tuple[tuple[int, int], ...]]:
    """Two for each cell of a grid whose points have been pushed about."""
    across, down, cell = (right - left) // 52 + 2, (bottom - top) // 48 + 2, (52, 48)

    def point(column: int, line: int) -> tuple[int, int]:
        x = left + int(cell[0] * (column + 0.8 * _chance(column, line) - 0.4)) + (0 if column else line * line * 2 - 22 * line)
        y = top + int(cell[1] * (line + 0.8 * _chance(line + 99, column) - 0.4))
        return (right if column >= across - 1 else x), top if line == 0 else min(y, bottom)

    found: list[tuple[tuple[int, int], ...]] = []
    for column in range(across - 1):
        for line in range(down - 1):
            a, b, c, d = point(column, line), point(column + 1, line), point(column, line + 1), point(column + 1, line + 1)
            found += [(a, b, c), (b, c, d)] if (column + line) % 2 else [(a, b, d), (a, c, d)]
    return found


def _chance(x: int, y: int) -> float:
    """A number from 0 to 1 that looks drawn by lot but is always the same for a place."""
    mixed = (x * 374761393 + y * 668265263) & 0xFFFFFFFF
    mixed = ((mixed ^ mixed >> 13) * 1274126177) & 0xFFFFFFFF
    return (mixed ^ mixed >> 16) / 0xFFFFFFFF


def picture(language: str, title: str, account: str, width: int, height: int, body: str) -> str:
    """A whole picture that stands alone: it holds the symbols it uses and refers to nothing else."""
    used = [drawing for name, drawing in symbols().items() if f'"#{name}"' in body or name in ("dm-ruby", "dm-flame")]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" xml:lang="{language}" role="img"'
        f' font-family="{PLAIN}"><title>{escape(title)}</title><desc>{escape(account)}</desc>'
        f'<defs>{GRADIENTS}{"".join(used)}</defs><rect width="{width}" height="{height}" fill="{INK}"/>{body}</svg>'
    )
