"""Endpoints about matches: read, start, enter, undo, correct, follow."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.utils.translation import gettext
from ninja import Router, Status
from ninja.errors import AuthenticationError

from api.access.identification import BY_TOKEN, FOR_ALL, device_of, identify_again
from api.access.keys import KEYED, key_of, key_of_event
from api.endpoints import live
from api.endpoints.match_document import document, events_after, status_of, summary
from api.problems import problem
from api.schemas.matches import (
    CorrectionIn,
    EntryIn,
    EventsOut,
    InsertionIn,
    MatchList,
    MatchOut,
    Recorded,
    RemovalIn,
    ReopenIn,
    StartIn,
    StepIn,
    UndoIn,
)
from api.schemas.values import Code, ConflictProblem, Number, Problem, Text
from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.seats import PerSeat
from matches import actions, rights
from matches.log import queries
from matches.log.state import MatchState, open_match
from matches.models import Match
from people.audit.log import recording
from people.clubs.rights import may, role_of
from people.models import Club, Role
from people.text.cleaning import clean_note

router = Router(tags=["Matches"])
A_PAGE = 50
REFUSED = dict.fromkeys((401, 403, 404, 422, 429, 503), Problem)
CHANGED = {**REFUSED, 409: ConflictProblem}


def readable(request: HttpRequest, code: str) -> MatchState:
    """Return a match that the requester may read. Raises `Http404` otherwise, as for a match that doesn't exist."""
    try:
        reading = open_match(code)
    except Match.DoesNotExist as missing:
        raise Http404 from missing
    if not rights.may_watch(reading.match, request.user):
        raise Http404
    return reading


def watched(request: HttpRequest, code: str) -> Match:
    """Return a match as `readable` does, but without reading its log."""
    try:
        match = queries.match_by_code(code, None)
    except Match.DoesNotExist as missing:
        raise Http404 from missing
    if not rights.may_watch(match, request.user):
        raise Http404
    return match


def may_score(request: HttpRequest, reading: MatchState) -> bool:
    """Return whether the token of the request may score the match now."""
    return _has_role(request, reading) and not _why_not_scoring(reading, device_of(request))


def _has_role(request: HttpRequest, reading: MatchState) -> bool:
    return may(request.user, reading.match.club, Role.SCORER)


def _why_not_scoring(reading: MatchState, device: str | None) -> str:
    """Return why a token with the scorer role can't score this match; "" if it can."""
    if rights.was_revoked(reading.match, device):
        return gettext("Someone in charge of the match has revoked this token’s access.")
    if reading.match.archived_at:
        return gettext("This match is archived.")
    return ""


def scoring(request: HttpRequest, code: str) -> tuple[MatchState, str]:
    """Return a match that the token may score, and its device, which joins the match on its first request.

    Raises `Http404` or `NotAllowed`, with a sentence if the match is archived or the device was revoked.
    """
    reading, device = readable(request, code), device_of(request)
    if device is None or not _has_role(request, reading):
        raise actions.NotAllowed
    if why := _why_not_scoring(reading, device):
        raise actions.NotAllowed(why)
    if device not in reading.devices:
        actions.join_match(
            match=reading.match,
            device=device,
            user=request.user,
            label=request.token.name,  # type: ignore[attr-defined]
            record=recording(request),
        )
    return open_match(code, device), device


@router.get("", response={200: MatchList, **REFUSED}, auth=BY_TOKEN, summary="Matches of a club, newest first")
def list_matches(request: HttpRequest, club: Code, cursor: str = "") -> dict[str, Any]:
    """Needs a token of the club. A page has up to fifty matches. `cursor`: `next` of the page before."""
    found = Club.objects.filter(code=club).first()
    if role_of(request.user, found) is None:
        raise Http404
    rows = Match.objects.filter(club=found, purging_at=None).select_related("club").prefetch_related("sittings")
    if cursor:
        rows = rows.filter(pk__lt=_cursor(cursor))
    page = list(rows.order_by("-pk")[: A_PAGE + 1])
    items = [_summary(match) for match in page[:A_PAGE]]
    return {"items": items, "next": str(page[A_PAGE - 1].pk) if len(page) > A_PAGE else ""}


def _cursor(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 16):
        raise RuleViolation("cursor", _("cursor must be the value of next on the page before."))
    return int(text)


def _summary(match: Match) -> dict[str, Any]:
    names: dict[str, str] = {}
    for sitting in sorted(match.sittings.all(), key=lambda each: each.from_hand):
        names[sitting.chair] = sitting.name
    return summary(match, PerSeat.read(names, ""), PerSeat(match.b1, match.b2, match.b3))


