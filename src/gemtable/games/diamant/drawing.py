"""A position of Diamant as text and as a picture, both from the scene."""

from collections.abc import Sequence

from gemtable.games.diamant.view import Scene


def text(scene: Scene, language: str, names: Sequence[str]) -> str:  # noqa: ARG001
    """The position in lines for a terminal."""
    return repr(scene)


def svg(scene: Scene, language: str, names: Sequence[str]) -> str:  # noqa: ARG001
    """The position as a picture."""
    return repr(scene)
