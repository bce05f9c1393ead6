"""Random evenings: entries, corrections, undo and redo in any order, as Hypothesis draws them."""

from hypothesis import strategies as st

from engine.errors import RuleViolation
from engine.ledger import ENTRIES, Fact, check, replay

CHAIRS = ("P1", "P2", "P3")


@st.composite
def hands(draw):
    """A won hand, by numbers; sometimes a limit, sometimes one that the rules refuse."""
    winner = draw(st.sampled_from(CHAIRS))
    payload = {"winner": winner, "win": {"by": "wall"}}
    others = [chair for chair in CHAIRS if chair != winner]
    if draw(st.booleans()):
        payload["win"] = {"by": "discard", "from": draw(st.sampled_from(others))}
    if draw(st.integers(0, 5)) == 0:
        return "hand", payload | {"limit": draw(st.sampled_from(["half", "full"]))}
    waiting = {chair: True for chair in others if draw(st.booleans())}
    points = {"hand_points": draw(st.integers(3, 30)), "bonus_points": draw(st.integers(2, 20))}
    return "hand", payload | points | ({"waiting": waiting} if waiting else {})


@st.composite
def penalties(draw):
    """What somebody pays to the others."""
    first, second = draw(st.integers(-40, 40)), draw(st.integers(-40, 40))
    paid = {"P1": first, "P2": second, "P3": -first - second}
    if first == second == 0:
        paid = {"P1": 10, "P2": -20, "P3": 10}
    return "penalty", {"penalty": paid, "ends_hand": draw(st.booleans())}


entries = st.one_of(hands(), hands(), st.just(("draw", {"draw": True})), penalties())
# What is done next; which entry it is done to is a number, taken modulo those that there are.
steps = st.lists(
    st.one_of(
        st.tuples(st.just("entry"), entries, st.just(0)),
        st.tuples(st.just("entry"), entries, st.just(0)),
        st.tuples(st.just("correct"), entries, st.integers(0, 30)),
        st.tuples(st.just("insert"), entries, st.integers(0, 30)),
        st.tuples(st.just("void"), st.none(), st.integers(0, 30)),
        st.tuples(st.sampled_from(["undo", "redo", "extend"]), st.none(), st.just(0)),
    ),
    max_size=14,
)


def event_of(step, log):
    """(kind, payload) of a step at this state of the match; None where there is nothing to do it to."""
    what, entry, number = step
    counting = [row.seq for row in log.rows]
    if what == "entry":
        return entry
    if what == "undo":
        return ("undo", {"target": log.undoable.seq}) if log.undoable else None
    if what == "redo":
        return ("redo", {}) if log.redoable else None
    if what == "extend":
        return "extend", {"match_length": 18}
    if what == "insert":
        after = [0, *counting][number % (len(counting) + 1)]
        return "correct", {"after": after, "replace": {"kind": entry[0], "payload": entry[1]}}
    if not counting:
        return None
    target = counting[number % len(counting)]
    replace = {"kind": entry[0], "payload": entry[1]} if what == "correct" else None
    return "correct", {"target": target, "replace": replace}


def played(book, plan):
    """The facts of an evening that follows the plan as far as the rules let it."""
    facts, log = [], replay(book, [])
    for step in plan:
        event = event_of(step, log)
        if event is None:
            continue
        new = Fact(len(facts) + 1, *event)
        try:
            log = check(book, facts, new)
        except RuleViolation:
            continue
        facts.append(new)
    return facts


def counts(log):
    """What a log comes to, without the traces of how it came about."""
    return [(row.kind, row.payload, row.before, row.payments, row.balances) for row in log.rows], log.state


__all__ = ["ENTRIES", "counts", "entries", "event_of", "hands", "played", "steps"]
