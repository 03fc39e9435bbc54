"""A position of Diamant as text and as a picture, both from the scene."""

from collections.abc import Sequence

from gemtable.games.diamant.pictures import (
    BOLD,
    CALM,
    DANGER,
    DIM,
    END,
    FRAUNCES,
    INK,
    MIDDLE,
    PAPER,
    SEAM,
    STONE,
    TORCH,
    box,
    explorer,
    face,
    glow,
    heap,
    picture,
    put,
    rock,
    told,
    words,
)
from gemtable.games.diamant.speech import Speech, clipped, columns, speech, wrapped
from gemtable.games.diamant.symbols import FRAMES
from gemtable.games.diamant.view import Card, Explorer, Scene, Trap

WIDTH = 80  # columns of a terminal


def text(scene: Scene, language: str, names: Sequence[str]) -> str:
    """The position in lines for a terminal."""
    said = speech(scene, language, names)
    table, on = _table(said), scene.stage != "over"
    parts = [[f"{said.title()} · {said.progress()}"], [*_row(said), "", _traps(said)] if on else [], table, _prospects(said)]
    lines = [line for part in parts if part for line in [*part, ""]]
    return "\n".join([line.rstrip() for line in lines[:-1]]) + "\n"


# The outline of a card says its kind: a slab, a broken stone, an arch.
CORNERS = {"treasure": "┌┐└┘", "trap": "╱╲╲╱", "relic": "╭╮││"}
CARD = 9  # columns of a card between its corners
ABREAST = 6  # cards in a line


def _row(said: Speech) -> list[str]:
    cards = said.scene.row
    if not cards:
        return ["  " + said.say("entrance")]
    lines = []
    for start in range(0, len(cards), ABREAST):
        here = cards[start : start + ABREAST]
        lines.append("  " + " ".join([_boxed(_head(said, card), CORNERS[card.kind][:2]) for card in here]))
        lines.append("  " + " ".join([_boxed(_foot(said, card), CORNERS[card.kind][2:]) for card in here]))
    return lines


def _head(said: Speech, card: Card) -> str:
    return str(card.value) if card.kind == "treasure" else said.name(card)


def _foot(said: Speech, card: Card) -> str:
    return said.note(card) or str(card.value or "")


def _boxed(word: str, corners: str) -> str:
    return f"{corners[0]}{word:^{CARD}}{corners[1]}"


def _traps(said: Speech) -> str:
    kinds = [f"{'○●'[trap.turned > 0]} {said.name(trap.name)} {trap.left}" for trap in said.scene.traps]
    return "   ".join([f"  {said.say('traps')}", *kinds])


def _table(said: Speech) -> list[str]:
    """Seats in lines, what is known of them in columns; the names take the room that is left."""
    seats = said.scene.explorers
    figures = [said.figures(seat) for seat in seats]
    states = _column(["", *(said.state(seat) for seat in seats)])
    right = [_column([said.say(key), *(each[key] for each in figures)], ">") for key in figures[0] if any(each[key] for each in figures)]
    room = WIDTH - 2 - sum([2 + columns(column[0]) for column in (states, *right)])
    marks = ["", *("› " if seat.seat == said.scene.seat else "  " for seat in seats)]
    names = _column(
        [mark + (clipped(said.names[seat.seat], room) if mark else "") for mark, seat in zip(marks, (seats[0], *seats), strict=True)]
    )
    return ["  ".join(line) for line in zip(names, states, *right, strict=True)]


def _column(cells: list[str], side: str = "<") -> list[str]:
    wide = max([columns(cell) for cell in cells])
    return [cell.rjust(wide) if side == ">" else cell + " " * (wide - columns(cell)) for cell in cells]


def _prospects(said: Speech) -> list[str]:
    scene = said.scene
    if scene.stage == "over":
        return wrapped(said.won(), WIDTH)
    if scene.choice is None:
        return [said.say("turn"), *(line for words in said.outlook() for line in wrapped(words, WIDTH))]
    company = "; ".join(said.company())
    home = f"{said.say('go_home')}: {said.safe()}" + f" ({company})" * bool(company)
    on = f"{said.say('go_on')}: {said.risk(scene.choice.hand)}"
    lines = [said.say("question"), f"  {home}", "  " + ", ".join([part for part in (on, said.threat()) if part]), *said.outlook()]
    return [part for line in lines for part in wrapped(line, WIDTH)]


# The picture: a bar with the five entrances; the camp on the left, the row and who is inside on the right;
# the seats; what hangs on the choice. Lengths are in units of a picture 1280 wide.

