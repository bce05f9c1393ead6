"""Every kind of event in the audit log, with its sentence. `people.audit.log.record` accepts nothing else."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class What(TextChoices):
    """The id of something that was done or refused, and its sentence, whose placeholders `clubs.audit_pages` fills."""

    SIGNED_UP = "signed_up", _("%(who)s made the account")
    SIGNED_IN = "signed_in", _("%(who)s signed in")
    SIGN_IN_FAILED = "sign_in_failed", _("Somebody tried to sign in as %(account)s with a wrong password")
    SIGNED_OUT = "signed_out", _("%(who)s signed out")
    PASSWORD_CHANGED = "password_changed", _("%(who)s changed the password; sign-ins ended elsewhere: %(ended)s")
    PASSWORD_CHANGE_FAILED = "password_change_failed", _("%(who)s gave a wrong password when it was to be changed")
    PASSWORD_WRONG = "password_wrong", _("%(who)s gave a wrong password where it was asked for once more")
    PASSWORD_SET = (
        "password_set",
        _("A password for %(account)s was set by a link of the server; sign-ins ended: %(ended)s"),
    )
    SESSION_ENDED = "session_ended", _("%(who)s ended a sign-in elsewhere")
    SESSIONS_ENDED = "sessions_ended", _("%(who)s ended all sign-ins elsewhere: %(ended)s")
    ACCOUNT_CHANGED = "account_changed", _("%(who)s changed the account: %(fields)s")
    ADMIN_MADE = "admin_made", _("%(account)s was made an administrator of this site")
    ACCOUNT_CLOSED = "account_closed", _("The account %(account)s was closed; sign-ins ended: %(ended)s")
    CLUB_FOUNDED = "club_founded", _("%(who)s founded the club")
    CLUB_RENAMED = "club_renamed", _("%(who)s renamed the club: %(new)s instead of %(old)s")
    CLUB_PUBLIC = "club_public", _("%(who)s opened the club’s pages to everybody")
    MEMBER_JOINED = "member_joined", _("%(account)s joined the club as: %(role)s")
    MEMBER_ROLE = "member_role", _("%(who)s changed the role of %(account)s: %(role)s instead of %(was)s")
    MEMBER_REMOVED = "member_removed", _("%(who)s took %(account)s out of the club, who was: %(was)s")
    MEMBER_LEFT = "member_left", _("%(account)s left the club, who was: %(was)s")
    PLAYER_ADDED = "player_added", _("%(who)s put %(player)s on the roster")
    PLAYER_CHANGED = "player_changed", _("%(who)s changed the entry of %(player)s: %(fields)s")
    PLAYER_CLAIMED = "player_claimed", _("%(who)s says to be %(player)s")
    PLAYER_GIVEN = "player_given", _("%(who)s gave the entry of %(player)s to %(to)s")
    PLAYER_MERGED = "player_merged", _("%(who)s merged two entries: both are %(into)s")
    PLAYER_LEFT = "player_left", _("%(who)s noted that %(player)s has left")
    PLAYER_RETURNED = "player_returned", _("%(who)s noted that %(player)s is back")
    PERSON_ERASED = "person_erased", _("%(who)s had %(person)s erased")
    NIGHTS_ADDED = "nights_added", _("%(who)s put down club nights: %(count)s")
    NIGHT_CHANGED = "night_changed", _("%(who)s changed the club night of %(day)s")
    NIGHT_CANCELLED = "night_cancelled", _("%(who)s called off the club night of %(day)s")
    NIGHT_RESTORED = "night_restored", _("%(who)s called the club night of %(day)s on again")
    MATCH_STARTED = "match_started", _("%(who)s started the match")
    MATCH_CLAIMED = "match_claimed", _("%(who)s added the match to the club")
    MATCH_RELEASED = "match_released", _("%(who)s took the match out of the club")
    MATCH_RENAMED = "match_renamed", _("%(who)s renamed the match: %(new)s instead of %(old)s")
    MATCH_ARCHIVED = "match_archived", _("%(who)s put the match away")
    MATCH_RESTORED = "match_restored", _("%(who)s took the match out of the archive")
    MATCH_DELETED = "match_deleted", _("%(who)s deleted the match; entries in it: %(entries)s")
    CHAIR_RENAMED = "chair_renamed", _("%(who)s corrected a name: %(new)s instead of %(old)s")
    CHAIR_REPLACED = "chair_replaced", _("%(who)s let %(new)s play on for %(old)s from hand %(hand)s")
    CHAIR_LINKED = "chair_linked", _("%(who)s linked the guest %(old)s to the roster: %(new)s")
    VALUE_CHANGED = "value_changed", _("%(who)s changed what a point is worth: %(new)s instead of %(old)s")
    MATCH_PUBLIC = "match_public", _("%(who)s let everybody watch")
    MATCH_PRIVATE = "match_private", _("%(who)s let only those with the link watch")
    LINK_MADE = "link_made", _("%(who)s made a link: %(link)s")
    LINK_ROTATED = "link_rotated", _("%(who)s made a link anew, the old one opens nothing: %(link)s")
    LINKS_GUESSED = "links_guessed", _("Somebody tried addresses that do not exist: %(tries)s of them")
    DEVICE_JOINED = "device_joined", _("%(who)s joined to score, as phone %(no)s")
    DEVICE_REVOKED = "device_revoked", _("%(who)s took the right to score from phone %(no)s")
    HOUSE_RULES_SAVED = "house_rules_saved", _("%(who)s saved the house rules %(rules)s")
    HOUSE_RULES_REVISED = "house_rules_revised", _("%(who)s changed the house rules %(rules)s: version %(version)s")
    HOUSE_RULES_HIDDEN = "house_rules_hidden", _("%(who)s put the house rules %(rules)s away")
    HOUSE_RULES_SHOWN = "house_rules_shown", _("%(who)s took the house rules %(rules)s out again")
    MATCH_EXPORTED = "match_exported", _("%(who)s took the match away as %(kind)s")
    SEASON_EXPORTED = "season_exported", _("%(who)s took the season away as %(kind)s")
    RATINGS_EXPORTED = "ratings_exported", _("%(who)s took the ratings away as %(kind)s")
    HOUSE_RULES_EXPORTED = "house_rules_exported", _("%(who)s took the house rules %(rules)s away as %(kind)s")
    PERSON_EXPORTED = "person_exported", _("%(who)s took away what is kept about %(person)s, as %(kind)s")
    AUDIT_EXPORTED = "audit_exported", _("%(who)s took this list away as %(kind)s")
    TOURNAMENT_IMPORTED = "tournament_imported", _("%(who)s brought in a tournament from an archive")
    TOURNAMENT_EXPORTED = "tournament_exported", _("%(who)s took a tournament away as %(kind)s")
    CHANGE_REFUSED = "change_refused", _("%(who)s was refused a change: %(step)s. %(why)s")
    STAGE_PROMISED = "stage_promised", _("%(who)s promised the draw of stage %(stage)s of a tournament")
    STAGE_DRAWN = "stage_drawn", _("%(who)s drew stage %(stage)s of a tournament")
    STAGE_REDRAWN = "stage_redrawn", _("%(who)s drew stage %(stage)s of a tournament anew")
    ROUND_DRAWN = "round_drawn", _("%(who)s drew round %(round)s of a tournament")
    ROUND_PUBLISHED = "round_published", _("%(who)s published round %(round)s of a tournament")
    ROUND_HIDDEN = "round_hidden", _("%(who)s hid round %(round)s of a tournament")
    ROUND_LOCKED = "round_locked", _("%(who)s locked round %(round)s of a tournament")
    ROUND_UNLOCKED = "round_unlocked", _("%(who)s unlocked round %(round)s of a tournament")
    ROUND_DROPPED = "round_dropped", _("%(who)s took away the rounds of a tournament from round %(round)s on")
    ROUND_SWAPPED = "round_swapped", _("%(who)s let two change seats in round %(round)s of a tournament")
    ROUND_REMADE = "round_remade", _("%(who)s had a tournament seated anew from round %(round)s on")
    # Tournaments: who enters.
    TOURNAMENT_FOUNDED = "tournament_founded", _("%(who)s founded the tournament %(new)s")
    TOURNAMENT_CHANGED = "tournament_changed", _("%(who)s changed a tournament: %(fields)s")
    TOURNAMENT_RULES = "tournament_rules", _("%(who)s changed the rules of a tournament: %(fields)s")
    TOURNAMENT_STAGES = "tournament_stages", _("%(who)s changed the stages of a tournament")
    TOURNAMENT_TEAMS = "tournament_teams", _("%(who)s changed the teams of a tournament")
    TOURNAMENT_APART = "tournament_apart", _("%(who)s changed who is kept apart in a tournament")
    TOURNAMENT_LINKS = "tournament_links", _("%(who)s made the printed cards of a tournament void")
    TOURNAMENT_ARCHIVED = "tournament_archived", _("%(who)s put a tournament away")
    TOURNAMENT_RESTORED = "tournament_restored", _("%(who)s took a tournament out of the archive")
    TOURNAMENT_ENDED = "tournament_ended", _("%(who)s said that a tournament is over")
    TOURNAMENT_TAKEN_UP = "tournament_taken_up", _("%(who)s took up a tournament that was over")
    TOURNAMENT_LOTS = "tournament_lots", _("%(who)s wrote down lots that were drawn in a tournament")
    ENTRANT_ADDED = "entrant_added", _("%(who)s entered people in a tournament: %(about)s of them")
    ENTRANT_ASKED = "entrant_asked", _("%(who)s asked to enter a tournament, as number %(no)s")
    ENTRANT_CHANGED = "entrant_changed", _("%(who)s changed the entry number %(no)s in a tournament: %(fields)s")
    ENTRANT_MOVED = "entrant_moved", _("%(who)s changed where the entry number %(no)s stands: %(state)s")
    ENTRANT_CHECKED_IN = "entrant_checked_in", _("%(who)s checked in the entry number %(no)s")
    # Tournaments: at the tables.
    PHONE_LET_IN = "phone_let_in", _("%(who)s read the card of table %(table)s")
    TABLE_OPENED = "table_opened", _("%(who)s began to score round %(round)s, table %(table)s")
    TABLE_RESEATED = "table_reseated", _("%(who)s put the seats right in round %(round)s, table %(table)s")
    TABLES_EXCHANGED = (
        "tables_exchanged",
        _("%(who)s gave round %(round)s, table %(table)s, what was scored at table %(other)s, and the other way round"),
    )
    SUBSTITUTE_SET = (
        "substitute_set",
        _("%(who)s let somebody sit in for the entry number %(about)s in round %(round)s"),
    )
    SUBSTITUTE_GONE = "substitute_gone", _("%(who)s let the entry number %(about)s play themselves in round %(round)s")
    RESULT_ENTERED = "result_entered", _("%(who)s entered a result of round %(round)s, table %(table)s: %(points)s")
    RESULT_CONFIRMED = "result_confirmed", _("%(who)s confirmed the result of round %(round)s, table %(table)s")
    RESULT_DISPUTED = "result_disputed", _("%(who)s disputed the result of round %(round)s, table %(table)s")
    RESULT_CORRECTED = (
        "result_corrected",
        _("%(who)s corrected the result of round %(round)s, table %(table)s: %(points)s"),
    )
    ROUND_CLOSED = "round_closed", _("%(who)s closed round %(round)s of a tournament")
    ROUND_REOPENED = "round_reopened", _("%(who)s took round %(round)s of a tournament up again")
    CLOCK_STARTED = "clock_started", _("%(who)s started the clock of round %(round)s")
    CLOCK_RESET = "clock_reset", _("%(who)s set the clock of round %(round)s back to its beginning")
    CLOCK_PAUSED = "clock_paused", _("%(who)s stopped the clock of round %(round)s")
    CLOCK_RESUMED = "clock_resumed", _("%(who)s let the clock of round %(round)s go on")
    CLOCK_SET = "clock_set", _("%(who)s set round %(round)s to %(minutes)s minutes")
    TIME_ADDED = "time_added", _("%(who)s gave table %(table)s extra time in round %(round)s, in minutes: %(minutes)s")
    REFEREE_CALLED = "referee_called", _("%(who)s called the referee to table %(table)s in round %(round)s")
    REFEREE_CAME = "referee_came", _("%(who)s came as referee to table %(table)s in round %(round)s")
    PENALTY_GIVEN = "penalty_given", _("%(who)s gave the entry number %(entrant)s a penalty or a grant: it %(effect)s")
    PENALTY_CANCELLED = (
        "penalty_cancelled",
        _("%(who)s cancelled a penalty or a grant of the entry number %(entrant)s: it %(effect)s"),
    )
    # Tournaments that add up.
    SERIES_FOUNDED = "series_founded", _("%(who)s founded the series %(new)s")
    SERIES_CHANGED = "series_changed", _("%(who)s changed a series: %(fields)s")
    SERIES_EVENT_ADDED = "series_event_added", _("%(who)s put a tournament into a series")
    SERIES_EVENT_REMOVED = "series_event_removed", _("%(who)s took a tournament out of a series")
    SERIES_EXPORTED = "series_exported", _("%(who)s took a series away as %(kind)s")


def _beginning(*beginnings: str) -> frozenset[What]:
    return frozenset(what for what in What if what.startswith(beginnings))


# What a row is about (`Audit.about`): an account, by its id …
OF_ACCOUNTS = _beginning("sign", "password_", "session", "account_", "admin_", "member_") | {What.CLUB_FOUNDED}
# … or an entry of a roster, by its id.
OF_PLAYERS = _beginning("player_")
# About an entry where they are a club's, else about an account.
OF_PEOPLE = frozenset({What.PERSON_ERASED, What.PERSON_EXPORTED})
