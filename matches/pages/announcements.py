"""What changed since the reader last looked, in one sentence that is announced once. Knows no requests."""

from collections.abc import Callable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches import wording
from matches.log.state import MatchState
from matches.models import Event
from people.text.cleaning import read_digits

_STEPS: dict[str, Callable[[], str]] = {
    "undo": lambda: _("The last step was undone"),
    "redo": lambda: _("The step was redone"),
    "correct": lambda: _("An earlier hand was corrected"),
    "extend": lambda: _("The match was extended"),
    "close": lambda: _("The match has ended"),
    "reopen": lambda: _("The match was reopened"),
}


def seen_version(seen: str | None) -> int | None:
    """Return the seq of the last event in a polling state (`Match.stand`); None if it isn't valid."""
    return read_digits((seen or "").partition("-")[0], 6)


def fresh(reading: MatchState, seen: str | None) -> int | None:
    """Return the seq of the ledger's last row if it is newer than the state `seen`."""
    since, rows = seen_version(seen), reading.log.rows
    return rows[-1].seq if since is not None and rows and rows[-1].seq > since else None


def news(reading: MatchState, seen: str | None) -> str:
    """Return what changed since the state `seen`, e.g. "Hand 5: Bea from Ann. Ann loses 12, Bea gains 12."; "" if
    nothing did."""
    since = seen_version(seen)
    if since is None:
        return ""
    new = [event for event in reading.events if event.seq > since]
    if not new:
        return _declared(reading)
    latest = event_words(reading, new[-1])
    if len(new) == 1:
        return f"{latest}."
    counted = ngettext("%(many)s change", "%(many)s changes", len(new)) % {"many": len(new)}
    return f"{counted}. {latest}."


def _declared(reading: MatchState) -> str:
    names = wording.listed(wording.isolated(reading.names[seat]) for seat in sorted(reading.declared, key=str))
    return wording.declared_words(reading.book, names) if names else ""


def event_words(reading: MatchState, event: Event) -> str:
    """Return an event in words: the winner and the payments, or the kind of step."""
    row = reading.log.row(event.seq)
    if row is None:
        return _STEPS[event.kind]() if event.kind in _STEPS else _("The match has changed")
    return _("Hand %(no)s: %(what)s. %(changes)s") % {
        "no": wording.hand_label(reading.book, row.before),
        "what": wording.result_words(reading, row),
        "changes": wording.changes_words(row.changes, reading.names),
    }


def to_a_sheet(reading: MatchState, seen: str | None, number: int | None) -> str:
    """Return the notice for an open sheet about what was saved in the meantime; "" if nothing was. `number` is the
    number of the phone that asks."""
    since = seen_version(seen)
    new = [event for event in reading.events if since is not None and event.seq > since]
    if not new:
        return ""
    same_phone = new[-1].by == f"d{number}"
    message = (
        _("Saved on this phone in the meantime: %(what)s.")
        if same_phone
        else _("Saved on another phone in the meantime: %(what)s.")
    )
    what = event_words(reading, new[-1])
    return f"{message % {'what': what}} {_('What you enter here is kept. Nothing counts twice without asking you.')}"
