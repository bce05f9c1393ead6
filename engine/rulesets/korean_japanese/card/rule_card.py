"""The texts of the rule card: the match, a winning hand, payments, goulash (docs/rules, A2–A13).

The amounts of the cases are calculated by the engine.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.language import gettext_noop as _
from engine.rulesets.korean_japanese.card import examples, glossary, setting_up
from engine.rulesets.korean_japanese.card.setting_up import steps
from engine.rulesets.korean_japanese.house import KoreanJapaneseHouseRules
from engine.rulesets.korean_japanese.rules import KoreanJapaneseRules
from engine.rulesets.rotating_deal import rounds
from engine.rulesets.rule_card import Case, Chapter, Example, Note, Pieces, RuleCard, Word
from engine.seats import Seat

ANN, BEA, CHO = Seat
PLAYERS = {"winner": ANN, "discarder": BEA, "other": CHO}
FROM_WALL: Mapping[str, Any] = {"winner": "P1", "win": {"by": "wall"}}
ON_DISCARD: Mapping[str, Any] = {"winner": "P1", "win": {"by": "discard", "from": "P2"}}
DRAWN = ("draw", {"draw": True})
USUAL_HAND, USUAL_BONUS = 6, 4  # different, so that the payments show which is which

ON_A_DISCARD = {
    "double_hand_each_bonus": _(
        "On a discard the discarder pays twice the hand-points and the other opponent none; each pays"
        " their own bonus-points."
    ),
    "discarder_covers_bonus": _(
        "On a discard each opponent pays the hand-points; the discarder pays the bonus-points for both."
    ),
    "discarder_covers_all_unless_ready": _(
        "On a discard the discarder pays everything: the hand-points twice, and the bonus-points for "
        "both opponents. If the discarder was waiting, each opponent pays the hand-points, and the "
        "discarder pays the bonus-points for both."
    ),
    "discarder_covers_all": _(
        "On a discard the discarder pays everything: the hand-points twice, and the bonus-points for both opponents."
    ),
}


def _hand_points(rules: KoreanJapaneseRules) -> Iterator[Note]:
    yield Note(
        _(
            "Everything that applies is counted, and the same tiles can count more than once. Values with "
            "a plus are added to another line."
        ),
        "A6",
    )
    seat, wind = rules.winds[1], rules.winds[0]
    yield Note(_("In the examples, %(seat)s wins in the first round (%(wind)s)."), values={"seat": seat, "wind": wind})


def _match(rules: KoreanJapaneseRules) -> Iterator[Note]:
    yield rounds(rules)
    yield Note(_("The deal passes after every hand, whoever wins. The dealer has no advantage."), "A2.2")
    yield Note(
        _("Everyone starts with 0. What one player gains, the others pay. The player with the most points wins."),
        "A2.6",
    )


def _shapes(rules: KoreanJapaneseRules) -> Iterator[Note]:
    """The shape of a winning hand, and the tiles that it can claim."""
    house = rules.house
    yield Note(
        _(
            "Four sets and a pair. A set is a chow (three circles or characters in a row), a pong (three "
            "identical tiles) or a kong (four identical tiles, counted as three)."
        ),
        "A4.1",
    )
    if "seven_pairs" not in house.items_off:
        yield Note(_("Or seven pairs, concealed."), "A4.9")
    if any(item.id == "thirteen_orphans" for item in rules.played_items):
        yield Note(_("Or thirteen orphans, a limit hand."), "A4.9")
    yield Note(
        _(
            "You can claim an opponent’s discard for a pong or a kong, which is then exposed. For a "
            "chow, a pair or a special hand, you can only claim the discard you win on."
        ),
        "A4.3",
    )
    if house.north_tile:
        yield Note(_("North can win as a pair or a kong, but not as a pong."), "A12.4")


def _winning(house: KoreanJapaneseHouseRules) -> Iterator[Note]:
    """The conditions for declaring a hand."""
    least = house.min_hand_points
    yield Note(
        _(
            "The minimum is %(least)s hand-points. Bonus-points don’t help to reach it; limit hands can "
            "always be declared."
        )
        if least
        else _("No minimum: any such hand can be declared."),
        "A5",
        {"least": least},
    )
    yield Note(
        _(
            "You can’t win on another player’s tile if you have discarded the same tile in this hand. A "
            "self-draw is always allowed."
        )
        if house.sacred_discard_scope == "kind"
        else _(
            "You can’t win on another player’s tile if any of your own discards in this hand would have "
            "completed yours. A self-draw is always allowed."
        ),
        "A4.8",
    )
    yield Note(
        _(
            "If two players win on the same tile, the higher limit comes first, then more hand-points, "
            "then more bonus-points, then the next player in turn."
        )
        if house.claim_tiebreak == "hand_bonus_turn"
        else _(
            "If two players win on the same tile, the higher limit comes first, then more hand-points, "
            "then the next player in turn."
        ),
        "A13",
    )


def _bonus_points(house: KoreanJapaneseHouseRules) -> Iterator[Note]:
    yield Note(_("Each opponent pays them. They don’t help to reach the minimum."), "A7")
    if house.three_ready == "hand_points_only":
        yield Note(_("They aren’t paid if all three declared ready."), "A12.6")


def _limits(rules: KoreanJapaneseRules) -> Iterator[Note]:
    house = rules.house
    yield Note(
        _("Nothing is added to a limit: no hand-points and no bonus-points. Only the highest limit counts, once."),
        "A11",
    )
    yield Note(
        {
            "double_plus_single": _(
                "On a self-draw each opponent pays it. On a discard the discarder pays it twice and the other once."
            ),
            "discarder_double_only": _(
                "On a self-draw each opponent pays it. On a discard the discarder pays it twice and the other nothing."
            ),
            "single_each": _("Each opponent pays it once, on a self-draw and on a discard."),
        }[house.limit_discard],
        "A11",
    )
    if house.limit_requires_concealed:
        yield Note(_("A limit hand must be concealed."), "A11")
    yield Note(
        _("If the hand’s points would earn more than the limit, they are paid instead.")
        if house.limit_choose_higher
        else _("A limit hand always pays the limit, never the hand’s points."),
        "A11",
    )


def _limit_cases(rules: KoreanJapaneseRules) -> Iterator[Case]:
    kind = "full" if rules.plays_limit("full") else "half"
    wall, discard = {
        "full": (
            _("%(winner)s has a limit hand by self-draw."),
            _("%(winner)s has a limit hand on %(discarder)s’s discard."),
        ),
        "half": (
            _("%(winner)s has a half-limit hand by self-draw."),
            _("%(winner)s has a half-limit hand on %(discarder)s’s discard."),
        ),
    }[kind]
    yield Case(Note(wall, "A11", PLAYERS), {**FROM_WALL, "limit": kind})
    yield Case(Note(discard, "A11", PLAYERS), {**ON_DISCARD, "limit": kind})


def _payments(rules: KoreanJapaneseRules) -> Iterator[Note]:
    house = rules.house
    yield Note(_("On a self-draw each opponent pays the hand-points and the bonus-points they owe."), "A8")
    yield Note(ON_A_DISCARD[house.payment_mode], "A8")
    yield Note(
        _("A robbed kong pays like a discard by the player who was robbed.")
        if house.rob_kong_pays_as == "discard"
        else _("A robbed kong pays like a self-draw."),
        "A8",
    )
    if rules.asks_discount:
        yield Note(
            _("Players who were waiting, including the discarder, owe %(less)s bonus-points less."),
            "A9",
            {"less": rules.winning},
        )
    elif house.ready_discount == "declared" and rules.winning:
        yield Note(
            _("Players who declared ready, including the discarder, owe %(less)s bonus-points less."),
            "A9",
            {"less": rules.winning},
        )
    if house.unit_table:
        yield Note(
            _(
                "The points each opponent owes are converted to units: up to 2 is no units, 3–4 is "
                "one, 5–6 is two, 7–10 is four, and more is eight."
            ),
            "A12.10",
        )


def counted(rules: KoreanJapaneseRules) -> dict[str, int]:
    """The count of a typical hand that may be declared at this table."""
    return {"hand_points": max(USUAL_HAND, rules.house.min_hand_points), "bonus_points": USUAL_BONUS}


def _cases(rules: KoreanJapaneseRules) -> Iterator[Case]:
    """A self-draw, a discard, and a discard with a player who owes less."""
    count, house = counted(rules), rules.house
    values = {**PLAYERS, "hand": count["hand_points"], "bonus": count["bonus_points"]}
    yield Case(
        Note(_("%(winner)s wins by self-draw: %(hand)s hand-points, %(bonus)s bonus-points."), "A8", values),
        {**FROM_WALL, **count},
    )
    yield Case(Note(_("The same on %(discarder)s’s discard."), "A8", values), {**ON_DISCARD, **count})
    if rules.asks_discount:
        yield Case(
            Note(_("The same on %(discarder)s’s discard, while %(other)s is waiting."), "A9", values),
            {**ON_DISCARD, **count, "waiting": {"P3": True}},
        )
    elif house.ready_discount == "declared" and rules.winning:
        declared = {**ON_DISCARD, **count, "opp_declared": {"P3": True}}
        yield Case(
            Note(_("The same on %(discarder)s’s discard, while %(other)s has declared ready."), "A9", values), declared
        )
    if house.payment_mode == "discarder_covers_all_unless_ready":
        yield Case(
            Note(_("The same on %(discarder)s’s discard, while %(discarder)s is waiting too."), "A8", values),
            {**ON_DISCARD, **count, "waiting": {"P2": True}},
        )


def _goulash(house: KoreanJapaneseHouseRules) -> Iterator[Note]:
    each, cap = house.goulash_per_draw, house.goulash_cap
    yield Note(
        _(
            "A hand that nobody wins pays nothing, and the deal passes. This happens when the wall runs "
            "out, or when a kong or a flower can’t be replaced."
        ),
        "A17.7",
    )
    if house.three_ready == "draw":
        yield Note(_("The same goes for a hand in which all three declare ready."), "A12.6")
    if not each:
        yield Note(_("Nothing is carried over to the next winner."), "A3.2")
        return
    yield Note(
        _("For every goulash in a row, the next winner gets %(points)s more from each opponent.")
        if cap is None
        else _("For every goulash in a row, the next winner gets %(points)s more from each opponent, up to %(most)s."),
        "A3.2",
        {"points": each, "most": cap},
    )
    yield Note(
        _("It’s also paid on a limit hand.") if house.goulash_on_limit else _("It isn’t paid on a limit hand."), "A3.4"
    )
    yield Note(_("A goulash left after the last hand is lost, unless the match is extended."), "A3.6")


def _goulash_cases(rules: KoreanJapaneseRules) -> Iterator[Case]:
    if rules.house.goulash_per_draw:
        count = counted(rules)
        values = {**PLAYERS, "hand": count["hand_points"], "bonus": count["bonus_points"]}
        yield Case(
            Note(
                _(
                    "Two hands in a row ended in a goulash. Then %(winner)s wins by self-draw: %(hand)s "
                    "hand-points, %(bonus)s bonus-points."
                ),
                "A3",
                values,
            ),
            {**FROM_WALL, **count},
            (DRAWN, DRAWN),
        )


class KoreanJapaneseCard(RuleCard[KoreanJapaneseRules]):
    """The rule card of one table."""

    @property
    def pieces(self) -> tuple[Pieces, ...]:
        return setting_up.pieces(self.rules.deck)

    def examples(self, kind: str, item: str) -> tuple[Example, ...]:
        return examples.examples(kind, item, self.rules.winds)

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        rules, house = self.rules, self.rules.house
        limits = (Chapter("limits", _("Limit hands"), tuple(_limits(rules)), "limit", tuple(_limit_cases(rules))),)
        return (
            Chapter("setup", _("Setting up the table"), steps(house, rules.winds, sum(rules.deck)), deck=True),
            Chapter("match", _("The match"), tuple(_match(rules))),
            Chapter("hand", _("A winning hand"), (*_shapes(rules), *_winning(house))),
            Chapter("hand_points", _("Hand-points"), tuple(_hand_points(rules)), "pattern"),
            Chapter("bonus_points", _("Bonus-points"), tuple(_bonus_points(house)), "bonus"),
            *(limits if any(item.kind == "limit" for item in rules.played_items) else ()),
            Chapter("payments", _("Who pays"), tuple(_payments(rules)), cases=tuple(_cases(rules))),
            Chapter("carry", _("Goulash"), tuple(_goulash(house)), cases=tuple(_goulash_cases(rules))),
        )

    @property
    def glossary(self) -> tuple[Word, ...]:
        return glossary.glossary(self.rules)
