"""The two links of a match: one that lets watch it, one that lets join it as a scorer.

A token is worked out from a key of the server when it is shown; the database has its hash alone, by which a link
is found. Raising the generation makes another token, and the one before is nobody's any more.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256

from django.conf import settings

from matches.models import Match, MatchLink
from people.web.tokens import proof

WATCHING, SCORING = "watching", "scoring"
ROLES = (WATCHING, SCORING)


@dataclass(frozen=True, slots=True)
class Link:
    """A link as it can be shown; `token` is None where no key of this server makes it any more."""

    token: str | None
    generation: int


def token_of(code: str, role: str, generation: int, secret: str | None = None) -> str:
    """22 url-safe characters, 128 bits; `secret`: a key from before, instead of the present one."""
    return proof("matches.links", f"{code} {role} {generation}", secret)


def hash_of(token: str) -> str:
    """What the database keeps of a token. Of 128 random bits a plain hash is enough."""
    return sha256(token.encode()).hexdigest()


def new_link(match: Match, role: str, generation: int = 1) -> MatchLink:
    """A link, not saved yet."""
    token = token_of(match.code, role, generation)
    return MatchLink(
        match=match, role=role, generation=generation, token_hash=hash_of(token), made_at=datetime.now(UTC)
    )


def links_of(match: Match) -> dict[str, Link]:
    """The links of a match by role; none for a match from before there were links."""
    rows = MatchLink.objects.filter(match=match.pk)
    return {row.role: Link(_token(match.code, row), row.generation) for row in rows}


def _token(code: str, row: MatchLink) -> str | None:
    """The token whose hash is stored: by the present key, or by one from before under which it was made."""
    for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        token = token_of(code, row.role, row.generation, secret)
        if hash_of(token) == row.token_hash:
            return token
    return None


def match_of(token: str, role: str) -> Match | None:
    """The match that a token opens."""
    rows = MatchLink.objects.filter(token_hash=hash_of(token), role=role, match__purging_at=None)
    link = rows.select_related("match").first()
    return link.match if link else None
