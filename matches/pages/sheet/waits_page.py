"""The waiting helper: the verdict and the value of each tile. The engine decides which tiles complete the hand."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.core.exceptions import NON_FIELD_ERRORS
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.hands.hand import TileHand
from engine.hands.waits import WaitingTile, WinOnTile, waits
from engine.rulesets.rule_book import RuleBook, Score
from engine.seats import Seat
from matches import wording
from matches.entry.question_fields import Question, field_of
from matches.forms.waits import WaitForm
from matches.pages.hand import HandCount, count_of
from matches.pages.sheet.tile_sheet import tile_face
from matches.pages.table import MatchPage
from people.text.lists import labelled, paragraph


@dataclass
class WaitsPage(MatchPage):
    """The waiting helper, for a validated form.

    `verdict`: "" unless the hand lacks exactly one tile; `say`: how many tiles are missing; `groups`: (title, reason,
    tiles) for tiles that win, pay too little or have no copies left.
    """

    form: WaitForm

    def __post_init__(self) -> None:
        super().__post_init__()
        form, book, state, win, words = self.form, self.book, self.form.state, self.form.win, self.words
        tiles: tuple[WaitingTile, ...] | None = None
        if form.to_go == 0 and not form.errors and win and isinstance(win.count, TileHand):
            tiles = waits(book, state, form.seat, win.count, form.visible_tiles, win.declared_ready)
        known = tiles or ()
        gone = [wait for wait in known if not wait.awaited and not wait.is_refused]
        groups = [
            (_("These tiles win"), "", [wait for wait in known if wait.awaited]),
            (_(words.waits_short), _(words.waits_short_why), [wait for wait in known if wait.is_refused]),
            (_("No copies left"), _(words.waits_gone_why), gone),
        ]
        deals = _("%(name)s deals") % {"name": wording.isolated(form.names[state.dealer])}
        hand = _("Hand %(no)s") % {"no": wording.hand_label(book, state)}
        self.errors = [str(text) for errors in form.errors.values() for text in errors]
        self.asked_at = form.row.seq if form.row and form.typed("at") else None
        self.more_open = any(map(form.has_error, (NON_FIELD_ERRORS, "seen", *map(field_of, form.asked))))
        self.beside = _beside(form)
        self.stepped = bool(form.typed("more") or form.typed("less"))
        self.sub = wording.listed([hand, wording.round_name(state.round_wind), deals])
        self.say = "" if form.errors else _to_go(form.to_go or 0)
        self.verdict = "" if tiles is None else _verdict(form, tiles)
        self.carried = _carried(form, known)
        self.groups = [(title, why, [_row(form, wait) for wait in kind]) for title, why, kind in groups]


def _beside(form: WaitForm) -> str:
    """Return a summary of the answers, for the closed part of the form."""
    answers = {question.label: _filled(question) for question in form.questions}
    answers[_("Visible elsewhere")] = form.tile_fields["seen"]
    return wording.listed(labelled(name, value[:60]) for name, value in answers.items() if value.strip("0"))


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


def _verdict(form: WaitForm, tiles: tuple[WaitingTile, ...]) -> str:
    name, awaited = wording.isolated(form.names[form.seat]), [wait for wait in tiles if wait.awaited]
    if awaited:
        kinds, left = len(awaited), sum(wait.left for wait in awaited)
        waiting = ngettext(
            "%(name)s is waiting for %(kinds)s tile.", "%(name)s is waiting for %(kinds)s tiles.", kinds
        ) % {"name": name, "kinds": kinds}  # fmt: skip
        copies = ngettext("%(left)s copy left.", "%(left)s copies left.", left) % {"left": left}
        return paragraph([waiting, copies])
    if any(wait.is_refused and wait.left for wait in tiles):
        why = _(form.book.words.waits_all_short)
    elif tiles:
        why = _("%(name)s isn’t waiting: the tiles that would complete the hand are all gone.")
    else:
        why = _("%(name)s isn’t waiting: no remaining tile completes the hand.")
    return why % {"name": name, "least": form.book.minimum or 0}


@dataclass(frozen=True)
class WayToWin:
    """The value of a tile won from the wall or on a discard. `count`: None if the win is refused whatever its value."""

    name: str
    worth: str
    collects: str = ""
    count: HandCount | None = None
    payers: Sequence[tuple[str, str, str]] = ()


class WaitRow(NamedTuple):
    """A tile that completes the hand. `copies`: how many are left; `visible`: how many are visible."""

    text: str
    name: str
    left: str
    copies: int
    visible: int
    changed: bool
    ways: tuple[WayToWin, WayToWin]


def _row(form: WaitForm, wait: WaitingTile) -> WaitRow:
    face = tile_face(wait.tile)
    return WaitRow(
        text=face.text,
        name=face.name,
        left=ngettext("%(left)s left", "%(left)s left", wait.left) % {"left": wait.left},
        copies=wait.left,
        visible=form.visible_tiles.count(wait.tile),
        changed=face.text in (form.typed("more"), form.typed("less")),
        ways=(
            _way(form, _(form.book.words.drawn), wait.wall, None),
            _way(form, _(form.book.words.claimed), wait.discard, form.seat.after(1)),
        ),
    )


def _way(form: WaitForm, name: str, way: WinOnTile, discarder: Seat | None) -> WayToWin:
    score = way.score
    if not score.legal and score.reason not in form.book.short_of:
        return WayToWin(name, _refused(score, form))
    return WayToWin(
        name,
        _worth(form, score) if score.legal else _refused(score, form),
        wording.signed(way.collects) if score.legal else "",
        count_of(form.book, score),
        _payers(form.book, way, discarder),
    )


def _worth(form: WaitForm, score: Score) -> str:
    if score.points is None:
        limit = count_of(form.book, score).limit
        return limit.name if limit else ""
    points = wording.score_words(form.book, score)
    if not form.book.words.bonus:
        return points
    return wording.listed([points, _(form.book.words.bonus) % {"sum": wording.number(score.bonus_points or 0)}])


def _refused(score: Score, form: WaitForm) -> str:
    if refusal := form.book.words.refusals.get(score.reason or ""):
        return _(refusal)
    if score.reason in form.book.short_of and form.book.minimum is not None:
        counted = {"points": wording.points_words(form.book, score.points or 0), "least": form.book.minimum}
        return _("%(points)s: below the minimum of %(least)s") % counted
    return _("can’t be declared")


def _payers(book: RuleBook, way: WinOnTile, discarder: Seat | None) -> list[tuple[str, str, str]]:
    """Return (label, points, reason) for each kind of payer."""
    seats = {_("Each opponent pays"): way.score.winner.after(1)}
    if discarder:
        seats = {_("The discarder pays"): discarder, _("The other opponent pays"): discarder.after(1)}
    payers = []
    for label, seat in seats.items():
        lines = [line for line in way.lines if line.payer is seat]
        if way.lines and seat is not way.score.winner:
            points = wording.signed(-sum(line.points for line in lines))
            payers.append((label, points, wording.payer_words(book, lines, False)))
    return payers


def _carried(form: WaitForm, tiles: Iterable[WaitingTile]) -> str:
    """Return the sentence that says whether the amounts include the carry; "" without a carry."""
    words, owed = form.book.words, form.book.carried(form.state)
    ways = [way for wait in tiles for way in (wait.wall, wait.discard) if way.lines]
    if not owed or not ways or not words.carry_included:
        return ""
    included = all(any(line.rule in words.carry_lines for line in way.lines) for way in ways)
    return _(words.carry_included if included else words.carry_apart) % {"points": owed}
