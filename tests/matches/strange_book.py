"""A fictional rule book with unusual features. The pages must work with it without special code.

Points start at 1,000, and sticks are put down on the table before the hand ends. A dealer who wins deals again. Some
ways to win are self-draws, and two players may win on one tile. Counts have names, a drawn hand asks who was ready,
and there is a final settlement.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from engine import rulesets
from engine.errors import RuleViolation
from engine.hands.hand import read_tile_hand
from engine.match.entries import Draw, Hand, Numbers, Penalty, Win, read_penalty
from engine.match.fields import known_keys, mapping, seat, whole_number
from engine.match.payments import Final, PaymentLine, Pot, Share, totals
from engine.rulesets.definitions import HouseRuleValues, NumberField, Option, Pattern, Preset
from engine.rulesets.entry_sheet import Ask, EntrySheet, Fixed, TileMark, WinWay
from engine.rulesets.rule_book import Item, RuleBook, Score, Settlement, TableState
from engine.rulesets.rule_card import Note
from engine.rulesets.scoring_types import LimitHand, moved
from engine.rulesets.wording import CarryOverWording, Words
from engine.seats import NOTHING, PerSeat, Seat, Wind
from matches.models import Event

STICK = 10
WINDS = (Wind.E, Wind.S, Wind.W)
DECLARED = {"single": "Declared", "double": "Declared at once"}
BESIDE_TILES = ("norths", "flowers_of", "indicators")


class StrangeSheet(EntrySheet):
    ways = (
        WinWay("drawn", False),
        WinWay("fourth", False, "Won with the fourth kong", "%(winner)s wins with the fourth kong"),
        WinWay("taken", True),
        WinWay("robbed", True, "The tile was robbed", "%(winner)s robs %(payer)s’s kong"),
    )
    counted_by = ("numbers", "tiles")
    marks = (TileMark("J", "Joker", 2, "jokers"),)
    fixed = (Fixed("top:1", "Top hand", 100, {"top": 1}), Fixed("top:2", "Two top hands", 200, {"top": 2}))

    def early(self, state):
        return Ask("sticks_by", "Stick", "players")

    def questions(self, situation):
        known = tuple(sorted(chair.value for chair in situation.declared))
        sticks = Ask("sticks_by", "Who put down a stick", "players", known=known)
        single = "single" if situation.winner in situation.declared else ""
        declared = Ask("declared", "Had the winner declared?", "choice", choices=DECLARED, known=single)
        if situation.way == "two":
            return (sticks, *self.switches(situation))
        if situation.way == "draw":
            return (Ask("ready", "Who is ready", "players", help="", waits=True), sticks)
        if situation.way == "numbers":
            return (declared, sticks, *self.switches(situation))
        beside = (
            Ask("norths", "Norths set aside", "number", 4),
            Ask("flowers_of", "Flowers", "numbers", 4),
            Ask("indicators", "Indicators", "tiles", help="Turned up"),
        )
        if situation.way == "waits":
            return beside
        first = Ask("first", "Won at once", inside="win", applies=situation.from_player is False)
        return (*beside, first, *self.switches(situation), declared, sticks)


@dataclass(frozen=True, slots=True)
class StrangeHouseRules(HouseRuleValues):
    start_points: int


class Strange(RuleBook):
    house_rules = StrangeHouseRules
    key = "strange"
    version = 1
    title = "Strange"
    options = (Option("start_points", "number", 1_000, "Starting points", "S1"),)
    presets = (Preset("club", "Club", "As it is.", {}),)
    patterns = (
        Pattern("plain", "Plain hand", 2, "S2", 0, "all"),
        Pattern("north", "North", 1, "S2", 0, "all", "bonus"),
    )
    groups: Mapping[str, str] = {"all": "All"}
    numbers = (NumberField("doubles", "Doubles", 1, 50, chips=(1, 2, 3), choose="Choose the doubles"),)
    win_by = ("drawn", "fourth", "taken", "robbed")
    by_wall, by_discard = "drawn", "taken"
    lengths = (3,)
    deck = tuple(4 if tile < 9 or tile > 26 else 0 for tile in range(34))

    limit_kinds = ("top",)
    words = Words(
        points=("%(points)s double", "%(points)s doubles"),
        draw="Nobody",
        carry="Lying",
        draw_says="All say.",
        early="Stick",
        two="Two on one tile",
        two_ask="What does each winner get?",
        two_link="Another one too",
        limit_names={"top": "Top hand"},
        shares={"thousands": "in thousands", "first": "for the first"},
        lines={"doubles": "doubles %(sum)s", "stick": "stick %(sum)s", "sticks": "sticks %(sum)s"},
        carry_lines={"sticks": CarryOverWording("sticks", "Sticks on the table")},
    )
    two_win = True
    signed_balances = False

    @cached_property
    def sheet(self):
        return StrangeSheet(self)

    # ── course of the match ──────────────────────────────────────────────────

    def start(self):
        begins = self.house.start_points
        return replace(self.table_at(1), balances=PerSeat(begins, begins, begins))

    def table_at(self, hand_no):
        dealer = Seat.P1.after(hand_no - 1)
        winds = PerSeat.of(lambda chair: WINDS[dealer.steps_to(chair)])
        return TableState(hand_no, 3, dealer, Wind.E, winds)

    def table_by_winds(self, round_wind, seats):
        raise RuleViolation("round", "round takes nothing here.")

    def advance(self, state, entry, settlement):
        again = isinstance(entry, Hand) and entry.wins[0].winner is state.dealer
        after = state if again or isinstance(entry, Penalty) else self.table_at(state.hand_no + 1)
        pot = sum(
            (line.payee is Pot.TABLE) * line.points - (line.payer is Pot.TABLE) * line.points
            for line in settlement.lines
        )
        return moved(
            replace(after, balances=state.balances),
            totals(settlement.lines),
            honba=state.honba + 1 if again else 0,
            sticks=state.sticks + pot,
            finished=after.hand_no > state.length,
        )

    def ahead(self, state):
        later = (self.table_at(no) for no in range(state.hand_no + 1, state.length + 1))
        return () if state.finished else (state, *later)

    def hand_title(self, state):
        return Note("Deal %(deal)s, again %(again)s", values={"deal": state.hand_no, "again": state.honba})

    def hand_label(self, state):
        return Note("D%(deal)s.%(again)s", values={"deal": state.hand_no, "again": state.honba})

    def carry_notes(self, state):
        return (Note("%(points)s in sticks", values={"points": state.sticks}),) if state.sticks else ()

    def drawn_notes(self, after):
        return (Note("%(points)s lie there", values={"points": after.sticks}),)

    # ── one entry ────────────────────────────────────────────────────────────

    def check_declared(self, state, seats):
        for chair in seats:
            if state.balances[chair] < STICK:
                raise RuleViolation("sticks_by", "%(player)s has no stick.", player=chair)

    def declared(self, state, seats):
        laid = PerSeat.of(lambda chair: -STICK * (chair in seats))
        return moved(state, laid, sticks=state.sticks - sum(laid))

    def declared_in(self, entry):
        if isinstance(entry, Penalty):
            return entry.riichi_by
        sticks = entry.sticks if isinstance(entry, Draw) else entry.wins[0].given["sticks"]
        return frozenset(map(Seat, sticks))

    def read_penalty(self, payload):
        laid = frozenset(map(Seat, payload.get("sticks_by", ())))
        return replace(read_penalty(payload, frozenset({"sticks_by"})), riichi_by=laid)

    def settle_match(self, points, order=tuple(Seat), chips=NOTHING):
        first, second, third = sorted(order, key=lambda chair: (-points[chair], order.index(chair)))
        shares = [Share(chair, (points[chair] - 1_000) // 100, "thousands", "S4") for chair in (second, third)]
        rest = -sum(share.tenths for share in shares)
        return Final(
            (first, second, third), (Share(first, rest - 5, "thousands", "S4"), *shares, Share(first, 5, "first", "S4"))
        )

    def read_hand(self, payload):
        if "wins" in payload:
            sticks = {"sticks_by": payload.get("sticks_by", ())}
            one, two = (self.read_hand({**each, **sticks}).wins[0] for each in payload["wins"])
            return Hand((one, two))
        known_keys(
            payload, {"winner", "win", "doubles", "top", "declared", "sticks_by", "concealed", "melds", *BESIDE_TILES}
        )
        winner, win = seat(payload.get("winner"), "winner"), mapping(payload, "win")
        known_keys(win, {"by", "from", "tile", "first"})
        way = self.sheet.way_of(win.get("by"))
        if way is None or way.from_player is not ("from" in win):
            raise RuleViolation("win", "win takes a way to win.")
        if "concealed" in payload:
            special = {key: payload[key] for key in BESIDE_TILES if key in payload}
            plain = [piece.removeprefix("J") for piece in payload["concealed"]]
            melds = [{key: meld[key] for key in meld if key != "jokers"} for meld in payload["melds"]]
            told = {"concealed": plain, "melds": melds, "win": {"tile": win["tile"].removeprefix("J")}}
            count = read_tile_hand(told, special=special)
        elif "top" in payload:
            count = Numbers({"top": whole_number(payload, "top", 1, 2)})
        else:
            count = Numbers({"doubles": whole_number(payload, "doubles", 1, 50)})
        source = seat(win["from"], "from") if way.from_player else None
        sticks = frozenset(payload.get("sticks_by", ()))
        return Hand(
            (Win(winner, way.by, source, count, declared_ready="declared" in payload, given={"sticks": sticks}),)
        )

    def read_draw(self, payload):
        known_keys(payload, {"draw", "ready", "sticks_by"})
        for chair in (*payload.get("ready", ()), *payload.get("sticks_by", ())):
            seat(chair, "sticks_by")
        return StrangeDraw(tuple(payload.get("ready", ())), tuple(payload.get("sticks_by", ())))

    def check_win(self, state, win):
        if not self.score(state, win).legal:
            raise RuleViolation("tiles", "A hand has 14 tiles.")

    def score(self, state, win):
        if not isinstance(win.count, Numbers):
            norths = win.count.special.get("norths", 0)
            bonus = (Item("north", norths, "S2"),) if norths else ()
            whole = len(win.count.concealed) == 14 - 3 * len(win.count.melds)
            items = (Item("plain", 2, "S2"),)
            return Score(win.winner, items, 2 + norths, bonus, norths, legal=whole, reason=None if whole else "tiles")
        if "top" in win.count.values:
            units = win.count.values["top"]
            return Score(win.winner, limit=LimitHand("top", (), 100 * units))
        return Score(win.winner, points=win.count.values["doubles"])

    def score_to_json(self, state, score):
        return {"points": score.points}

    def settle(self, state, entry):
        if isinstance(entry, Penalty):
            return super().settle(state, entry)
        sticks = entry.sticks if isinstance(entry, Draw) else sorted(entry.wins[0].given["sticks"])
        laid = tuple(PaymentLine(Seat(name), Pot.TABLE, STICK, "stick", "S3") for name in sticks)
        if isinstance(entry, Draw):
            return Settlement((), laid)
        scores = tuple(self.score(state, win) for win in entry.wins)
        table = replace(state, sticks=state.sticks + STICK * len(laid))
        lines = [*laid]
        for win, score in zip(entry.wins, scores, strict=True):
            lines += self.pay_win(table, win, score)
            table = replace(table, sticks=0)
        return Settlement(scores, tuple(lines))

    def pay_win(self, state, win, score):
        each = score.limit.value if score.limit else 10 * (score.points or 0)
        payers = [win.source] if win.source else win.winner.others
        paid = tuple(PaymentLine(payer, win.winner, each, "doubles", "S2") for payer in payers)
        return (*paid, *([PaymentLine(Pot.TABLE, win.winner, state.sticks, "sticks", "S3")] if state.sticks else ()))


class StrangeDraw(Draw):
    """A drawn hand, with who was ready and who put down a stick."""

    def __init__(self, ready, sticks):
        object.__setattr__(self, "ready", ready)
        object.__setattr__(self, "sticks", sticks)


# ── at the table ─────────────────────────────────────────────────────────────


def seated(phone, monkeypatch):
    """Register the test rule book, and return the code of a match with it."""
    monkeypatch.setattr(rulesets, "VERSIONS", (*rulesets.VERSIONS, Strange))
    monkeypatch.setitem(rulesets.BOOKS, Strange.key, Strange)
    return phone.start(system="strange", preset="club", shown_preset="strange/club")


def sheet(phone, code, query="?winner=P1", **options):
    return phone.get(f"/m/{code}/hand/{query}", **options)


def save(phone, form, htmx=False, **told):
    page = phone.send(form, button=("save", "1"), htmx=htmx, **told)
    assert page.status == (200 if htmx else 303), page
    return Event.objects.order_by("pk").last().payload
