"""Every kind of event in the audit log. `people.audit.log.record` accepts nothing else.

clubs.audit_pages.wording has a sentence for each.
"""

from enum import StrEnum, auto


class What(StrEnum):
    """The id of one thing that was done, or refused: its name here in small letters."""

    SIGNED_UP = auto()
    SIGNED_IN = auto()
    SIGN_IN_FAILED = auto()
    SIGNED_OUT = auto()
    PASSWORD_CHANGED = auto()
    PASSWORD_CHANGE_FAILED = auto()
    PASSWORD_WRONG = auto()
    PASSWORD_SET = auto()
    SESSION_ENDED = auto()
    SESSIONS_ENDED = auto()
    ACCOUNT_CHANGED = auto()
    ADMIN_MADE = auto()
    ACCOUNT_CLOSED = auto()
    CLUB_FOUNDED = auto()
    CLUB_RENAMED = auto()
    CLUB_PUBLIC = auto()
    MEMBER_JOINED = auto()
    MEMBER_ROLE = auto()
    MEMBER_REMOVED = auto()
    MEMBER_LEFT = auto()
    PLAYER_ADDED = auto()
    PLAYER_CHANGED = auto()
    PLAYER_CLAIMED = auto()
    PLAYER_GIVEN = auto()
    PLAYER_MERGED = auto()
    PLAYER_LEFT = auto()
    PLAYER_RETURNED = auto()
    PERSON_ERASED = auto()
    NIGHTS_ADDED = auto()
    NIGHT_CHANGED = auto()
    NIGHT_CANCELLED = auto()
    NIGHT_RESTORED = auto()
    MATCH_STARTED = auto()
    MATCH_CLAIMED = auto()
    MATCH_RELEASED = auto()
    MATCH_RENAMED = auto()
    MATCH_ARCHIVED = auto()
    MATCH_RESTORED = auto()
    MATCH_DELETED = auto()
    CHAIR_RENAMED = auto()
    CHAIR_REPLACED = auto()
    CHAIR_LINKED = auto()
    VALUE_CHANGED = auto()
    MATCH_PUBLIC = auto()
    MATCH_PRIVATE = auto()
    LINK_MADE = auto()
    LINK_ROTATED = auto()
    LINKS_GUESSED = auto()
    DEVICE_JOINED = auto()
    DEVICE_REVOKED = auto()
    HOUSE_RULES_SAVED = auto()
    HOUSE_RULES_REVISED = auto()
    HOUSE_RULES_HIDDEN = auto()
    HOUSE_RULES_SHOWN = auto()
    MATCH_EXPORTED = auto()
    SEASON_EXPORTED = auto()
    RATINGS_EXPORTED = auto()
    HOUSE_RULES_EXPORTED = auto()
    PERSON_EXPORTED = auto()
    AUDIT_EXPORTED = auto()
    TOURNAMENT_IMPORTED = auto()
    TOURNAMENT_EXPORTED = auto()
    CHANGE_REFUSED = auto()
    STAGE_PROMISED = auto()
    STAGE_DRAWN = auto()
    STAGE_REDRAWN = auto()
    ROUND_DRAWN = auto()
    ROUND_PUBLISHED = auto()
    ROUND_HIDDEN = auto()
    ROUND_LOCKED = auto()
    ROUND_UNLOCKED = auto()
    ROUND_DROPPED = auto()
    ROUND_SWAPPED = auto()
    ROUND_REMADE = auto()
    # Tournaments: who enters.
    TOURNAMENT_FOUNDED = auto()
    TOURNAMENT_CHANGED = auto()
    TOURNAMENT_RULES = auto()
    TOURNAMENT_STAGES = auto()
    TOURNAMENT_TEAMS = auto()
    TOURNAMENT_APART = auto()
    TOURNAMENT_LINKS = auto()
    TOURNAMENT_ARCHIVED = auto()
    TOURNAMENT_RESTORED = auto()
    TOURNAMENT_ENDED = auto()
    TOURNAMENT_TAKEN_UP = auto()
    TOURNAMENT_LOTS = auto()
    ENTRANT_ADDED = auto()
    ENTRANT_ASKED = auto()
    ENTRANT_CHANGED = auto()
    ENTRANT_MOVED = auto()
    ENTRANT_CHECKED_IN = auto()
    # Tournaments: at the tables.
    PHONE_LET_IN = auto()
    TABLE_OPENED = auto()
    TABLE_RESEATED = auto()
    TABLES_EXCHANGED = auto()
    SUBSTITUTE_SET = auto()
    SUBSTITUTE_GONE = auto()
    RESULT_ENTERED = auto()
    RESULT_CONFIRMED = auto()
    RESULT_DISPUTED = auto()
    RESULT_CORRECTED = auto()
    ROUND_CLOSED = auto()
    ROUND_REOPENED = auto()
    CLOCK_STARTED = auto()
    CLOCK_RESET = auto()
    CLOCK_PAUSED = auto()
    CLOCK_RESUMED = auto()
    CLOCK_SET = auto()
    TIME_ADDED = auto()
    REFEREE_CALLED = auto()
    REFEREE_CAME = auto()
    PENALTY_GIVEN = auto()
    PENALTY_CANCELLED = auto()
    # Tournaments that add up.
    SERIES_FOUNDED = auto()
    SERIES_CHANGED = auto()
    SERIES_EVENT_ADDED = auto()
    SERIES_EVENT_REMOVED = auto()
    SERIES_EXPORTED = auto()


# What a row is about (`Audit.about`): an account, by its id …
OF_ACCOUNTS = frozenset(
    {
        What.SIGNED_UP,
        What.SIGNED_IN,
        What.SIGN_IN_FAILED,
        What.SIGNED_OUT,
        What.PASSWORD_CHANGED,
        What.PASSWORD_CHANGE_FAILED,
        What.PASSWORD_WRONG,
        What.PASSWORD_SET,
        What.SESSION_ENDED,
        What.SESSIONS_ENDED,
        What.ACCOUNT_CHANGED,
        What.ADMIN_MADE,
        What.ACCOUNT_CLOSED,
        What.CLUB_FOUNDED,
        What.MEMBER_JOINED,
        What.MEMBER_ROLE,
        What.MEMBER_REMOVED,
        What.MEMBER_LEFT,
    }
)
# … or an entry of a roster, by its id.
OF_PLAYERS = frozenset(
    {
        What.PLAYER_ADDED,
        What.PLAYER_CHANGED,
        What.PLAYER_CLAIMED,
        What.PLAYER_GIVEN,
        What.PLAYER_MERGED,
        What.PLAYER_LEFT,
        What.PLAYER_RETURNED,
    }
)
# About an entry where they are a club's, else about an account.
OF_PEOPLE = frozenset({What.PERSON_ERASED, What.PERSON_EXPORTED})
