"""The wording of the rule card: the match, a winning hand, payments, the end (docs/rules, B1–B4).

The engine calculates the amounts in the payment examples.
"""

from collections.abc import Iterator, Mapping

from engine.language import Term
from engine.language import gettext_noop as _
from engine.rulesets.honshu import payments
from engine.rulesets.honshu.card import examples
from engine.rulesets.honshu.rules import HonshuRules
from engine.rulesets.riichi.card import (
    AMOUNTS_HEAD,
    AMOUNTS_TITLE,
    DORA_ORDER,
    DRAWN,
    LIMIT_TERMS,
    PLAYERS,
    RON,
    RiichiCard,
    amounts,
)
from engine.rulesets.riichi.wording import MORE_YAKUMAN, YAKUMAN_TIMES
from engine.rulesets.rule_card import Case, Cell, Chapter, Example, Grid, Note, Pieces, Word

MANGAN = {"han": 6}
FLOWERS = Pieces(_("Flowers"), ("flower",), 4)
DRAWN_PAYS = {
    "text": _("A self-draw pays the amounts shown in the table. In total, this is less than a ron pays."),
    "split_half": _("On a self-draw, the share of the missing fourth player is split between the two opponents."),
    "thirds": _("A self-draw pays the same in total as a ron."),
}
EVERYTHING = _(
    "Every yaku that applies counts, with the same value in open and concealed hands unless stated "
    "otherwise. Values are in han."
)


