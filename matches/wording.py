"""What happened, in words: entries, payments, refusals. Knows the languages, but no pages.

Every sentence is plain text; a right-to-left name is wrapped in isolating marks so that it cannot turn the sentence
around.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC
from decimal import Decimal
from typing import Any

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from engine.errors import RuleViolation
from engine.language import Signed, Term
from engine.match.claims import ClaimVerdict
from engine.match.entries import Draw, Hand, Penalty, Win
from engine.match.ledger import SettledEntry
from engine.match.payments import PaymentLine, totals
from engine.rulesets.custom_items import BONUS, OwnItem
from engine.rulesets.definitions import Option, Pattern
from engine.rulesets.entry_sheet import Ask, Fixed
from engine.rulesets.rule_book import LimitHand, RuleBook, Settlement, TableState
from engine.rulesets.rule_card import Note
from engine.seats import PerSeat, Seat, Wind
from matches.log.state import MatchState
from matches.models import HouseRulesVersion
from people.text.lists import isolated, listed

MINUS = "\u2212"
REPEATS, MORE_REPEATS = [""] * 2, [""] * 3  # empty lines of a blank score sheet: after each deal, after the last
_WINDS: dict[Wind, Callable[[], str]] = {
    Wind.E: lambda: pgettext("wind", "East"),
    Wind.S: lambda: pgettext("wind", "South"),
    Wind.W: lambda: pgettext("wind", "West"),
    Wind.N: lambda: pgettext("wind", "North"),
}
_ROUNDS: dict[Wind, Callable[[], str]] = {
    Wind.E: lambda: _("East round"),
    Wind.S: lambda: _("South round"),
    Wind.W: lambda: _("West round"),
    Wind.N: lambda: _("North round"),
}


def number(points: int) -> str:
    """A whole number as the reader writes it, with a true minus."""
    text = str(abs(points)) if -1000 < points < 1000 else number_format(abs(points), use_l10n=True, force_grouping=True)
    return f"{MINUS}{text}" if points < 0 else text


def signed(points: int) -> str:
    """A change or a balance: always with its sign, 0 without."""
    return f"+{number(points)}" if points > 0 else number(points)


def tenths(amount: int) -> str:
    """A result in tenths, as a decimal with its sign: +12.3."""
    text = number_format(Decimal(abs(amount)) / 10, decimal_pos=1, use_l10n=True)
    return f"{MINUS if amount < 0 else '+' if amount else ''}{text}"


def wind_name(wind: Wind | str) -> str:
    """East, South, West, North; "" for no wind, as in a bye."""
    return _WINDS[Wind(wind)]() if wind else ""


def round_name(wind: Wind) -> str:
    return _ROUNDS[wind]()


def points_change(points: int) -> str:
    """A penalty or a grant with its unit: −10 points, +1 point."""
    return ngettext("%(points)s point", "%(points)s points", abs(points)) % {"points": signed(points)}


def sentence(violation: RuleViolation, names: PerSeat[str]) -> str:
    """A refusal in the reader's language, with the players' names."""
    said = _(violation.sentence) % {key: _shown(value, names) for key, value in violation.values.items()}
    # A refusal may quote what came in: halves of characters cannot be shown.
    return said.encode("utf-8", "replace").decode()


def _shown(value: object, names: PerSeat[str]) -> object:
    if isinstance(value, Seat):
        return isolated(names[value])
    if isinstance(value, tuple):
        return listed(str(_shown(item, names)) for item in value)
    return _(value) if isinstance(value, Term) else value


def item_name(item: Pattern) -> str:
    """What an item is called: a club's own words as they are."""
    return isolated(item.name) if item.is_own else _(item.name)


def called(asked: Ask | Fixed) -> str:
    """The label of what a sheet asks or offers; a club's own words as they are."""
    return isolated(asked.label) if asked.own else _(asked.label)


def item_condition(item: Pattern) -> str:
    """When an item counts; empty where its name says it."""
    if item.is_own:
        return isolated(item.condition)
    return _(item.condition) if item.condition else ""


def note(told: Note, names: PerSeat[str] | None = None) -> str:
    """A sentence of the rule book with its values; `names`: who sits on the chairs that it speaks of."""
    values = {key: _noted(value, names) for key, value in told.values.items()}
    return _(told.text) % values


def _noted(value: object, names: PerSeat[str] | None) -> object:
    if isinstance(value, Wind):
        return wind_name(value)
    if isinstance(value, Signed):
        return signed(value)
    if isinstance(value, int):
        return number(value)
    if isinstance(value, Seat) and names is not None:
        return isolated(names[value])
    return _(value) if isinstance(value, Term) else value


def hand_label(book: RuleBook, state: TableState) -> str:
    """What a hand is called in a sentence: 3."""
    return note(book.hand_label(state))


