"""The words of Honshu sanma, each with what it means at this table, in the order in which a newcomer meets them."""

from collections.abc import Iterator

from engine.language import gettext_noop as _
from engine.rulesets.honshu.house import HonshuHouseRules
from engine.rulesets.rule_card import Note

Word = tuple[str, Note]


def glossary(house: HonshuHouseRules) -> tuple[Word, ...]:
    """(word, meaning) with the table's numbers."""
    return (*_hand(house), *_winning(), *_table(house))


def _hand(house: HonshuHouseRules) -> Iterator[Word]:
    yield _("Yaku"), Note(_("What makes a hand worth declaring. It needs at least one."), "B2")
    yield _("Han"), Note(_("What yaku and bonus are counted in. The table turns han into points."), "B3")
    yield _("Dora"), Note(_("A tile that brings 1 han on top of a yaku. The indicator points to it."), "B2")
    if house.bazoro:
        yield _("Bazoro"), Note(_("%(han)s han that come with every win."), "B2", {"han": house.bazoro})
    yield _("Yakuman"), Note(_("A rare hand with a row of its own in the table. Nothing counts beside it."), "B2")


def _winning() -> Iterator[Word]:
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
