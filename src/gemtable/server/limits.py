"""How much anybody may ask for."""

import time
from collections import OrderedDict
from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """The limits of a server."""

    rate: float = 40.0  # requests a second from one address, in the long run; 0: no limit
    burst: int = 200  # requests at once
    moves: float = 20.0  # commands a second over one socket
    sockets: int = 64  # of one person
    address_sockets: int = 1000  # from one address, unless the rate has no limit
    tables: int = 30  # not over, that one person sits at
    arrivals: float = 1.0  # people a second who come anew from one address, in the long run
    codes: float = 0.2  # one-time codes tried a second from one address
    body: int = 64 << 10  # bytes of a request
    frame: int = 16 << 10  # bytes of a socket's message
    stalled: int = 256 << 10  # bytes that wait for a socket's other end until it is cut off


class Bucket:
    """So many at once, and then so many a second."""

    __slots__ = ("at", "left")

    def __init__(self, burst: float) -> None:
        self.left, self.at = burst, time.monotonic()

    def take(self, rate: float, burst: float) -> bool:
        """Whether one more is allowed now."""
        now = time.monotonic()
        self.left = min(burst, self.left + (now - self.at) * rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Buckets:
    """One for each of those who ask, the longest silent forgotten first."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self.rate, self.burst, self.most = rate, burst, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, who: str) -> bool:
        """Whether this one may ask once more now."""
        if not self.rate:
            return True
        bucket = self._buckets.get(who) or Bucket(self.burst)
        self._buckets[who] = bucket
        self._buckets.move_to_end(who)
        if len(self._buckets) > self.most:
            self._buckets.popitem(last=False)
        return bucket.take(self.rate, self.burst)
