"""Write the versions that `uv lock` finds into [tool.uv] constraint-dependencies of pyproject.toml.

uv.lock itself names a package index and so stays out of git; these pins give the same versions from any index.
"""

import re
import subprocess
import sys
from pathlib import Path

PYPROJECT = Path(__file__).parent.parent / "pyproject.toml"
LIST = re.compile(r"^constraint-dependencies = \[\n.*?^\]", re.MULTILINE | re.DOTALL)


def uv(*words: str) -> str:
    return subprocess.run(["uv", *words], cwd=PYPROJECT.parent, check=True, stdout=subprocess.PIPE, text=True).stdout


def main() -> None:
    """Pin anew; `--upgrade` takes the newest versions that pyproject.toml allows."""
    text = PYPROJECT.read_text("utf-8")
    if "--upgrade" in sys.argv:
        PYPROJECT.write_text(LIST.sub("constraint-dependencies = [\n]", text), "utf-8")
    try:
        uv("lock", *sys.argv[1:])
        exported = uv("export", "--all-groups", "--all-extras", "--no-hashes", "--no-emit-project", "--no-annotate", "--no-header")
    except subprocess.CalledProcessError:
        PYPROJECT.write_text(text, "utf-8")
        raise
    pins = "".join(f'  "{line.replace(chr(34), chr(39))}",\n' for line in exported.splitlines() if line.strip())
    PYPROJECT.write_text(LIST.sub(lambda _: f"constraint-dependencies = [\n{pins}]", text), "utf-8")


if __name__ == "__main__":
    main()
