"""The wording and examples of the rule card: tiles, the match, a winning hand, payments (docs/rules, C1 to C3).

The engine calculates the amounts in the payment examples.
"""

from collections.abc import Iterator, Mapping

from engine.language import gettext_noop as _
from engine.rulesets.malaysian_fan.house import MalaysianFanHouseRules
from engine.rulesets.malaysian_fan.rules import MalaysianFanRules
from engine.rulesets.malaysian_fan.scoring.table import DECK, JOKERS
from engine.rulesets.rotating_deal import FROM_WALL, ON_DISCARD, PLAYERS, START, rounds
from engine.rulesets.rule_card import Case, Chapter, Example, Note, Pieces, RuleCard, Word, pieces_of, word

USUAL = 7  # fan of a typical hand

PIECES = (
    *pieces_of(DECK),
    Pieces(_("Flowers"), ("flower",), 4),
    Pieces(_("Seasons"), ("season",), 4),
    Pieces(_("Faces"), ("face",), 4),
    Pieces(_("Animals"), ("animal",), 4),
    Pieces(_("Jokers"), ("joker",), JOKERS),
)

TILES = (
    Note(_("Flowers, seasons, faces and animals are set aside immediately and replaced from the wall."), "C1.2"),
    Note(
        _("A joker stands for any circle, wind or dragon. A player who draws the real tile can swap it for the joker."),
        "C2.5",
    ),
)
MATCH = (Note(_("The deal passes after every hand, whoever wins. Nothing is carried over."), "C1.4"), START)
FAN = (Note(_("Everything that applies counts. Values with a plus sign are added to another item’s value."), "C2.1"),)
_MAXIMUM = _(
    "A maximum hand is paid as if it had the maximum number of fan, however few it has. It doesn’t have to "
    "reach the minimum."
)


def _hand(house: MalaysianFanHouseRules) -> Iterator[Note]:
    sets = _(
        "Four sets and a pair. A set is a chow (three circles in a row), a pong (three identical "
        "tiles) or a kong (four identical tiles, counted as three)."
    )
    claims = _(
        "You can claim an opponent’s discard for a pong or a kong, which is then exposed. For a chow or the "
        "pair, you can claim a discard only if it’s your winning tile."
    )
    yield from (Note(sets, "C3.1"), Note(claims, "C3.1"))
    least = _("The minimum is %(least)s fan. Maximum hands can always be declared.")
    no_least = _("There’s no minimum: any complete hand can be declared.")
    yield Note(least if house.min_fan else no_least, "C2.3", {"least": house.min_fan})


def _payments(house: MalaysianFanHouseRules) -> Iterator[Note]:
    linear = _("A hand is worth one unit for each fan, up to %(most)s.")
    doubling = _("A hand of %(least)s fan is worth one unit; each further fan doubles it, up to %(most)s fan.")
    fan = {"least": house.min_fan, "most": house.max_fan}
    yield Note(linear if house.unit == "linear" else doubling, "C2.3", fan)
    double = _(
        "On a self-draw, each opponent pays the full amount. On a discard, the discarder pays twice that "
        "amount and the other opponent pays nothing."
    )
    each = _("Each opponent pays the full amount once, both on a self-draw and on a discard.")
    yield Note(each if house.payment == "each" else double, "C2.4")
    yield Note(_("A robbed kong pays like a discard by the player who was robbed."), "C2.4")


def _cases(house: MalaysianFanHouseRules) -> Iterator[Case]:
    """Example payments: a self-draw, a win on a discard, and a hand above the maximum."""
    fan = max(USUAL, house.min_fan)
    values = {**PLAYERS, "fan": fan, "more": house.max_fan + 3}
    yield Case(Note(_("%(winner)s wins by self-draw with %(fan)s fan."), "C2.4", values), {**FROM_WALL, "fan": fan})
    yield Case(Note(_("The same hand wins on %(discarder)s’s discard."), "C2.4", values), {**ON_DISCARD, "fan": fan})
    if house.max_fan + 3 <= 99:
        more = {**FROM_WALL, "fan": house.max_fan + 3}
        yield Case(Note(_("%(winner)s wins by self-draw with %(more)s fan."), "C2.3", values), more)


def _maximum_cases() -> Iterator[Case]:
    wall, discard = {**FROM_WALL, "maximum": True}, {**ON_DISCARD, "maximum": True}
    yield Case(Note(_("%(winner)s wins by self-draw with a maximum hand."), "C2.2", PLAYERS), wall)
    yield Case(Note(_("The same hand wins on %(discarder)s’s discard."), "C2.2", PLAYERS), discard)


