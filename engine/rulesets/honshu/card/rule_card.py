"""What the rule card says between the items: the match, a hand that wins, who pays, the end (docs/rules, B1–B4).

Sentences with this table's numbers, and cases for the engine to settle. No amount is worked out here.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.language import Term
from engine.language import gettext_noop as _
from engine.rulesets.honshu import payments, wording
from engine.rulesets.honshu.card import examples
from engine.rulesets.honshu.house import HonshuHouseRules
from engine.rulesets.honshu.rules import HonshuRules
from engine.rulesets.rule_card import Case, Cell, Chapter, Example, Grid, Note, RuleCard
from engine.seats import Seat, Wind

ANN, BEA, CHO = Seat
PLAYERS = {"oya": ANN, "winner": BEA, "discarder": CHO}
DRAWN: Mapping[str, Any] = {"winner": "P2", "win": {"by": "tsumo"}}
RON: Mapping[str, Any] = {"winner": "P2", "win": {"by": "ron", "from": "P3"}}
MANGAN = {"han": 6}


def chapters(rules: HonshuRules) -> tuple[Chapter, ...]:
    """The card of this table."""
    house = rules.house
    return (
        Chapter("setup", _("Setting up the table"), tuple(_setting_up(house)), deck=True),
        Chapter("match", _("The match"), tuple(_match(house))),
        Chapter("hand", _("A hand that wins"), tuple(_winning(house))),
        Chapter("yaku", _("Yaku"), tuple(_yaku(house)), "pattern"),
        Chapter("bonus", _("Bonus han"), (BONUS,), "bonus"),
        Chapter("yakuman", _("Yakuman"), tuple(_yakuman(house)), "limit"),
        Chapter(
            "payments", _("Who pays"), tuple(_payments(house)), cases=tuple(_cases(house)), grid=payment_grid(house)
        ),
        Chapter("sticks", _("Riichi and drawn hands"), tuple(_sticks(house))),
        Chapter("end", _("The end of the match"), tuple(_end(house))),
    )


def _setting_up(house: HonshuHouseRules) -> Iterator[Note]:
    yield Note(
        _(
            "Each begins with %(points)s points. Draw lots for the seats: %(first)s deals, then %(second)s, then "
            "%(third)s."
        ),
        "B4.6",
        {"points": house.start_points, "first": Wind.E, "second": Wind.S, "third": Wind.W},
    )
    yield Note(_("Turn one tile of the dead wall up: it points to the next tile, the dora."), "B2")


def _match(house: HonshuHouseRules) -> Iterator[Note]:
    yield Note(
        _("An East and a South round: in each everybody deals until the deal passes.")
        if house.length == "east_south"
        else _("An East round: everybody deals until the deal passes."),
        "B4.8",
    )
    yield Note(
        {
            "win_or_tenpai": _("The dealer deals again after a win, and after a drawn hand if he is tenpai."),
            "win": _("The dealer deals again after a win."),
            "none": _("The deal passes after every hand."),
        }[house.renchan],
        "B4.5",
    )
    yield Note(
        _("A drawn hand adds a honba, and so does a win after which the dealer deals again. Any other win ends them."),
        "B4.5",
    )
    if house.bust != "off":
        yield Note(
            _("It is over at once when somebody has fewer than 0 points.")
            if house.bust == "below_zero"
            else _("It is over at once when somebody has 0 points or fewer."),
            "B4.9",
        )


def _winning(house: HonshuHouseRules) -> Iterator[Note]:
    """What a hand may look like, and on which tile it may be declared."""
    yield Note(
        _(
            "Four sets and a pair, seven different pairs, or thirteen orphans. Pongs and kongs may be made with "
            "another’s discard, chows only with the tile that wins."
        ),
        "B1.3",
    )
    yield Note(_("At least one yaku. Dora and bazoro are none."), "B1.4")
    if not house.atozuke:
        yield Note(
            _("A ron needs the yaku before the winning tile: every tile that the hand waits for must bring one."),
            "B1.7",
        )
    yield Note(_("In furiten a hand wins by self-draw alone."), "B1.5")
    yield Note(
        _("Any hand may rob a North that is set aside.")
        if house.rob_north_any
        else _("A North that is set aside may be robbed by thirteen orphans alone."),
        "B4.11",
    )
    yield Note(
        _("Two may win on the same discard, and both are paid. Honba and sticks go to the next in turn.")
        if house.multiple_ron == "all"
        else _("Where two win on the same discard, the next in turn alone is paid."),
        "B4.10",
    )


def _yaku(house: HonshuHouseRules) -> Iterator[Note]:
    yield Note(_("Everything that holds is counted, open or concealed alike unless it says otherwise. In han."), "B2")
    if not house.kuitan:
        yield Note(_("All inner tiles counts only in a concealed hand."), "B2")
    if not house.pinfu_tsumo:
        yield Note(_("Pinfu does not count on a self-draw."), "B2")
    if house.chiitoi_allow_four:
        yield Note(_("Four equal tiles may be two of the seven pairs."), "B2")


BONUS = Note(
    _("They come on top of a yaku and are none. After 9 comes 1; East, South, West, North; white, green, red."), "B2"
)


def _yakuman(house: HonshuHouseRules) -> Iterator[Note]:
    yield Note(
        _("Beside a yakuman nothing else counts. The numbers are what a ron pays to a player who does not deal."), "B2"
    )
    yield Note(
        _("Several yakuman add up, to %(most)s at most.")
        if house.yakuman_stack
        else _("Of several yakuman the dearest is paid."),
        "B5.2",
        {"most": house.yakuman_cap},
    )
    if house.kazoe_yakuman:
        yield Note(_("16 han and more are a yakuman too."), "B3")


def _payments(house: HonshuHouseRules) -> Iterator[Note]:
    yield Note(_("On a ron the discarder pays everything. The dealer gets and pays more."), "B3")
    yield Note(
        {
            "text": _("A self-draw pays as in the table, in all less than a ron."),
            "split_half": _("On a self-draw the share of the missing player is halved between both."),
            "thirds": _("A self-draw pays as much as a ron in all."),
        }[house.tsumo_mode],
        "B5.1",
    )
    yield Note(
        _("A honba adds %(ron)s to a ron, and %(each)s from each to a self-draw."),
        "B4.2",
        {"ron": house.honba_ron, "each": house.honba_tsumo_each},
    )


def _cases(house: HonshuHouseRules) -> Iterator[Case]:
    """Mangan by ron and by self-draw, one of the dealer, one with a honba (then P2 deals)."""
    said: dict[str, object] = {**PLAYERS, "han": MANGAN["han"]}
    yield Case(
        Note(_("%(winner)s wins on %(discarder)s’s discard with %(han)s han. %(oya)s deals."), "B3", said),
        {**RON, **MANGAN},
    )
    yield Case(Note(_("The same from the wall."), "B3", said), {**DRAWN, **MANGAN})
    dealer = {"winner": "P1", "win": {"by": "tsumo"}, **MANGAN}
    yield Case(Note(_("%(oya)s, who deals, draws %(han)s han from the wall."), "B3", said), dealer)
    if house.honba_ron:
        drawn: tuple[str, dict[str, Any]] = ("draw", {"tenpai": []})
        once = Note(
            _("After a drawn hand %(winner)s, who deals now, wins on %(discarder)s’s discard with %(han)s han."),
            "B4.2",
            said,
        )
        yield Case(once, {**RON, **MANGAN}, (drawn,))


def _sticks(house: HonshuHouseRules) -> Iterator[Note]:
    if house.riichi_stick:
        yield Note(
            _("Riichi puts a stick of %(points)s on the table. The next winner takes all that lie there."),
            "B4.3",
            {"points": house.riichi_stick},
        )
    if house.noten_pool:
        yield Note(
            _("In a drawn hand who is not tenpai pays who is: %(points)s in all."), "B4.4", {"points": house.noten_pool}
        )


def _end(house: HonshuHouseRules) -> Iterator[Note]:
    start, back = house.start_points, house.return_points
    yield Note(
        _("Each one’s points are compared with %(points)s, in thousands. What that leaves goes to first."),
        "B4.6",
        {"points": back},
    )
    if back > start:
        yield Note(_("That is %(points)s points in all."), "B4.6", {"points": 3 * (back - start)})
    if any(house.uma):
        values = dict(zip(("first", "second", "third"), map(str, house.uma), strict=True))
        yield Note(_("On top come %(first)s for first, %(second)s for second, %(third)s for third."), "B4.7", values)
    if house.sinking_uma:
        yield Note(
            _("Second and third pay %(points)s each to first if they end below that."),
            "B4.7",
            {"points": house.sinking_uma},
        )
    yield Note(_("Sticks that are left go to first."), "B5.12")


HEAD = (_("Han"), _("Ron: ko"), _("Ron: oya"), _("Tsumo: ko"), _("Tsumo: oya"))
NAMES = {
    "mangan": _("mangan"),
    "haneman": _("haneman"),
    "baiman": _("baiman"),
    "sanbaiman": _("sanbaiman"),
    "yakuman": _("yakuman"),
}


def payment_grid(house: HonshuHouseRules) -> Grid:
    """A row for each tier, then one for every further yakuman that is paid."""
    title = _(
        "What a hand brings a ko or the oya; tsumo of a ko: from the other ko / from the oya, of the oya: from each"
    )
    return Grid(title, HEAD, tuple(_rows(house)))


def _rows(house: HonshuHouseRules) -> Iterator[tuple[Cell, ...]]:
    tiers = payments.TIERS[::-1]
    for row, above in zip(tiers, (*tiers[1:], None), strict=True):
        yield (_called(house, row, above), *_amounts(house, row.base))
    for times in range(2, house.yakuman_cap + 1):
        name = wording.YAKUMAN_TIMES.get(times, "%(times)s × yakuman")
        yield (Note(name, values={"times": times}), *_amounts(house, times * payments.YAKUMAN))


def _called(house: HonshuHouseRules, row: payments.Tier, above: payments.Tier | None) -> Note:
    """3; 6–7 mangan; 16+, yakuman."""
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


Word = tuple[str, Note]


def glossary(house: HonshuHouseRules) -> tuple[Word, ...]:
    """(word, meaning) with the table's numbers."""
    return (*_hand(house), *_winning_words(), *_table(house))


