"""The wording of the rule card: the match, North, yaku, fu, payments, the end (docs/rules, E1–E15).

The engine calculates the amounts in the payment examples. Rules that the table doesn't play aren't mentioned.
"""

from collections.abc import Iterator, Mapping

from engine.language import Term
from engine.language import gettext_noop as _
from engine.rulesets.definitions import Pattern
from engine.rulesets.riichi.card import DORA_ORDER, DRAWN, PLAYERS, RON, RiichiCard
from engine.rulesets.riichi_sanma import payments
from engine.rulesets.riichi_sanma.card import examples
from engine.rulesets.riichi_sanma.card.tables import fu_table, payment_table
from engine.rulesets.riichi_sanma.house import VARIANTS, RiichiSanmaHouseRules
from engine.rulesets.riichi_sanma.items import YAKUMANS
from engine.rulesets.riichi_sanma.rules import RiichiSanmaRules
from engine.rulesets.riichi_sanma.scoring.best_score import han_of
from engine.rulesets.rule_card import Case, Chapter, Example, Note, Word

HAND = {"han": 3, "fu": 40}
EVERYTHING = _("Everything that applies counts. Values are in han; the value of an open hand is shown if it’s lower.")
DRAWN_PAYS = {
    "loss": _("On a self-draw, nobody pays the share of the missing fourth player."),
    "split": _("On a self-draw, the share of the missing fourth player is split between the two opponents."),
    "full": _("A self-draw pays the same in total as a ron."),
}
LIABLE = {
    "daisangen": _("Daisangen: you’re liable if your discard became the winner’s third dragon pong or kong."),
    "daisuushii": _("Daisuushii: you’re liable if your discard became the winner’s fourth wind pong or kong."),
    "suukantsu": _("Suukantsu: you’re liable if your discard became the winner’s fourth kong."),
}
ROUNDED = {
    "thousand": _(
        "The points of second and third place are first rounded to whole thousands; 500 counts as a full thousand."
    ),
    "thousand_5_6": _(
        "The points of second and third place are first rounded to whole thousands; up to 500 is dropped, and 600 or "
        "more counts as a full thousand."
    ),
}
TIED = {
    "seat_order": _("With equal points, the player who dealt first is ahead."),
    "share": _("Players with equal points share the uma and oka of their places."),
}