WIDE = 1280
SCENE, FLOOR, SCENE_END = 64, 448, 494
ROW = 348  # where the row begins
CAMP = (96, 210, 36, 268, 128, 184, 70, 240)  # where who is home stands, the last four behind the others
SEATS, SEAT, GAP = 508, 104, 12
PANEL, OPTION = 176, 340


def svg(scene: Scene, language: str, names: Sequence[str]) -> str:
    """The position as a picture."""
    said = speech(scene, language, names)
    lines = 1 if len(scene.explorers) <= 5 else 2
    panel = SEATS + lines * (SEAT + GAP)
    parts = [_ground(), _cards(said), _camp(said), _bar(said), _rail(said, lines), _panel(said, panel)]
    title = f"{said.title()} – {said.progress()}"
    return picture(language, title, "\n".join(said.account()), WIDE, panel + PANEL + 20, "".join(parts))


def _bar(said: Speech) -> str:
    scene, entrances = said.scene, []
    for cave in range(1, scene.caves + 1):
        past = cave < scene.cave or scene.stage == "over"
        name = "barred" if past else "lit" if cave == scene.cave else "ahead"
        entrances.append(put(name, 440 + 56 * cave, 10, 40, 45))
    light = glow(460 + 56 * scene.cave, 36, 50) * (scene.stage != "over")
    heading = words(28, 42, 28, said.title(), more=FRAUNCES + BOLD)
    bar = f'<rect width="{WIDE}" height="{SCENE}" fill="{INK}"/>{light}{"".join(entrances)}{heading}'
    return bar + words(WIDE - 28, 41, 20, said.progress(), more=FRAUNCES + BOLD + END)


def _ground() -> str:
    """Night over the camp, rock over the row."""
    height = SCENE_END - SCENE
    sky, dark, fade = [f'<rect y="{SCENE}" width="{WIDE}" height="{height}" fill="url(#dm-{name})"/>' for name in ("night", "dark", "fade")]
    stars = [f'<circle cx="{37 * at * at % 300}" cy="{74 + 53 * at % 150}" r="{1 + at % 3 / 2:g}"/>' for at in range(28)]
    land = put("moon", 62, 116, 48) + put("hills", 0, SCENE_END - 244, 360, 244)
    wall = rock(316, SCENE, WIDE, SCENE_END) + put("floor", 300, SCENE_END - 70, 980, 70)
    torches = [glow(x, 176, 120) + put("torch", x - 15, 152, 30, 70) for x in (430, 690, 850)]
    return f'{sky}<g fill="{PAPER}" opacity=".7">{"".join(stars)}</g>{land}{wall}{dark}{fade}{"".join(torches)}'


