"""The wording of the rule card: the match, a winning hand, payments, the end (docs/rules, B1–B4).

The engine calculates the amounts in the payment examples.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.language import Term
from engine.language import gettext_noop as _
from engine.rulesets.honshu import payments, wording
from engine.rulesets.honshu.card import examples
from engine.rulesets.honshu.house import HonshuHouseRules
from engine.rulesets.honshu.rules import HonshuRules
from engine.rulesets.rule_card import Case, Cell, Chapter, Example, Grid, Note, RuleCard, Word, word
from engine.seats import Seat, Wind

ANN, BEA, CHO = Seat
PLAYERS = {"oya": ANN, "winner": BEA, "discarder": CHO}
DRAWN: Mapping[str, Any] = {"winner": "P2", "win": {"by": "tsumo"}}
RON: Mapping[str, Any] = {"winner": "P2", "win": {"by": "ron", "from": "P3"}}
MANGAN = {"han": 6}

_ORDER = _(
    "Bonus items add han to a hand that has a yaku, but they aren’t yaku themselves. Dora order: 1 to 9 "
    "(characters: 1, 9); East, South, West, North; white, green, red. After the last tile, each sequence "
    "starts again with the first."
)
HEAD = (_("Han"), _("Ron: ko"), _("Ron: oya"), _("Tsumo: ko"), _("Tsumo: oya"))
NAMES = {
    "mangan": _("mangan"),
    "haneman": _("haneman"),
    "baiman": _("baiman"),
    "sanbaiman": _("sanbaiman"),
    "yakuman": _("yakuman"),
}


def _setting_up(house: HonshuHouseRules) -> Iterator[Note]:
    seats = _(
        "Everyone starts with %(points)s points. Draw seats at random: %(first)s deals, then "
        "%(second)s, then %(third)s."
    )
    winds = {"first": Wind.E, "second": Wind.S, "third": Wind.W}
    yield Note(seats, "B4.6", {"points": house.start_points, **winds})
    yield Note(_("Turn one tile of the dead wall face up. The next tile in dora order is the dora."), "B2")


def _match(house: HonshuHouseRules) -> Iterator[Note]:
    if house.length == "east_south":
        yield Note(
            _("The match has an East round and a South round. In each, every player deals until the deal passes."),
            "B4.8",
        )
    else:
        yield Note(_("The match has only an East round. Each player deals until the deal passes."), "B4.8")
    again = {
        "win_or_tenpai": _("The dealer deals again after a win, or after a drawn hand if they’re tenpai."),
        "win": _("The dealer deals again after winning."),
        "none": _("The deal passes after every hand."),
    }
    yield Note(again[house.renchan], "B4.5")
    honba = _(
        "A drawn hand adds a honba, and so does a win after which the dealer deals again. Any other "
        "win clears the honba."
    )
    yield Note(honba, "B4.5")
    if house.bust == "below_zero":
        yield Note(_("The match ends immediately when a player drops below 0 points."), "B4.9")
    elif house.bust == "zero":
        yield Note(_("The match ends immediately when a player has 0 points or fewer."), "B4.9")


def _winning(house: HonshuHouseRules) -> Iterator[Note]:
    shapes = _(
        "A winning hand is four sets and a pair, seven pairs, or thirteen orphans. An opponent’s discard can "
        "complete a pong or a kong at any time, but a chow only if it wins the hand."
    )
    yield Note(shapes, "B1.3")
    yield Note(_("A winning hand needs at least one yaku. Dora and bazoro don’t count as yaku."), "B1.4")
    if not house.atozuke:
        sure = _(
            "On a ron, the yaku must not depend on the winning tile: the hand must have a yaku with every tile "
            "it’s waiting for."
        )
        yield Note(sure, "B1.7")
    yield Note(_("A hand in furiten can only win by self-draw."), "B1.5")
    if house.rob_north_any:
        yield Note(_("Any hand can rob a North that was set aside."), "B4.11")
    else:
        yield Note(_("Only thirteen orphans can rob a North that was set aside."), "B4.11")
    both = _(
        "Two players can win on the same discard, and both are paid. The next player in turn gets the honba "
        "and the sticks."
    )
    one = _("If two players win on the same discard, only the next player in turn is paid.")
    yield Note(both if house.multiple_ron == "all" else one, "B4.10")


def _yaku(house: HonshuHouseRules) -> Iterator[Note]:
    everything = _(
        "Every yaku that applies counts, with the same value in open and concealed hands unless stated "
        "otherwise. Values are in han."
    )
    yield Note(everything, "B2")
    if not house.kuitan:
        yield Note(_("“All simples” counts only in a concealed hand."), "B2")
    if not house.pinfu_tsumo:
        yield Note(_("Pinfu doesn’t count on a self-draw."), "B2")
    if house.chiitoi_allow_four:
        yield Note(_("Four identical tiles can be two of the seven pairs."), "B2")


def _yakuman(house: HonshuHouseRules) -> Iterator[Note]:
    yield Note(_("Nothing else counts with a yakuman. The numbers are what a non-dealer gets for a ron."), "B2")
    if house.yakuman_stack:
        yield Note(
            _("Several yakuman in one hand are added together, to a maximum of %(most)s."),
            "B5.2",
            {"most": house.yakuman_cap},
        )
    else:
        yield Note(_("If a hand has several yakuman, only the most valuable one is paid."), "B5.2")
    if house.kazoe_yakuman:
        yield Note(_("16 han or more also counts as a yakuman."), "B3")


def _payments(house: HonshuHouseRules) -> Iterator[Note]:
    yield Note(_("On a ron, the discarder pays everything. The dealer receives and pays more."), "B3")
    drawn = {
        "text": _("A self-draw pays the amounts shown in the table. In total, this is less than a ron pays."),
        "split_half": _("On a self-draw, the share of the missing fourth player is split between the two opponents."),
        "thirds": _("A self-draw pays the same in total as a ron."),
    }
    yield Note(drawn[house.tsumo_mode], "B5.1")
    honba = _("Each honba adds %(ron)s on a ron, and %(each)s from each opponent on a self-draw.")
    yield Note(honba, "B4.2", {"ron": house.honba_ron, "each": house.honba_tsumo_each})


def _cases(house: HonshuHouseRules) -> Iterator[Case]:
    """Example payments: a mangan by ron, by self-draw, by the dealer, and with one honba when P2 deals."""
    values: dict[str, object] = {**PLAYERS, "han": MANGAN["han"]}
    ron = _("%(winner)s wins on %(discarder)s’s discard with %(han)s han. %(oya)s deals.")
    yield Case(Note(ron, "B3", values), {**RON, **MANGAN})
    yield Case(Note(_("The same hand wins by self-draw."), "B3", values), {**DRAWN, **MANGAN})
    dealer = {"winner": "P1", "win": {"by": "tsumo"}, **MANGAN}
    yield Case(Note(_("%(oya)s, the dealer, wins by self-draw with %(han)s han."), "B3", values), dealer)
    if house.honba_ron:
        once = _("After a drawn hand, %(winner)s, now the dealer, wins on %(discarder)s’s discard with %(han)s han.")
        yield Case(Note(once, "B4.2", values), {**RON, **MANGAN}, (("draw", {"tenpai": []}),))


def _sticks(house: HonshuHouseRules) -> Iterator[Note]:
    if house.riichi_stick:
        stick = _(
            "A player who declares riichi puts a stick worth %(points)s on the table. The next winner takes all "
            "the sticks."
        )
        yield Note(stick, "B4.3", {"points": house.riichi_stick})
    if house.noten_pool:
        tenpai = _("After a drawn hand, players who aren’t tenpai pay those who are: %(points)s in total.")
        yield Note(tenpai, "B4.4", {"points": house.noten_pool})


def _end(house: HonshuHouseRules) -> Iterator[Note]:
    start, back = house.start_points, house.return_points
    compared = _(
        "Each player’s result is their points minus %(points)s, in thousands. First place also gets whatever "
        "is needed to bring the total to 0."
    )
    yield Note(compared, "B4.6", {"points": back})
    if back > start:
        yield Note(
            _("The extra points for first place, the oka, are %(points)s in total."),
            "B4.6",
            {"points": 3 * (back - start)},
        )
    if any(house.uma):
        values = dict(zip(("first", "second", "third"), map(str, house.uma), strict=True))
        yield Note(
            _("In addition, the uma is %(first)s for first place, %(second)s for second and %(third)s for third."),
            "B4.7",
            values,
        )
    if house.sinking_uma:
        sinking = _("Second and third place each pay %(points)s to first place if they end below the return points.")
        yield Note(sinking, "B4.7", {"points": house.sinking_uma})
    yield Note(_("Remaining sticks go to first place."), "B5.12")


def _rows(house: HonshuHouseRules) -> Iterator[tuple[Cell, ...]]:
    """The payment table: a row for each tier and for each multiple of yakuman that is paid."""
    tiers = payments.TIERS[::-1]
    for row, above in zip(tiers, (*tiers[1:], None), strict=True):
        yield (_called(house, row, above), *_amounts(house, row.base))
    for times in range(2, house.yakuman_cap + 1):
        name = wording.YAKUMAN_TIMES.get(times, "%(times)s × yakuman")
        yield (Note(name, values={"times": times}), *_amounts(house, times * payments.YAKUMAN))


def _called(house: HonshuHouseRules, row: payments.Tier, above: payments.Tier | None) -> Note:
    """The label of a row, e.g. "3", "6–7 mangan" or "16+, yakuman"."""
    name = Term(NAMES.get(row.name, ""))
    if above is None:
        text = _("%(least)s+, %(name)s") if house.kazoe_yakuman else "%(name)s"
        return Note(text, values={"least": row.least, "name": name})
    if above.name == "yakuman" and not house.kazoe_yakuman:
        return Note(_("%(least)s+, %(name)s"), values={"least": row.least, "name": name})
    most = above.least - 1
    if row.name not in NAMES:
        return Note("%(least)s", values={"least": row.least})
    return Note("%(han)s %(name)s", values={"han": f"{row.least}–{most}", "name": name})


def _amounts(house: HonshuHouseRules, base: int) -> tuple[Cell, ...]:
    from_ko, from_oya, to_oya = payments.shares(house.tsumo_mode, base)
    both = Note("%(ko)s /\u00a0%(oya)s", values={"ko": from_ko, "oya": from_oya})
    return (4 * base, 6 * base, both, to_oya)


def _glossary(house: HonshuHouseRules) -> Iterator[Word]:
    yield word(_("Yaku"), _("A pattern that allows a hand to be declared. A hand needs at least one."), "B2")
    yield word(_("Han"), _("The unit for yaku and bonuses. The table converts han to points."), "B3")
    yield word(_("Dora"), _("A tile that adds 1 han to a hand with a yaku. The indicator points to it."), "B2")
    if house.bazoro:
        yield word(_("Bazoro"), _("%(han)s han added to every win."), "B2", han=house.bazoro)
    yield word(_("Yakuman"), _("A rare hand with its own row in the table. Nothing else counts with it."), "B2")
    yield word(_("Ron"), _("To win on another player’s tile. That player pays everything."), "B3")
    yield word(_("Tsumo"), _("To win with a tile drawn from the wall. Both opponents pay."), "B3")
    riichi = _("To declare that your concealed hand needs only one more tile, and put down a stick.")
    yield word(_("Riichi"), riichi, "B2")
    yield word(_("Tenpai"), _("One tile away from a complete hand."), "B4.4")
    furiten = _("To wait for a tile you’ve already discarded. You can then win only by self-draw.")
    yield word(_("Furiten"), furiten, "B1.5")
    yield word(_("Oya and ko"), _("The dealer and a non-dealer. The oya receives and pays more."), "B3")
    honba = _(
        "A counter for repeated deals and drawn hands. Each honba adds %(ron)s on a ron, or %(each)s from each "
        "opponent on a self-draw."
    )
    yield word(_("Honba"), honba, "B4.2", ron=house.honba_ron, each=house.honba_tsumo_each)
    if house.riichi_stick:
        stick = _("Worth %(points)s points. A player who declares riichi puts one on the table.")
        yield word(_("Stick"), stick, "B4.3", points=house.riichi_stick)
    oka = _("Oka is what first place gets from everyone at the end. Uma is the points each place gains or loses.")
    yield word(_("Oka and uma"), oka, "B4.6")


class HonshuCard(RuleCard[HonshuRules]):
    """The Honshu sanma rule card for one table."""

    def examples(self, kind: str, item: str) -> tuple[Example, ...]:
        return examples.examples(kind, item)

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        house = self.rules.house
        table = _(
            "What a hand earns for a ko or the oya. Tsumo by a ko: paid by the other ko / by the oya. Tsumo "
            "by the oya: paid by each ko."
        )
        grid = Grid(table, HEAD, tuple(_rows(house)))
        return (
            Chapter("setup", _("Setting up the table"), tuple(_setting_up(house)), deck=True),
            Chapter("match", _("The match"), tuple(_match(house))),
            Chapter("hand", _("A winning hand"), tuple(_winning(house))),
            Chapter("yaku", _("Yaku"), tuple(_yaku(house)), "pattern"),
            Chapter("bonus", _("Bonus han"), (Note(_ORDER, "B2"),), "bonus"),
            Chapter("yakuman", _("Yakuman"), tuple(_yakuman(house)), "limit"),
            Chapter("payments", _("Who pays"), tuple(_payments(house)), cases=tuple(_cases(house)), grid=grid),
            Chapter("sticks", _("Riichi and drawn hands"), tuple(_sticks(house))),
            Chapter("end", _("The end of the match"), tuple(_end(house))),
        )

    @property
    def glossary(self) -> tuple[Word, ...]:
        return tuple(_glossary(self.rules.house))