def blank_lines(book: RuleBook, state: TableState) -> tuple[str, ...]:
    """What stands at the lines of a blank score sheet from `state` on: a hand, or "" where repeated deals find room."""
    hands = [hand_label(book, each) for each in book.ahead(state)]
    if not book.deals_repeat or not hands:
        return tuple(hands)
    return (*(line for hand in hands for line in (hand, *REPEATS)), *MORE_REPEATS)


def hands_played(reading: MatchState) -> list[str]:
    """The names of the hands played, repeats among them, and of the one in play."""
    return [hand_label(reading.book, table) for table in reading.log.tables]


def balance(book: RuleBook | type[RuleBook], points: int) -> str:
    """A balance as this game writes it: with its sign, unless everybody begins with points."""
    return signed(points) if book.signed_balances else number(points)


def origin(book: RuleBook | type[RuleBook]) -> str:
    """How far a rule book rests on the description; empty where it does so throughout."""
    return _(book.words.origin) if book.words.origin else ""


def limit_name(book: RuleBook, kind: str) -> str:
    return _(book.words.limit_names.get(kind, "")) or kind


def limit_words(book: RuleBook, limit: LimitHand) -> str:
    """What a hand of fixed value is called."""
    return note(book.words.limit_said(limit))


def how_won(book: RuleBook, win: Win, names: PerSeat[str]) -> str:
    """Bea from Ann."""
    way = book.sheet.way_of(win.by)
    plain = _("%(winner)s from %(payer)s") if win.source else _("%(winner)s by self-draw")
    payer = isolated(names[win.source]) if win.source else ""
    return (_(way.won) if way and way.won else plain) % {"winner": isolated(names[win.winner]), "payer": payer}


def result_words(reading: MatchState, row: SettledEntry) -> str:
    """What an entry was, in a few words: the ledger's first column."""
    names = names_at(reading, row.nth)
    if isinstance(row.entry, Hand):
        paid = (win for win in row.entry.wins if win.winner in row.settlement.paid)
        return listed(how_won(reading.book, win, names) for win in paid)
    return entry_words(reading.book, row.entry, names)


def names_at(reading: MatchState, nth: int) -> PerSeat[str]:
    """Who sat where in a hand: the first, second … of those played."""
    if len(reading.sittings) == 3:
        return reading.names
    return PerSeat.of(lambda seat: reading.name_at(seat, nth))


def entry_words(book: RuleBook, entry: Hand | Draw | Penalty, names: PerSeat[str]) -> str:
    """What an entry was, in a few words."""
    if isinstance(entry, Hand):
        return listed(how_won(book, win, names) for win in entry.wins)
    if isinstance(entry, Draw):
        return _(book.words.draw)
    payers = [isolated(names[seat]) for seat, points in entry.points.items() if points < 0]
    return _("Penalty, %(payers)s") % {"payers": listed(payers)}


def detail_words(book: RuleBook, row: SettledEntry) -> str:
    """The ledger's second line: what the hand counted, or what it carries over."""
    parts = counted_words(book, row.settlement)
    paid = {line.rule for line in row.settlement.lines}
    parts += [_(brought.short) for rule, brought in book.words.carry_lines.items() if rule in paid]
    if isinstance(row.entry, Draw):
        parts += map(note, book.drawn_notes(row.after))
    if isinstance(row.entry, Penalty):
        parts.append(_("the hand ends") if row.ends_hand else _("the hand continues"))
    return listed(parts)


def counted_words(book: RuleBook, settlement: Settlement) -> list[str]:
    """What each winner's hand counted."""
    scores = [score for score in settlement.scores_paid if score.limit or score.points is not None]
    return [limit_words(book, each.limit) if each.limit else points_words(book, each.points or 0) for each in scores]


def points_words(book: RuleBook, points: int) -> str:
    """6 hand-points."""
    return ngettext(*book.words.points, points) % {"points": number(points)}


def who_wins(settlement: Settlement, entry: Hand, names: PerSeat[str]) -> str:
    """Bea wins 28; of a winner who is not paid, that."""
    gained = totals(settlement.lines)
    return listed(
        (_("%(name)s wins %(points)s") if win.winner in settlement.paid else _("%(name)s gets nothing"))
        % {"name": isolated(names[win.winner]), "points": number(gained[win.winner])}
        for win in entry.wins
    )


def who_pays(settlement: Settlement, names: PerSeat[str]) -> str:
    """Ann pays 20, Cho pays 8."""
    return listed(
        _("%(name)s pays %(points)s") % {"name": isolated(names[seat]), "points": number(-points)}
        for seat, points in totals(settlement.lines).items()
        if points < 0
    )


def carry_words(book: RuleBook, state: TableState) -> str:
    """next winner +5 from each; empty where nothing is carried."""
    return listed(map(note, book.carry_notes(state)))


