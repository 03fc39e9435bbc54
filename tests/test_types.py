"""The types of the browser are those of the wire."""

from tools.wire_types import files


def test_the_types_for_the_browser_are_current() -> None:
    for path, text in files().items():
        assert path.read_text("utf-8") == text, "`just types` writes them anew"


def test_nothing_private_is_among_them() -> None:
    assert not any(word in text for text in files().values() for word in ("person:", "person?:", "host?:"))
