"""Compile a rule and every rule it calls, in one call; the plain ones stay as they are.

`compiled(f)` makes a twin of f whose global names of rules point to their compiled twins, and hands it to
Numba. Numba's cache cannot see a change in another file, so the cache folder is named after the hash of all
sources of this package. `GEMTABLE_CACHE` says where it lies.
"""

import hashlib
import os
import shutil
import tempfile
import time
import types
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core import config

from gemtable.kit.record import Record
from gemtable.kit.rule import RULES

_PACKAGE = Path(__file__).parent.parent
_KEEP_DAYS = 30
_twins: dict[Callable[..., Any], Any] = {}


def compiled(function: Callable[..., Any]) -> Any:
    """The compiled twin of a rule. The rules it names are compiled with it."""
    if function in _twins:
        return _twins[function]
    if function not in RULES or not isinstance(function, types.FunctionType):
        raise TypeError(f"{function!r} is not a rule: mark it with @rule")
    space = dict(function.__globals__)
    twin = types.FunctionType(function.__code__, space, function.__name__, function.__defaults__)
    twin.__module__, twin.__qualname__, twin.__doc__ = function.__module__, function.__qualname__, function.__doc__
    # Rules are many and small: inlined into one another they run a third faster, at the same time to compile.
    with _our_cache():
        dispatcher = numba.njit(twin, cache=True, nogil=True, forceinline=True)
    # Without a fixed identity a rule handed to another as an argument would never be found in the cache.
    name = f"{function.__module__}.{function.__qualname__}"
    dispatcher._set_uuid(str(uuid.uuid5(uuid.NAMESPACE_URL, name)))  # noqa: SLF001
    _twins[function] = dispatcher
    for called in function.__code__.co_names:
        named = space.get(called)
        if isinstance(named, types.FunctionType) and named in RULES:
            space[called] = compiled(named)
    return dispatcher


def rows(record: type[Record], n: int) -> Any:
    """n zeroed states in one array, for compiled rules: `rows(State, 1)[0]` is one of them."""
    return np.zeros(n, record.dtype()).view(np.recarray)


def to_row(state: Record) -> Any:
    """One plain state as an array of one row."""
    return np.frombuffer(bytearray(state.to_bytes()), type(state).dtype()).view(np.recarray)


@cache
def source_hash(package: Path = _PACKAGE) -> str:
    """A hash of every Python source of the package."""
    seen = hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        seen.update(path.relative_to(package).as_posix().encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return seen.hexdigest()[:16]


@cache
def cache_folder() -> Path:
    """Where compiled code of these very sources is kept; folders of older sources go after a month."""
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "gemtable"
    home = Path(os.environ.get("GEMTABLE_CACHE") or home).absolute()
    folder = home / f"rules-{source_hash()}{'-checked' * bool(config.BOUNDSCHECK)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except OSError:  # a read-only home: compile anew each time rather than not at all
        return Path(tempfile.mkdtemp(prefix="gemtable-"))
    _forget_old(home)
    return folder


def _forget_old(home: Path) -> None:
    for old in home.glob("rules-*"):
        if old.is_dir() and time.time() - old.stat().st_mtime > _KEEP_DAYS * 86400:
            shutil.rmtree(old, ignore_errors=True)


@contextmanager
def _our_cache() -> Iterator[None]:
    """Numba takes its cache folder from a global setting at the moment it decorates: ours, then theirs again."""
    theirs = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder())
    try:
        yield
    finally:
        config.CACHE_DIR = theirs
