# `just` alone runs checks and tests. Get it with `uv run just`.

set positional-arguments := true

# checks and tests
default: check test

# formatting, lint, types, who may import whom
check:
    ruff format --check .
    ruff check .
    mypy
    lint-imports

# put the code into the house's form
format:
    ruff format .
    ruff check --fix .

# the test suite
test *args:
    pytest "$@"

# pin every dependency, indirect ones too, in pyproject.toml
pin *args:
    python tools/pin.py "$@"
