"""The wording of the rule card: tiles, the match, a winning hand, payments, goulash (docs/rules, A1–A13).

The engine calculates the amounts in the payment examples.
"""

from collections.abc import Iterator
from itertools import groupby

from engine.language import gettext_noop as _
from engine.rulesets.korean_japanese.card import examples
from engine.rulesets.korean_japanese.house import KoreanJapaneseHouseRules
from engine.rulesets.korean_japanese.rules import KoreanJapaneseRules
from engine.rulesets.rotating_deal import FROM_WALL, ON_DISCARD, PLAYERS, START, rounds
from engine.rulesets.rule_card import Case, Chapter, Example, Note, Pieces, RuleCard, Word, pieces_of, word

DRAWN = ("draw", {"draw": True})
USUAL_HAND, USUAL_BONUS = 6, 4  # different, so that the payments show which is which
FLOWERS = Pieces(_("Flowers"), ("flower",), 4)

SEATS = _(
    "Draw seats at random. %(first)s deals first, %(second)s sits on the dealer’s right, and "
    "%(third)s comes next. Play follows this order."
)
STEPS = (
    _("Turn all tiles face down and shuffle them together. If a tile turns face up, turn it face down again."),
    _(
        "Without flowers, build four walls of stacks two tiles high: %(four)s stacks. Each player builds the "
        "wall in front of them, and one player builds the fourth. Pushed together, the walls form a square. "
        "With flowers, build three walls: %(three)s stacks."
    ),
    _(
        "The dealer rolls two dice. On a 5 or 9, break %(first)s’s wall; on a 2, 6 or 10, %(second)s’s; on a "
        "3, 7 or 11, %(third)s’s; on any other number, the fourth. With three walls, or if you’re in a hurry, "
        "break a wall anywhere."
    ),
    _(
        "From the right end of that wall, count as many stacks as the dice show. Start dealing just to the "
        "left of these stacks, so that the wall is used up clockwise."
    ),
    _(
        "The dealer takes four tiles, and the other players do the same in turn until everyone has twelve. "
        "Then each takes one more. The dealer draws a fourteenth tile and makes the first discard."
    ),
    _("Flowers are set aside immediately. Replacements for them and for kongs come from the other end of the wall."),
)
ON_A_DISCARD = {
    "double_hand_each_bonus": _(
        "On a discard, the discarder pays the hand-points twice and the other opponent pays none. Each "
        "opponent pays the bonus-points they owe."
    ),
    "discarder_covers_bonus": _(
        "On a discard, each opponent pays the hand-points, and the discarder pays the bonus-points for both."
    ),
    "discarder_covers_all_unless_ready": _(
        "On a discard, the discarder pays everything: the hand-points twice, and the bonus-points for both "
        "opponents. If the discarder was waiting, each opponent pays the hand-points, and the discarder pays "
        "the bonus-points for both."
    ),
    "discarder_covers_all": _(
        "On a discard, the discarder pays everything: the hand-points twice, and the bonus-points for both opponents."
    ),
}
ON_A_LIMIT = {
    "double_plus_single": _(
        "On a self-draw, each opponent pays the full amount. On a discard, the discarder pays twice that "
        "amount and the other opponent pays it once."
    ),
    "discarder_double_only": _(
        "On a self-draw, each opponent pays the full amount. On a discard, the discarder pays twice that "
        "amount and the other opponent pays nothing."
    ),
    "single_each": _("Each opponent pays the full amount once, both on a self-draw and on a discard."),
}
MATCH = (Note(_("The deal passes after every hand, whoever wins. The dealer has no advantage."), "A2.2"), START)


def _setting_up(rules: KoreanJapaneseRules) -> Iterator[Note]:
    """The steps before the first discard (A1, A17.12). Scoring doesn't depend on them."""
    house, tiles = rules.house, sum(rules.deck)
    values: dict[str, object] = dict(zip(("first", "second", "third"), rules.winds, strict=True))
    values |= {"four": _walls(tiles, 4), "three": _walls(tiles + FLOWERS.total, 3)}
    yield Note(SEATS, "A2.1", values)
    yield from (Note(text, "A17.12", values) for text in STEPS)
    if house.five_bamboo_pair:
        yield Note(_("The two extra 5s of bamboo can only be used as a pair."), "A12.9")
    if house.dead_wall_dora:
        yield Note(_("The last 13 tiles are the dead wall and aren’t drawn. Turn one of them face up."), "A12.1")
    elif house.fictive_hand:
        yield Note(_("The last 13 tiles aren’t played."), "A12.7")
    if house.revealed_dora:
        yield Note(_("Before play, reveal one tile of the wall. If it’s a flower, reveal another tile."), "A12.2")
    if house.dead_wall_dora or house.revealed_dora:
        order = _(
            "The dora is the tile that follows the face-up one: 9 is followed by 1, 1 bamboo by 9 bamboo, each "
            "wind by the next wind in turn, green by red, red by white, and white by green."
        )
        yield Note(order, "A12.1")
    if house.red_dora:
        yield Note(_("One 5 of circles and one 5 of characters are red."), "A12.3")


