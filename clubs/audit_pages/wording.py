"""Wording of the activity log: variants of the sentences in `people.audit.events`, and labels for their values."""

from collections.abc import Mapping

from engine.language import gettext_noop as _
from people.audit.events import What
from people.models import SignInMethod

# Alternative sentences for some events, by event and variant (clubs.audit_pages.rows).
VARIANTS: Mapping[tuple[What, str], str] = {
    (What.SIGNED_IN, SignInMethod.PASSWORD): _("%(who)s signed in with a password"),
    (What.SIGNED_IN, SignInMethod.CODE): _("%(who)s signed in with a password and a code"),
    (What.SIGNED_IN, SignInMethod.PASSWORD_PASSKEY): _("%(who)s signed in with a password and a passkey"),
    (What.SIGNED_IN, SignInMethod.PASSKEY): _("%(who)s signed in with a passkey"),
    (What.CLUB_PUBLIC, "off"): _("%(who)s limited the club’s pages to members"),
    (What.CLUB_RENAMED, "erased"): _("%(who)s renamed the club"),
    (What.MATCH_RENAMED, "erased"): _("%(who)s renamed the match"),
    (What.CHAIR_RENAMED, "erased"): _("%(who)s corrected the name in seat %(about)s"),
    (What.CHAIR_REPLACED, "erased"): _("%(who)s replaced the player in seat %(about)s from hand %(hand)s on"),
    (What.CHAIR_LINKED, "erased"): _("%(who)s linked the guest in seat %(about)s to a roster player"),
    (What.PLAYER_CHANGED, "named"): _("%(who)s renamed the player %(old)s to %(new)s"),
    (What.PLAYER_GIVEN, "off"): _("%(who)s unlinked %(player)s from their account"),
    (What.NIGHT_CHANGED, "moved"): _("%(who)s moved the club night from %(old)s to %(day)s"),
    (What.NIGHT_JOINED, "player"): _("%(who)s signed up %(player)s for the club night on %(day)s"),
    (What.NIGHT_JOINED, "guest"): _("A guest signed up for the club night on %(day)s"),
    (What.NIGHT_JOINED, "added"): _("%(who)s signed up a guest for the club night on %(day)s"),
    (What.NIGHT_LEFT, "player"): _("%(who)s removed %(player)s from the club night on %(day)s"),
    (What.NIGHT_LEFT, "account"): _("%(who)s removed the member %(to)s from the club night on %(day)s"),
    (What.NIGHT_LEFT, "guest"): _("A guest withdrew from the club night on %(day)s"),
    (What.NIGHT_LEFT, "added"): _("%(who)s removed a guest from the club night on %(day)s"),
    (What.DEVICE_JOINED, "guest"): _("%(who)s joined as a scorer"),
    (What.WEBHOOK_OFF, "failing"): _(
        "The webhook to %(host)s was switched off because nothing had been delivered for seven days"
    ),
    (What.WEBHOOK_OFF, "gone"): _(
        "The webhook to %(host)s was switched off because the receiver answered that the address is gone"
    ),
    (What.MATCH_EXPORTED, "print"): _("%(who)s opened the score sheet for printing"),
    (What.REFEREE_CALLED, "late"): _(
        "The referee was called because an entry for table %(table)s in round %(round)s arrived too late: %(new)s"
    ),
    (What.TOURNAMENT_CHANGED, "named"): _("%(who)s renamed the tournament %(old)s to %(new)s"),
    (What.ROUND_REMADE, "left"): _(
        "%(who)s redrew the seating of a tournament from round %(round)s on (left: player numbers %(leaves)s)"
    ),
    (What.ROUND_REMADE, "came"): _(
        "%(who)s redrew the seating of a tournament from round %(round)s on (arrived: player numbers %(comes)s)"
    ),
    (What.ROUND_REMADE, "both"): _(
        "%(who)s redrew the seating of a tournament from round %(round)s on "
        "(player numbers – left: %(leaves)s; arrived: %(comes)s)"
    ),
    (What.TOURNAMENT_STAGES, "promise"): _(
        "%(who)s changed the stages of a tournament, so the published fingerprint for stage %(stage)s was withdrawn"
    ),
    (What.ENTRANT_CHECKED_IN, "off"): _("%(who)s undid the check-in of player number %(no)s"),
    (What.TOURNAMENT_EXPORTED, "print"): _("%(who)s opened a tournament sheet for printing"),
}
FIELDS: Mapping[str, str] = {
    "name": _("name"),
    "email": _("email"),
    "nickname": _("nickname"),
    "number": _("number"),
    "shown": _("display name"),
    **{each: _("day") for each in ("starts_on", "ends_on")},
    "place": _("venue"),
    "minutes": _("minutes per round"),
    "end_policy": _("end-of-round rule"),
    "public": _("visibility"),
    **{each: _("registration settings") for each in ("open_for_entry", "approval", "capacity")},
    **{each: _("rule book") for each in ("system", "rules_version")},
    **{each: _("house rules") for each in ("options", "house_rules")},
    "scheme": _("match scoring"),
    "tie_breaks": _("tie-breaks"),
    "bye": _("points for a bye"),
    "counting": _("counting rules"),
    "club_name": _("club"),
    "country": _("country"),
    "licence": _("association number"),
    "team": _("team"),
    "seeding": _("seeding"),
    "player": _("player on the roster"),
    "house": _("house player"),
    "note": _("note"),
}
# The states of a tournament registration.
ENTRIES: Mapping[str, str] = {
    "asked": _("Wants to register"),
    "waiting": _("On the waiting list"),
    "entered": _("Registered"),
    "refused": _("Declined"),
    "withdrawn": _("Withdrawn"),
}
LINKS: Mapping[str, str] = {
    "watching": _("watch link"),
    "scoring": _("scoring link"),
    "nights": _("calendar of club nights"),
    "guests": _("guest link of a club night"),
    "organiser": _("organiser invitation"),
    "referee": _("referee invitation"),
    "scorer": _("scorer invitation"),
    "member": _("member invitation"),
}
REASONS: Mapping[str, str] = {
    "right": _("No permission."),
    "revoked": _("This phone’s access had been revoked."),
    "closed": _("The match had ended."),
    "settled": _("The tournament result was already final."),
    "conflict": _("Someone else had saved a change in the meantime."),
}
MORE = _("Further attempts in the same hour aren’t listed.")
# The changes that can be refused, each with the URL names of the views that receive it.
_STEPS: Mapping[str, str] = {
    _("a hand"): "entry claims",
    _("a drawn hand"): "draw",
    _("a penalty"): "penalty",
    _("a declaration"): "declare",
    _("undoing an entry"): "undo",
    _("redoing an entry"): "redo",
    _("extending the match"): "extend",
    _("ending the match"): "close",
    _("reopening the match"): "reopen",
    _("correcting entry %(entry)s"): "correct",
    _("removing entry %(entry)s"): "void",
    _("adding a missing hand after entry %(entry)s"): "insert",
    _("a name"): "players",
    _("the value of a point"): "value",
    _("archiving the match"): "archive",
    _("deleting the match"): "delete",
    _("a rematch"): "rematch",
    _("a new link"): "renew_link",
    _("the watch settings"): "publish",
    _("revoking a phone’s access"): "revoke",
    _("joining as a scorer"): "join join_here",
    _("the match’s club"): "match_club",
    _("linking a guest to the roster"): "link_guest",
    _("house rules"): "house_new house_edit house_hide",
    _("the club’s settings"): "club_settings",
    _("an invitation"): "club_links",
    _("a member’s role"): "member_role",
    _("removing a member"): "member_remove",
    _("new players"): "roster_add",
    _("a player on the roster"): "player_entry player_claim player_give player_left",
    _("merging two players"): "player_merge",
    _("erasing a player"): "player_erase",
    _("club nights"): "nights_add",
    _("a club night"): "night night_change night_cancel",
    _("signing up for a club night"): "night_come night_add night_remove",
    _("the guest link of a club night"): "night_guests",
    _("the calendar address"): "nights_rotate",
}
_TOURNAMENT_STEPS: Mapping[str, str] = {
    _("a tournament’s seating draw"): "draw draw_stage",
    _("drawing the seating for a tournament round"): "round_next",
    _("publishing a tournament round"): "round_publish",
    _("hiding a tournament round"): "round_hide",
    _("locking a tournament round"): "round_lock",
    _("removing a tournament round"): "round_drop",
    _("the seats in a tournament"): "round round_swap late",
    _("a round’s clock"): "clock",
    _("closing a tournament round"): "close",
    _("reopening a tournament round"): "reopen",
    _("opening a table card"): "table_card typed typed_code",
    _("opening a tournament table"): "table_open",
    _("a tournament result"): "result round_results confirm dispute result_correct",
    _("a referee call"): "call answer",
    _("a substitute"): "substitute",
    _("correcting the seats at a table"): "reseat",
    _("swapping the hands at two tables"): "table_exchange",
    _("a tournament penalty"): "penalties penalty_cancel",
    _("importing a tournament archive"): "import",
    _("a new tournament"): "new",
    _("the tournament settings"): "settings",
    _("archiving a tournament"): "archive",
    _("the tournament rules"): "rules scoring",
    _("the tournament stages"): "stages stage_add stage stage_remove",
    _("a tournament registration"): "entries entries_add entry_edit entry_move enter own",
    _("check-in"): "checkin checkin_one checkin_absent",
    _("new tournament cards"): "cards_renew",
    _("the pairs kept apart in the tournament"): "apart apart_pair apart_groups",
    _("the tournament teams"): "team",
    _("the tournament’s counting rules"): "counting",
    _("the tournament’s tie-break draws"): "lots",
    _("ending a tournament"): "finish",
    _("reopening a tournament"): "resume",
    _("a new series"): "series_new",
    _("the series settings"): "series_settings",
    _("the tournaments in a series"): "series_events",
}
STEPS: Mapping[str, str] = {
    **{name: step for step, names in _STEPS.items() for name in names.split()},
    **{f"tournaments:{name}": step for step, names in _TOURNAMENT_STEPS.items() for name in names.split()},
    "tournaments": _("a tournament"),  # for all other pages of tournaments
    "api": _("a token for programs"),
    "api-v1": _("a request from a program"),
    "webhooks": _("a webhook"),
}
# The filters for a club's activity log: the label, and the prefixes of the events' ids.
KINDS: Mapping[str, tuple[str, str]] = {
    "members": (_("Members and club"), "member_ club_"),
    "players": (_("Players"), "player_ person_erased"),
    "nights": (_("Club nights"), "night_ nights_"),
    "matches": (_("Matches"), "match_started match_claimed match_re match_archived match_deleted chair_ value_"),
    "links": (_("Links and phones"), "link_ links_ device_ token_ match_public match_private"),
    "rules": (_("House rules"), "house_rules_"),
    "rounds": (_("Seating draw and rounds"), "stage_ round_"),
    "tournaments": (_("Tournaments"), "tournament_ entrant_ phone_ series_founded series_changed series_event_"),
    "tables": (_("Results and penalties"), "table_ tables_ substitute_ result_ start_ clock_ time_ referee_ penalty_"),
    "webhooks": (_("Webhooks"), "webhook_"),
    "files": (_("Downloads"), ""),
    "refused": (_("Refused changes"), ""),
}
