"""Tables of known schedules, one JSON file each. Each file states its source and its notation."""

import json
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def known(table: str) -> dict[str, Any]:
    """The schedules of one table, keyed by the number of players as text. Cached."""
    text = files(__name__).joinpath(f"{table}.json").read_text(encoding="utf-8")
    schedules: dict[str, Any] = json.loads(text)["schedules"]
    return schedules
