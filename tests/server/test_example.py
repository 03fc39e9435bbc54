"""The example of a program that plays does play."""

import subprocess
import sys
from pathlib import Path

from tests.server.served import Served

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


def test_the_example_plays_a_whole_match(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        ema = served.guest()
        table = ema.open(seats=["me", None])
        origin = f"http://localhost:{served.port}"
        words = [sys.executable, str(BOT), origin, table, ema.invitation, "1"]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as bot, ema.socket(table, 0) as line:
            line.next()
            line.until(lambda said: said["say"] == "news" and said["view"]["table"]["seats"][1]["ready"])
            line.do("ready", seat=0)
            while line.view["table"]["stage"] != "over":
                if line.view["offers"]:
                    assert line.do("move", seat=0, move=line.view["offers"][-1])["say"] == "done"
                else:
                    line.next()
            out, _ = bot.communicate(timeout=10)
        assert out == f"over: {line.view['table']['winners']}\n"


def test_it_is_short() -> None:
    code = BOT.read_text("utf-8").partition('"""\n\n')[2]
    assert len([line for line in code.splitlines() if line.strip()]) <= 30
