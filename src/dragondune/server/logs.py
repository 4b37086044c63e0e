"""What the keeper of a server reads: sentences, or one JSON object a line for programs."""

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Final

# What every record has; whatever else it carries was given as ``extra``.
USUAL: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class JsonLines(logging.Formatter):
    """One object a line: time, level, logger, message, and what else the record carries."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as a line."""
        told: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        told |= {key: value for key, value in vars(record).items() if key not in USUAL}
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False, default=str)


def configure(kind: str) -> None:
    """From now on log so; sentences tell what went wrong alone, JSON also what goes on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if kind == "json" else logging.Formatter("%(message)s"))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    if kind == "json":
        logging.getLogger("dragondune").setLevel(logging.INFO)
