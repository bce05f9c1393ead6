"""The links of a club: an invitation for each role, its calendar, and links for guests of its nights. Read-only.

No token is stored: each is computed from the server's key, the club, a purpose and a generation number. Increasing that
number revokes the token.
"""

from engine.hash_chain import is_key
from people.models import KEY_LENGTH, Club, ClubNight, NightSignUp, Role
from people.text.cleaning import read_digits
from people.web.codes import computed_token, is_token

# No invitation for owners: only an owner can make another member an owner.
ROLES = (Role.ORGANISER, Role.REFEREE, Role.SCORER, Role.MEMBER)
NIGHTS = "nights"
_SALT = "people.invitations"  # must not follow the module's name: a change would revoke every invitation
_NIGHT_SALT, _GUEST_SALT = "people.night_guests", "people.night_guest"


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


# ── guests of a club night ───────────────────────────────────────────


def guest_invitation(night: ClubNight) -> str:
    """Return the token with which guests sign up for a night: the night's id and 128 secret bits."""
    return f"{night.pk}-{computed_token(_NIGHT_SALT, _night_value(night))}"


def night_of_guests(token: str) -> ClubNight | None:
    """Return the night of a token; None for unknown and revoked tokens."""
    pk, _hyphen, given = token.partition("-")
    night = ClubNight.objects.filter(pk=read_digits(pk) or 0).select_related("club").first()
    return night if night and is_token(_NIGHT_SALT, _night_value(night), given) else None


def _night_value(night: ClubNight) -> str:
    return f"{night.club.code}:{night.pk}:{night.guest_links}"


def guest_token(row: NightSignUp) -> str:
    """Return the token with which a guest sees and withdraws their own sign-up, with 128 secret bits.

    It names the sign-up, so that it can be checked after the sign-up was deleted.
    """
    return f"{_sign_up_id(row)}-{computed_token(_GUEST_SALT, _sign_up_id(row))}"


def guest_of(token: str) -> NightSignUp | None:
    """Return the sign-up of a guest's own token; None for unknown tokens and guests who are no longer on the list."""
    pk, _night, named = _read_guest_token(token)
    row = NightSignUp.objects.filter(pk=pk).exclude(key="").select_related("night__club").first()
    return row if row and _sign_up_id(row) == named else None


def night_left_by(token: str) -> ClubNight | None:
    """Return the night of a guest's own token, even if the sign-up was deleted; None for unknown tokens."""
    return ClubNight.objects.filter(pk=_read_guest_token(token)[1]).select_related("club").first()


def _sign_up_id(row: NightSignUp) -> str:
    """Return the sign-up's id, night and second of creation, because ids can be reused after restoring a backup."""
    return f"{row.pk}-{row.night_id}-{int(row.at.timestamp())}"


def _read_guest_token(token: str) -> tuple[int, int, str]:
    """Return the ids of the sign-up and the night, and the `_sign_up_id`; zeros for an unknown token."""
    pk, night, second, given = [*token.split("-", 3), "", "", ""][:4]
    named = f"{pk}-{night}-{second}"
    return (int(pk), int(night), named) if is_token(_GUEST_SALT, named, given) else (0, 0, "")
