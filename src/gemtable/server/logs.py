"""Logs as lines of JSON. Nothing secret is ever handed to them: no path, no query, no header, no name."""

import json
import logging
import sys
import time
from typing import Any

_USUAL = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class Lines(logging.Formatter):
    """A line of JSON for each record, with the fields it was given."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "room": record.name.removeprefix("gemtable."),
            "what": record.getMessage(),
        }
        told |= {key: value for key, value in vars(record).items() if key not in _USUAL and not key.startswith("_")}
        if record.exc_info and record.exc_info[1] is not None:
            told["error"] = where(record.exc_info[1])
        return json.dumps(told, default=str)


def where(error: BaseException) -> str:
    """The kind of an error and where it arose. Not its words: they may repeat what somebody sent."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f" in {trace.tb_frame.f_code.co_qualname}, line {trace.tb_lineno}" if trace else ""
    return f"{type(error).__name__}{place}"


def begin(level: str) -> None:
    """Write logs of this level and above."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    for name in ("gemtable", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level.upper())
    logging.getLogger("uvicorn.error").setLevel(max(logging.WARNING, logging.getLogger("gemtable").level))  # it tells paths and queries
