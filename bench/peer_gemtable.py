"""Gemtable itself: random play of Diamant with four seats, plain and compiled."""

from collections.abc import Callable

from worker import Rates, serve


def prepare() -> Callable[[], Rates]:
    from gemtable.lab.measure import speed

    return lambda: speed("diamant", 4)


if __name__ == "__main__":
    serve("gemtable", prepare)
