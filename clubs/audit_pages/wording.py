"""Words of the activity log: variants of the sentences in `people.audit.events`, fields, steps, kinds."""

from collections.abc import Mapping

from engine.language import gettext_noop as _
from people.audit.events import What

# Other sentences for some ids, by what is different about the row (clubs.audit_pages.rows).
VARIANTS: Mapping[tuple[What, str], str] = {
    (What.CLUB_PUBLIC, "off"): _("%(who)s opened the club’s pages to members alone"),
    (What.CLUB_RENAMED, "erased"): _("%(who)s renamed the club"),
    (What.MATCH_RENAMED, "erased"): _("%(who)s renamed the match"),
    (What.CHAIR_RENAMED, "erased"): _("%(who)s corrected the name on chair %(about)s"),
    (What.CHAIR_REPLACED, "erased"): _("%(who)s changed who sits on chair %(about)s from hand %(hand)s"),
    (What.CHAIR_LINKED, "erased"): _("%(who)s linked the guest on chair %(about)s to the roster"),
    (What.PLAYER_CHANGED, "named"): _("%(who)s renamed a player: %(new)s instead of %(old)s"),
    (What.PLAYER_GIVEN, "off"): _("%(who)s said that the entry of %(player)s is no account’s"),
    (What.NIGHT_CHANGED, "moved"): _("%(who)s moved the club night of %(old)s to %(day)s"),
    (What.DEVICE_JOINED, "guest"): _("%(who)s joined to score"),
    (What.MATCH_EXPORTED, "print"): _("%(who)s opened the score sheet to print"),
    (What.REFEREE_CALLED, "late"): _(
        "An entry came too late to table %(table)s in round %(round)s, and the referee was called: %(new)s"
    ),
    (What.TOURNAMENT_CHANGED, "named"): _("%(who)s renamed a tournament: %(new)s instead of %(old)s"),
    (What.ROUND_REMADE, "left"): _(
        "%(who)s had a tournament seated anew from round %(round)s on, without the entry number %(leaves)s"
    ),
    (What.ROUND_REMADE, "came"): _(
        "%(who)s had a tournament seated anew from round %(round)s on, with the entry number %(comes)s"
    ),
    (What.ROUND_REMADE, "both"): _(
        "%(who)s had a tournament seated anew from round %(round)s on, without the entry number %(leaves)s and"
        " with the entry number %(comes)s"
    ),
    (What.TOURNAMENT_STAGES, "promise"): _(
        "%(who)s changed the stages of a tournament: the promised draw of stage %(stage)s was taken back"
    ),
    (What.ENTRANT_CHECKED_IN, "off"): _("%(who)s took back that the entry number %(no)s has come"),
    (What.TOURNAMENT_EXPORTED, "print"): _("%(who)s opened a sheet of a tournament to print"),
}
FIELDS: Mapping[str, str] = {
    "name": _("name"),
    "email": _("e-mail"),
    "nickname": _("nickname"),
    "number": _("number"),
    "shown": _("how it is shown"),
    **{each: _("day") for each in ("starts_on", "ends_on")},
    "place": _("place"),
    "minutes": _("minutes of a round"),
    "end_policy": _("end of a round"),
    "public": _("who may read"),
    **{each: _("who may enter") for each in ("open_for_entry", "approval", "capacity")},
    **{each: _("rule book") for each in ("system", "rules_version")},
    **{each: _("house rules") for each in ("options", "house_rules")},
    "scheme": _("what a game is worth"),
    "tie_breaks": _("tie-breaks"),
    "bye": _("what a bye is worth"),
    "counting": _("what counts"),
    "club_name": _("club"),
    "country": _("country"),
    "licence": _("number"),
    "team": _("team"),
    "seeding": _("seed"),
    "player": _("entry on the roster"),
    "house": _("house player"),
    "note": _("note"),
}
# Where an entry in a tournament stands.
ENTRIES: Mapping[str, str] = {
    "asked": _("Asks to enter"),
    "waiting": _("On the waiting list"),
    "entered": _("Entered"),
    "refused": _("Refused"),
    "withdrawn": _("Withdrawn"),
}
LINKS: Mapping[str, str] = {
    "watching": _("to watch"),
    "scoring": _("to score"),
    "nights": _("calendar of the nights"),
    "organiser": _("invitation of organisers"),
    "referee": _("invitation of referees"),
    "scorer": _("invitation of scorers"),
    "member": _("invitation of members"),
}
REASONS: Mapping[str, str] = {
    "right": _("There was no right to it."),
    "revoked": _("The right to score had been taken away."),
    "closed": _("The match was closed."),
    "settled": _("What the match is a part of had its result already."),
    "conflict": _("Somebody else had saved something meanwhile."),
}
MORE = _("Others of the same hour are not listed.")
# What was to be changed, by the page to which it was sent.
STEPS: Mapping[str, str] = {
    "entry": _("a hand"),
    "claims": _("a hand"),
    "draw": _("a drawn hand"),
    "penalty": _("a penalty"),
    "declare": _("a declaration"),
    "undo": _("Undo"),
    "redo": _("Redo"),
    "extend": _("a longer match"),
    "close": _("closing the match"),
    "reopen": _("reopening the match"),
    "correct": _("a correction of entry %(entry)s"),
    "void": _("taking out entry %(entry)s"),
    "insert": _("a forgotten hand after entry %(entry)s"),
    "players": _("a name"),
    "value": _("what a point is worth"),
    "archive": _("putting the match away"),
    "delete": _("deleting the match"),
    "rematch": _("a rematch"),
    "renew_link": _("a new link"),
    "publish": _("who may watch"),
    "revoke": _("taking a right away"),
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
    "member_remove": _("taking out a member"),
    "roster_add": _("new players"),
    "player_entry": _("an entry of the roster"),
    "player_claim": _("an entry of the roster"),
    "player_give": _("an entry of the roster"),
    "player_left": _("an entry of the roster"),
    "player_merge": _("merging two entries"),
    "player_erase": _("erasing a player"),
    "nights_add": _("club nights"),
    "night": _("a club night"),
    "night_cancel": _("a club night"),
    "nights_rotate": _("the address of the calendar"),
    # Of tournaments, by the name of the room; the last for those of its pages that have no words of their own.
    **{f"tournaments:{each}": _("the draw of a tournament") for each in ("draw", "draw_stage")},
    "tournaments:round_next": _("drawing a round of a tournament"),
    "tournaments:round_publish": _("publishing a round of a tournament"),
    "tournaments:round_hide": _("hiding a round of a tournament"),
    "tournaments:round_lock": _("locking a round of a tournament"),
    "tournaments:round_drop": _("taking away a round of a tournament"),
    **{f"tournaments:{each}": _("the seats of a tournament") for each in ("round", "round_swap", "late")},
    "tournaments:clock": _("the clock of a round"),
    "tournaments:close": _("closing a round of a tournament"),
    "tournaments:reopen": _("reopening a round of a tournament"),
    **{f"tournaments:{each}": _("reading the card of a table") for each in ("table_card", "typed", "typed_code")},
    "tournaments:table_open": _("opening a table of a tournament"),
    **{
        f"tournaments:{each}": _("a result of a tournament")
        for each in ("result", "round_results", "confirm", "dispute", "result_correct")
    },
    **{f"tournaments:{each}": _("a call for the referee") for each in ("call", "answer")},
    "tournaments:substitute": _("a substitute"),
    "tournaments:reseat": _("putting seats right at a table"),
    "tournaments:table_exchange": _("exchanging what two tables played"),
    **{f"tournaments:{each}": _("a penalty of a tournament") for each in ("penalties", "penalty_cancel")},
    "tournaments:import": _("a tournament from an archive"),
    "tournaments:new": _("a new tournament"),
    "tournaments:settings": _("the settings of a tournament"),
    "tournaments:archive": _("putting a tournament away"),
    **{f"tournaments:{each}": _("the rules of a tournament") for each in ("rules", "scoring")},
    **{
        f"tournaments:{each}": _("the stages of a tournament")
        for each in ("stages", "stage_add", "stage", "stage_remove")
    },
    **{
        f"tournaments:{each}": _("an entry in a tournament")
        for each in ("entries", "entries_add", "entry_edit", "entry_move", "enter", "own")
    },
    **{f"tournaments:{each}": _("checking in") for each in ("checkin", "checkin_one", "checkin_absent")},
    "tournaments:cards_renew": _("new cards of a tournament"),
    **{
        f"tournaments:{each}": _("who is kept apart in a tournament")
        for each in ("apart", "apart_pair", "apart_groups")
    },
    "tournaments:team": _("the teams of a tournament"),
    "tournaments:counting": _("what counts in a tournament"),
    "tournaments:lots": _("the lots of a tournament"),
    "tournaments:finish": _("the end of a tournament"),
    "tournaments:resume": _("taking up a tournament that was over"),
    "tournaments:series_new": _("a new series"),
    "tournaments:series_settings": _("the settings of a series"),
    "tournaments:series_events": _("the tournaments of a series"),
    "tournaments": _("a tournament"),
}
# By which the list of a club can be narrowed down: what it is called, and what is in it.
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
    "rounds": (_("Draw and rounds"), ("stage_", "round_")),
    "tournaments": (
        _("Tournaments"),
        ("tournament_", "entrant_", "phone_", "series_founded", "series_changed", "series_event_"),
    ),
    "tables": (
        _("Results and penalties"),
        ("table_", "tables_", "substitute_", "result_", "clock_", "time_", "referee_", "penalty_"),
    ),
    "files": (_("Files taken away"), ()),
    "refused": (_("Refused"), ()),
}
