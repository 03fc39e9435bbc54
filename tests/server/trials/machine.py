"""A server in a process of its own, as people start it."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self

LONGEST = 30  # seconds a start may take before it counts as none


class Machine:
    """One life of a server. It ends with `stop`, or is killed."""

    def __init__(self, *flags: str, module: str = "gemtable.terminal.command", env: dict[str, str] | None = None) -> None:
        code = f"import sys; from {module} import main; sys.exit(main(sys.argv[1:]))"
        words = [sys.executable, "-c", code, "serve", "--no-open", "--plain", "--rate", "0", "--log", "error", *flags]
        begun = time.perf_counter()
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=os.environ | (env or {}), start_new_session=True)
        assert self.process.stdout
        line = self.process.stdout.readline()
        self.seconds = time.perf_counter() - begun
        found = re.search(r"http://[^ ]*:(\d+)", line)
        if not found:
            self.process.wait(LONGEST)
            raise RuntimeError(f"it did not start: {line!r}")
        self.port = int(found[1])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()

    def kill(self) -> None:
        """As the power goes: it and its workers get no chance to do anything."""
        self.process.send_signal(signal.SIGKILL)
        self._gone()

    def stop(self) -> int:
        """As a system stops it."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self._gone()

    def _gone(self) -> int:
        code = self.process.wait(LONGEST)
        assert self.process.stdout
        self.process.stdout.close()
        return code

    def memory(self) -> int:
        """Bytes of memory that it holds, without its workers."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) << 10  # type: ignore[index]

    def cpu(self) -> float:
        """Seconds of processor time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
