"""Texts of the activity log: variants of the sentences in `people.audit.events`, and names of fields, steps, kinds."""

from collections.abc import Mapping

from engine.language import gettext_noop as _
from people.audit.events import What

# Alternative sentences for some events, by event and variant (clubs.audit_pages.rows).
VARIANTS: Mapping[tuple[What, str], str] = {
    (What.CLUB_PUBLIC, "off"): _("%(who)s limited the club’s pages to members"),
    (What.CLUB_RENAMED, "erased"): _("%(who)s renamed the club"),
    (What.MATCH_RENAMED, "erased"): _("%(who)s renamed the match"),
    (What.CHAIR_RENAMED, "erased"): _("%(who)s corrected the name in seat %(about)s"),
    (What.CHAIR_REPLACED, "erased"): _("%(who)s replaced the player in seat %(about)s from hand %(hand)s on"),
    (What.CHAIR_LINKED, "erased"): _("%(who)s linked the guest in seat %(about)s to the roster"),
    (What.PLAYER_CHANGED, "named"): _("%(who)s renamed the player %(old)s to %(new)s"),
    (What.PLAYER_GIVEN, "off"): _("%(who)s unlinked the player %(player)s from their account"),
    (What.NIGHT_CHANGED, "moved"): _("%(who)s moved the club night from %(old)s to %(day)s"),
    (What.DEVICE_JOINED, "guest"): _("%(who)s joined to score"),
    (What.MATCH_EXPORTED, "print"): _("%(who)s opened the score sheet for printing"),
    (What.REFEREE_CALLED, "late"): _(
        "An entry arrived too late at table %(table)s in round %(round)s, and the referee was called: %(new)s"
    ),
    (What.TOURNAMENT_CHANGED, "named"): _("%(who)s renamed the tournament %(old)s to %(new)s"),
    (What.ROUND_REMADE, "left"): _(
        "%(who)s reseated a tournament from round %(round)s on, without player number %(leaves)s"
    ),
    (What.ROUND_REMADE, "came"): _(
        "%(who)s reseated a tournament from round %(round)s on, with player number %(comes)s"
    ),
    (What.ROUND_REMADE, "both"): _(
        "%(who)s reseated a tournament from round %(round)s on, without player number %(leaves)s and "
        "with player number %(comes)s"
    ),
    (What.TOURNAMENT_STAGES, "promise"): _(
        "%(who)s changed the stages of a tournament, which withdrew the published fingerprint of stage %(stage)s"
    ),
    (What.ENTRANT_CHECKED_IN, "off"): _("%(who)s cancelled the check-in of player number %(no)s"),
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
    "end_policy": _("end of a round"),
    "public": _("who can see it"),
    **{each: _("who can register") for each in ("open_for_entry", "approval", "capacity")},
    **{each: _("rule book") for each in ("system", "rules_version")},
    **{each: _("house rules") for each in ("options", "house_rules")},
    "scheme": _("match scoring"),
    "tie_breaks": _("tie-breaks"),
    "bye": _("value of a bye"),
    "counting": _("which results count"),
    "club_name": _("club"),
    "country": _("country"),
    "licence": _("number"),
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
    "organiser": _("organiser invitation"),
    "referee": _("referee invitation"),
    "scorer": _("scorer invitation"),
    "member": _("member invitation"),
}
REASONS: Mapping[str, str] = {
    "right": _("No permission."),
    "revoked": _("This phone’s right to score had been revoked."),
    "closed": _("The match had ended."),
    "settled": _("The tournament result was already final."),
    "conflict": _("Someone else had saved a change in the meantime."),
}
MORE = _("Other refusals in the same hour aren’t listed.")
# The changes that can be refused, by the URL name of the page to which they were sent.
STEPS: Mapping[str, str] = {
    "entry": _("a hand"),
    "claims": _("a hand"),
    "draw": _("a drawn hand"),
    "penalty": _("a penalty"),
    "declare": _("a declaration"),
    "undo": _("Undo"),
    "redo": _("Redo"),
    "extend": _("an extension of the match"),
    "close": _("ending the match"),
    "reopen": _("reopening the match"),
    "correct": _("a correction to entry %(entry)s"),
    "void": _("the removal of entry %(entry)s"),
    "insert": _("a missing hand after entry %(entry)s"),
    "players": _("a name"),
    "value": _("the value of a point"),
    "archive": _("archiving the match"),
    "delete": _("deleting the match"),
    "rematch": _("a rematch"),
    "renew_link": _("a new link"),
    "publish": _("the watch settings"),
    "revoke": _("revoking a phone’s right to score"),
    "join": _("joining to score"),
    "join_here": _("joining to score"),
    "match_club": _("the match’s club"),
    "link_guest": _("linking a guest to the roster"),
    "house_new": _("house rules"),
    "house_edit": _("house rules"),
    "house_hide": _("house rules"),
    "club_settings": _("the club’s settings"),
    "club_links": _("an invitation"),
    "member_role": _("a member’s role"),
    "member_remove": _("removing a member"),
    "roster_add": _("new players"),
    "player_entry": _("a player on the roster"),
    "player_claim": _("a player on the roster"),
    "player_give": _("a player on the roster"),
    "player_left": _("a player on the roster"),
    "player_merge": _("merging two players"),
    "player_erase": _("erasing a player"),
    "nights_add": _("club nights"),
    "night": _("a club night"),
    "night_cancel": _("a club night"),
    "nights_rotate": _("the calendar address"),
    # For pages of tournaments; the last one is for all pages that are not listed.
    **{f"tournaments:{each}": _("the seating draw for a tournament") for each in ("draw", "draw_stage")},
    "tournaments:round_next": _("drawing a round of a tournament"),
    "tournaments:round_publish": _("publishing a round of a tournament"),
    "tournaments:round_hide": _("hiding a round of a tournament"),
    "tournaments:round_lock": _("locking a round of a tournament"),
    "tournaments:round_drop": _("removing a tournament round"),
    **{f"tournaments:{each}": _("the seats of a tournament") for each in ("round", "round_swap", "late")},
    "tournaments:clock": _("the clock for a round"),
    "tournaments:close": _("closing a round of a tournament"),
    "tournaments:reopen": _("reopening a round of a tournament"),
    **{f"tournaments:{each}": _("opening a table card") for each in ("table_card", "typed", "typed_code")},
    "tournaments:table_open": _("opening a table of a tournament"),
    **{
        f"tournaments:{each}": _("a tournament result")
        for each in ("result", "round_results", "confirm", "dispute", "result_correct")
    },
    **{f"tournaments:{each}": _("a referee call") for each in ("call", "answer")},
    "tournaments:substitute": _("a substitute"),
    "tournaments:reseat": _("correcting the seats at a table"),
    "tournaments:table_exchange": _("swapping the results of two tables"),
    **{f"tournaments:{each}": _("a tournament penalty") for each in ("penalties", "penalty_cancel")},
    "tournaments:import": _("importing a tournament archive"),
    "tournaments:new": _("a new tournament"),
    "tournaments:settings": _("the tournament settings"),
    "tournaments:archive": _("archiving a tournament"),
    **{f"tournaments:{each}": _("the tournament rules") for each in ("rules", "scoring")},
    **{f"tournaments:{each}": _("the tournament stages") for each in ("stages", "stage_add", "stage", "stage_remove")},
    **{
        f"tournaments:{each}": _("a tournament registration")
        for each in ("entries", "entries_add", "entry_edit", "entry_move", "enter", "own")
    },
    **{f"tournaments:{each}": _("check-in") for each in ("checkin", "checkin_one", "checkin_absent")},
    "tournaments:cards_renew": _("new tournament cards"),
    **{
        f"tournaments:{each}": _("the pairs kept apart in a tournament")
        for each in ("apart", "apart_pair", "apart_groups")
    },
    "tournaments:team": _("the tournament teams"),
    "tournaments:counting": _("the counting rules of a tournament"),
    "tournaments:lots": _("the tie-break draws of a tournament"),
    "tournaments:finish": _("ending a tournament"),
    "tournaments:resume": _("reopening a tournament"),
    "tournaments:series_new": _("a new series"),
    "tournaments:series_settings": _("the series settings"),
    "tournaments:series_events": _("the tournaments of a series"),
    "tournaments": _("a tournament"),
}
# The filters for a club's activity log: the label, and the beginnings of the events' ids.
KINDS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "members": (_("Members and the club"), ("member_", "club_")),
    "players": (_("Players"), ("player_", "person_erased")),
    "nights": (_("Club nights"), ("night_", "nights_")),
    "matches": (
        _("Matches"),
        ("match_started", "match_claimed", "match_re", "match_archived", "match_deleted", "chair_", "value_"),
    ),
    "links": (_("Links and phones"), ("link_", "links_", "device_", "match_public", "match_private")),
    "rules": (_("House rules"), ("house_rules_",)),
    "rounds": (_("Seating draw and rounds"), ("stage_", "round_")),
    "tournaments": (
        _("Tournaments"),
        ("tournament_", "entrant_", "phone_", "series_founded", "series_changed", "series_event_"),
    ),
    "tables": (
        _("Results and penalties"),
        ("table_", "tables_", "substitute_", "result_", "clock_", "time_", "referee_", "penalty_"),
    ),
    "files": (_("Downloads"), ()),
    "refused": (_("Declined"), ()),
}
