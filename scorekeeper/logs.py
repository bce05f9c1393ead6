"""Keeps what must not be read out of the log: link tokens, and control characters that forge lines."""

import logging
import re

# Who knows the address may watch or score: 16 and more url-safe characters after one letter. The
# first four stay, so that two lines about the same match can be told to belong together.
_TOKEN = re.compile(r"/([a-z])/([A-Za-z0-9_-]{4})[A-Za-z0-9_-]{12,}")
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")


def redact(text: str) -> str:
    """The same text with each link's token cut to its first four characters."""
    return _TOKEN.sub(r"/\1/\2…", text)


class LineFormatter(logging.Formatter):
    """One line a record (a traceback follows on lines of its own), without tokens."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        record.message = _CONTROL.sub(lambda m: f"\\x{ord(m.group()):02x}", record.message)
        return super().formatMessage(record)

    def format(self, record: logging.LogRecord) -> str:
        return redact(super().format(record))
