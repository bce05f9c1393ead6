"""The sentences that the rule cards of the riichi books share (docs/rules, B, E).

Each book names the clause of every topic in `RiichiCard.clauses`.
"""

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from engine.language import gettext_noop as _
from engine.rulesets.riichi.payments import Fraction, shares
from engine.rulesets.riichi.rules import RiichiRules
from engine.rulesets.rule_card import Cell, Chapter, Grid, Note, RuleCard, Word
from engine.seats import Seat, Wind

Rules = TypeVar("Rules", bound=RiichiRules)

ANN, BEA, CHO = Seat
PLAYERS = {"oya": ANN, "winner": BEA, "discarder": CHO}
DRAWN: Mapping[str, Any] = {"winner": "P2", "win": {"by": "tsumo"}}
RON: Mapping[str, Any] = {"winner": "P2", "win": {"by": "ron", "from": "P3"}}

DORA_ORDER = _(
    "Bonus items add han to a hand that has a yaku, but they aren’t yaku themselves. Dora order: 1 to 9 "
    "(characters: 1, 9); East, South, West, North; white, green, red. After the last tile, each sequence "
    "starts again with the first."
)
AMOUNTS_TITLE = _(
    "What a hand earns for a ko or the oya. Tsumo by a ko: paid by the other ko / by the oya. Tsumo by the "
    "oya: paid by each ko."
)
AMOUNTS_HEAD = (_("Ron: ko"), _("Ron: oya"), _("Tsumo: ko"), _("Tsumo: oya"))
LIMIT_TERMS = {
    "mangan": _("mangan"),
    "haneman": _("haneman"),
    "baiman": _("baiman"),
    "sanbaiman": _("sanbaiman"),
    "yakuman": _("yakuman"),
}
_LENGTHS = {
    "east": _("The match has only an East round. Each player deals until the deal passes."),
    "east_south": _(
        "The match has an East round and a South round. In each, every player deals until the deal passes."
    ),
    "east_south_west": _(
        "The match has an East, a South and a West round. In each, every player deals until the deal passes."
    ),
}
_AGAIN = {
    "win_or_tenpai": _("The dealer deals again after a win, or after a drawn hand if they’re tenpai."),
    "win": _("The dealer deals again after winning."),
    "tenpai_from_south": _(
        "The dealer deals again after winning; from the second round on, also after a drawn hand if tenpai."
    ),
    "none": _("The deal passes after every hand."),
}
_HONBA = _(
    "A drawn hand adds a honba, and so does a win after which the dealer deals again. Any other win clears the honba."
)
_BUST = {
    "below_zero": _("The match ends immediately when a player drops below 0 points."),
    "zero": _("The match ends immediately when a player has 0 points or fewer."),
}
_TWO = {
    "all": _(
        "Two players can win on the same discard, and both are paid. The next player in turn gets the honba "
        "and the sticks."
    ),
    "head_bump": _("If two players win on the same discard, only the next player in turn is paid."),
}


