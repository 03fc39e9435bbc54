# `just` alone runs checks and tests. Without just on the path: `uv run just`.

set positional-arguments := true

# checks and tests
default: check test

# form, lint, types, who may import whom
check:
    ruff format --check .
    ruff check .
    mypy
    lint-imports

# put the code into the house's form
format:
    ruff check --fix .
    ruff format .

# the test suite
test *args:
    pytest "$@"

# the compiled rules with bounds checks on
bounds *args:
    NUMBA_BOUNDSCHECK=1 pytest tests/games/test_compiled.py "$@"

# a million random events of every game, nothing lost or made (--events N for another number)
soak *args:
    python -m tools.soak "$@"

# kill a process that works on a store 200 times: nothing acknowledged is lost (--runs N for another number)
kills *args:
    python -m tools.trials kills "$@"

# let the disk of a store, and of a house with tables, lose power 2,000 times each: nothing acknowledged is lost
power *args:
    python -m tools.trials power "$@"

# kill the whole server under load 200 times, and 50 times on PostgreSQL: nothing acknowledged is lost (--kills N for another number)
chaos *args:
    python -m tools.chaos "$@"

# the server under load: moves, thousands of sockets, cuts, two processes (--short, --only PART)
load *args:
    python -m tools.load "$@"

# every byte a viewer gets, in worlds it must not tell apart (--positions N for another number)
leaks *args:
    python -m tools.leaks "$@"

# what clients were told, held against the journal; planted faults must be found
history *args:
    python -m tools.history "$@"

# thousands of requests and messages that nobody should send
fuzz *args:
    python -m tools.fuzz "$@"

# plant known defects one by one: each must turn a test red
planted *args:
    python tools/planted.py "$@"

# lay the files of a new game
new-game name:
    python -m tools.new_game "$1"

# say what a game still lacks, and run the tests every game must pass on it
check-game name:
    python -m tools.check_game "$1"

# count the courses of a game's perft pins anew
perft game:
    python -m tools.pin_perft "$1"

# write a game's golden playthroughs anew: read the diff
playthroughs game:
    python -m tools.playthrough --again "$1"

# speed beside other engines (needs `uv sync --group bench`), and what people wait for
bench *args:
    uv run --group bench python bench/peers.py "$@"
    python bench/view.py

# pin every dependency, indirect ones too; --upgrade takes the newest
pin *args:
    python -m tools.pin "$@"

# write the types of the wire for the browser anew
types:
    python -m tools.wire_types

# draw the pictures of the documents anew
pictures:
    python -m tools.pictures
