"""The context of the waiting helper: the verdict and the value of each tile.

The engine decides which tiles complete the hand.
"""

from typing import Any

from django.core.exceptions import NON_FIELD_ERRORS
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.hands.hand import TileHand
from engine.hands.waits import FULL, WaitingTile, WinOnTile, waits
from engine.rulesets.rule_book import RuleBook, Score
from engine.seats import Seat
from matches import wording
from matches.entry.question_fields import Question, field_of
from matches.entry.tapped_tiles import pad
from matches.forms.waits import WaitForm
from matches.pages.hand import count_of
from matches.pages.sheet.tile_sheet import tile_face


def waits_page(form: WaitForm) -> dict[str, Any]:
    """Return the context of the page. The form has been validated."""
    state = form.state
    context = {
        "match": form.reading.match,
        "form": form,
        "errors": [text for errors in form.errors.values() for text in errors],
        "pad": pad(form.book.deck),
        "size": FULL,
        "hand_in": form.shown,
        "marks": form.book.sheet.marks,
        "asked_at": form.row.seq if form.row and form.typed("at") else None,
        "words": form.book.words,
        "more_open": any(map(form.has_error, (NON_FIELD_ERRORS, "seen", *map(field_of, form.asked)))),
        "beside": _beside(form),
        "stepped": bool(form.typed("more") or form.typed("less")),
        "sub": wording.listed(
            [
                _("Hand %(no)s") % {"no": wording.hand_label(form.book, state)},
                wording.round_name(state.round_wind),
                _("%(name)s deals") % {"name": wording.isolated(form.names[state.dealer])},
            ]
        ),
    }
    if form.to_go == 0 and form.win and isinstance(form.win.count, TileHand) and not form.errors:
        ready = form.win.declared_ready
        return context | _answer(form, waits(form.book, state, form.seat, form.win.count, form.lying, ready))
    return context | {"say": "" if form.errors else _to_go(form.to_go or 0)}


def _beside(form: WaitForm) -> str:
    said = {each.label: _filled(each) for each in form.questions}
    said[_("Visible elsewhere")] = form.shown["seen"]
    return wording.listed(f"{name}: {value[:60]}" for name, value in said.items() if value.strip("0"))


def _filled(question: Question) -> str:
    if question.ask.takes == "numbers":
        return " ".join(choice.label for choice in question.choices if choice.on)
    return _("yes") if question.ask.takes == "switch" and question.on else str(question.value)


def _to_go(left: int) -> str:
    if left < 0:
        text = ngettext(
            "%(many)s tile too many: a waiting hand has 13 tiles, and an exposed set counts as three.",
            "%(many)s tiles too many: a waiting hand has 13 tiles, and an exposed set counts as three.",
            -left,
        )
        return text % {"many": -left}
    text = ngettext(
        "%(left)s tile to go: a waiting hand has 13 tiles, and an exposed set counts as three.",
        "%(left)s tiles to go: a waiting hand has 13 tiles, and an exposed set counts as three.",
        left,
    )
    return text % {"left": left}


def _answer(form: WaitForm, found: tuple[WaitingTile, ...]) -> dict[str, Any]:
    said, awaited = form.book.words, [wait for wait in found if wait.awaited]
    short, gone = [w for w in found if w.short], [w for w in found if not w.awaited and not w.short]
    groups = [
        (_("These tiles win"), "", awaited),
        (_(said.waits_short), _(said.waits_short_why), short),
        (_("No copy is left"), _(said.waits_gone_why), gone),
    ]
    return {
        "verdict": _verdict(form, found, awaited),
        "groups": [(title, why, [_row(form, wait) for wait in waiting]) for title, why, waiting in groups],
        "carried": _carried(form, found),
    }


def _verdict(form: WaitForm, found: tuple[WaitingTile, ...], awaited: list[WaitingTile]) -> str:
    name = wording.isolated(form.names[form.seat])
    if awaited:
        kinds, left = len(awaited), sum(wait.left for wait in awaited)
        waiting = ngettext(
            "%(name)s is waiting on %(kinds)s tile.", "%(name)s is waiting on %(kinds)s tiles.", kinds
        ) % {"name": name, "kinds": kinds}  # fmt: skip
        copies = ngettext("%(left)s copy left.", "%(left)s copies left.", left) % {"left": left}
        return f"{waiting} {copies}"
    if any(wait.short and wait.left for wait in found):
        why = _(form.book.words.waits_all_short)
    elif found:
        why = _("%(name)s isn’t waiting: no copy is left of the tiles that complete the hand.")
    else:
        why = _("%(name)s isn’t waiting: no remaining tile completes the hand.")
    return why % {"name": name, "least": form.book.minimum or 0}


def _row(form: WaitForm, wait: WaitingTile) -> dict[str, Any]:
    return {
        **tile_face(wait.tile),
        "left": ngettext("%(left)s left", "%(left)s left", wait.left) % {"left": wait.left},
        "copies": wait.left,
        "lying": form.lying.count(wait.tile),
        "changed": tile_face(wait.tile)["text"] in (form.typed("more"), form.typed("less")),
        "ways": [
            _way(form, _("Self-draw"), wait.wall, None),
            _way(form, _("On a discard"), wait.discard, form.seat.after(1)),
        ],
    }


def _way(form: WaitForm, name: str, way: WinOnTile, discarder: Seat | None) -> dict[str, Any]:
    score = way.score
    if not score.legal and score.reason not in form.book.short_of:
        return {"name": name, "worth": _refused(score, form)}
    return {
        "name": name,
        "worth": _worth(form, score) if score.legal else _refused(score, form),
        "collects": wording.signed(way.collects) if score.legal else "",
        "count": count_of(form.book, score),
        "payers": _payers(form.book, way, discarder),
    }


def _worth(form: WaitForm, score: Score) -> str:
    if score.limit:
        return str(count_of(form.book, score)["limit"]["name"])
    points = wording.points_words(form.book, score.points or 0)
    if not form.book.words.bonus:
        return points
    return wording.listed([points, _(form.book.words.bonus) % {"sum": wording.number(score.bonus_points or 0)}])


def _refused(score: Score, form: WaitForm) -> str:
    if said := form.book.words.refusals.get(score.reason or ""):
        return _(said)
    if score.reason in form.book.short_of and form.book.minimum is not None:
        counted = {"points": wording.points_words(form.book, score.points or 0), "least": form.book.minimum}
        return _("%(points)s: below the minimum of %(least)s") % counted
    return _("can’t be declared")


def _payers(book: RuleBook, way: WinOnTile, discarder: Seat | None) -> list[dict[str, str]]:
    seats = {_("Each opponent pays"): way.score.winner.after(1)}
    if discarder:
        seats = {_("The discarder pays"): discarder, _("The other opponent pays"): discarder.after(1)}
    paid = []
    for name, seat in seats.items():
        lines = [line for line in way.lines if line.payer is seat]
        if way.lines and seat is not way.score.winner:
            points = wording.signed(-sum(line.points for line in lines))
            paid.append({"name": name, "points": points, "why": wording.payer_words(book, lines, False)})
    return paid


def _carried(form: WaitForm, found: tuple[WaitingTile, ...]) -> str:
    """Return whether the amounts include the carry from earlier hands."""
    said, owed = form.book.words, form.book.carried(form.state)
    ways = [way for wait in found for way in (wait.wall, wait.discard) if way.lines]
    with_it = [any(line.rule in form.book.words.carry_lines for line in way.lines) for way in ways]
    if not owed or not ways or not said.carry_included:
        return ""
    return _(said.carry_included if all(with_it) else said.carry_apart) % {"points": owed}
