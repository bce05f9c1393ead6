"""The site with delays before and after each request, which is logged to a file when it begins (BEGUN), so that some
requests are always in progress when the site is stopped."""

import os
import random
import time
from collections.abc import Iterable
from typing import Any

from scorekeeper.wsgi import application as site

LONGER = 0.2  # the most seconds of each delay
_BEGUN = os.open(os.environ["BEGUN"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)


def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """Respond like the site; `Sent-As` is the client's name for the request."""
    if name := environ.get("HTTP_SENT_AS"):
        os.write(_BEGUN, f"{name} {time.monotonic()}\n".encode())
    time.sleep(random.random() * LONGER)
    answer: Iterable[bytes] = site(environ, start_response)
    time.sleep(random.random() * LONGER)
    return answer