def _hand(house: HonshuHouseRules) -> Iterator[Word]:
    yield _("Yaku"), Note(_("What makes a hand worth declaring. It needs at least one."), "B2")
    yield _("Han"), Note(_("What yaku and bonus are counted in. The table turns han into points."), "B3")
    yield _("Dora"), Note(_("A tile that brings 1 han on top of a yaku. The indicator points to it."), "B2")
    if house.bazoro:
        yield _("Bazoro"), Note(_("%(han)s han that come with every win."), "B2", {"han": house.bazoro})
    yield _("Yakuman"), Note(_("A rare hand with a row of its own in the table. Nothing counts beside it."), "B2")


def _winning_words() -> Iterator[Word]:
    yield _("Ron"), Note(_("To win on another player’s tile. That player pays all of it."), "B3")
    yield _("Tsumo"), Note(_("To win with a tile drawn from the wall. Both others pay."), "B3")
    yield (
        _("Riichi"),
        Note(_("To declare, with a concealed hand, that one tile is missing, and put down a stick."), "B2"),
    )
    yield _("Tenpai"), Note(_("One tile away from a whole hand."), "B4.4")
    yield (
        _("Furiten"),
        Note(_("To wait for a tile that one has discarded oneself. Only a self-draw wins then."), "B1.5"),
    )


def _table(house: HonshuHouseRules) -> Iterator[Word]:
    yield _("Oya and ko"), Note(_("The dealer, and a player who does not deal. The oya gets and pays more."), "B3")
    yield (
        _("Honba"),
        Note(
            _(
                "A counter for repeated deals and drawn hands. Each adds %(ron)s to a ron, %(each)s from each to a "
                "self-draw."
            ),
            "B4.2",
            {"ron": house.honba_ron, "each": house.honba_tsumo_each},
        ),
    )
    if house.riichi_stick:
        yield (
            _("Stick"),
            Note(_("%(points)s points that riichi puts on the table."), "B4.3", {"points": house.riichi_stick}),
        )
    yield _("Oka and uma"), Note(_("What first gets in the end from all, and what the places bring."), "B4.6")


class HonshuCard(RuleCard[HonshuRules]):
    """What the rule card says at one table."""

    def examples(self, kind: str, item: str) -> tuple[Example, ...]:
        return examples.examples(kind, item)

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        return chapters(self.rules)

    @property
    def glossary(self) -> tuple[tuple[str, Note], ...]:
        return glossary(self.rules.house)
