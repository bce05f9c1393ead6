"""The glossary of the rule card, in the order in which a newcomer meets the words."""

from collections.abc import Iterator

from engine.language import gettext_noop as _
from engine.rulesets.korean_japanese.rules import KoreanJapaneseRules
from engine.rulesets.rule_card import Word, word


def glossary(rules: KoreanJapaneseRules) -> tuple[Word, ...]:
    """The words with their meanings, which include the table's numbers and winds."""
    return (*_sets(), *_counts(rules), *_players(rules), *_play(rules))


def _sets() -> Iterator[Word]:
    yield word(
        _("Chow"),
        _("Three consecutive circles or characters. It can be completed with a discard only if that tile wins."),
        "A4.2",
    )
    yield word(_("Pong"), _("Three identical tiles."), "A4.1")
    yield word(_("Kong"), _("Four identical tiles; they count as a set of three."), "A4.5")
    yield word(_("Pair (eyes)"), _("Two identical tiles. A hand has one pair; seven pairs has seven."), "A4.1")
    yield word(
        _("Concealed / exposed"),
        _("Made only from your own tiles / completed with another player’s discard and laid face up."),
        "A4.6",
    )


def _counts(rules: KoreanJapaneseRules) -> Iterator[Word]:
    yield word(
        _("Hand-points"), _("Points for the patterns in the hand. They decide whether it reaches the minimum."), "A6"
    )
    yield word(
        _("Bonus-points"),
        _("Points for how the hand was won and for flowers. They never help to reach the minimum."),
        "A7",
    )
    points = rules.house.goulash_per_draw
    yield word(
        _("Goulash"),
        _("A hand that nobody won. It pays nothing, and the next winner gets %(points)s more from each opponent.")
        if points
        else _("A hand that nobody won. It pays nothing, and nothing is carried over."),
        "A3",
        points=points,
    )
    if rules.plays_limit("full") or rules.plays_limit("half"):
        yield word(
            _("Limit and half-limit"),
            _("Rare hands with a fixed value, %(full)s and %(half)s. Nothing is added to it."),
            "A11",
            full=rules.limit_value("full"),
            half=rules.limit_value("half"),
        )


def _players(rules: KoreanJapaneseRules) -> Iterator[Word]:
    winds = dict(zip(("first", "second", "third"), rules.winds, strict=True))
    dealer = _("The player in the %(first)s seat. The deal always passes; the dealer has no advantage.")
    seat_wind = _("%(first)s for the dealer, then %(second)s, then %(third)s, in turn.")
    round_wind = _("%(first)s for the first three hands, then %(second)s, then %(third)s.")
    yield word(_("Discarder"), _("The player whose discard won. The discarder pays more."), "A8")
    yield word(_("Dealer"), dealer, "A2.1", **winds)
    yield word(_("Seat wind"), seat_wind, "A2.1", **winds)
    yield word(_("Round wind"), round_wind, "A2.2", **winds)


def _play(rules: KoreanJapaneseRules) -> Iterator[Word]:
    yield word(
        _("Sacred discard"),
        _("You can’t win on a tile you have discarded before in the same hand.")
        if rules.house.sacred_discard_scope == "kind"
        else _("You can’t win on a discard if one of your own discards in the same hand would have won."),
        "A4.8",
    )
    yield word(
        _("Declare ready"),
        _("To announce that your concealed hand needs only one more tile. The hand can’t change after that."),
        "A10",
    )
    yield word(
        _("Waiting"),
        _("One tile away from a hand that can be declared. A waiting player pays 2 bonus-points less.")
        if rules.asks_discount
        else _("One tile away from a hand that can be declared."),
        "A9",
    )
