"""A Hypothesis state machine of a table: entries, repeats, late entries, corrections, undo, closing, in any order.

It remembers the key and the expected position of every entry, and the state before every step that can be undone.
`ByActions` and `ByPages` (machine_sent.py) send the steps. machine_sheets.py has the entries, machine_people.py the
players, machine_declared.py the declarations. `COUNTED` counts what was done, `RAN` which rules ran.
"""

import csv
import io
from collections import Counter
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition

from engine.errors import RuleViolation
from engine.match.entries import Hand
from engine.seats import Seat
from matches import actions
from matches.files import exports
from matches.log.state import MatchState
from matches.models import Event, Match
from operations import ledger_check
from tests.engine.random_logs import GAMES
from tests.matches.machine_sheets import COUNTED, SHEETS, Step, does
from tests.matches.random_matches import begun
from tests.matches.table import PHONE, new_key, read
from tests.matches.test_log_properties import left, shown, stored, told

UNDOABLE = {"hand", "draw", "penalty", "correct", "extend"}
MOST = 40  # events of one match


class Machine(RuleBasedStateMachine):
    """Random steps at one table. `game`: its rules. `entries`: its entries. `claims`: hands of two players who claim
    the same tile, if the game records more about them than the winner."""

    game = GAMES["korean_japanese"]
    entries: st.SearchStrategy[Step] = SHEETS
    claims: st.SearchStrategy[Step] | None = None

    def __init__(self) -> None:
        super().__init__()
        COUNTED["examples"] += 1
        self.times: Counter[Any] = Counter()  # per rule
        self.match = self.begin()
        self.sent: list[tuple[str, Step]] = []  # the entries in the log, in order
        self.done: list[tuple[int, Any]] = []  # (seq of a step that can be undone, state before it)
        self.looked_at = -1  # length of the log when pages and files were last checked
        self.undone: list[tuple[int, Any, Any]] = []  # (seq of an undone step, state after it)

    # ── sending ───────────────────────────────────────────────────────────────

    def start(self) -> Match:
        """A match by the rules of the game."""
        raise NotImplementedError

    def begin(self) -> Match:
        """The match that is played."""
        return self.start()

    def send(self, step: Step, key: str, seq: int) -> str:
        """Returns "done" (now or before), "conflict" or "refused"."""
        raise NotImplementedError

    def files(self) -> tuple[str, dict[str, Any]]:
        """The CSV and the JSON of the match."""
        raise NotImplementedError

    # ── steps ─────────────────────────────────────────────────────────────────

    @property
    def next(self) -> int:
        return len(self.sent) + 1

    def enter(self, step: Step) -> bool:
        """Send a step from an up-to-date page. Returns whether it was accepted."""
        COUNTED["steps"] += 1
        key, before, reading, step = new_key(), left(self.match), read(self.match), self.telling(step)
        answer = self.send(step, key, self.next)
        assert answer in ("done", "refused"), answer
        if answer == "refused":
            COUNTED["refused"] += 1
            return False
        COUNTED["saved"] += 1
        assert not reading.log.closed or step.kind == "reopen"
        seq = self.next
        self.sent.append((key, step))
        self._remember(step, seq, before)
        self.saved(step, reading)
        return True

    def telling(self, step: Step) -> Step:
        """The step as filled in at the table."""
        return step

    def saved(self, step: Step, before: MatchState) -> None:
        """Update the model after the step was saved. `before`: the log before it."""

    def _remember(self, step: Step, seq: int, before: Any) -> None:
        now = left(self.match)
        if step.kind == "undo":
            target, earlier = self.done.pop()
            assert (target, now) == (step.payload["target"], earlier), "undo brings back what stood before"
            self.undone.append((target, earlier, before))
        elif step.kind == "redo":
            target, earlier, later = self.undone.pop()
            assert now == later, "redo brings back what was undone"
            self.done.append((target, earlier))
        elif step.kind in UNDOABLE:
            self.done.append((seq, before))
            self.undone.clear()

    @initialize(data=st.data())
    def begins(self, data: st.DataObject) -> None:
        """Start with a few hands, because most steps need an existing one."""
        for entries in [self.entries, self.claims] * 2:
            self.enter(data.draw(self.entries if entries is None else entries))

    @precondition(lambda self: self.next < MOST and not read(self.match).log.closed)
    @does(data=st.data())
    def plays(self, data: st.DataObject) -> bool:
        hands = [self.enter(data.draw(self.entries)) for _hand in range(data.draw(st.integers(1, 3)))]
        return any(hands)

    @precondition(lambda self: self.next < MOST)
    @does(data=st.data())
    def plays_again(self, data: st.DataObject) -> bool:
        return self.enter(data.draw(self.entries))

    @precondition(lambda self: self.claims is not None and self.next < MOST)
    @does(data=st.data())
    def claims_a_tile(self, data: st.DataObject) -> bool:
        assert self.claims is not None
        return self.enter(data.draw(self.claims))

    @precondition(lambda self: self.done)
    @does()
    def undoes(self) -> bool:
        return self.undoes_last()

    def undoes_last(self) -> bool:
        """Undo the latest step."""
        target = str(self.done[-1][0])
        return self.enter(Step("undo", {"target": int(target)}, "undo/", {"target": target}))

    @precondition(lambda self: self.next < MOST)
    @does()
    def redoes(self) -> bool:
        """Redo the last undone step. If there is none, undo one first."""
        if self.done and not self.undone:
            self.undoes_last()
        return self.enter(Step("redo", {}, "redo/"))

    @does(data=st.data())
    def corrects(self, data: st.DataObject) -> bool:
        return self._corrected(data, [row.seq for row in read(self.match).log.rows])

    @precondition(lambda self: self.claims is not None)
    @does(data=st.data())
    def corrects_a_claim(self, data: st.DataObject) -> bool:
        return self._corrected(data, self._claims())

    def _corrected(self, data: st.DataObject, seqs: list[int]) -> bool:
        if not seqs:
            return False
        seq, entry = data.draw(st.sampled_from(seqs)), data.draw(self.entries)
        payload = {"target": seq, "replace": {"kind": entry.kind, "payload": entry.payload}}
        fields = entry.fields | {"kind": entry.sheet or entry.kind}
        return self.enter(Step("correct", payload, f"hands/{seq}/correct/", fields))

    @does(data=st.data())
    def inserts(self, data: st.DataObject) -> bool:
        seq = data.draw(st.sampled_from([0, *(row.seq for row in read(self.match).log.rows)]))
        entry = data.draw(self.entries)
        payload = {"after": seq, "replace": {"kind": entry.kind, "payload": entry.payload}}
        fields = entry.fields | {"kind": entry.sheet or entry.kind}
        return self.enter(Step("correct", payload, f"hands/after/{seq}/", fields))

    @does(data=st.data())
    def takes_out(self, data: st.DataObject) -> bool:
        return self._taken_out(data, [row.seq for row in read(self.match).log.rows])

    @precondition(lambda self: self.claims is not None)
    @does(data=st.data())
    def takes_out_a_claim(self, data: st.DataObject) -> bool:
        return self._taken_out(data, self._claims())

    def _taken_out(self, data: st.DataObject, seqs: list[int]) -> bool:
        if not seqs:
            return False
        seq, note = data.draw(st.sampled_from(seqs)), f"{read(self.match).names[Seat.P1]} misread it"
        step = Step("correct", {"target": seq, "replace": None}, f"hands/{seq}/void/", {"note": note}, note=note)
        return self.enter(step)

    def _claims(self) -> list[int]:
        """The hands with two claims to one tile."""
        rows = [row for row in read(self.match).log.rows if isinstance(row.entry, Hand)]
        return [row.seq for row in rows if len(row.entry.wins) > 1 or row.payload.get("waiting")]

    @does(data=st.data())
    def plays_on(self, data: st.DataObject) -> bool:
        longer = data.draw(st.sampled_from(self.game.longer))
        return self.enter(Step("extend", {"match_length": longer}, "extend/", {"match_length": str(longer)}))

    @precondition(lambda self: self.next > 4)
    @does()
    def signs(self) -> bool:
        return self.closes()

    def closes(self) -> bool:
        """Close the match with its current result."""
        balances = read(self.match).log.state.balances.as_dict()
        return self.enter(Step("close", balances, "close/"))

    @precondition(lambda self: self.next < MOST)
    @does()
    def takes_up_again(self) -> None:
        """Reopen the match; close it first if it is open."""
        if not read(self.match).log.closed:
            assert self.closes()
        assert self.enter(Step("reopen", {}, "reopen/", {"note": "misread"}))

    # ── bad network ───────────────────────────────────────────────────────────

    @precondition(lambda self: self.sent)
    @does(data=st.data())
    def sends_again(self, data: st.DataObject) -> None:
        """Send any earlier form again, with the same key and position."""
        seq = data.draw(st.integers(1, len(self.sent)))
        key, step = self.sent[seq - 1]
        assert self.send(step, key, seq) == "done"

    @precondition(lambda self: self.sent)
    @does(data=st.data())
    def sends_another_under_the_same_key(self, data: st.DataObject) -> bool:
        seq = data.draw(st.integers(1, len(self.sent)))
        key, old = self.sent[seq - 1]
        step = data.draw(self.entries)
        if (step.kind, step.payload) == (old.kind, old.payload):
            return False
        self.kept_out(step, key, self.next)
        return True

    @precondition(lambda self: self.sent)
    @does(data=st.data())
    def comes_late(self, data: st.DataObject) -> None:
        """Send an entry for a position that is already taken."""
        step = data.draw(self.entries)
        self.kept_out(step, new_key(), data.draw(st.integers(1, len(self.sent))))

    def kept_out(self, step: Step, key: str, seq: int) -> None:
        """Assert that the step isn't saved and gets a message."""
        assert self.send(step, key, seq) == "conflict"

    def device(self) -> str:
        return str(self.match.devices.get(number=1).device)

    # ── invariants ────────────────────────────────────────────────────────────

    @invariant()
    def every_entry_stands_once_in_its_place(self) -> None:
        events = list(Event.objects.filter(match=self.match).order_by("seq").values_list("key", "kind", "payload"))
        assert [key for key, _kind, _payload in events] == [key for key, _step in self.sent]
        for (_key, kind, payload), (_sent_key, step) in zip(events, self.sent, strict=True):
            assert kind == step.kind
            assert says(payload, step.payload), (payload, step.payload)

    @invariant()
    def nothing_is_lost_at_any_hand(self) -> None:
        reading = read(self.match)
        start = reading.book.start()
        for row in reading.log.rows:
            assert sum(row.changes) + row.after.sticks - row.before.sticks == 0
            assert sum(row.after.balances) + row.after.sticks == sum(start.balances) + start.sticks
        if not reading.log.closed and self.done:
            assert reading.log.undoable.seq == self.done[-1][0]

    @invariant()
    def the_database_holds_what_the_log_comes_to(self) -> None:
        assert stored(self.match) == told(read(self.match))

    @invariant()
    def pages_and_files_say_it_too(self) -> None:
        """Checked whenever something was saved."""
        if len(self.sent) == self.looked_at:
            return
        self.looked_at = len(self.sent)
        reading = read(self.match)
        rows = reading.log.rows
        text, file = self.files()
        first = exports.columns(reading.book).index("change_P1")
        lines = [
            tuple(map(int, (line[1], *line[first : first + 6]))) for line in list(csv.reader(io.StringIO(text)))[1:]
        ]
        assert lines == [(row.seq, *row.changes, *row.balances) for row in rows]
        stated = [(row["seq"], row["P1"], row["P2"], row["P3"]) for row in file["ledger"]]
        assert stated == [(row.seq, *row.balances) for row in rows]
        assert [line[1:] for line in shown(self.match)] == lines

    def teardown(self) -> None:
        """Check that corrections equal correct entries from the start, and that hash chain and sums are right."""
        assert [each for _many, wrong in ledger_check.verified([self.match.pk]) for each in wrong] == []
        log = read(self.match).log
        fresh = begun(self.game)
        longer = log.state.length > self.game.rules.start().length
        length = [("extend", {"match_length": log.state.length})] if longer else []
        for seq, (kind, payload) in enumerate([*length, *((row.kind, row.payload) for row in log.rows)], 1):
            at = {"match": fresh, "device": PHONE, "key": new_key(), "expected_seq": seq}
            try:
                actions.append_event(kind=kind, payload=payload, **at)
            except RuleViolation:
                return  # a correction removed the points for a stick, or changed a seat wind
        assert left(fresh) == left(self.match)
        assert stored(fresh) == stored(self.match)
        COUNTED["entered anew"] += 1


def says(payload: Any, wanted: Any) -> bool:
    """Whether a stored payload contains all wanted values; pages may add more."""
    if isinstance(wanted, dict):
        return isinstance(payload, dict) and all(says(payload.get(name), value) for name, value in wanted.items())
    return bool(payload == wanted)