def _glossary(house: MalaysianFanHouseRules) -> Iterator[Word]:
    chow = _("Three consecutive circles. You can claim a discard for a chow only if it’s your winning tile.")
    fan = _(
        "The unit that measures the value of a hand. You need at least %(least)s to win, and you’re paid for "
        "%(most)s at most."
    )
    own = _(
        "The flower or season with your seat’s number: 1 for East, 2 for South, 3 for West. Number 4 belongs to nobody."
    )
    dealer = _("The player in the East seat. Their pong of East is worth 2 fan. The deal passes after every hand.")
    outside = _(
        "Four tiles of each kind, set aside like flowers. They count for whoever draws them, whatever their seat."
    )
    yield word(_("Chow"), chow, "C3.1")
    yield word(_("Pong"), _("Three identical tiles."), "C3.1")
    yield word(_("Kong"), _("Four identical tiles, which count as a set of three."), "C3.1")
    yield word(_("Joker"), _("A tile that stands for any circle, wind or dragon, as its holder chooses."), "C2.5")
    yield word(_("Fan"), fan, "C2.3", least=house.min_fan, most=house.max_fan)
    yield word(_("Maximum hand"), _("A rare hand, or a rare way to win, that pays the maximum."), "C2.2")
    yield word(_("Faces and animals"), outside, "C2.1")
    yield word(_("Own flower or season"), own, "C2.1")
    yield word(_("Dealer"), dealer, "A2.1")
    yield word(_("Discarder"), _("The player whose discard won."), "C2.4")


_CHOWS = "234p 567p 345p"


def _outside(key: str, word: str, numbers: tuple[int, ...] | int) -> tuple[Example, ...]:
    """An example of a plain hand with pieces outside it; `numbers`: the number of pieces, or the numbers on them."""
    pieces = (word,) * (numbers if isinstance(numbers, int) else len(numbers))
    extra = {key: numbers if isinstance(numbers, int) else list(numbers)}
    return (Example("", f"{_CHOWS} 888p 99p", tile="9p", beside=pieces, extra=extra),)


# A hand with one joker in each set; the card shows only the jokers.
_JOKING = {"concealed": ["J2p", "3p", "4p", "J5p", "6p", "7p", "J3p", "4p", "5p", "J8p", "8p", "8p", "9p", "9p"]}

EXAMPLES: Mapping[str, tuple[Example, ...]] = {
    "dragon_pong": (Example("dRdRdR", f"{_CHOWS} 99p"),),
    "small_dragons": (Example("dRdRdR dGdGdG dWdW", "234p 567p"),),
    "own_wind": (Example("SSS", f"{_CHOWS} 99p"),),
    "north_wind": (Example("NNN", f"{_CHOWS} 99p"),),
    "mixed_suit": (Example("234p 567p 345p dRdRdR 99p"),),
    "one_suit": (Example("234p 567p 345p 888p 99p"),),
    "all_pongs": (Example("222p 555p 888p dRdRdR 99p", tile="8p"),),
    "faces": _outside("faces", "face", 1),
    "all_faces": _outside("faces", "face", 4),
    "animals": _outside("animals", "animal", 1),
    "all_animals": _outside("animals", "animal", 4),
    "own_flower": _outside("flowers", "flower", (2,)),
    "flower_set": _outside("flowers", "flower", (1, 2, 3, 4)),
    "four_winds": (Example("EEE SSS WWW NNN 99p"),),
    "small_four_winds": (Example("EEE SSS WWW NN", "234p", tile="4p"),),
    "three_dragons": (Example("dRdRdR dGdGdG dWdWdW", "234p 99p", tile="9p"),),
    "four_kongs": (Example("99p", melds="kong:2p ckong:4p kong:E kong:dR"),),
    "four_concealed": (Example("222p 555p 888p EEE 99p"),),
    "four_jokers": (Example("", tile="9p", beside=("joker",) * 4, extra=_JOKING),),
    "no_flowers": (Example("234p 567p 345p 888p 99p"),),
}


class MalaysianFanCard(RuleCard[MalaysianFanRules]):
    """The Malaysian fan rule card for one table."""

    pieces = PIECES

    def examples(self, kind: str, item: str) -> tuple[Example, ...]:
        return EXAMPLES.get(item, ())

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        house = self.rules.house
        return (
            Chapter("tiles", _("Tiles"), TILES, deck=True),
            Chapter("match", _("The match"), (rounds(self.rules), *MATCH)),
            Chapter("hand", _("A winning hand"), tuple(_hand(house))),
            Chapter("fan", _("Fan"), FAN, "pattern"),
            Chapter("limits", _("Maximum hands"), (Note(_MAXIMUM, "C2.2"),), "limit", tuple(_maximum_cases())),
            Chapter("payments", _("Who pays"), tuple(_payments(house)), cases=tuple(_cases(house))),
        )

    @property
    def glossary(self) -> tuple[Word, ...]:
        return tuple(_glossary(self.rules.house))
