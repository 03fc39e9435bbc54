"""Plant each defect of tests/planted.toml in a copy of this repository and see the tests it names turn red.

python tools/planted.py                 all of them (`just planted`)
python tools/planted.py --quick         those marked `quick`
python tools/planted.py --only WORD     those whose name, file or what they stand for has this word in it

A defect that no test notices is a hole in the tests: mend the tests and leave the list as it is.
"""

import argparse
import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
LIST = ROOT / "tests" / "planted.toml"
COPIED = ("src", "tests", "tools")
LONGEST = 300  # seconds for the tests of one defect

# The package is installed from the original; the process that runs the tests makes sure itself that it has the copy.
PYTEST = """
import sys, gemtable, pytest
copy, *words = sys.argv[1:]
assert gemtable.__file__.startswith(copy), f"tested {gemtable.__file__}, not the copy"
sys.exit(pytest.main(words))
"""
FLAGS = ("-x", "-q", "-p", "no:cacheprovider", "--tb=no")
FAILED = re.compile(r"^FAILED (.+?)(?: - (.*))?$", re.MULTILINE)
# A test that fails like this has met code that does not run at all, and that proves nothing.
BROKEN = re.compile(r"SyntaxError|JSONDecodeError|ImportError|ModuleNotFoundError|NameError|UnboundLocalError|numba\.core\.errors")


@dataclass(frozen=True)
class Defect:
    """One entry of the list."""

    name: str
    stands_for: str  # a rule, a kind of leak or a part of the machinery
    file: str
    find: str  # stands in the file once
    plant: str
    tests: tuple[str, ...]  # which must turn red, as pytest takes them
    quick: bool = False

    def wrong(self, tree: Path) -> str:
        """Why it cannot be planted in this tree; empty when it can."""
        path = tree / self.file
        text = path.read_text("utf-8") if path.is_file() else ""
        if text.count(self.find) != 1:
            return f"the text to find stands {text.count(self.find)} times in {self.file}, not once"
        try:
            if path.suffix == ".py":
                ast.parse(text.replace(self.find, self.plant))
        except SyntaxError as error:
            return f"what is planted is no Python: {error}"
        return ""

    def plant_in(self, tree: Path) -> None:
        path = tree / self.file
        path.write_text(path.read_text("utf-8").replace(self.find, self.plant), "utf-8")


def read_list() -> list[Defect]:
    entries = tomllib.loads(LIST.read_text("utf-8"))["planted"]
    return [Defect(**entry | {"tests": tuple(entry["tests"])}) for entry in entries]


def main() -> int:
    """1 when a defect is not noticed, or the list no longer fits the code."""
    chosen, defects = read_arguments(), read_list()
    with tempfile.TemporaryDirectory(prefix="planted-") as folder, ThreadPoolExecutor(chosen.jobs) as pool:
        tree = Path(folder) / "tree"
        copy_tree(ROOT, tree)  # what is edited meanwhile does not matter
        stale = [defect for defect in defects if defect.wrong(tree)]
        for defect in stale:
            say("STALE", defect, defect.wrong(tree))
        wanted = [defect for defect in defects if defect not in stale and asked_for(defect, chosen)]
        sets = list(dict.fromkeys(defect.tests for defect in wanted))
        sound = dict(zip(sets, pool.map(lambda tests: run(tree, tests), sets), strict=True))
        caught = sum(pool.map(lambda defect: try_out(tree, defect, sound[defect.tests]), wanted))
    failed = len(wanted) - caught + len(stale)
    print(f"{caught} passed, {failed} failed")
    return int(failed > 0 or not wanted)


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", default="", metavar="WORD", help="those whose name, file or what they stand for has this word in it")
    parser.add_argument("--quick", action="store_true", help="those marked `quick`")
    parser.add_argument("--jobs", type=int, default=1, help="how many at a time (default: 1)")
    return parser.parse_args()


def asked_for(defect: Defect, chosen: argparse.Namespace) -> bool:
    words = f"{defect.name} {defect.stands_for} {defect.file}".lower()
    return chosen.only.lower() in words and (defect.quick or not chosen.quick)


def copy_tree(root: Path, to: Path) -> None:
    for name in COPIED:
        shutil.copytree(root / name, to / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(root / "pyproject.toml", to)


def try_out(tree: Path, defect: Defect, sound: tuple[str, str]) -> bool:
    """Say what came of a defect; `sound` is what the same tests say without it."""
    begun = time.monotonic()
    verdict, words = run(tree, defect.tests, defect) if sound[0] == "SURVIVED" else ("NOT GREEN", f"without the defect: {sound[1]}")
    say(verdict, defect, f"{words} ({time.monotonic() - begun:.1f} s)")
    return verdict == "caught"


def say(verdict: str, defect: Defect, words: str) -> None:
    print(f"{verdict:9s} {defect.stands_for}: {defect.name}\n          {words}", flush=True)


def run(tree: Path, tests: tuple[str, ...], defect: Defect | None = None) -> tuple[str, str]:
    """Run tests in a copy of the tree with this defect in it, and judge. Each copy compiles into a cache of its own."""
    with tempfile.TemporaryDirectory(prefix="planted-") as folder:
        copy = Path(folder).resolve() / "copy"
        copy_tree(tree, copy)
        if defect:
            defect.plant_in(copy)
        own = {"PYTHONPATH": str(copy / "src"), "GEMTABLE_CACHE": f"{folder}/cache", "PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "300"}
        words = [sys.executable, "-c", PYTEST, str(copy), *FLAGS, *tests]
        try:
            done = subprocess.run(words, cwd=copy, env=os.environ | own, capture_output=True, text=True, timeout=LONGEST, check=False)
        except subprocess.TimeoutExpired:
            return "TOO LONG", f"the tests were not done after {LONGEST} s"
    return judged(done.returncode, done.stdout, done.stderr)


def judged(code: int, out: str, err: str) -> tuple[str, str]:
    """Only a test that ran and failed has caught something: no error on the way to it counts."""
    if code == 0:
        return "SURVIVED", "no test turned red"
    failed = FAILED.search(out)
    if code != 1 or not failed or BROKEN.search(failed[2] or ""):
        last = [line[:200] for line in f"{err}\n{out}".splitlines() if line.strip(" !")][-3:]
        return "BROKEN", " / ".join(last)
    return "caught", f"by {failed[1]}"


if __name__ == "__main__":
    sys.exit(main())
