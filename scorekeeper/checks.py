"""Start-up checks of the settings. If one of them fails, or one of the database, no process takes requests."""

import logging
import re
from typing import Any

from django.conf import settings
from django.core.checks import ERROR, CheckMessage, Error, Tags, register, run_checks
from django.core.exceptions import ImproperlyConfigured
from django.db import InterfaceError, OperationalError, connections

logger = logging.getLogger(__name__)

SHORTEST_KEY = 32  # characters; made ones have 86
# What may stand in `frame-ancestors`: one origin, or this site; never something that ends the directive.
ORIGIN = re.compile(r"'self'|https?://(\*\.)?[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*(:\d{1,5})?")


@register(Tags.security)
def frame_ancestors_are_origins(app_configs: Any = None, **kwargs: Any) -> list[CheckMessage]:
    """Refuse a FRAME_ANCESTORS that is not made of origins: it goes into a header as it is."""
    wrong = [each for each in settings.FRAME_ANCESTORS if not ORIGIN.fullmatch(each)]
    if not wrong:
        return []
    return [
        Error(
            f"FRAME_ANCESTORS has {', '.join(wrong)}, which is no origin.",
            hint="Write origins, by commas: https://club.example,https://www.club.example",
            id="scorekeeper.E002",
        )
    ]


@register("start")
def the_key_is_a_secret(app_configs: Any = None, **kwargs: Any) -> list[CheckMessage]:
    """Refuse a SECRET_KEY that can be guessed: every link and session is made from it."""
    key = settings.SECRET_KEY
    if settings.DEBUG or (len(key) >= SHORTEST_KEY and not key.startswith("django-insecure") and len(set(key)) > 4):
        return []
    return [
        Error(
            "SECRET_KEY can be guessed.",
            hint="Leave it unset (a key is then made and kept in DATA_DIR), or give it 50 characters by chance.",
            id="scorekeeper.E005",
        )
    ]


def refuse_a_forgetful_database() -> None:
    """For wsgi.py and asgi.py: no server starts on a database that may lose what it confirmed, or with a key that
    strangers know.

    One that does not answer yet is let be: the pages say so themselves, and `migrate` has asked it before. Raises
    `ImproperlyConfigured`.
    """
    try:
        found = run_checks(tags=["start", Tags.database], databases=["default"])
    except (OperationalError, InterfaceError) as away:
        logger.warning("the database does not answer at start-up: %s", away)
        return
    finally:
        connections.close_all()  # none is to be inherited by another process
    if wrong := [message for message in found if message.level >= ERROR]:
        raise ImproperlyConfigured("\n".join(f"{message.msg} {message.hint or ''}".strip() for message in wrong))