class HonshuCard(RiichiCard[HonshuRules]):
    """The Honshu sanma rule card for one table."""

    clauses: Mapping[str, str] = {
        "seats": "B4.6",
        "dora": "B2",
        "length": "B4.8",
        "repeat": "B4.5",
        "counter": "B4.5",
        "bust": "B4.9",
        "extension": "B4.13",
        "sudden": "B4.13",
        "stops": "B4.13",
        "aside": "B1.6",
        "flowers": "B1.9",
        "shape": "B1.3",
        "atozuke": "B1.7",
        "furiten": "B1.5",
        "rob_north": "B4.11",
        "two": "B4.10",
        "yaku": "B2",
        "kuitan": "B2",
        "pinfu": "B2",
        "pairs": "B2",
        "yakuman": "B2",
        "several": "B5.2",
        "ron": "B3",
        "tsumo": "B5.1",
        "honba": "B4.2",
        "stick": "B4.3",
        "noten": "B4.4",
        "result": "B4.6",
        "uma": "B4.7",
        "bust_prize": "B4.15",
        "left_over": "B5.12",
        "chips": "B4.14",
    }

    def examples(self, kind: str, item: str) -> tuple[Example, ...]:
        return examples.examples(kind, item)

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        grid = Grid(AMOUNTS_TITLE, (_("Han"), *AMOUNTS_HEAD), tuple(self._rows()))
        return (
            Chapter("setup", _("Setting up the table"), tuple(self.setting_up()), deck=True),
            Chapter("match", _("The match"), tuple(self.course())),
            Chapter("hand", _("A winning hand"), tuple(self.winning())),
            Chapter("yaku", _("Yaku"), tuple(self.yaku(EVERYTHING)), "pattern"),
            Chapter("bonus", _("Bonus han"), (self.note("dora", DORA_ORDER),), "bonus"),
            Chapter("yakuman", _("Yakuman"), tuple(self.yakuman()), "limit"),
            Chapter("payments", _("Who pays"), tuple(self.payments(DRAWN_PAYS)), cases=tuple(self._cases()), grid=grid),
            Chapter("sticks", _("Riichi and drawn hands"), tuple(self.sticks())),
            *self.chips(payments.TIERS[0].least, ippatsu=True, uradora=True, red_fives=True),
            Chapter("end", _("The end of the match"), tuple(self.settlement())),
        )

    @property
    def pieces(self) -> tuple[Pieces, ...]:
        return (*super().pieces, *([FLOWERS] if self.house.flowers else []))

    def setting_up(self) -> Iterator[Note]:
        yield from super().setting_up()
        if self.house.flowers:
            aside = _(
                "Set aside every flower that you draw, and draw a replacement from the dead wall. A flower can’t be "
                "discarded or used in the hand, and nobody can rob it."
            )
            yield self.note("flowers", aside)
            yield self.note("flowers", _("If a dora indicator is a flower, turn the next tile instead."))

    def course(self) -> Iterator[Note]:
        yield from super().course()
        yield from self.last_round()

    def robbed(self) -> Iterator[Note]:
        if self.house.sets_aside:
            yield from super().robbed()
        else:
            yield self.note("aside", _("North isn’t set aside."))

    def settlement(self) -> Iterator[Note]:
        yield from super().settlement()
        if self.house.bust_prize:
            zero = _(
                "Second and third place each pay %(points)s (in thousands) to first place if they end "
                "with 0 points or fewer."
            )
            below = _(
                "Second and third place each pay %(points)s (in thousands) to first place if they end "
                "with fewer than 0 points."
            )
            prize = zero if self.house.bust == "zero" else below
            yield self.note("bust_prize", prize, points=self.house.bust_prize)

    def needed(self) -> Iterator[Note]:
        yield Note(_("A winning hand needs at least one yaku. Dora and bazoro don’t count as yaku."), "B1.4")

    def yakuman(self) -> Iterator[Note]:
        yield from super().yakuman()
        if self.house.kazoe_yakuman:
            yield Note(_("16 han or more also counts as a yakuman."), "B3")

    def _cases(self) -> Iterator[Case]:
        """Example payments: a mangan by ron, one by self-draw, one by the dealer, one with a honba when P2 deals."""
        values: dict[str, object] = {**PLAYERS, "han": MANGAN["han"]}
        ron = _("%(winner)s wins on %(discarder)s’s discard with %(han)s han. %(oya)s deals.")
        yield Case(Note(ron, "B3", values), {**RON, **MANGAN})
        yield Case(Note(_("The same hand wins by self-draw."), "B3", values), {**DRAWN, **MANGAN})
        dealer = {"winner": "P1", "win": {"by": "tsumo"}, **MANGAN}
        yield Case(Note(_("%(oya)s, the dealer, wins by self-draw with %(han)s han."), "B3", values), dealer)
        if self.house.honba_ron and self.goes_on:
            once = _(
                "After a drawn hand, %(winner)s, now the dealer, wins on %(discarder)s’s discard with %(han)s han."
            )
            yield Case(Note(once, "B4.2", values), {**RON, **MANGAN}, (("draw", {"tenpai": []}),))

    def _rows(self) -> Iterator[tuple[Cell, ...]]:
        """The payment table: a row for each tier and for each multiple of yakuman that is paid."""
        mode, tiers = payments.TSUMO_MODES[self.house.tsumo_mode], payments.TIERS[::-1]
        for row, above in zip(tiers, (*tiers[1:], None), strict=True):
            yield (self._called(row, above), *amounts(mode, row.base))
        for times in range(2, self.house.yakuman_cap + 1):
            name = YAKUMAN_TIMES.get(times, MORE_YAKUMAN)
            yield (Note(name, values={"times": times}), *amounts(mode, times * payments.YAKUMAN))

    def _called(self, row: payments.Tier, above: payments.Tier | None) -> Note:
        """The label of a row, e.g. "3", "6–7 mangan" or "16+, yakuman"."""
        kazoe, name = self.house.kazoe_yakuman, Term(LIMIT_TERMS.get(row.name, ""))
        if above is None:
            text = _("%(least)s+, %(name)s") if kazoe else "%(name)s"
            return Note(text, values={"least": row.least, "name": name})
        if above.name == "yakuman" and not kazoe:
            return Note(_("%(least)s+, %(name)s"), values={"least": row.least, "name": name})
        most = above.least - 1
        if row.name not in LIMIT_TERMS:
            return Note("%(least)s", values={"least": row.least})
        return Note("%(han)s %(name)s", values={"han": f"{row.least}–{most}", "name": name})

    @property
    def glossary(self) -> tuple[Word, ...]:
        return tuple(self._glossary())

    def _glossary(self) -> Iterator[Word]:
        needs = _("A pattern that allows a hand to be declared. A hand needs at least one.")
        yield self.word(_("Yaku"), "yaku", needs)
        yield self.word(_("Han"), "ron", _("The unit for yaku and bonuses. The table converts han to points."))
        dora = _("A tile that adds 1 han to a hand with a yaku. The indicator points to it.")
        yield self.word(_("Dora"), "dora", dora)
        if self.house.bazoro:
            yield self.word(_("Bazoro"), "yaku", _("%(han)s han added to every win."), han=self.house.bazoro)
        rare = _("A rare hand with its own row in the table. Nothing else counts with it.")
        yield self.word(_("Yakuman"), "yakuman", rare)
        if self.house.flowers:
            yield self.word(_("Flower"), "flowers", _("A tile that’s set aside, replaced and worth 1 han."))
        yield from self.words_of_winning()
        yield from self.words_of_chips()
