"""Every kind of event in the audit log, with its sentence. `people.audit.log.record` accepts nothing else."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy


class What(TextChoices):
    """The kinds of event, each an id and a sentence whose placeholders `clubs.audit_pages` fills in."""

    SIGNED_UP = "signed_up", _("%(who)s created their account")
    SIGNED_IN = "signed_in", _("%(who)s signed in")
    SIGN_IN_FAILED = "sign_in_failed", _("Someone tried to sign in as %(account)s with the wrong password")
    SIGN_IN_CODE_FAILED = (
        "sign_in_code_failed",
        _("Someone entered the password of %(account)s, but not a valid code or passkey"),
    )
    SIGNED_OUT = "signed_out", _("%(who)s signed out")
    PASSWORD_CHANGED = "password_changed", _("%(who)s changed their password (other devices signed out: %(ended)s)")
    PASSWORD_CHANGE_FAILED = (
        "password_change_failed",
        _("%(who)s tried to change their password but entered the current one incorrectly"),
    )
    PASSWORD_WRONG = "password_wrong", _("%(who)s entered the wrong password when asked to confirm an action")
    PASSWORD_SET = (
        "password_set",
        _("The password for %(account)s was set with a link from the server (devices signed out: %(ended)s)"),
    )
    SESSION_ENDED = "session_ended", _("%(who)s signed out another device")
    SESSIONS_ENDED = (
        "sessions_ended",
        ngettext_lazy(
            "%(who)s signed out %(ended)s other device", "%(who)s signed out %(ended)s other devices", "ended"
        ),
    )
    ACCOUNT_CHANGED = "account_changed", _("%(who)s changed their account details: %(fields)s")
    PASSKEY_ADDED = "passkey_added", _("%(who)s added a passkey")
    PASSKEY_REMOVED = "passkey_removed", _("%(who)s removed a passkey")
    AUTHENTICATOR_ADDED = "authenticator_added", _("%(who)s set up an authenticator app")
    AUTHENTICATOR_REMOVED = "authenticator_removed", _("%(who)s removed the authenticator app")
    RECOVERY_CODES_MADE = "recovery_codes_made", _("%(who)s created new recovery codes")
    RECOVERY_CODE_USED = "recovery_code_used", _("%(who)s signed in with a recovery code (codes left: %(left)s)")
    SECOND_FACTOR_REMOVED = (
        "second_factor_removed",
        _("The passkeys, authenticator app and recovery codes of %(account)s were removed on the server"),
    )
    ADMIN_MADE = "admin_made", _("%(account)s became an administrator of this site")
    ACCOUNT_CLOSED = "account_closed", _("The account %(account)s was closed (devices signed out: %(ended)s)")
    TOKEN_MADE = "token_made", _("%(who)s created a token for programs (valid for %(days)s days)")
    TOKEN_REVOKED = "token_revoked", _("%(who)s revoked a token for programs")
    CLUB_FOUNDED = "club_founded", _("%(who)s created the club")
    CLUB_RENAMED = "club_renamed", _("%(who)s renamed the club from %(old)s to %(new)s")
    CLUB_PUBLIC = "club_public", _("%(who)s made the club’s pages public")
    MEMBER_JOINED = "member_joined", _("%(account)s joined the club (role: %(role)s)")
    MEMBER_ROLE = "member_role", _("%(who)s changed the role of %(account)s from %(was)s to %(role)s")
    MEMBER_REMOVED = "member_removed", _("%(who)s removed %(account)s from the club (role: %(was)s)")
    MEMBER_LEFT = "member_left", _("%(account)s left the club (role: %(was)s)")
    PLAYER_ADDED = "player_added", _("%(who)s added %(player)s to the roster")
    PLAYER_CHANGED = "player_changed", _("%(who)s changed the roster entry for %(player)s: %(fields)s")
    PLAYER_CLAIMED = "player_claimed", _("%(who)s asked to be linked to %(player)s")
    PLAYER_GIVEN = "player_given", _("%(who)s linked %(player)s to the account %(to)s")
    PLAYER_MERGED = "player_merged", _("%(who)s merged two roster entries into %(into)s")
    PLAYER_LEFT = "player_left", _("%(who)s marked %(player)s as inactive")
    PLAYER_RETURNED = "player_returned", _("%(who)s marked %(player)s as active again")
    PERSON_ERASED = "person_erased", _("%(who)s erased the data about %(person)s")
    NIGHTS_ADDED = (
        "nights_added",
        ngettext_lazy("%(who)s added %(count)s club night", "%(who)s added %(count)s club nights", "count"),
    )
    NIGHT_CHANGED = "night_changed", _("%(who)s changed the club night on %(day)s")
    NIGHT_CANCELLED = "night_cancelled", _("%(who)s cancelled the club night on %(day)s")
    NIGHT_RESTORED = "night_restored", _("%(who)s restored the club night on %(day)s")
    NIGHT_JOINED = "night_joined", _("%(who)s signed up for the club night on %(day)s")
    NIGHT_LEFT = "night_left", _("%(who)s withdrew from the club night on %(day)s")
    WEBHOOK_ADDED = "webhook_added", _("%(who)s added a webhook to %(host)s")
    WEBHOOK_CHANGED = "webhook_changed", _("%(who)s changed the webhook to %(host)s")
    WEBHOOK_REMOVED = "webhook_removed", _("%(who)s removed the webhook to %(host)s")
    WEBHOOK_ON = "webhook_on", _("%(who)s switched on the webhook to %(host)s")
    WEBHOOK_OFF = "webhook_off", _("%(who)s switched off the webhook to %(host)s")
    WEBHOOK_SECRET = "webhook_secret", _("%(who)s replaced the secret of the webhook to %(host)s")
    WEBHOOK_REPEATED = "webhook_repeated", _("%(who)s sent messages again to the webhook at %(host)s")
    WEBHOOK_TESTED = "webhook_tested", _("%(who)s sent a test event to the webhook at %(host)s")
    MATCH_STARTED = "match_started", _("%(who)s started the match")
    MATCH_CLAIMED = "match_claimed", _("%(who)s added the match to the club")
    MATCH_RELEASED = "match_released", _("%(who)s removed the match from the club")
    MATCH_RENAMED = "match_renamed", _("%(who)s renamed the match from %(old)s to %(new)s")
    MATCH_ARCHIVED = "match_archived", _("%(who)s archived the match")
    MATCH_RESTORED = "match_restored", _("%(who)s unarchived the match")
    MATCH_DELETED = "match_deleted", _("%(who)s deleted the match (entries: %(entries)s)")
    CHAIR_RENAMED = "chair_renamed", _("%(who)s corrected a name from %(old)s to %(new)s")
    CHAIR_REPLACED = "chair_replaced", _("%(who)s replaced %(old)s with %(new)s from hand %(hand)s on")
    CHAIR_LINKED = "chair_linked", _("%(who)s linked the guest %(old)s to the roster player %(new)s")
    VALUE_CHANGED = "value_changed", _("%(who)s changed the value of a point from %(old)s to %(new)s")
    MATCH_PUBLIC = "match_public", _("%(who)s let everyone watch the match")
    MATCH_PRIVATE = "match_private", _("%(who)s limited watching the match to people with the link")
    LINK_MADE = "link_made", _("%(who)s created a link: %(link)s")
    LINK_ROTATED = "link_rotated", _("%(who)s replaced a link: %(link)s (the old one no longer works)")
    LINKS_GUESSED = "links_guessed", _("Someone tried to open links that don’t exist (attempts: %(tries)s)")
    DEVICE_JOINED = "device_joined", _("%(who)s joined as a scorer on phone %(no)s")
    DEVICE_REVOKED = "device_revoked", _("%(who)s revoked access for phone %(no)s")
    HOUSE_RULES_SAVED = "house_rules_saved", _("%(who)s saved the house rules %(rules)s")
    HOUSE_RULES_REVISED = "house_rules_revised", _("%(who)s saved version %(version)s of the house rules %(rules)s")
    HOUSE_RULES_HIDDEN = "house_rules_hidden", _("%(who)s archived the house rules %(rules)s")
    HOUSE_RULES_SHOWN = "house_rules_shown", _("%(who)s unarchived the house rules %(rules)s")
    MATCH_EXPORTED = "match_exported", _("%(who)s downloaded the match as %(kind)s")
    SEASON_EXPORTED = "season_exported", _("%(who)s downloaded the season as %(kind)s")
    RATINGS_EXPORTED = "ratings_exported", _("%(who)s downloaded the ratings as %(kind)s")
    HOUSE_RULES_EXPORTED = "house_rules_exported", _("%(who)s downloaded the house rules %(rules)s as %(kind)s")
    PERSON_EXPORTED = "person_exported", _("%(who)s downloaded the data about %(person)s as %(kind)s")
    AUDIT_EXPORTED = "audit_exported", _("%(who)s downloaded the activity log as %(kind)s")
    TOURNAMENT_IMPORTED = "tournament_imported", _("%(who)s imported a tournament from an archive")
    TOURNAMENT_EXPORTED = "tournament_exported", _("%(who)s downloaded a tournament as %(kind)s")
    CHANGE_REFUSED = "change_refused", _("%(who)s’s change was refused: %(step)s. %(why)s")
    STAGE_PROMISED = "stage_promised", _("%(who)s published the fingerprint for stage %(stage)s of a tournament")
    STAGE_DRAWN = "stage_drawn", _("%(who)s drew the seating for stage %(stage)s of a tournament")
    STAGE_REDRAWN = "stage_redrawn", _("%(who)s redrew the seating for stage %(stage)s of a tournament")
    ROUND_DRAWN = "round_drawn", _("%(who)s drew the seating for round %(round)s of a tournament")
    ROUND_PUBLISHED = "round_published", _("%(who)s published round %(round)s of a tournament")
    ROUND_HIDDEN = "round_hidden", _("%(who)s hid round %(round)s of a tournament")
    ROUND_LOCKED = "round_locked", _("%(who)s locked the seats for round %(round)s of a tournament")
    ROUND_UNLOCKED = "round_unlocked", _("%(who)s unlocked the seats for round %(round)s of a tournament")
    ROUND_DROPPED = "round_dropped", _("%(who)s cancelled round %(round)s of a tournament and all later rounds")
    ROUND_SWAPPED = "round_swapped", _("%(who)s swapped two players in round %(round)s of a tournament")
    ROUND_REMADE = "round_remade", _("%(who)s redrew the seating of a tournament from round %(round)s on")
    # Tournaments: setup and entrants.
    TOURNAMENT_FOUNDED = "tournament_founded", _("%(who)s created the tournament %(new)s")
    TOURNAMENT_CHANGED = "tournament_changed", _("%(who)s changed a tournament: %(fields)s")
    TOURNAMENT_RULES = "tournament_rules", _("%(who)s changed the rules of a tournament: %(fields)s")
    TOURNAMENT_STAGES = "tournament_stages", _("%(who)s changed the stages of a tournament")
    TOURNAMENT_TEAMS = "tournament_teams", _("%(who)s changed the teams of a tournament")
    TOURNAMENT_APART = "tournament_apart", _("%(who)s changed which players are kept apart in a tournament")
    TOURNAMENT_LINKS = "tournament_links", _("%(who)s revoked the printed cards of a tournament")
    TOURNAMENT_ARCHIVED = "tournament_archived", _("%(who)s archived a tournament")
    TOURNAMENT_RESTORED = "tournament_restored", _("%(who)s unarchived a tournament")
    TOURNAMENT_ENDED = "tournament_ended", _("%(who)s ended a tournament")
    TOURNAMENT_TAKEN_UP = "tournament_taken_up", _("%(who)s reopened a tournament")
    TOURNAMENT_LOTS = "tournament_lots", _("%(who)s recorded tie-break draws in a tournament")
    ENTRANT_ADDED = (
        "entrant_added",
        ngettext_lazy(
            "%(who)s added %(count)s player to a tournament", "%(who)s added %(count)s players to a tournament", "count"
        ),
    )
    ENTRANT_ASKED = "entrant_asked", _("%(who)s registered for a tournament as player number %(no)s")
    ENTRANT_CHANGED = "entrant_changed", _("%(who)s changed player number %(no)s in a tournament: %(fields)s")
    ENTRANT_MOVED = "entrant_moved", _("%(who)s changed the status of player number %(no)s: %(state)s")
    ENTRANT_CHECKED_IN = "entrant_checked_in", _("%(who)s checked in player number %(no)s")
    # Tournaments: at the tables.
    PHONE_LET_IN = "phone_let_in", _("%(who)s scanned the card for table %(table)s")
    TABLE_OPENED = "table_opened", _("%(who)s started scoring at table %(table)s in round %(round)s")
    TABLE_RESEATED = "table_reseated", _("%(who)s corrected the seats at table %(table)s in round %(round)s")
    TABLES_EXCHANGED = (
        "tables_exchanged",
        _("%(who)s swapped the hands at tables %(table)s and %(other)s in round %(round)s"),
    )
    SUBSTITUTE_SET = (
        "substitute_set",
        _("%(who)s assigned a substitute for player number %(about)s in round %(round)s"),
    )
    SUBSTITUTE_GONE = (
        "substitute_gone",
        _("%(who)s removed the substitute for player number %(about)s in round %(round)s"),
    )
    RESULT_ENTERED = "result_entered", _("%(who)s entered a result for table %(table)s in round %(round)s: %(points)s")
    RESULT_CONFIRMED = "result_confirmed", _("%(who)s confirmed the result for table %(table)s in round %(round)s")
    RESULT_DISPUTED = "result_disputed", _("%(who)s disputed the result for table %(table)s in round %(round)s")
    RESULT_CORRECTED = (
        "result_corrected",
        _("%(who)s corrected the result for table %(table)s in round %(round)s: %(points)s"),
    )
    ROUND_CLOSED = "round_closed", _("%(who)s closed round %(round)s of a tournament")
    ROUND_REOPENED = "round_reopened", _("%(who)s reopened round %(round)s of a tournament")
    START_PLANNED = "start_planned", _("%(who)s planned the start of round %(round)s in %(minutes)s min")
    START_CANCELLED = "start_cancelled", _("%(who)s cancelled the planned start of round %(round)s")
    CLOCK_STARTED = "clock_started", _("%(who)s started the clock for round %(round)s")
    CLOCK_RESET = "clock_reset", _("%(who)s reset the clock for round %(round)s")
    CLOCK_PAUSED = "clock_paused", _("%(who)s paused the clock for round %(round)s")
    CLOCK_RESUMED = "clock_resumed", _("%(who)s resumed the clock for round %(round)s")
    CLOCK_SET = "clock_set", _("%(who)s set the length of round %(round)s to %(minutes)s min")
    TIME_ADDED = "time_added", _("%(who)s gave table %(table)s extra time in round %(round)s (%(minutes)s min)")
    REFEREE_CALLED = "referee_called", _("%(who)s called the referee to table %(table)s in round %(round)s")
    REFEREE_CAME = "referee_came", _("%(who)s answered the referee call from table %(table)s in round %(round)s")
    PENALTY_GIVEN = "penalty_given", _("%(who)s gave player number %(entrant)s a penalty or bonus: %(amount)s")
    PENALTY_CANCELLED = (
        "penalty_cancelled",
        _("%(who)s cancelled a penalty or bonus for player number %(entrant)s: %(amount)s"),
    )
    # Tournament series.
    SERIES_FOUNDED = "series_founded", _("%(who)s created the series %(new)s")
    SERIES_CHANGED = "series_changed", _("%(who)s changed a series: %(fields)s")
    SERIES_EVENT_ADDED = "series_event_added", _("%(who)s added a tournament to a series")
    SERIES_EVENT_REMOVED = "series_event_removed", _("%(who)s removed a tournament from a series")
    SERIES_EXPORTED = "series_exported", _("%(who)s downloaded a series as %(kind)s")


def _beginning(*beginnings: str) -> frozenset[What]:
    return frozenset(what for what in What if what.startswith(beginnings))


# Events for which `Audit.about` is the id of an account …
OF_ACCOUNTS = _beginning(
    *("sign", "password_", "session", "account_", "admin_", "member_"),
    *("passkey_", "authenticator_", "recovery_", "second_factor_"),
) | {What.CLUB_FOUNDED}
# Attempts to sign in to an account, by anybody.
SIGN_IN_ATTEMPTS = frozenset({What.SIGN_IN_FAILED, What.SIGN_IN_CODE_FAILED})
# … or of a roster entry.
OF_PLAYERS = _beginning("player_")
# … or of a roster entry if the row has a club, otherwise of an account.
OF_PEOPLE = frozenset({What.PERSON_ERASED, What.PERSON_EXPORTED})
