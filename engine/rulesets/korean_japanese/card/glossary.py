"""The words of the game, each with what it means at this table, in the order in which a newcomer meets them."""

from collections.abc import Iterator

from engine.language import gettext_noop as _
from engine.rulesets.korean_japanese.rules import KoreanJapaneseRules
from engine.rulesets.rule_card import Note

Word = tuple[str, Note]


def glossary(rules: KoreanJapaneseRules) -> tuple[Word, ...]:
    """(word, meaning) with the table's numbers and winds."""
    return (*_sets(), *_counts(rules), *_players(rules), *_play(rules))


def _sets() -> tuple[Word, ...]:
    return (
        (
            _("Chow"),
            Note(
                _(
                    "Three consecutive circles or characters. It can be completed with a discard only if "
                    "that tile wins."
                ),
                "A4.2",
            ),
        ),
        (_("Pong"), Note(_("Three identical tiles."), "A4.1")),
        (_("Kong"), Note(_("Four identical tiles; they count as a set of three."), "A4.5")),
        (_("Pair (eyes)"), Note(_("Two identical tiles. A hand has one pair; seven pairs has seven."), "A4.1")),
        (
            _("Concealed / exposed"),
            Note(
                _("Made only from your own tiles / completed with another player’s discard and laid face up."), "A4.6"
            ),
        ),
    )


def _counts(rules: KoreanJapaneseRules) -> Iterator[Word]:
    yield (
        _("Hand-points"),
        Note(_("Points for the patterns in the hand. They decide whether it reaches the minimum."), "A6"),
    )
    yield (
        _("Bonus-points"),
        Note(_("Points for how the hand was won and for flowers. They never help to reach the minimum."), "A7"),
    )
    each = rules.house.goulash_per_draw
    yield (
        _("Goulash"),
        Note(
            _("A hand that nobody won. It pays nothing, and the next winner gets %(points)s more from each opponent.")
            if each
            else _("A hand that nobody won. It pays nothing, and nothing is carried over."),
            "A3",
            {"points": each},
        ),
    )
    if rules.plays_limit("full") or rules.plays_limit("half"):
        limits = {"full": rules.limit_value("full"), "half": rules.limit_value("half")}
        yield (
            _("Limit and half-limit"),
            Note(_("Rare hands with a fixed value, %(full)s and %(half)s. Nothing is added to it."), "A11", limits),
        )


def _players(rules: KoreanJapaneseRules) -> tuple[Word, ...]:
    seats = dict(zip(("first", "second", "third"), rules.winds, strict=True))
    return (
        (_("Discarder"), Note(_("The player whose discard won. The discarder pays more."), "A8")),
        (
            _("Dealer"),
            Note(
                _("The player in the %(first)s seat. The deal always passes; the dealer has no advantage."),
                "A2.1",
                seats,
            ),
        ),
        (_("Seat wind"), Note(_("%(first)s for the dealer, then %(second)s, then %(third)s, in turn."), "A2.1", seats)),
        (
            _("Round wind"),
            Note(_("%(first)s for the first three hands, then %(second)s, then %(third)s."), "A2.2", seats),
        ),
    )


def _play(rules: KoreanJapaneseRules) -> Iterator[Word]:
    kind = rules.house.sacred_discard_scope == "kind"
    yield (
        _("Sacred discard"),
        Note(
            _("You can’t win on a tile you have discarded before in the same hand.")
            if kind
            else _("You can’t win on a discard if one of your own discards in the same hand would have won."),
            "A4.8",
        ),
    )
    yield (
        _("Declare ready"),
        Note(
            _("To announce that your concealed hand needs only one more tile. The hand can’t change after that."), "A10"
        ),
    )
    yield (
        _("Waiting"),
        Note(
            _("One tile away from a hand that can be declared. A waiting player pays 2 bonus-points less.")
            if rules.asks_discount
            else _("One tile away from a hand that can be declared."),
            "A9",
        ),
    )
