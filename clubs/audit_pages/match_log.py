"""The event log of a match in words. A correction also shows what it replaced."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from engine.match.entries import Hand, Win
from engine.match.ledger import Log, LoggedEvent, MatchLog, SettledEntry
from engine.seats import PerSeat
from matches import wording
from matches.log.state import MatchState
from matches.models import Event

NBSP = "\u00a0"  # a name and its points stay on one line


@dataclass(frozen=True, slots=True)
class LogStep:
    """One event. `text` speaks of who did it as %(who)s; `row`: the entry that counts with its words now; `gone` says
    what became of it."""

    event: Event
    text: str
    values: Mapping[str, Any]
    row: int | None
    gone: str

    def said(self, who: str) -> str:
        """The sentence."""
        return self.text % {**self.values, "who": who}


def steps(reading: MatchState) -> list[LogStep]:
    """Every event of the log, in its order."""
    standing = reading.log.standing
    counting = {row.source: row for row in reading.log.rows}
    return [
        LogStep(
            event,
            *_told(reading, event, old, new),
            row=counting[event.seq].seq if event.seq in counting else None,
            gone=_gone(event, standing, counting),
        )
        for event, old, new in _course(reading)
    ]


def _course(reading: MatchState) -> Iterator[tuple[Event, MatchLog, MatchLog]]:
    """Each event with what the log came to before it and with it."""
    log = Log(reading.book)
    old = log.now
    for event in reading.events:
        log.add(event.fact)
        new = log.now
        yield event, old, new
        old = new


def _gone(event: Event, standing: frozenset[int], counting: Mapping[int, SettledEntry]) -> str:
    if event.kind in ("undo", "redo", "close", "reopen", "extend"):
        return "" if event.kind != "extend" or event.seq in standing else _("undone")
    if event.seq not in standing:
        return _("undone")
    void = event.kind == "correct" and event.payload.get("replace") is None
    return "" if event.seq in counting or void else _("corrected later")


def _told(reading: MatchState, event: Event, old: MatchLog, new: MatchLog) -> tuple[str, dict[str, Any]]:
    """The sentence and its values."""
    if event.kind == "correct":
        return _corrected(reading, event, old, new)
    if event.kind in ("hand", "draw", "penalty"):
        text = _("%(who)s entered hand %(no)s: %(what)s. %(pays)s")
        penalty = _("%(who)s entered a penalty in hand %(no)s: %(pays)s")
        return penalty if event.kind == "penalty" else text, _entry(reading, new.row(event.seq))
    if event.kind == "undo" and old.undoable:
        return _("%(who)s undid %(what)s"), {"what": _subject(reading, old.undoable, old, new)}
    if event.kind == "redo" and old.redoable:
        return _("%(who)s brought back %(what)s"), {"what": _subject(reading, old.redoable, new, old)}
    if event.kind == "extend":
        length = wording.note(reading.book.length_said(event.payload["match_length"]))
        return _("%(who)s made the match longer: to %(length)s"), {"length": length}
    if event.kind == "close":
        left = {seat: wording.balance(reading.book, points) for seat, points in new.state.balances.items()}
        said = wording.listed(f"{wording.isolated(reading.names[seat])}{NBSP}{points}" for seat, points in left.items())
        return _("%(who)s closed the match: %(balances)s"), {"balances": said}
    return _("%(who)s reopened the match"), {}


def _entry(reading: MatchState, row: SettledEntry | None) -> dict[str, Any]:
    """What an entry was and what it paid."""
    if row is None:  # a file from elsewhere may have what our own checks refuse
        return {"no": "–", "what": "–", "pays": ""}
    return {
        "no": wording.hand_label(reading.book, row.before),
        "what": wording.result_words(reading, row),
        "pays": amounts(row.changes, wording.names_at(reading, row.nth)),
    }


def amounts(changes: PerSeat[int], names: PerSeat[str]) -> str:
    """Bea +28, Ann −20, Cho −8: who gets most first."""
    paid = sorted(((points, seat) for seat, points in changes.items() if points), key=lambda each: -each[0])
    said = wording.listed(f"{wording.isolated(names[seat])}{NBSP}{wording.signed(points)}" for points, seat in paid)
    return said or _("Nobody pays")


def _subject(reading: MatchState, fact: LoggedEvent, log: MatchLog, other: MatchLog) -> str:
    """What an undo or a redo is about; `log`: in which it counts, `other`: in which it does not."""
    if fact.kind == "extend":
        return _("the longer match")
    target = fact.payload.get("target", fact.seq)
    row = log.row(target) or other.row(target)
    said = _entry(reading, row)
    if fact.kind == "correct":
        return _("the correction of hand %(no)s: %(what)s") % said
    if fact.kind == "penalty":
        return _("a penalty in hand %(no)s: %(pays)s") % said
    return _("hand %(no)s: %(what)s") % said


def _corrected(reading: MatchState, event: Event, old: MatchLog, new: MatchLog) -> tuple[str, dict[str, Any]]:
    target = event.payload.get("target", event.seq)
    before, after = old.row(target), new.row(target)
    if before is None:
        text = _("%(who)s put in hand %(no)s: %(what)s. %(pays)s")
        return text, _entry(reading, after)
    if after is None:
        return _("%(who)s took out hand %(no)s: %(what)s. Until then: %(pays)s"), _entry(reading, before)
    values = {**_entry(reading, after), "most": _most_concerned(reading, before, after)}
    changes = [_("%(now)s instead of %(was)s") % each for each in _differing(reading, before, after)]
    return _("%(who)s changed hand %(no)s: %(how)s"), {**values, "how": wording.listed([*changes, values["most"]])}


def _most_concerned(reading: MatchState, before: SettledEntry, after: SettledEntry) -> str:
    """Bea +14: whose payment the correction changes most; of two alike the one who gains."""
    change = PerSeat.of(lambda seat: after.changes[seat] - before.changes[seat])
    points, seat = max(((points, seat) for seat, points in change.items()), key=lambda each: (abs(each[0]), each[0]))
    if not points:
        return _("no payment changes")
    return f"{wording.isolated(wording.names_at(reading, after.nth)[seat])}{NBSP}{wording.signed(points)}"


def _differing(reading: MatchState, before: SettledEntry, after: SettledEntry) -> list[dict[str, str]]:
    """What an entry was and is, as far as the two differ: [{"was": "discard by Ann", "now": "wall"}]."""
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
    """Where the winning tile came from."""
    names, way = wording.names_at(reading, row.nth), reading.book.sheet.way_of(win.by)
    if way and way.switch:
        return wording.how_won(reading.book, win, names)
    if win.source is None:
        return _("wall")
    return _("discard by %(name)s") % {"name": wording.isolated(names[win.source])}
