"""A whole log: names, house rules, the entries of the match, and differences from our payments (E20)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.match.ledger import Log, LoggedEvent, MatchLog
from engine.rulesets import rule_book
from engine.rulesets.riichi_sanma import RiichiSanma
from engine.rulesets.riichi_sanma.tenhou.entries import LogRound, entries_of, four_players, read_round
from engine.rulesets.riichi_sanma.tenhou.result import SEATS
from engine.rulesets.riichi_sanma.tenhou.steps import PLAYERS, read_list
from engine.rulesets.rule_book import RuleBook
from engine.rulesets.rule_card import Note
from engine.rulesets.scoring_types import TableState
from engine.seats import PerSeat, Points, Seat, add

MOST_ROUNDS = 200
MOST_RED = 4
LONGEST_NAME = 200
EAST_3 = 3  # the number of the last deal of the East round
ROUNDINGS = ("tenth", "thousand")


class Difference(NamedTuple):
    """A value of the log that differs from our value. `hand`: the title of the hand; `what`: a label for the value.

    `theirs`: the value in the log; `ours`: our value; `kind`: "points", "changes", "tenths" (of a thousand points),
    "note" (sentences) or "refusal" (a sentence and our refusal of the entry).
    """

    hand: Note
    what: str
    theirs: Points | Note | RuleViolation
    ours: Points | Note | RuleViolation
    kind: str = "points"


@dataclass(frozen=True, slots=True)
class TenhouLog:
    """A log read as a match.

    `known_options`: the names of the options that the log determines; `entries`: its events, with the end if the log
    has one; `log`: the replayed events.
    """

    names: PerSeat[str]
    book: RuleBook
    known_options: tuple[str, ...]
    entries: tuple[LoggedEvent, ...]
    log: MatchLog
    differences: tuple[Difference, ...]


class Ending(NamedTuple):
    """The end of a log (its key `sc`): each player's points, and each result in tenths of a thousand."""

    points: Points
    tenths: Points


def is_log(content: object) -> bool:
    """Whether the content of a JSON file looks like a log."""
    return isinstance(content, Mapping) and "log" in content and "format" not in content


def read_log(content: Mapping[str, Any]) -> TenhouLog:
    """Read a log as a match. Raises `RuleViolation` for the first thing that can't be read."""
    rule = content.get("rule", {})
    if not isinstance(rule, Mapping):
        raise RuleViolation("rule", _("%(key)s must be an object with names and values."), key="rule")
    shown = rule.get("disp", "")
    shown = shown if isinstance(shown, str) else ""
    names = _names(content, shown)
    rounds = tuple(
        read_round(each, f"log[{at}]") for at, each in enumerate(read_list(content.get("log"), "log", 1, MOST_ROUNDS))
    )
    first = rounds[0]
    if (first.kyoku, first.honba, first.sticks) != (0, 0, 0):
        raise RuleViolation("log", _("%(key)s must begin with the first hand, East 1 without honba."), key="log")
    ending = _ending(content["sc"]) if "sc" in content else None
    options = {"red_fives": _red_fives(rule, shown, rounds), "length": _length(shown, rounds[-1], ending is not None)}
    return _LogReader(names, options, rounds, ending).done()


def _names(content: Mapping[str, Any], shown: str) -> PerSeat[str]:
    listed = read_list(content.get("name"), "name", PLAYERS, PLAYERS + 1)
    for at, name in enumerate(listed):
        if not isinstance(name, str) or len(name) > LONGEST_NAME:
            raise RuleViolation("name", _("%(key)s must be text."), key=f"name[{at}]")
    if len(listed) > PLAYERS and listed[PLAYERS] and not shown.startswith("三"):
        raise four_players("name")
    return PerSeat(*listed[:PLAYERS])


def _red_fives(rule: Mapping[str, Any], shown: str, rounds: Sequence[LogRound]) -> int:
    """The number of red fives of each suit: from the rule, or else from the table's name or the tiles seen."""
    given = [rule[key] for key in ("aka52", "aka53", "aka") if key in rule]
    if any(type(number) is not int or not 0 <= number <= MOST_RED for number in given):
        sentence = _("%(key)s must be a whole number from %(least)s to %(most)s.")
        raise RuleViolation("aka", sentence, key="aka", least=0, most=MOST_RED)
    return max(given) if given else max(int("赤" in shown), *(played.red for played in rounds))


def _length(shown: str, last: LogRound, over: bool) -> str:
    """The length of the match: from the table's name, or else from the last round."""
    if "南" in shown:
        return "east_south"
    only_east = last.hand_no == EAST_3 and over
    return "east" if "東" in shown or only_east else "east_south"


def _ending(value: object) -> Ending:
    listed = read_list(value, "sc", 2 * PLAYERS, 2 * PLAYERS + 2)
    for at, number in enumerate(listed):
        if isinstance(number, bool) or not isinstance(number, int | float) or not abs(number) <= 10**6:
            raise RuleViolation("sc", _("%(key)s must be a number of points."), key=f"sc[{at}]")
    points, results = listed[0 : 2 * PLAYERS : 2], listed[1 : 2 * PLAYERS : 2]
    return Ending(PerSeat(*map(round, points)), PerSeat(*(round(10 * result) for result in results)))