def _cards(said: Speech) -> str:
    """The row, oldest first, in as many lines as it needs; the newest card large, and behind it who is inside."""
    if said.scene.stage == "over":
        return put("barred", 690, 228, 196, 220)
    *trail, newest = said.scene.row or (None,)
    across, wide = (5, 98) if len(trail) <= 5 else (6, 82) if len(trail) <= 12 else (8, 60)
    tall, parts = wide * 1.35, []
    lines = -(-len(trail) // across)
    for at, card in enumerate(trail):
        x, y = ROW + (wide + 10) * (at % across), FLOOR - 10 - (tall + 8) * (lines - at // across)
        parts.append(_card(said, card, x, y, wide))
    x = ROW + (wide + 10) * min(len(trail), across) + 4
    if newest:
        parts += [glow(x + 72, FLOOR - 100, 150), _card(said, newest, x, FLOOR - 204, 148)]
        x += 158
    return "".join(parts) + _inside(said, x)


def _card(said: Speech, card: Card, x: float, y: float, wide: float) -> str:
    body = _treasure(said, card) if card.kind == "treasure" else _figure(said, card)
    frame = f'<svg x="{x:g}" y="{y:g}" width="{wide:g}" height="{wide * 1.35:g}" viewBox="0 0 80 108">{FRAMES[card.kind]}{body}</svg>'
    faded = ' opacity=".45"' if card.kind == "relic" and not card.holds else ""
    return told(said.card(card), frame, faded)


def _treasure(said: Speech, card: Card) -> str:
    """A slab with its number; the printed heap is a grey engraving, the gems that lie there are red."""
    number = words(40, 25, 23, str(card.value), "#ffe9b8", FRAUNCES + BOLD + MIDDLE)
    gems = heap("pebble", card.value, 17) + heap("ruby", card.holds, 24)
    note = words(40, 98, 11, said.note(card), PAPER if card.holds else "#c9b9a4", MIDDLE + BOLD * (card.holds > 0))
    pill = box(9, 85.5, 62, 17, "#10121f", "#e9a94e", ' ry="8.5"') if card.holds else ""
    return number + gems + pill + note


def _figure(said: Speech, card: Card) -> str:
    """A trap with its two dots, or a relic with its worth."""
    named = said.name(card)
    label = words(40, 97, 12.5, named[:1].upper() + named[1:], "#ffd9d4" if card.kind == "trap" else "#eadfff", BOLD + MIDDLE)
    if card.kind == "trap":
        return put(card.name, 13, 19, 54) + _dots(40, 12, 4, card.nth) + label
    note = words(40, 82, 12, said.note(card) or str(card.value or ""), PAPER, FRAUNCES + BOLD + MIDDLE)
    return put("relic", 14, 13, 52) + note + label


def _dots(x: float, y: float, radius: float, lit: int) -> str:
    """Two dots: how many of a kind of trap lie in the row."""
    dots = [(x - 1.25 * radius, lit > 0), (x + 1.25 * radius, lit > 1)]
    return "".join(
        [f'<circle cx="{at:g}" cy="{y:g}" r="{radius:g}" fill="{DANGER if on else "none"}" stroke="{DANGER}"/>' for at, on in dots]
    )


def _inside(said: Speech, left: float) -> str:
    """Who is in the cave, with torches; over each who has chosen and who has not."""
    seats = said.inside()
    step = min(66, (WIDE - 76 - left) / max(1, len(seats) - 1))
    size = min(28, max(step, 18))
    parts = [glow(left + 60, FLOOR - 60, 110)] if seats else []
    for at, seat in enumerate(seats):
        x = left + 34 + step * at
        mark = put(_mark(said, seat), x - size / 2 - 1, FLOOR - 138 - size / 2, size) if _mark(said, seat) else ""
        parts.append(told(said.seat(seat), explorer(seat.seat, x, FLOOR, 118, torch=True) + mark))
    return "".join(parts)


def _mark(said: Speech, seat: Explorer) -> str:
    return "star" if seat.winner else "tick" if seat.chosen else "dots" if seat.seat in said.scene.waiting else ""


def _camp(said: Speech) -> str:
    """Who is safe, around the fire: the first four in front, the others behind it."""
    seats = [seat for seat in said.scene.explorers if seat.place != "inside"]
    parts = [glow(152, 400, 130), put("shelter", 196, 336, 86, 66)]
    for at, seat in sorted(enumerate(seats), reverse=True):
        x, y, tall = CAMP[at], FLOOR - 8 - 52 * (at >= 4), 92 if at >= 4 else 112
        mark = put("star", x - 14, y - tall - 26, 28) if seat.winner else ""
        parts.append(told(said.seat(seat), explorer(seat.seat, x, y, tall) + put("chest", x + 4, y - 20, 36, 29) + mark))
    return "".join(parts) + put("fire", 126, 421, 52, 44)


def _rail(said: Speech, lines: int) -> str:
    seats = said.scene.explorers
    across = -(-len(seats) // lines)
    wide = min(400, (WIDE - 40 + GAP) / across - GAP)
    left = (WIDE - across * (wide + GAP) + GAP) / 2
    return "".join(
        [
            _seat(said, seat, left + (wide + GAP) * (at % across), SEATS + (SEAT + GAP) * (at // across), wide)
            for at, seat in enumerate(seats)
        ]
    )


def _seat(said: Speech, seat: Explorer, x: float, y: float, wide: float) -> str:
    bright = seat.seat == said.scene.seat or seat.winner
    mark = put(_mark(said, seat), x + 46, y + 8, 22) if _mark(said, seat) else ""
    chest = put("open" if seat.place == "inside" else "chest", x + 12, y + 62, 42, 34)
    # A closed chest has no room for its word beside the pill; who hears the picture is told the word.
    number = words(x + 64, y + 89, 24, "?" if seat.chest is None else said.safe_for_good(seat), more=BOLD)
    body = (
        face(seat.seat, x + 12, y + 10, 48)
        + mark
        + _name(said, seat, x, y, wide)
        + chest
        + number
        + _pill(said, seat, x + wide - 12, y + 66)
    )
    return told(said.seat(seat), box(x, y, wide, SEAT, STONE, TORCH if bright else SEAM) + body)


def _name(said: Speech, seat: Explorer, x: float, y: float, wide: float) -> str:
    """The name in the room that the relics and `you` leave, and under it what the explorer is doing."""
    right = x + wide - 12
    worth = " ".join([str(worth) for worth in seat.relics])
    relics = words(right, y + 33, 14, worth, "#c9a4ff", BOLD + END) + put("relic", right - 26 - 9 * len(worth), y + 14, 24) if worth else ""
    right -= (34 + 9 * len(worth)) * bool(worth)
    you = words(right, y + 33, 14, said.say("you"), DIM, END) if seat.seat == said.scene.seat else ""
    name = clipped(said.names[seat.seat], int((right - 36 * bool(you) - x - 74) / 10.5))
    color = TORCH if seat.winner or seat.seat in said.scene.waiting else CALM if seat.place == "home" else DIM
    return relics + you + words(x + 74, y + 34, 17, name, more=BOLD) + words(x + 74, y + 55, 14, said.state(seat), color)


def _pill(said: Speech, seat: Explorer, right: float, y: float) -> str:
    """Rubies at risk in a broken line, rubies brought home in a whole one."""
    if seat.place == "camp":
        return ""
    inside = seat.place == "inside"
    label, color = (said.risk(seat.at_risk), "#d9a15a") if inside else (f"+{seat.brought}", CALM)
    wide = 42 + 8.6 * columns(label)
    icon = put("ruby" if inside else "tent", right - wide + 8, y + 5, 18, more=f' color="{color}"')
    line = box(right - wide, y, wide, 28, "none", color, ' stroke-dasharray="4 3"' if inside else "")
    return line + icon + words(right - wide / 2 + 11, y + 19, 14, label, PAPER if inside else CALM, MIDDLE + BOLD)


def _panel(said: Speech, y: float) -> str:
    """What hangs on the choice: home on the left, on to the right, the deck between them."""
    scene, middle = said.scene, WIDE / 2
    heading = said.say("over" if scene.stage == "over" else "question" if scene.choice else "turn")
    parts = [box(20, y, WIDE - 40, PANEL), words(middle, y + 40, 26, heading, more=FRAUNCES + BOLD + MIDDLE)]
    if scene.stage == "over":
        return "".join(parts) + _sentences(wrapped(said.won(), 80), middle, y + 88, 20, PAPER, MIDDLE + BOLD)
    parts += [_trap(said, trap, middle - 132 + 54 * at, y + 56) for at, trap in enumerate(scene.traps)]
    parts.append(_sentences(said.outlook(), middle, y + 138, 15, PAPER, MIDDLE))
    if scene.choice:
        home, on = (said.say("go_home"), "tent", said.safe()), (said.say("go_on"), "arrow", said.risk(scene.choice.hand))
        parts.append(_option(*home, said.company(), 34, y + 14, ("#6fcdbb", "#0b2a26")))
        parts.append(_option(*on, [said.threat()], WIDE - 34 - OPTION, y + 14, ("#ffb454", "#2b1a05")))
    return "".join(parts)


def _option(name: str, icon: str, rubies: str, notes: list[str], x: float, y: float, colors: tuple[str, str]) -> str:
    """One side of the choice. Both weigh the same."""
    ground, ink = colors
    head = put(icon, x + 18, y + 13, 28, more=f' color="{ink}"') + words(x + 56, y + 38, 28, name, ink, FRAUNCES + BOLD)
    gems = put("ruby", x + 19, y + 50, 26) + words(x + 56, y + 70, 20, rubies, ink, BOLD)
    lines = [line for note in notes for line in wrapped(note, 36)]
    return box(x, y, OPTION, PANEL - 28, ground, ground) + head + gems + _sentences(lines, x + 20, y + 97, 14, ink)


def _sentences(lines: list[str], x: float, y: float, size: float, color: str, more: str = "") -> str:
    return "".join([words(x, y + 1.35 * size * at, size, line, color, more) for at, line in enumerate(lines)])


def _trap(said: Speech, trap: Trap, x: float, y: float) -> str:
    """A kind of trap on the board: its dots, and how many the deck still holds."""
    known = trap.turned > 0
    tile = (
        f'<rect x="{x:g}" y="{y:g}" width="44" height="44" rx="10" fill="#241724" stroke="{DANGER if known else SEAM}" stroke-width="2"/>'
    )
    faded = "" if known else ' opacity=".45"'
    art = f"<g{faded}>{put(trap.name, x + 4, y + 4, 36)}</g>"
    count = words(x + 24, y + 60, 13, f"×{trap.left}", DIM, BOLD)
    return told(f"{said.name(trap.name)}: {trap.left}", tile + art + _dots(x + 12, y + 55, 3.5, trap.turned) + count)
