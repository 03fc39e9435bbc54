"""A file that one process at a time may hold. The system lets go of it when the process ends, however it does."""

import errno
import os
import sys
from pathlib import Path

from gemtable.server.store.base import InUse

HELD = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)  # as the systems say that another has it
PLACE = 1 << 20  # far behind the number of the process, which others want to read: Windows lets nobody read what is locked


class Lock:
    """Held from the beginning until `release`. `InUse` names the process that holds it."""

    def __init__(self, path: Path) -> None:
        handle = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT, 0o600)  # it stays: taking the name away would let two in
        try:
            hold(handle)
        except OSError as wrong:
            if wrong.errno not in HELD:
                os.close(handle)
                raise
            holder = os.read(handle, 20).decode("ascii", "replace").strip()
            os.close(handle)
            who = f" (process {holder})" * holder.isdigit()
            words = f"{path} is in use by another gemtable{who}: stop that one first, or choose another folder with --data"
            raise InUse(words) from None
        os.truncate(handle, 0)
        os.write(handle, b"%d\n" % os.getpid())
        self._handle: int | None = handle

    def release(self) -> None:
        """Let others in."""
        handle, self._handle = self._handle, None
        if handle is not None:
            os.close(handle)


if sys.platform == "win32":
    import msvcrt

    def hold(handle: int) -> None:
        """OSError when another holds it."""
        os.lseek(handle, PLACE, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(handle, 0, os.SEEK_SET)

else:
    import fcntl

    def hold(handle: int) -> None:
        """OSError when another holds it."""
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