class _LogReader:
    """Plays the rounds of a log with our payments, and collects the differences."""

    def __init__(
        self, names: PerSeat[str], options: dict[str, Any], rounds: Sequence[LogRound], ending: Ending | None
    ) -> None:
        self.names, self.options, self.rounds, self.ending = names, options, rounds, ending
        self.book = self._book(options)
        self.log = Log(self.book)
        self.entries: list[LoggedEvent] = []
        self.differences: list[Difference] = []
        # How much the log's points exceed ours, because of an earlier difference.
        self.ahead: Points = PerSeat(0, 0, 0)

    def _book(self, options: Mapping[str, Any]) -> RiichiSanma:
        book = rule_book(RiichiSanma.key, options)
        assert isinstance(book, RiichiSanma)
        return book

    def done(self) -> TenhouLog:
        for at, played in enumerate(self.rounds):
            if self.log.now.state.finished:
                left_out = Note(_("more hands in the log: %(hands)s"), values={"hands": len(self.rounds) - at})
                ended = Note(_("the match has ended"))
                self._differ(self._title(played), _("Hands that are left out"), left_out, ended, "note")
                break
            self._play(at, played)
        self._end()
        return TenhouLog(
            self.names,
            self._book(self.options),
            tuple(self.options),
            tuple(self.entries),
            self.log.now,
            tuple(self.differences),
        )

    def _differ(self, hand: Note, what: str, theirs: Any, ours: Any, kind: str = "points") -> None:
        if theirs != ours:
            self.differences.append(Difference(hand, what, theirs, ours, kind))

    def _title(self, played: LogRound) -> Note:
        return self.book.hand_title(self._table(played.hand_no, played.honba))

    def _table(self, hand_no: int, honba: int) -> TableState:
        return replace(self.book.table_at(hand_no), honba=honba)

    # ── one round ────────────────────────────────────────────────────────────

    def _play(self, at: int, played: LogRound) -> None:
        state, title = self.log.now.state, self._title(played)
        ours = self.book.hand_title(self._table(state.hand_no, state.honba))
        self._differ(title, _("Hand"), title, ours, "note")
        stick = self.book.house.riichi_stick
        self._differ(
            title,
            _("Sticks on the table"),
            Note("%(sticks)s", values={"sticks": played.sticks}),
            Note("%(sticks)s", values={"sticks": state.sticks // stick}),
            "note",
        )
        if add(state.balances, self.ahead) != played.scores:
            self._differ(title, _("Points before the hand"), played.scores, state.balances)
            self.ahead = PerSeat.of(lambda seat: played.scores[seat] - state.balances[seat])
        following = self.rounds[at + 1] if at + 1 < len(self.rounds) else None
        self._enter(state, title, played, following)
        row = self.log.now.rows[-1]
        declared = self.book.declared_in(row.entry)
        changes = PerSeat.of(lambda seat: row.changes[seat] + stick * (seat in declared))
        self._differ(title, _("Payments"), played.result.changes, changes, "changes")
        more = played.result.changes
        self.ahead = PerSeat.of(lambda seat: self.ahead[seat] + more[seat] - changes[seat])

    def _enter(self, state: TableState, title: Note, played: LogRound, following: LogRound | None) -> None:
        """Add the first entry that our rules accept. Raises `RuleViolation` if there is none."""
        after = following.scores if following else self.ending.points if self.ending else None
        repeats = following.kyoku == played.kyoku if following else None
        refusal: RuleViolation | None = None
        for kind, payload in entries_of(played, after, repeats, self.book.house.liable):
            try:
                self.book.check(state, self.book.read(kind, payload))
            except RuleViolation as violation:
                refusal = refusal or violation
                continue
            if refusal:
                texts = Note("%(count)s", values={"count": " + ".join(win.text for win in played.result.wins)})
                self._differ(title, _("Tiles of the winning hand"), texts, refusal, "refusal")
            self._add(kind, payload)
            return
        assert refusal is not None
        sentence = _("%(key)s can’t be entered: %(reason)s")
        raise RuleViolation(played.where, sentence, key=played.where, reason=str(refusal)) from refusal

    def _add(self, kind: str, payload: dict[str, Any]) -> None:
        event = LoggedEvent(len(self.entries) + 1, kind, payload)
        self.entries.append(event)
        self.log.add(event)

    # ── the end ──────────────────────────────────────────────────────────────

    def _end(self) -> None:
        if self.ending is None:
            return
        state, title = self.log.now.state, Note(_("End of the match"))
        if not state.finished:
            goes_on = self.book.hand_title(state)
            self._differ(title, _("Next hand"), Note(_("no further hand")), goes_on, "note")
            self._add("close", state.balances.as_dict())
        with_sticks = PerSeat.of(lambda seat: state.balances[seat] + state.sticks * (seat is _first(state.balances)))
        if self.ending.points not in (state.balances, with_sticks):
            if self.ending.points != add(state.balances, self.ahead):
                self._differ(title, _("Points"), self.ending.points, state.balances)
            return
        results = {rounding: self._tenths({**self.options, "rounding": rounding}, state) for rounding in ROUNDINGS}
        agreed = next((rounding for rounding in ROUNDINGS if results[rounding] == self.ending.tenths), ROUNDINGS[0])
        self.options["rounding"] = agreed
        self._differ(title, _("Result"), self.ending.tenths, results[agreed], "tenths")

    def _tenths(self, options: Mapping[str, Any], state: TableState) -> Points:
        return self._book(options).settle_match(state.balances).tenths


def _first(points: Points) -> Seat:
    return max(SEATS, key=lambda seat: points[seat])
