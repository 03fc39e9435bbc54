"""Mark a function as a rule: plain Python as it stands, and open to `compiled`."""

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

RULES: set[Callable[..., Any]] = set()


def rule(function: F) -> F:
    """Remember the function as a rule; nothing else changes."""
    RULES.add(function)
    return function
