"""The words of the game, each with what it means at this table."""

from django.utils.translation import gettext

from engine.language import gettext_noop as _

# In the order in which a newcomer meets them.
WORDS = (
    (
        _("Chow"),
        _("Three consecutive circles or characters. It is never made with a discard, unless that tile wins."),
    ),
    (
        _("Pong"),
        _("Three equal tiles."),
    ),
    (
        _("Kong"),
        _("Four equal tiles; they count as one set of three."),
    ),
    (
        _("Pair (eyes)"),
        _("Two equal tiles. A hand has one, seven pairs have seven."),
    ),
    (
        _("Concealed / exposed"),
        _("Made from one's own tiles only / made with another player's discard and laid open."),
    ),
    (
        _("Hand-points"),
        _("Points for the patterns in the hand. They decide whether it reaches the minimum."),
    ),
    (
        _("Bonus-points"),
        _("Points for how the hand was won and for flowers. They never help to reach the minimum."),
    ),
    (
        _("Goulash"),
        _("A hand that nobody won. It pays nothing; the next winner gets 5 more from each for every one in a row."),
    ),
    (
        _("Limit and half-limit"),
        _("Rare hands with a fixed value, 40 and 20 unless the table says otherwise. Nothing is added to it."),
    ),
    (
        _("Discarder"),
        _("The player whose discard won. The discarder pays more."),
    ),
    (
        _("Dealer"),
        _("The player with the East seat. The deal always passes; the dealer has no privilege."),
    ),
    (
        _("Seat wind"),
        _("East for the dealer, then South, then West, in turn."),
    ),
    (
        _("Round wind"),
        _("East for the first three hands, then South, then West."),
    ),
    (
        _("Sacred discard"),
        _("Nobody wins on a tile that he has discarded before in the same hand."),
    ),
    (
        _("Declare ready"),
        _("To say, with a concealed hand, that one tile is missing. The hand may not change any more."),
    ),
    (
        _("Waiting"),
        _("One tile away from a hand that may be declared. Who was waiting owes 2 bonus-points less."),
    ),
)


def terms() -> list[tuple[str, str]]:
    """(word, meaning) in the reader's language."""
    return [(gettext(word), gettext(meaning)) for word, meaning in WORDS]
