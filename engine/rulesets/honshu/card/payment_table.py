"""The table of payments (docs/rules, B3) for the rule card, as this table pays. Settles nothing."""

from collections.abc import Iterator

from engine.language import Term
from engine.language import gettext_noop as _
from engine.rulesets.honshu import payments as paying
from engine.rulesets.honshu import wording
from engine.rulesets.honshu.house import HonshuHouseRules
from engine.rulesets.rule_card import Cell, Grid, Note

HEAD = (_("Han"), _("Ron: ko"), _("Ron: oya"), _("Tsumo: ko"), _("Tsumo: oya"))
NAMES = {
    "mangan": _("mangan"),
    "haneman": _("haneman"),
    "baiman": _("baiman"),
    "sanbaiman": _("sanbaiman"),
    "yakuman": _("yakuman"),
}


def payments(house: HonshuHouseRules) -> Grid:
    """A row for each tier, then one for every further yakuman that is paid."""
    title = _(
        "What a hand brings a ko or the oya; tsumo of a ko: from the other ko / from the oya, of the oya: from each"
    )
    return Grid(title, HEAD, tuple(_rows(house)))


def _rows(house: HonshuHouseRules) -> Iterator[tuple[Cell, ...]]:
    tiers = paying.TIERS[::-1]
    for row, above in zip(tiers, (*tiers[1:], None), strict=True):
        yield (_called(house, row, above), *_amounts(house, row.base))
    for times in range(2, house.yakuman_cap + 1):
        name = wording.YAKUMAN_TIMES.get(times, "%(times)s × yakuman")
        yield (Note(name, values={"times": times}), *_amounts(house, times * paying.YAKUMAN))


def _called(house: HonshuHouseRules, row: paying.Tier, above: paying.Tier | None) -> Note:
    """3; 6–7 mangan; 16+, yakuman."""
    name = Term(NAMES.get(row.name, ""))
    if above is None:
        text = _("%(least)s+, %(name)s") if house.kazoe_yakuman else "%(name)s"
        return Note(text, values={"least": row.least, "name": name})
    if above.name == "yakuman" and not house.kazoe_yakuman:
        return Note(_("%(least)s+, %(name)s"), values={"least": row.least, "name": name})
    most = above.least - 1
    if row.name not in NAMES:
        return Note("%(least)s", values={"least": row.least})
    return Note("%(han)s %(name)s", values={"han": f"{row.least}–{most}", "name": name})


def _amounts(house: HonshuHouseRules, base: int) -> tuple[Cell, ...]:
    from_ko, from_oya, to_oya = paying.shares(house.tsumo_mode, base)
    both = Note("%(ko)s /\u00a0%(oya)s", values={"ko": from_ko, "oya": from_oya})
    return (4 * base, 6 * base, both, to_oya)