def amounts(mode: tuple[Fraction, ...], base: int) -> tuple[Cell, ...]:
    """The cells under `AMOUNTS_HEAD` for `base` basic points; each payment is rounded up to 100."""
    from_ko, from_oya, to_oya = shares(mode, base)
    both = Note("%(ko)s /\u00a0%(oya)s", values={"ko": from_ko, "oya": from_oya})
    return (*(-(-times * base // 100) * 100 for times in (4, 6)), both, to_oya)


# By whether the last dealer's win ends the match, and whether a drawn hand with the dealer tenpai does.
STOPS = {
    (True, True): _(
        "From the last deal on, the match ends if the dealer is in first place after winning, or after a "
        "drawn hand in which they’re tenpai."
    ),
    (True, False): _("From the last deal on, the match ends if the dealer is in first place after winning."),
    (False, True): _(
        "From the last deal on, the match ends if the dealer is in first place after a drawn hand in which "
        "they’re tenpai."
    ),
}
STOPS_WITH = {
    (True, True): _(
        "From the last deal on, the match ends if the dealer is in first place with %(points)s points or more"
        " after winning, or after a drawn hand in which they’re tenpai."
    ),
    (True, False): _(
        "From the last deal on, the match ends if the dealer is in first place with %(points)s points or more"
        " after winning."
    ),
    (False, True): _(
        "From the last deal on, the match ends if the dealer is in first place with %(points)s points or more"
        " after a drawn hand in which they’re tenpai."
    ),
}


class RiichiCard(RuleCard[Rules]):
    """The rule card of a riichi book. `clauses`: the clause of each topic."""

    clauses: Mapping[str, str]

    @property
    def house(self) -> Any:
        """The house rules of the table."""
        return self.rules.house

    def note(self, topic: str, text: str, **values: object) -> Note:
        """A sentence with the clause of its topic."""
        return Note(text, self.clauses[topic], values)

    def word(self, term: str, topic: str, meaning: str, **values: object) -> Word:
        """An entry of the glossary with the clause of its topic."""
        return term, self.note(topic, meaning, **values)

    def setting_up(self) -> Iterator[Note]:
        """Yield notes on the starting points, the seats and the dora indicator."""
        seats = _(
            "Everyone starts with %(points)s points. Draw seats at random: %(first)s deals, then "
            "%(second)s, then %(third)s."
        )
        winds = {"first": Wind.E, "second": Wind.S, "third": Wind.W}
        yield self.note("seats", seats, points=self.house.start_points, **winds)
        turned = _("Turn one tile of the dead wall face up. The next tile in dora order is the dora.")
        yield self.note("dora", turned)

    def course(self) -> Iterator[Note]:
        """Yield notes on the rounds, the dealer's repeats, the honba and the early end."""
        yield self.note("length", _LENGTHS[self.house.length])
        yield self.note("repeat", _AGAIN[self.house.renchan])
        yield self.note("counter", _HONBA)
        if self.house.bust != "off":
            yield self.note("bust", _BUST[self.house.bust])

    def last_round(self) -> Iterator[Note]:
        """Yield notes on the extension after the last round, and on how the last dealer can end the match."""
        house, points = self.house, self.house.target_points
        if house.has_extension:
            next_wind = _(
                "If nobody has %(points)s points or more after the last round, one more round is played, with the "
                "next wind."
            )
            east = _("If nobody has %(points)s points or more after the last round, one more East round is played.")
            yield self.note("extension", east if house.extension == "return_east" else next_wind, points=points)
            passes = _("It ends early when the deal passes and a player has that many.")
            any_hand = _("It ends early as soon as a player has that many.")
            yield self.note("sudden", passes if house.sudden_death == "deal_passes" else any_hand)
        stops = house.agari_yame and house.renchan != "none", house.tenpai_yame and "tenpai" in house.renchan
        if any(stops):
            yield self.note("stops", STOPS_WITH[stops], points=points) if points else self.note("stops", STOPS[stops])

    def winning(self) -> Iterator[Note]:
        """Yield notes on the shapes of a winning hand, on furiten and on two winners."""
        shapes = _(
            "A winning hand is four sets and a pair, chiitoitsu (seven pairs) or kokushi musou (thirteen orphans). An "
            "opponent’s discard can complete a pong or a kong at any time, but a chow only to win."
        )
        yield self.note("shape", shapes)
        yield from self.needed()
        if not self.house.atozuke:
            sure = _(
                "On a ron, the yaku must not depend on the winning tile: the hand must have a yaku with every tile "
                "it’s waiting for."
            )
            yield self.note("atozuke", sure)
        yield self.note("furiten", _("A hand in furiten can only win by self-draw."))
        yield from self.robbed()
        yield self.note("two", _TWO[self.house.multiple_ron])

    def needed(self) -> Iterator[Note]:
        """Yield notes on the requirements of a winning hand besides its shape."""
        raise NotImplementedError

    def robbed(self) -> Iterator[Note]:
        """Yield a note on which hands can rob a North."""
        if self.house.rob_north_any:
            yield self.note("rob_north", _("Any hand can rob a North that was set aside."))
        else:
            yield self.note("rob_north", _("Only kokushi musou can rob a North that was set aside."))

    def yaku(self, everything: str) -> Iterator[Note]:
        """Yield notes on yaku: `everything`, a sentence on how they add up, then the restrictions by house rules."""
        yield self.note("yaku", everything)
        if not self.house.kuitan:
            yield self.note("kuitan", _("Tanyao counts only in a concealed hand."))
        if not self.house.pinfu_tsumo:
            yield self.note("pinfu", _("Pinfu doesn’t count on a self-draw."))
        if self.house.chiitoi_allow_four:
            yield self.note("pairs", _("In chiitoitsu, four identical tiles can count as two pairs."))

    def yakuman(self) -> Iterator[Note]:
        """Yield notes on yakuman: that nothing else counts with one, and how several add up."""
        alone = _("Nothing else counts with a yakuman. The numbers are what a non-dealer gets for a ron.")
        yield self.note("yakuman", alone)
        if self.house.yakuman_stack:
            several = _("Several yakuman in one hand are added together, to a maximum of %(most)s.")
            yield self.note("several", several, most=self.house.yakuman_cap)
        else:
            yield self.note("several", _("If a hand has several yakuman, only the most valuable one is paid."))

    def payments(self, drawn: Mapping[str, str]) -> Iterator[Note]:
        """Yield notes on who pays. `drawn`: a sentence for each mode of paying a self-draw."""
        yield self.note("ron", _("On a ron, the discarder pays everything. The dealer receives and pays more."))
        yield self.note("tsumo", drawn[self.house.tsumo_mode])
        honba = _("Each honba adds %(ron)s on a ron, and %(each)s from each opponent on a self-draw.")
        yield self.note("honba", honba, ron=self.house.honba_ron, each=self.house.honba_tsumo_each)

    def sticks(self) -> Iterator[Note]:
        """Yield notes on riichi sticks and the noten payment."""
        if self.house.riichi_stick:
            stick = _(
                "A player who declares riichi puts a stick worth %(points)s on the table. The next winner takes all "
                "the sticks."
            )
            yield self.note("stick", stick, points=self.house.riichi_stick)
        if self.house.noten_pool:
            tenpai = _("After a drawn hand, players who aren’t tenpai pay those who are: %(points)s in total.")
            yield self.note("noten", tenpai, points=self.house.noten_pool)

    def settlement(self) -> Iterator[Note]:
        """Yield notes on the result of the match: return points, oka, uma, sinking uma, sticks left over."""
        start, back = self.house.start_points, self.house.return_points
        compared = _(
            "Each player’s result is their points minus %(points)s, in thousands. First place also gets whatever "
            "is needed to bring the total to 0."
        )
        yield self.note("result", compared, points=back)
        if back > start:
            oka = _("The extra points for first place, the oka, are %(points)s in total.")
            yield self.note("result", oka, points=3 * (back - start))
        if any(self.house.uma):
            places = zip(("first", "second", "third"), self.house.uma, strict=True)
            uma = _(
                "In addition, the uma (in thousands) is %(first)s for first place, %(second)s for second and "
                "%(third)s for third."
            )
            yield self.note("uma", uma, **dict(places))
        if self.house.sinking_uma:
            sinking = self.house.sinking_uma
            pays = _(
                "Second and third place each pay %(points)s (in thousands) to first place if they end below the "
                "return points."
            )
            yield self.note("uma", pays, points=sinking)
        yield self.note("left_over", _("Remaining sticks go to first place."))

    @property
    def goes_on(self) -> bool:
        """Whether the match goes on after a first hand that is drawn, so that an example can have a honba."""
        rules, state = self.rules, self.rules.start()
        draw = rules.read_draw({"tenpai": []})
        return not rules.advance(state, draw, rules.settle(state, draw)).finished

    def chips(self, counted: int, *, ippatsu: bool, uradora: bool, red_fives: bool) -> tuple[Chapter, ...]:
        """The chapter on chips, or nothing if the table doesn't play with chips.

        `counted`: the minimum han of a counted yakuman; `ippatsu`, `uradora`, `red_fives`: whether they are played.
        """
        if not self.house.plays_chips:
            return ()
        grid = self._chip_table(ippatsu, uradora, red_fives)
        return (Chapter("chips", _("Chips"), tuple(self._chips(counted)), grid=grid),)

    def _chips(self, counted: int) -> Iterator[Note]:
        payers = _("On a ron, the discarder gives the winner chips; on a self-draw, both opponents do.")
        yield self.note("chips", payers)
        if self.house.chip_yakuman and self.house.kazoe_yakuman:
            none = _("A hand with %(han)s han or more but no yakuman earns no chips for a yakuman.")
            yield self.note("chips", none, han=counted)
        if self.house.chip_points:
            worth = _("At the end of the match, a chip is worth %(points)s points.")
            yield self.note("chips", worth, points=self.house.chip_points)

    def _chip_table(self, ippatsu: bool, uradora: bool, red_fives: bool) -> Grid | None:
        """The chips that each payer gives, or None if no win earns any."""
        red = {
            "always": _("Each red five"),
            "closed": _("Each red five in a concealed hand"),
            "riichi": _("Each red five after riichi"),
        }[self.house.chip_red_when]
        chips = {
            _("Ippatsu"): self.house.chip_ippatsu * ippatsu,
            _("Each uradora"): self.house.chip_ura * uradora,
            red: self.house.chip_red * red_fives,
            _("Each yakuman that is paid"): self.house.chip_yakuman,
        }
        rows = tuple((Note(name), each) for name, each in chips.items() if each)
        return Grid(_("Chips from each payer"), (_("For"), _("Chips")), rows) if rows else None

    def words_of_chips(self) -> Iterator[Word]:
        """Yield the glossary entry for chips, if the table plays with chips."""
        if self.house.plays_chips:
            yield self.word(_("Chips"), "chips", _("Won and lost in hands, and counted separately from the points."))

    def words_of_winning(self) -> Iterator[Word]:
        """Yield glossary entries: ron, tsumo, riichi, tenpai, furiten, the dealer, honba, sticks, oka and uma."""
        house = self.house
        ron = _("To win on another player’s tile. That player pays everything.")
        yield self.word(_("Ron"), "ron", ron)
        yield self.word(_("Tsumo"), "ron", _("To win with a tile drawn from the wall. Both opponents pay."))
        riichi = _("To declare that your concealed hand needs only one more tile, and put down a stick.")
        yield self.word(_("Riichi"), "yaku", riichi)
        yield self.word(_("Tenpai"), "noten", _("One tile away from a complete hand."))
        furiten = _("To wait for a tile you’ve already discarded. You can then win only by self-draw.")
        yield self.word(_("Furiten"), "furiten", furiten)
        oya = _("The dealer and a non-dealer. The oya receives and pays more.")
        yield self.word(_("Oya and ko"), "ron", oya)
        honba = _(
            "A counter for repeated deals and drawn hands. Each honba adds %(ron)s on a ron, or %(each)s from each "
            "opponent on a self-draw."
        )
        yield self.word(_("Honba"), "honba", honba, ron=house.honba_ron, each=house.honba_tsumo_each)
        if house.riichi_stick:
            stick = _("Worth %(points)s points. A player who declares riichi puts one on the table.")
            yield self.word(_("Stick"), "stick", stick, points=house.riichi_stick)
        oka = _("Oka is what first place gets from everyone at the end. Uma is the points each place gains or loses.")
        yield self.word(_("Oka and uma"), "result", oka)