@router.get("/{code}", response={200: MatchOut, **REFUSED}, summary="A match", **FOR_ALL)
def read_match(request: HttpRequest, code: Code) -> dict[str, Any]:
    """With the last ETag in `If-None-Match`, the response for an unchanged match is 304, without a body."""
    reading = readable(request, code)
    return document(reading, may_score=may_score(request, reading))


@router.get("/{code}/events", response={200: EventsOut, **REFUSED}, summary="The events after a seq", **FOR_ALL)
def read_events(
    request: HttpRequest, response: HttpResponse, code: Code, after: Number = 0, wait: Number = 0, key: Text = ""
) -> dict[str, Any]:
    """`after`: the seq of the last event that you have. `wait`: up to 25 seconds to wait for the next event.

    If no place is free, or if the match is closed, a request with `wait` gets its response at once; without a free
    place, it has `Retry-After`.

    `key`: only the event that this token has saved with this `Idempotency-Key`, if there is one.
    """
    reading = readable(request, code)
    match = reading.match
    if wait > 0 and match.version <= after and not match.closed and not key:
        if place := live.place_for(request):
            live.wait_until(lambda: _version(match) > after, place, min(wait, live.LONGEST_WAIT))
            identify_again(request)  # access may have been revoked meanwhile
            reading = MatchState(watched(request, code))
        else:
            response["Retry-After"] = str(live.RETRY_WAIT)
    events = events_after(reading, after, device_of(request))
    if key:
        events = [event for event in events if event["own"] and event["key"] == key_of_event(request, event, key)]
    return {"version": reading.version, "events": events, "status": status_of(reading.match)}


def _version(match: Match) -> int:
    return Match.objects.filter(pk=match.pk).values_list("version", flat=True).first() or 0


LINES = "application/x-ndjson"
STREAM: dict[str, Any] = {
    "auth": FOR_ALL["auth"],
    "openapi_extra": {
        **FOR_ALL["openapi_extra"],
        "responses": {
            200: {"description": "OK", "content": {LINES: {"schema": {"$ref": "#/components/schemas/EventOut"}}}}
        },
    },
}


@router.get("/{code}/stream", response=REFUSED, summary="Events as they are saved, one JSON object a line", **STREAM)
def stream_events(request: HttpRequest, code: Code, after: Number = 0) -> Any:
    """Newline-delimited JSON for up to five minutes; then connect again with the last `seq`.

    An empty line every ten seconds shows that the stream is alive. After the event `close` the stream ends: don’t
    connect again.

    A stream needs a place, like a request that waits. If no place is free, the response is 429.
    """
    watched(request, code)
    place = live.place_for(request)
    if place is None:
        return problem(429, gettext("Too many streams are open."), headers={"Retry-After": str(live.RETRY_STREAM)})

    def read(after: int) -> live.NewEvents | None:
        try:
            identify_again(request)
            match = watched(request, code)
        except (Http404, AuthenticationError):
            return None
        new = match.version > after
        return live.NewEvents(events_after(MatchState(match), after, device_of(request)) if new else [], match.closed)

    response = StreamingHttpResponse(live.EventStream(place, after, read), content_type=f"{LINES}; charset=utf-8")
    response["X-Accel-Buffering"] = "no"  # tells proxies not to buffer the lines
    return response


@router.post("", response={201: MatchOut, **REFUSED}, auth=BY_TOKEN, summary="Start a match", **KEYED)
def start_match(request: HttpRequest, new: StartIn) -> Status[dict[str, Any]]:
    """Needs the scope `score`. Repeated with the same `Idempotency-Key`, it returns the match that it started, as it is

    now. Names that are on the club’s roster are linked to its players, for the season.
    """
    key = key_of(request)
    club = Club.objects.filter(code=new.club).first()
    role = role_of(request.user, club)
    if role is None:
        raise Http404
    if not role.covers(Role.SCORER):
        raise actions.NotAllowed
    device = device_of(request) or ""
    match = actions.start_match(
        device=device,
        key=key,
        label=request.token.name,  # type: ignore[attr-defined]
        user=request.user,  # type: ignore[arg-type]
        record=recording(request),
        name=new.name,
        names=PerSeat(new.players.P1, new.players.P2, new.players.P3),
        system=new.system,
        options=new.options,
        club=club,
    )
    return Status(201, document(open_match(match.code, device), may_score=True))


Action = Callable[[dict[str, Any]], actions.Outcome]


def _recorded(request: HttpRequest, code: str, expected_seq: int, action: Action, note: str = "") -> dict[str, Any]:
    key = key_of(request)
    reading, device = scoring(request, code)
    try:
        outcome = action({"match": reading.match, "device": device, "key": key, "expected_seq": expected_seq})
    except RuleViolation as violation:
        # These refusals are not about a field, although they name one, which the request may not have.
        if violation.field in ("kind", "entry") or violation.sentence == reading.book.no_room:
            raise RuleViolation("match", violation.sentence, **violation.values) from violation
        raise
    repeated = isinstance(outcome, actions.AlreadySaved)
    if repeated and _differs(outcome, expected_seq, note):
        raise actions.KeyReuse(outcome.event, outcome.reading)
    return {"seq": outcome.event.seq, "repeated": repeated, "match": document(outcome.reading, may_score=True)}


