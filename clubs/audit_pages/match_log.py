"""The event log of a match in sentences. A correction also shows what it replaced."""

from collections.abc import Callable, Container, Iterator, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from engine.match.entries import Hand, Win
from engine.match.ledger import Log, LoggedEvent, MatchLog, SettledEntry
from engine.seats import PerSeat
from matches import wording
from matches.log.state import MatchState
from matches.models import Event

NBSP = "\u00a0"  # keeps a name and its points on one line
# The sentences for undo and redo, by the kind of the event that was undone or redone.
_UNDONE: dict[str, Callable[[], str]] = {
    **dict.fromkeys(("hand", "draw"), lambda: _("%(who)s undid hand %(no)s: %(what)s")),
    "penalty": lambda: _("%(who)s undid a penalty in hand %(no)s: %(pays)s"),
    "correct": lambda: _("%(who)s undid the correction to hand %(no)s: %(what)s"),
    "extend": lambda: _("%(who)s undid the extension of the match"),
}
_REDONE: dict[str, Callable[[], str]] = {
    **dict.fromkeys(("hand", "draw"), lambda: _("%(who)s redid hand %(no)s: %(what)s")),
    "penalty": lambda: _("%(who)s redid a penalty in hand %(no)s: %(pays)s"),
    "correct": lambda: _("%(who)s redid the correction to hand %(no)s: %(what)s"),
    "extend": lambda: _("%(who)s redid the extension of the match"),
}


class LogStep(NamedTuple):
    """One event in words.

    `text`: the sentence, with placeholders for the actor (`who`) and for the items of `values`. `row`: the seq of the
    entry, if this event is its current version. `gone`: why the event no longer counts, or "".
    """

    event: Event
    text: str
    values: Mapping[str, Any]
    row: int | None
    gone: str


def log_steps(reading: MatchState, wanted: Container[int]) -> list[LogStep]:
    """Return the steps for the events whose seq is in `wanted`, in log order."""
    standing = reading.log.standing
    counting = {row.source: row for row in reading.log.rows}
    return [
        LogStep(
            event,
            *_sentence(reading, event, old, new),
            row=counting[event.seq].seq if event.seq in counting else None,
            gone=_gone(event, standing, counting),
        )
        for event, old, new in _replayed(reading, wanted)
    ]


def _replayed(reading: MatchState, wanted: Container[int]) -> Iterator[tuple[Event, MatchLog, MatchLog]]:
    """Yield each wanted event with the logs before and after it. Payments are computed only for wanted events."""
    log = Log(reading.book)
    for event in reading.events:
        before = log.now if event.seq in wanted else None
        log.add(event.fact)
        if before:
            yield event, before, log.now


def _gone(event: Event, standing: frozenset[int], counting: Mapping[int, SettledEntry]) -> str:
    if event.kind in ("undo", "redo", "close", "reopen", "extend"):
        return "" if event.kind != "extend" or event.seq in standing else _("undone")
    if event.seq not in standing:
        return _("undone")
    void = event.kind == "correct" and event.payload.get("replace") is None
    return "" if event.seq in counting or void else _("corrected later")


def _sentence(reading: MatchState, event: Event, old: MatchLog, new: MatchLog) -> tuple[str, dict[str, Any]]:
    if event.kind == "correct":
        return _corrected(reading, event, old, new)
    if event.kind in ("hand", "draw", "penalty"):
        text = _("%(who)s entered hand %(no)s: %(what)s. %(pays)s")
        penalty = _("%(who)s entered a penalty in hand %(no)s: %(pays)s")
        return penalty if event.kind == "penalty" else text, _entry(reading, new.row(event.seq))
    if event.kind == "undo" and old.undoable:
        return _UNDONE[old.undoable.kind](), _entry_of(reading, old.undoable, old, new)
    if event.kind == "redo" and old.redoable:
        return _REDONE[old.redoable.kind](), _entry_of(reading, old.redoable, new, old)
    if event.kind == "extend":
        length = wording.note(reading.book.length_said(event.payload["match_length"]))
        return _("%(who)s extended the match to %(length)s"), {"length": length}
    if event.kind == "close":
        balances = (
            f"{wording.isolated(reading.names[seat])}{NBSP}{wording.balance(reading.book, points)}"
            for seat, points in new.state.balances.items()
        )
        return _("%(who)s ended the match: %(balances)s"), {"balances": wording.listed(balances)}
    return _("%(who)s reopened the match"), {}