def line_words(book: RuleBook, line: PaymentLine) -> str:
    """One reason of a payment: 2 × 6, bonus 3, goulash 5."""
    own = book.words.lines.get(line.rule, "")
    text = _(own) if own else _("penalty %(sum)s") if line.rule == "penalty" else "%(sum)s"
    product = f"{line.times} × {number(line.each)}" if line.each and line.times > 1 else number(line.points)
    return text % {"sum": product, "each": number(line.each or 0)}


def payer_words(book: RuleBook, lines: Iterable[PaymentLine], discarder: bool, less: int = 0) -> str:
    """Discarder: hand-points 2 × 6, bonus 3, goulash 5. `less`: what a player with a discount does not owe."""
    parts = [line_words(book, line) for line in lines] or [_("pays nothing")]
    if less:
        parts.append(_(book.words.discount) % {"points": number(less)})
    reasons = listed(parts)
    return _("Discarder: %(reasons)s") % {"reasons": reasons} if discarder else reasons


def declared_words(book: RuleBook, names: str) -> str:
    """Riichi: Bea, Cho."""
    return _("%(declaration)s: %(names)s.") % {"declaration": _(book.words.early), "names": names}


def flag_words(book: RuleBook, flag: str) -> str:
    """What a correction of an earlier hand may have made wrong here."""
    return _(book.words.flags[flag])


def changes_words(changes: PerSeat[int], names: PerSeat[str]) -> str:
    """Ann loses 18, Bea gains 3, Cho gains 15."""
    parts = []
    for seat, points in changes.items():
        said = {"name": isolated(names[seat]), "points": number(abs(points))}
        if points > 0:
            parts.append(_("%(name)s gains %(points)s") % said)
        elif points < 0:
            parts.append(_("%(name)s loses %(points)s") % said)
    return listed(parts) if parts else _("No balance changes")


def verdict_words(verdict: ClaimVerdict, reading: MatchState) -> str:
    """Who of two claimants gets the tile, and what decided it."""
    return _(reading.book.words.claims[verdict.reason]) % {"name": isolated(reading.names[verdict.win.winner])}


def in_groups(options: Sequence[Option]) -> list[Option]:
    """House rules with those of a group together, each group where its first one stands."""
    order = list(dict.fromkeys(option.group for option in options))
    return sorted(options, key=lambda option: order.index(option.group))


def house_rules(book: RuleBook) -> list[dict[str, Any]]:
    """Every house rule of a table in plain words: {group, label, value, clause, changed, default}."""
    return [
        {
            "group": group_name(book, option.group),
            "label": _(option.label),
            "value": option_words(book, option, book.house.value(option.name)),
            "help": _(option.help) if option.help else "",
            "example": _(option.example) if option.example else "",
            "clause": option.clause,
            "changed": book.house.value(option.name) != option.default,
            "default": option_words(book, option, option.default),
        }
        for option in in_groups(book.options)
    ]


def group_name(book: RuleBook | type[RuleBook], group: str) -> str:
    return _(book.words.option_groups[group]) if group in book.words.option_groups else _("More")


def option_words(book: RuleBook, option: Option, value: Any) -> str:
    """One value of a house rule in plain words."""
    if value is None:
        return _(option.unset) if option.unset else pgettext("not set", "none")
    if option.takes == "switch":
        return _("yes") if value else _("no")
    if option.takes == "own":
        return listed(own_item_words(book, item) for item in value) or _("none")
    if option.takes == "places":
        return listed(map(signed, value))
    if isinstance(value, tuple):
        return listed(_(option.choices[item]) for item in value) or _("none")
    if value in option.whole:
        return _(option.whole[value])
    if isinstance(value, int) and value not in option.choices:
        return number(value)
    return _(option.choices[value]) if value in option.choices else str(value)


def own_item_words(book: RuleBook, item: OwnItem) -> str:
    """“Club song” 3, up to 2 times; or “Eight winds” half-limit."""
    if item.kind != BONUS:
        said = {"name": item.name, "limit": limit_name(book, item.kind), "points": number(book.limit_value(item.kind))}
        text = _("“%(name)s” %(limit)s %(points)s") % said
    else:
        said = {"name": item.name, "points": number(item.points), "most": str(item.most)}
        many = _("“%(name)s” %(points)s (up to %(most)s times)")
        text = (many if item.most > 1 else _("“%(name)s” %(points)s")) % said
    return f"{text}: {item.note}" if item.note else text


def by_profile(version: HouseRulesVersion) -> str:
    """Friday club, version 2."""
    return _("%(name)s, version %(number)s") % {"name": isolated(version.name), "number": version.number}


def version_words(version: HouseRulesVersion) -> str:
    """Version 2 of 21 November 2026; the note, where there is one."""
    saved = version.saved_at.astimezone(UTC)
    said = {"number": version.number, "date": f"{date_format(saved, 'DATETIME_FORMAT')} UTC"}
    dated = _("Version %(number)s from %(date)s") % said
    return f"{dated}. {version.note}" if version.note else dated