def _differs(outcome: actions.Outcome, expected_seq: int, note: str) -> bool:
    """Return whether the key belongs to a different request. The saved note may have been erased since."""
    saved = outcome.reading.notes.get(outcome.event.seq)
    return outcome.event.seq != expected_seq or (saved is not None and saved != clean_note(note, "note"))


RECORDED = {200: Recorded, **CHANGED}
BY_KEY: dict[str, Any] = {"auth": BY_TOKEN, **KEYED}


@router.post("/{code}/entries", response=RECORDED, summary="Add a hand, a draw or a penalty", **BY_KEY)
def add_entry(request: HttpRequest, code: Code, entry: EntryIn) -> dict[str, Any]:
    """Needs the scope `score` and an `Idempotency-Key`, which makes it safe to send the entry again after a timeout."""

    def action(place: dict[str, Any]) -> actions.Outcome:
        return actions.record_entry(kind=entry.kind, payload=entry.payload, note=entry.note, **place)

    return _recorded(request, code, entry.expected_seq, action, entry.note)


@router.post("/{code}/undo", response=RECORDED, summary="Undo the last entry", **BY_KEY)
def undo(request: HttpRequest, code: Code, step: UndoIn) -> dict[str, Any]:
    """Undoes the last event that counts: an entry, a correction or an extension. It stays in the log.

    `target`: its seq, which is `undoable` of the match.
    """
    return _recorded(request, code, step.expected_seq, lambda at: actions.undo_last(target=step.target, **at))


@router.post("/{code}/redo", response=RECORDED, summary="Redo what was undone last", **BY_KEY)
def redo(request: HttpRequest, code: Code, step: StepIn) -> dict[str, Any]:
    return _recorded(request, code, step.expected_seq, lambda at: actions.redo(**at))


@router.post("/{code}/close", response=RECORDED, summary="End the match with its balances", **BY_KEY)
def close(request: HttpRequest, code: Code, step: StepIn) -> dict[str, Any]:
    """The balances of the version before `expected_seq` are the result. A match without entries can be closed too."""
    reading = readable(request, code)
    balances = reading.log.state.balances
    return _recorded(request, code, step.expected_seq, lambda at: actions.close_match(balances=balances, **at))


@router.post("/{code}/reopen", response=RECORDED, summary="Reopen a closed match", **BY_KEY)
def reopen(request: HttpRequest, code: Code, step: ReopenIn) -> dict[str, Any]:
    """`note` is the reason, and must not be empty."""

    def action(place: dict[str, Any]) -> actions.Outcome:
        if not clean_note(step.note, "note"):
            raise RuleViolation("note", _("Enter a reason for reopening the match."))
        return actions.reopen_match(note=step.note, **place)

    return _recorded(request, code, step.expected_seq, action, step.note)


@router.put("/{code}/entries/{seq}", response=RECORDED, summary="Correct an entry", **BY_KEY)
def correct(request: HttpRequest, code: Code, seq: Number, entry: CorrectionIn) -> dict[str, Any]:
    """Everything after it is computed again. The old values stay in the log.

    A correction is an event, even if it changes nothing. `note` is the reason for it; the entry keeps its own note.
    """

    def action(place: dict[str, Any]) -> actions.Outcome:
        return actions.correct_entry(target=seq, kind=entry.kind, payload=entry.payload, note=entry.note, **place)

    return _recorded(request, code, entry.expected_seq, action, entry.note)


@router.post("/{code}/entries/{seq}/void", response=RECORDED, summary="Remove an entry", **BY_KEY)
def void(request: HttpRequest, code: Code, seq: Number, step: RemovalIn) -> dict[str, Any]:
    """The entry no longer counts, but stays in the log."""

    def action(place: dict[str, Any]) -> actions.Outcome:
        return actions.void_entry(target=seq, note=step.note, **place)

    return _recorded(request, code, step.expected_seq, action, step.note)


@router.post("/{code}/insertions", response=RECORDED, summary="Insert a missing entry", **BY_KEY)
def insert(request: HttpRequest, code: Code, entry: InsertionIn) -> dict[str, Any]:
    """`after`: the seq of the entry before it, or 0."""

    def action(place: dict[str, Any]) -> actions.Outcome:
        return actions.insert_entry(after=entry.after, kind=entry.kind, payload=entry.payload, note=entry.note, **place)

    return _recorded(request, code, entry.expected_seq, action, entry.note)
