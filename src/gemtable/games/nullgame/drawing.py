"""A position of Nullgame as text and as a picture, both from the scene."""

from collections.abc import Sequence
from html import escape

from gemtable.games.contract import fields_of
from gemtable.games.nullgame.view import Player, Scene
from gemtable.games.words import fill, words_of


def text(scene: Scene, language: str, names: Sequence[str]) -> str:
    """The position in lines for a terminal."""
    return "\n".join(_lines(scene, language, names)) + "\n"


def svg(scene: Scene, language: str, names: Sequence[str]) -> str:
    """The position as a picture."""
    lines = _lines(scene, language, names)
    rows = [f'<text x="20" y="{40 + 30 * at}" font-size="20" fill="#f4ecd8">{escape(line)}</text>' for at, line in enumerate(lines)]
    size = f'viewBox="0 0 600 {40 + 30 * len(lines)}"'
    ground = '<rect width="100%" height="100%" fill="#0e1020"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}><title>Nullgame</title>{ground}{"".join(rows)}</svg>'


def _lines(scene: Scene, language: str, names: Sequence[str]) -> list[str]:
    words = words_of("nullgame", language)["screen"]
    head = fill(words["over" if scene.stage == "over" else "round"], fields_of(scene), language, names)
    return [head, *(_player_line(player, scene, words, language, names) for player in scene.players)]


def _player_line(player: Player, scene: Scene, words: dict[str, str], language: str, names: Sequence[str]) -> str:
    mark = "›" if player.seat == scene.seat else " "
    return f"{mark} {fill(words['player'], fields_of(player), language, names)}"
