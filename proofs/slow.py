"""The site with requests that take a while, before the app does anything and after it has done it all, and that are
told to a file when they begin (BEGUN): so that there is something under way whenever it is stopped."""

import os
import random
import time
from collections.abc import Iterable
from typing import Any

from scorekeeper.wsgi import application as site

LONGER = 0.2  # seconds at most, each
_BEGUN = os.open(os.environ["BEGUN"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)


def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """As the site; `Sent-As` is what whoever asks calls the request."""
    if name := environ.get("HTTP_SENT_AS"):
        os.write(_BEGUN, f"{name} {time.monotonic()}\n".encode())
    time.sleep(random.random() * LONGER)
    answer: Iterable[bytes] = site(environ, start_response)
    time.sleep(random.random() * LONGER)
    return answer