def _walls(tiles: int, walls: int) -> str:
    """The lengths of the walls in stacks: `4 × 13`, or `2 × 14 + 2 × 13`."""
    least, longer = divmod(tiles // 2, walls)
    lengths = [least + (wall < longer) for wall in range(walls)]
    return " + ".join(f"{len(list(alike))} × {length}" for length, alike in groupby(lengths))


def _hand_points(rules: KoreanJapaneseRules) -> Iterator[Note]:
    everything = _(
        "Every pattern that applies counts, and the same tiles can count more than once. Values with a plus "
        "sign are added to another pattern’s value."
    )
    yield Note(everything, "A6")
    seat, wind = rules.winds[1], rules.winds[0]
    yield Note(
        _("In the examples, the player in the %(seat)s seat wins in the first round (%(wind)s)."),
        values={"seat": seat, "wind": wind},
    )


def _shapes(rules: KoreanJapaneseRules) -> Iterator[Note]:
    house = rules.house
    sets = _(
        "A winning hand is four sets and a pair. A set is a chow (three circles or characters in a row), a "
        "pong (three identical tiles) or a kong (four identical tiles, counted as three)."
    )
    yield Note(sets, "A4.1")
    if "seven_pairs" not in house.items_off:
        yield Note(_("A concealed hand of seven pairs also wins."), "A4.9")
    if any(item.id == "thirteen_orphans" for item in rules.played_items):
        yield Note(_("A hand of thirteen orphans also wins, as a limit hand."), "A4.9")
    claims = _(
        "You can claim an opponent’s discard for a pong or a kong, which is then exposed. For a chow, a pair "
        "or a special hand, you can only claim the winning tile."
    )
    yield Note(claims, "A4.3")
    if house.north_tile:
        yield Note(_("A winning hand can have North as a pair or a kong, but not as a pong."), "A12.4")


def _winning(rules: KoreanJapaneseRules) -> Iterator[Note]:
    house = rules.house
    least = _(
        "Minimum hand-points: %(least)s. Bonus-points don’t count towards the minimum. Limit hands can "
        "always be declared."
    )
    no_least = _("There’s no minimum: any complete hand can be declared.")
    yield Note(least if house.min_hand_points else no_least, "A5", {"least": house.min_hand_points})
    same = _(
        "You can’t win on another player’s tile if you have discarded the same tile in this hand. A "
        "self-draw is always allowed."
    )
    furiten = _(
        "You can’t win on another player’s tile if you have already discarded a tile that would complete your "
        "hand. A self-draw is always allowed."
    )
    yield Note(same if house.sacred_discard_scope == "kind" else furiten, "A4.8")
    with_bonus = _(
        "If two players claim the winning tile, the higher limit decides, then more hand-points, then more "
        "bonus-points, then turn order."
    )
    without_bonus = _(
        "If two players claim the winning tile, the higher limit decides, then more hand-points, then turn order."
    )
    yield Note(with_bonus if rules.claims_compare_bonus else without_bonus, "A13")


def _bonus_points(house: KoreanJapaneseHouseRules) -> Iterator[Note]:
    yield Note(_("Each opponent owes the winner’s bonus-points. Bonus-points don’t count towards the minimum."), "A7")
    if house.three_ready == "hand_points_only":
        yield Note(_("Bonus-points aren’t paid if all three players declared ready."), "A12.6")


def _limits(house: KoreanJapaneseHouseRules) -> Iterator[Note]:
    alone = _("No hand-points or bonus-points are added to a limit. Only the highest limit counts, and only once.")
    yield Note(alone, "A11")
    yield Note(ON_A_LIMIT[house.limit_discard], "A11")
    if house.limit_requires_concealed:
        yield Note(_("A limit hand must be concealed."), "A11")
    if house.limit_choose_higher:
        yield Note(_("If the hand’s points would earn more than the limit, they are paid instead."), "A11")
    else:
        yield Note(_("A limit hand always pays the limit, never the hand’s points."), "A11")


def _limit_cases(rules: KoreanJapaneseRules) -> Iterator[Case]:
    kind, wall = "full", _("%(winner)s wins by self-draw with a limit hand.")
    discard = _("%(winner)s wins on %(discarder)s’s discard with a limit hand.")
    if not rules.plays_limit("full"):
        kind, wall = "half", _("%(winner)s wins by self-draw with a half-limit hand.")
        discard = _("%(winner)s wins on %(discarder)s’s discard with a half-limit hand.")
    yield Case(Note(wall, "A11", PLAYERS), {**FROM_WALL, "limit": kind})
    yield Case(Note(discard, "A11", PLAYERS), {**ON_DISCARD, "limit": kind})


def _payments(rules: KoreanJapaneseRules) -> Iterator[Note]:
    house = rules.house
    yield Note(_("On a self-draw, each opponent pays the hand-points and the bonus-points they owe."), "A8")
    yield Note(ON_A_DISCARD[house.payment_mode], "A8")
    if house.rob_kong_pays_as == "discard":
        yield Note(_("A robbed kong pays like a discard by the player who was robbed."), "A8")
    else:
        yield Note(_("A robbed kong pays like a self-draw."), "A8")
    waiting = _("Players who were waiting, including the discarder, owe %(less)s fewer bonus-points.")
    declared = _("Players who declared ready, including the discarder, owe %(less)s fewer bonus-points.")
    if house.ready_discount != "none" and rules.winning:
        yield Note(waiting if rules.asks_discount else declared, "A9", {"less": rules.winning})
    if house.unit_table:
        units = _(
            "The points each opponent owes are converted to units: up to 2 points count as none, 3–4 as one, "
            "5–6 as two, 7–10 as four, and more as eight."
        )
        yield Note(units, "A12.10")


def _usual(rules: KoreanJapaneseRules) -> tuple[dict[str, int], dict[str, object]]:
    """The count of a typical hand that may be declared at this table: as entry keys, and as values for sentences."""
    points, bonus = max(USUAL_HAND, rules.house.min_hand_points), USUAL_BONUS
    return {"hand_points": points, "bonus_points": bonus}, {**PLAYERS, "hand": points, "bonus": bonus}


def _cases(rules: KoreanJapaneseRules) -> Iterator[Case]:
    """Example payments: a self-draw, a win on a discard, and one with an opponent who owes less."""
    house, (count, values) = rules.house, _usual(rules)
    wall = _("%(winner)s wins by self-draw: %(hand)s hand-points, %(bonus)s bonus-points.")
    yield Case(Note(wall, "A8", values), {**FROM_WALL, **count})
    usual = {**ON_DISCARD, **count}
    yield Case(Note(_("The same hand wins on %(discarder)s’s discard."), "A8", values), usual)
    if rules.asks_discount:
        waiting = _("The same hand wins on %(discarder)s’s discard while %(other)s is waiting.")
        yield Case(Note(waiting, "A9", values), {**usual, "waiting": {"P3": True}})
    elif house.ready_discount == "declared" and rules.winning:
        declared = _("The same hand wins on %(discarder)s’s discard after %(other)s has declared ready.")
        yield Case(Note(declared, "A9", values), {**usual, "opp_declared": {"P3": True}})
    if house.payment_mode == "discarder_covers_all_unless_ready":
        both = _("The same hand wins on %(discarder)s’s discard while %(discarder)s is waiting.")
        yield Case(Note(both, "A8", values), {**usual, "waiting": {"P2": True}})


def _goulash(house: KoreanJapaneseHouseRules) -> Iterator[Note]:
    each, cap = house.goulash_per_draw, house.goulash_cap
    nobody = _(
        "A hand that nobody wins pays nothing, and the deal passes. This happens when the wall runs out, or "
        "when there’s no replacement tile for a kong or a flower."
    )
    yield Note(nobody, "A17.7")
    if house.three_ready == "draw":
        yield Note(_("The hand also ends as a goulash if all three players declare ready."), "A12.6")
    if not each:
        yield Note(_("Nothing is carried over to the next winner."), "A3.2")
        return
    free = _("For every goulash in a row, the next winner gets %(points)s more from each opponent.")
    capped = _("For every goulash in a row, the next winner gets %(points)s more from each opponent, up to %(most)s.")
    yield Note(free if cap is None else capped, "A3.2", {"points": each, "most": cap})
    paid, not_paid = _("The goulash is also paid on a limit hand."), _("The goulash isn’t paid on a limit hand.")
    yield Note(paid if house.goulash_on_limit else not_paid, "A3.4")
    yield Note(_("A goulash left after the last hand is lost, unless the match is extended."), "A3.6")


def _goulash_cases(rules: KoreanJapaneseRules) -> Iterator[Case]:
    if rules.house.goulash_per_draw:
        count, values = _usual(rules)
        twice = _(
            "Two hands in a row ended in a goulash. Then %(winner)s wins by self-draw: %(hand)s "
            "hand-points, %(bonus)s bonus-points."
        )
        yield Case(Note(twice, "A3", values), {**FROM_WALL, **count}, (DRAWN, DRAWN))


# ── the glossary, in the order in which a newcomer meets the words ───────────


def _sets() -> Iterator[Word]:
    chow = _(
        "Three consecutive circles or characters. You can claim a discard for a chow only if it’s your winning tile."
    )
    concealed = _(
        "Concealed: made only from your own tiles. Exposed: completed with another player’s discard and laid face up."
    )
    yield word(_("Chow"), chow, "A4.2")
    yield word(_("Pong"), _("Three identical tiles."), "A4.1")
    yield word(_("Kong"), _("Four identical tiles, which count as a set of three."), "A4.5")
    yield word(
        _("Pair (eyes)"), _("Two identical tiles. A hand has one pair, except “Seven pairs”, which has seven."), "A4.1"
    )
    yield word(_("Concealed / exposed"), concealed, "A4.6")


def _counts(rules: KoreanJapaneseRules) -> Iterator[Word]:
    hand_points = _("Points for the patterns in the hand. They decide whether the hand reaches the minimum.")
    bonus_points = _("Points for how the hand was won and for flowers. They never count towards the minimum.")
    carried = _("A hand that nobody won. It pays nothing, and the next winner gets %(points)s more from each opponent.")
    lost = _("A hand that nobody won. It pays nothing, and nothing is carried over.")
    points = rules.house.goulash_per_draw
    yield word(_("Hand-points"), hand_points, "A6")
    yield word(_("Bonus-points"), bonus_points, "A7")
    yield word(_("Goulash"), carried if points else lost, "A3", points=points)
    if rules.plays_limit("full") or rules.plays_limit("half"):
        limit = _(
            "Rare hands with a fixed value: %(full)s for a limit hand and %(half)s for a half-limit hand. "
            "Hand-points and bonus-points aren’t added."
        )
        values = {kind: rules.limit_value(kind) for kind in ("full", "half")}
        yield word(_("Limit and half-limit"), limit, "A11", **values)


def _players(rules: KoreanJapaneseRules) -> Iterator[Word]:
    winds = dict(zip(("first", "second", "third"), rules.winds, strict=True))
    dealer = _("The player in the %(first)s seat. The deal always passes, and the dealer has no advantage.")
    seat_wind = _("The wind of a player’s seat: %(first)s for the dealer, then %(second)s and %(third)s in turn.")
    round_wind = _("The wind of the round: %(first)s for the first three hands, then %(second)s, then %(third)s.")
    yield word(_("Discarder"), _("The player whose discard won. The discarder pays more."), "A8")
    yield word(_("Dealer"), dealer, "A2.1", **winds)
    yield word(_("Seat wind"), seat_wind, "A2.1", **winds)
    yield word(_("Round wind"), round_wind, "A2.2", **winds)


def _play(rules: KoreanJapaneseRules) -> Iterator[Word]:
    same = _("You can’t win on another player’s tile if you’ve already discarded the same tile in this hand.")
    furiten = _("You can’t win on a discard if you have already discarded a tile that would complete your hand.")
    declare = _("To announce that your concealed hand needs only one more tile. The hand can’t change after that.")
    waiting = _("One tile away from a hand that can be declared.")
    if rules.asks_discount:
        waiting = _("One tile away from a hand that can be declared. A waiting player pays 2 fewer bonus-points.")
    yield word(_("Sacred discard"), same if rules.house.sacred_discard_scope == "kind" else furiten, "A4.8")
    yield word(_("Declare ready"), declare, "A10")
    yield word(_("Waiting"), waiting, "A9")


class KoreanJapaneseCard(RuleCard[KoreanJapaneseRules]):
    """The Korean/Japanese rule card for one table."""

    @property
    def pieces(self) -> tuple[Pieces, ...]:
        return (*pieces_of(self.rules.deck), FLOWERS)

    def examples(self, kind: str, item: str) -> tuple[Example, ...]:
        return examples.examples(kind, item, self.rules.winds)

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        rules, house = self.rules, self.rules.house
        limits = (Chapter("limits", _("Limit hands"), tuple(_limits(house)), "limit", tuple(_limit_cases(rules))),)
        return (
            Chapter("setup", _("Setting up the table"), tuple(_setting_up(rules)), deck=True),
            Chapter("match", _("The match"), (rounds(rules), *MATCH)),
            Chapter("hand", _("A winning hand"), (*_shapes(rules), *_winning(rules))),
            Chapter("hand_points", _("Hand-points"), tuple(_hand_points(rules)), "pattern"),
            Chapter("bonus_points", _("Bonus-points"), tuple(_bonus_points(house)), "bonus"),
            *(limits if any(item.kind == "limit" for item in rules.played_items) else ()),
            Chapter("payments", _("Who pays"), tuple(_payments(rules)), cases=tuple(_cases(rules))),
            Chapter("carry", _("Goulash"), tuple(_goulash(house)), cases=tuple(_goulash_cases(rules))),
        )

    @property
    def glossary(self) -> tuple[Word, ...]:
        return (*_sets(), *_counts(self.rules), *_players(self.rules), *_play(self.rules))
