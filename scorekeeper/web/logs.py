"""Log formatters that remove link tokens, and control characters that could forge log lines."""

import json
import logging
import re
from datetime import UTC, datetime

# Tokens in URLs, such as those that give the right to score, join a club, enter a tournament or stop emails: 16 or more
# URL-safe characters after one letter, these words, or one letter or "mail" and a number. The first four characters
# are kept, to show which lines are about the same match.
_TOKEN = re.compile(
    r"((?:/|%2[Ff])(?:[a-z]|(?:[a-z]|mail)(?:/|%2[Ff])[0-9]+|house|join|nights|series)(?:/|%2[Ff]))([A-Za-z0-9_-]{4})[A-Za-z0-9_-]{12,}"
)
# Short codes of tables: the first three characters identify the tournament and table, the rest is secret.
_TYPED = re.compile(r"((?:/|%2[Ff])at(?:/|%2[Ff]))([A-Za-z0-9]{3})[^\s/?\"']+")
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
LONGEST = 500  # characters; many messages contain a URL, which can be 32 kB long


def redact(text: str) -> str:
    """The text with each link's token cut to its first four characters, and each short code to its first three."""
    return _TYPED.sub(r"\1\2…", _TOKEN.sub(r"\1\2…", text))


def shortened(message: str) -> str:
    """The first `LONGEST` characters of a message, with tokens redacted."""
    text = redact(message)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


class LineFormatter(logging.Formatter):
    """A formatter that writes each record as one line, followed by any traceback, with tokens removed."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        record.message = _CONTROL.sub(lambda m: f"\\x{ord(m.group()):02x}", shortened(record.message))
        return super().formatMessage(record)

    def format(self, record: logging.LogRecord) -> str:
        return redact(super().format(record))


class JsonFormatter(logging.Formatter):
    """A formatter that writes each record as a JSON object on one line, with tokens removed.

    The keys: `at` (UTC), `level`, `logger`, `process`, `message`; `status` for a refused or failed response; `trace`
    for an error.
    """

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "process": record.process,
            "message": shortened(record.getMessage()),
        }
        if status := getattr(record, "status_code", None):
            line["status"] = status
        if record.exc_info:
            line["trace"] = redact(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)