def _entry(reading: MatchState, row: SettledEntry | None) -> dict[str, Any]:
    """Return the placeholders for an entry: its hand number (`no`), its result (`what`) and its payments (`pays`)."""
    if row is None:  # an imported file may contain events that our own checks refuse
        return {"no": "–", "what": "–", "pays": ""}
    return {
        "no": wording.hand_label(reading.book, row.before),
        "what": wording.result_words(reading, row),
        "pays": amounts(row.changes, wording.names_at(reading, row.nth)),
    }


def amounts(changes: PerSeat[int], names: PerSeat[str]) -> str:
    """Return the payments as text, largest gain first, e.g. "Bea +28, Ann −20, Cho −8"."""
    paid = sorted(((points, seat) for seat, points in changes.items() if points), key=lambda each: -each[0])
    parts = (f"{wording.isolated(names[seat])}{NBSP}{wording.signed(points)}" for points, seat in paid)
    return wording.listed(parts) or _("Nobody pays")


def _entry_of(reading: MatchState, fact: LoggedEvent, log: MatchLog, other: MatchLog) -> dict[str, Any]:
    """Return the placeholders for an undone or redone entry, from `log` if it contains the entry, else from `other`."""
    target = fact.payload.get("target", fact.seq)
    return _entry(reading, log.row(target) or other.row(target))


def _corrected(reading: MatchState, event: Event, old: MatchLog, new: MatchLog) -> tuple[str, dict[str, Any]]:
    target = event.payload.get("target", event.seq)
    before, after = old.row(target), new.row(target)
    if before is None:
        text = _("%(who)s added hand %(no)s: %(what)s. %(pays)s")
        return text, _entry(reading, after)
    if after is None:
        return _("%(who)s removed hand %(no)s: %(what)s. Cancelled payments: %(pays)s"), _entry(reading, before)
    changes = [_("%(was)s → %(now)s") % each for each in _differing(reading, before, after)]
    how = wording.listed([*changes, _most_concerned(reading, before, after)])
    return _("%(who)s changed hand %(no)s: %(how)s"), {**_entry(reading, after), "how": how}


def _most_concerned(reading: MatchState, before: SettledEntry, after: SettledEntry) -> str:
    """Return the player whose payment changed the most, and the change, e.g. "Bea +14". Gains precede equal losses."""
    change = PerSeat.of(lambda seat: after.changes[seat] - before.changes[seat])
    points, seat = max(((points, seat) for seat, points in change.items()), key=lambda each: (abs(each[0]), each[0]))
    if not points:
        return _("payments unchanged")
    return f"{wording.isolated(wording.names_at(reading, after.nth)[seat])}{NBSP}{wording.signed(points)}"


def _differing(reading: MatchState, before: SettledEntry, after: SettledEntry) -> list[dict[str, str]]:
    """Return the differences between two versions of an entry, such as [{"was": "discard by Ann", "now": "wall"}]."""
    one, other = _only_win(before), _only_win(after)
    if one and other and one.winner is other.winner:
        pairs = [(_from(reading, before, one), _from(reading, after, other))]
        counts = [wording.listed(wording.counted_words(reading.book, row.settlement)) for row in (before, after)]
        pairs.append((counts[0], counts[1]))
    else:
        pairs = [(wording.result_words(reading, before), wording.result_words(reading, after))]
    return [{"was": was, "now": now} for was, now in pairs if was != now]


def _only_win(row: SettledEntry) -> Win | None:
    return row.entry.wins[0] if isinstance(row.entry, Hand) and len(row.entry.wins) == 1 else None


def _from(reading: MatchState, row: SettledEntry, win: Win) -> str:
    names, way = wording.names_at(reading, row.nth), reading.book.sheet.way_of(win.by)
    if way and way.switch:
        return wording.how_won(reading.book, win, names)
    if win.source is None:
        return _("self-draw")
    return _("discard by %(name)s") % {"name": wording.isolated(names[win.source])}
