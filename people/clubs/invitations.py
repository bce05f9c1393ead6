"""The links of a club: an invitation for each role, and a link to its calendar. Read-only.

No token is stored: each is computed from the server's key, the club, a purpose and a generation number. Increasing that
number revokes the token.
"""

from engine.hash_chain import is_key
from people.models import KEY_LENGTH, Club, Role
from people.web.codes import computed_token, is_token

# No invitation for owners: only an owner can make another member an owner.
ROLES = (Role.ORGANISER, Role.REFEREE, Role.SCORER, Role.MEMBER)
NIGHTS = "nights"
_SALT = "people.invitations"  # must not follow the module's name: a change would revoke every invitation


def generation(club: Club, use: str) -> int:
    """Return the generation of the link for `use` (a role, or `NIGHTS`)."""
    return int(club.invitations.get(use, 1))


def invitation(club: Club, role: Role) -> str:
    """Return the token to join `club` as `role`: the club's code, the role, and 128 secret bits."""
    return f"{club.code}{ROLES.index(role)}{computed_token(_SALT, _value(club, role.value))}"


def invited_by(token: str) -> tuple[Club, Role] | None:
    """Return the club and the role of a token; None for unknown and revoked tokens."""
    code, place, given = token[:KEY_LENGTH], token[KEY_LENGTH : KEY_LENGTH + 1], token[KEY_LENGTH + 1 :]
    club = Club.objects.filter(code=code).first() if is_key(code) else None
    if club is None or place not in ("0", "1", "2", "3"):
        return None
    role = ROLES[int(place)]
    return (club, role) if is_token(_SALT, _value(club, role.value), given) else None


def nights_key(club: Club) -> str:
    """Return the secret part of the calendar's URL for a club that is not public."""
    return computed_token(_SALT, _value(club, NIGHTS))


def opens_nights(club: Club, key: str) -> bool:
    return is_token(_SALT, _value(club, NIGHTS), key)


def _value(club: Club, use: str) -> str:
    return f"{club.code}:{use}:{generation(club, use)}"