class RiichiSanmaCard(RiichiCard[RiichiSanmaRules]):
    """The riichi sanma rule card for one table."""

    clauses: Mapping[str, str] = {
        "seats": "E2.1",
        "dora": "E1.3",
        "red": "E1.2",
        "length": "E2.2",
        "repeat": "E2.3",
        "counter": "E2.4",
        "extension": "E12",
        "sudden": "E12.4",
        "stops": "E12.3",
        "bust": "E12.1",
        "cold": "E12.2",
        "north": "E3",
        "aside": "E3.1",
        "pei": "E3.2",
        "first": "E3.5",
        "rob_north": "E3.4",
        "shape": "E4.1",
        "needs": "E4.2",
        "rob_kong": "E4.5",
        "atozuke": "E4.6",
        "furiten": "E4.4",
        "two": "E10.1",
        "yaku": "E6",
        "kuitan": "E4.6",
        "pinfu": "E5.1",
        "pairs": "E4.2",
        "fu": "E5",
        "exposed": "E4.3",
        "yakuman": "E7",
        "several": "E7.2",
        "kazoe": "E7.3",
        "han": "E8",
        "ron": "E9",
        "tsumo": "E9",
        "honba": "E2.5",
        "pao": "E10.2",
        "covers": "E10.3",
        "stick": "E2.6",
        "noten": "E11.1",
        "nagashi": "E11.2",
        "abort": "E11.3",
        "chombo": "E15",
        "chips": "E14",
        "result": "E13.1",
        "uma": "E13.1",
        "rounding": "E13.2",
        "ties": "E13.3",
        "left_over": "E13.1",
    }

    @property
    def house(self) -> RiichiSanmaHouseRules:
        return self.rules.house

    def examples(self, kind: str, item: str) -> tuple[Example, ...]:
        return examples.examples(kind, item)

    def value(self, item: Pattern) -> Note | None:
        """The han of concealed and open hands if they differ, the prices of a yakuman that can be double, or None."""
        if item.kind == "limit":
            price = self.rules.limit_value("yakuman")
            variant = next((each for each in self.house.doubled if VARIANTS[each] == item.id), None)
            if variant is None or self.house.yakuman_cap < 2:
                return None
            always = Note("%(double)s", values={"double": 2 * price})
            either = Note(_("%(single)s or %(double)s"), values={"single": price, "double": 2 * price})
            return always if variant == item.id else either
        closed, opened = (han_of(self.house, is_open).get(item.id) for is_open in (False, True))
        if opened is None or opened == closed:
            return None
        return Note(_("%(closed)s (open %(open)s)"), values={"closed": closed, "open": opened})

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        house = self.house
        pao = Chapter("pao", _("Liability (pao)"), tuple(self._liability()), cases=tuple(self._liable_cases()))
        chips = self.chips(13, ippatsu=house.ippatsu, uradora=house.uradora, red_fives=house.red_fives > 0)
        return (
            Chapter("setup", _("Setting up the table"), tuple(self.setting_up()), deck=True),
            Chapter("match", _("The match"), tuple(self.course())),
            Chapter("north", _("North tiles"), tuple(self._north())),
            Chapter("hand", _("A winning hand"), tuple(self.winning())),
            Chapter("yaku", _("Yaku"), tuple(self.yaku(EVERYTHING)), "pattern"),
            Chapter("bonus", _("Dora"), (self.note("dora", DORA_ORDER),), "bonus"),
            Chapter("fu", _("Fu"), tuple(self._fu()), grid=fu_table(house)),
            Chapter("yakuman", _("Yakuman"), tuple(self.yakuman()), "limit"),
            Chapter(
                "payments",
                _("Who pays"),
                tuple(self.payments(DRAWN_PAYS)),
                cases=tuple(self._cases()),
                grid=payment_table(house),
            ),
            *([pao] if house.liable else []),
            Chapter("sticks", _("Riichi and drawn hands"), tuple(self.sticks())),
            *chips,
            Chapter("end", _("The end of the match"), tuple(self.settlement())),
        )

    def setting_up(self) -> Iterator[Note]:
        yield from super().setting_up()
        if self.house.red_fives:
            red = _("Red fives of each suit (5 circles, 5 bamboo): %(number)s.")
            yield self.note("red", red, number=self.house.red_fives)

    def course(self) -> Iterator[Note]:
        yield from super().course()
        if self.house.cold_points:
            cold = _("The match ends immediately when a player has %(points)s points or more.")
            yield self.note("cold", cold, points=self.house.cold_points)
        yield from self.last_round()

    def _north(self) -> Iterator[Note]:
        house = self.house
        if house.sets_aside:
            aside = _(
                "On your turn, you can set aside a North and draw a replacement from the dead wall. That North isn’t a "
                "discard and is no longer part of your hand, and nobody can call it."
            )
            yield self.note("aside", aside)
            each = _("Each North set aside adds 1 han to a hand that has a yaku, and 1 more for each West indicator.")
            yield self.note("pei", each)
            first = _("After a North is set aside, nobody’s next draw counts as a first draw.")
            shot = _("After a North is set aside, nobody’s next draw counts as a first draw, and ippatsu is over.")
            yield self.note("first", shot if house.ippatsu else first)
            yield from super().robbed()
            yield self.note("rob_north", _("Robbing a North is paid like a ron and doesn’t count as chankan."))
        else:
            yield self.note("north", _("North isn’t set aside."))
        worth = _("In the hand, North is a value tile for everyone: a pong is worth 1 han, and a pair 2 fu.")
        plain = _("In the hand, North is nobody’s wind: a pong isn’t a yaku, and a pair earns no fu.")
        yield self.note("north", worth if house.north_is_value else plain)

    def needed(self) -> Iterator[Note]:
        yield self.note("needs", _("At least one yaku. Dora don’t count as yaku."))

    def robbed(self) -> Iterator[Note]:
        if self.house.rob_concealed_kong:
            yield self.note("rob_kong", _("Kokushi musou can also rob a concealed kong."))

    def winning(self) -> Iterator[Note]:
        yield from super().winning()
        if self.house.renhou == "mangan":
            renhou = _("Renhou is a mangan, which replaces the hand’s other yaku and dora if it pays more.")
            yield Note(renhou, "E7.4")

    def _fu(self) -> Iterator[Note]:
        total = _("Add up the fu and round up to a multiple of 10. Chiitoitsu keeps its 25 fu.")
        yield self.note("fu", total)
        yield self.note("exposed", _("A pong completed by another player’s tile counts as exposed."))
        pinfu = _("Pinfu therefore has 20 fu on a self-draw and 30 on a ron.")
        yield self.note("pinfu", pinfu if self.house.pinfu_tsumo else _("Pinfu therefore has 30 fu."))
        yield self.note("han", _("From 5 han on, and in a yakuman, fu don’t matter."))

    def yakuman(self) -> Iterator[Note]:
        yield from super().yakuman()
        if self.house.kazoe_yakuman:
            yield self.note("kazoe", _("13 han or more also counts as a yakuman."))

    def payments(self, drawn: Mapping[str, str]) -> Iterator[Note]:
        yield from super().payments(drawn)
        limit = _("3 han with 70 fu or more, and 4 han with 40 fu or more, are also a mangan.")
        kiriage = _("3 han with 60 fu or more, and 4 han with 30 fu or more, are also a mangan.")
        yield self.note("han", kiriage if self.house.kiriage else limit)

    def _cases(self) -> Iterator[Case]:
        """Example payments: a ron, a self-draw, a self-draw by the dealer, and a ron with one honba when P2 deals."""
        values: dict[str, object] = {**PLAYERS, **HAND}
        ron = _("%(winner)s wins on %(discarder)s’s discard with %(han)s han %(fu)s fu. %(oya)s deals.")
        yield Case(self.note("ron", ron, **values), {**RON, **HAND})
        yield Case(self.note("tsumo", _("The same hand wins by self-draw.")), {**DRAWN, **HAND})
        dealer = _("%(oya)s, the dealer, wins by self-draw with %(han)s han %(fu)s fu.")
        yield Case(self.note("tsumo", dealer, **values), {"winner": "P1", "win": {"by": "tsumo"}, **HAND})
        if self.house.honba_ron and self.goes_on:
            once = _(
                "After a drawn hand, %(winner)s, now the dealer, wins on %(discarder)s’s discard with %(han)s han "
                "%(fu)s fu."
            )
            yield Case(self.note("honba", once, **values), {**RON, **HAND}, (("draw", {"tenpai": []}),))

    def _liability(self) -> Iterator[Note]:
        house = self.house
        for item in house.liable:
            yield self.note("pao", LIABLE[item])
        pays = _("The liable player pays all of a self-draw. On a ron, they and the discarder pay half each.")
        yield self.note("covers", pays)
        whole = _("This applies to the whole payment.")
        rest = _("This applies only to that yakuman; any other yakuman in the hand is paid as usual.")
        yield self.note("covers", whole if house.pao_covers == "hand" else rest)
        always = _("The liable player also pays the honba.")
        drawn = _("On a self-draw, the liable player also pays the honba.")
        yield self.note("covers", always if house.pao_honba == "liable" else drawn)

    def _liable_cases(self) -> Iterator[Case]:
        """A yakuman with a liable player: by ron and by self-draw."""
        names = {item.id: item.name for item in YAKUMANS}
        for item in self.house.liable[:1]:
            won = {"yakuman": 1, "pao": {item: "P1"}}
            ron = _("%(winner)s wins on %(discarder)s’s discard with “%(yakuman)s”; %(oya)s is liable.")
            yield Case(self.note("covers", ron, **PLAYERS, yakuman=Term(names[item])), {**RON, **won})
            yield Case(self.note("covers", _("The same hand wins by self-draw.")), {**DRAWN, **won})

    def sticks(self) -> Iterator[Note]:
        yield from super().sticks()
        house = self.house
        if house.nagashi_mangan:
            nagashi = _(
                "If you discarded only 1s, 9s and honours until the wall is empty, and nobody called one of them, "
                "you’re paid like a mangan by self-draw (nagashi mangan)."
            )
            yield self.note("nagashi", nagashi)
            if house.noten_pool:
                yield self.note("nagashi", _("It replaces the noten payment."))
        if "kyuushu_kyuuhai" in house.aborts:
            nine = _(
                "With nine different 1s, 9s and honours on your first draw, you can end the hand if nothing has been "
                "called yet."
            )
            aside = _(
                "With nine different 1s, 9s and honours on your first draw, you can end the hand if nothing has been "
                "called or set aside yet."
            )
            yield self.note("abort", aside if house.sets_aside else nine)
        if "four_kongs" in house.aborts:
            yield self.note("abort", _("A fourth kong ends the hand, unless the same player has all four."))
        if house.aborts:
            nobody = _("After an abortive draw, nobody pays, and the same dealer deals again with one more honba.")
            yield self.note("abort", nobody)
        yield from self._chombo()

    def _chombo(self) -> Iterator[Note]:
        if self.house.chombo == "mangan":
            mangan = _(
                "For a serious irregularity (chombo), the dealer pays %(more)s to each opponent; any other player pays "
                "%(more)s to the dealer and %(less)s to the third player. The hand is played again."
            )
            yield self.note("chombo", mangan, more=2 * payments.MANGAN, less=payments.MANGAN)
        else:
            each = _(
                "For a serious irregularity (chombo), a player pays %(points)s to each opponent. The hand is played "
                "again."
            )
            yield self.note("chombo", each, points=self.house.chombo_each)

    def settlement(self) -> Iterator[Note]:
        yield from super().settlement()
        if self.house.rounding in ROUNDED:
            yield self.note("rounding", ROUNDED[self.house.rounding])
        yield self.note("ties", TIED[self.house.ties])

    @property
    def glossary(self) -> tuple[Word, ...]:
        return tuple(self._glossary())

    def _glossary(self) -> Iterator[Word]:
        house = self.house
        needs = _("A pattern that allows a hand to be declared. A hand needs at least one.")
        yield self.word(_("Yaku"), "needs", needs)
        yield self.word(
            _("Han"), "han", _("The unit for yaku and dora. Each han doubles the hand’s value, up to a mangan.")
        )
        fu = _("A second unit, for sets, pair, wait and type of win. Han and fu together give the points.")
        yield self.word(_("Fu"), "fu", fu)
        dora = _("A tile that adds 1 han to a hand with a yaku. The indicator points to it.")
        yield self.word(_("Dora"), "dora", dora)
        if house.sets_aside:
            north = _("A North set aside. It’s replaced from the dead wall and adds 1 han to a hand with a yaku.")
            yield self.word(_("Kita (nukidora)"), "north", north)
        if house.red_fives:
            yield self.word(_("Akadora"), "red", _("A red five, which adds 1 han to a hand with a yaku."))
        rare = _("A rare hand with its own row in the table. Nothing else counts with it.")
        yield self.word(_("Yakuman"), "yakuman", rare)
        yield from self.words_of_winning()
        open_hand = _("A hand with an exposed set. Some yaku are worth less in it, and some don’t count.")
        yield self.word(_("Open hand"), "yaku", open_hand)
        if house.liable:
            pao = _("Liability of the player whose discard made a yakuman certain.")
            yield self.word(_("Pao"), "pao", pao)
        if house.nagashi_mangan:
            nagashi = _("A drawn hand in which you discarded only 1s, 9s and honours, and nobody called any of them.")
            yield self.word(_("Nagashi mangan"), "nagashi", nagashi)
        yield from self.words_of_chips()
        yield self.word(_("Chombo"), "chombo", _("A serious irregularity, such as declaring an incomplete hand."))
