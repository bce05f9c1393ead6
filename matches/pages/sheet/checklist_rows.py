"""The rows of the checklist in words: state, reason, value."""

from typing import Any

from django.utils.translation import gettext as _

from engine.rulesets.definitions import ListRow
from engine.rulesets.scoring_types import LimitHand
from matches import wording
from matches.entry.hand import HandForm


def grouped(form: HandForm) -> list[dict[str, Any]]:
    """The list in its groups, what is counted apart as bonus-points in one."""
    groups: dict[str, dict[str, Any]] = {}
    for row in form.list_rows:
        if row.item.id in form.book.sheet.automatic and row.item.kind == "bonus" and not row.times:
            continue  # nobody ticks it: it shows where it follows from the rest
        bonus = row.item.kind == "bonus"
        name = _((bonus and form.book.words.bonus_list) or form.book.groups[row.item.group])
        if row.item.kind == "limit":
            worth = form.book.words.limit_worth(LimitHand(row.item.group, (), form.book.limit_value(row.item.group)))
            each = _("%(name)s, each %(points)s")
            name = name if worth is None else each % {"name": name, "points": wording.number(worth)}
        group = groups.setdefault(name, {"name": name, "rows": []})
        group["rows"].append(_row(form, row))
    return list(groups.values())


def limit_hands(form: HandForm) -> list[dict[str, Any]]:
    """The hands of fixed value of this table with their conditions, the lowest first."""
    return [
        {
            "name": wording.limit_name(form.book, kind),
            "value": form.book.limit_value(kind),
            "hands": [
                {"name": wording.item_name(hand), "condition": wording.item_condition(hand)}
                for hand in form.book.limits_played
                if hand.group == kind
            ],
        }
        for kind in form.book.limit_kinds
        if form.book.plays_limit(kind)
    ]


def _row(form: HandForm, row: ListRow) -> dict[str, Any]:
    item = row.item
    field = f"{'b' if item.kind == 'bonus' else 't'}.{item.id}"
    implied = row.times > 0 and row.ticked == 0
    impossible = row.times == 0 and row.refusal is not None
    # What a hand of fixed value is worth stands over all of them.
    value = wording.number(item.points) if item.kind != "limit" else ""
    return {
        "field": field,
        "name": _name(form, row),
        "state": "implied" if implied else "on" if row.times else "off" if impossible else "free",
        "note": _note(form, row, implied),
        "value": f"+{value}" if item.added else value,
        "most": row.most,
        "times": row.times,
        "full": row.refusal is not None and row.times > 0,
    }


def _name(form: HandForm, row: ListRow) -> str:
    name = wording.item_name(row.item)
    return f"{name}, {wording.wind_name(row.wind)}" if row.wind and form.winner_seat else name


def _note(form: HandForm, row: ListRow, implied: bool) -> str:
    if implied and row.follows_from:
        names = {pattern.id: wording.item_name(pattern) for pattern in form.book.known_items}
        return _("Follows from %(item)s") % {"item": names[row.follows_from]}
    if row.times == 0 and row.refusal is not None:
        return wording.sentence(row.refusal, form.reading.names)
    return wording.item_condition(row.item)
