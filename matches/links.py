"""Tokens of a match's two links: the watching link and the scoring link.

A token is derived from a server key whenever it is shown. The database stores only its hash, by which the link is
found. A higher generation makes a new token and revokes the old one.
"""

from datetime import UTC, datetime
from hashlib import sha256
from typing import NamedTuple

from django.conf import settings

from matches.models import Match, MatchLink
from people.web.codes import computed_token

WATCHING, SCORING = "watching", "scoring"
ROLES = (WATCHING, SCORING)


class Link(NamedTuple):
    """A link to show. `token`: None if it can't be derived with the server's keys."""

    token: str | None
    generation: int


def token_of(code: str, role: str, generation: int, secret: str | None = None) -> str:
    """Return a token: 22 URL-safe characters, 128 bits. `secret`: an older key instead of the current one."""
    return computed_token("matches.links", f"{code} {role} {generation}", secret)


def hash_of(token: str) -> str:
    """Return the hash of a token for the database. A plain hash is enough for 128 random bits."""
    return sha256(token.encode()).hexdigest()


def new_link(match: Match, role: str, generation: int = 1) -> MatchLink:
    token = token_of(match.code, role, generation)
    return MatchLink(
        match=match, role=role, generation=generation, token_hash=hash_of(token), made_at=datetime.now(UTC)
    )


def links_of(match: Match) -> dict[str, Link]:
    """Return the links of a match by role; empty for a match created before links existed."""
    rows = MatchLink.objects.filter(match=match.pk)
    return {row.role: Link(_token(match.code, row), row.generation) for row in rows}


def _token(code: str, row: MatchLink) -> str | None:
    """Return the token that has the stored hash, derived from the current key or an older one; None if no key fits."""
    for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        token = token_of(code, row.role, row.generation, secret)
        if hash_of(token) == row.token_hash:
            return token
    return None


def match_of(token: str, role: str) -> Match | None:
    rows = MatchLink.objects.filter(token_hash=hash_of(token), role=role, match__purging_at=None)
    link = rows.select_related("match").first()
    return link.match if link else None
