"""Entries, payments and refusals in words, in the reader's language. Independent of pages.

Every sentence is plain text. Isolating marks around a right-to-left name keep it from reversing the sentence.
"""

from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from django.utils.formats import date_format, number_format
from django.utils.timezone import localtime
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from engine.errors import RuleViolation
from engine.language import Signed, Term
from engine.match.entries import Draw, Hand, Penalty, Win
from engine.match.ledger import SettledEntry
from engine.match.payments import PaymentLine, totals
from engine.rulesets.custom_items import BONUS, OwnItem
from engine.rulesets.definitions import Option, Pattern
from engine.rulesets.entry_sheet import Ask, Fixed
from engine.rulesets.rule_book import RuleBook, Score, Settlement, TableState
from engine.rulesets.rule_card import Note
from engine.rulesets.scoring_types import LimitHand
from engine.seats import PerSeat, Seat, Wind
from matches.log.state import MatchState
from matches.models import HouseRulesVersion
from people.text.lists import bracketed, isolated, labelled, listed, two_sentences

MINUS = "\u2212"
REPEATS, MORE_REPEATS = [""] * 2, [""] * 3  # empty lines on a blank score sheet: after each deal, after the last
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
    """Return a whole number in the reader's format, with a true minus."""
    text = str(abs(points)) if -1000 < points < 1000 else number_format(abs(points), use_l10n=True, force_grouping=True)
    return f"{MINUS}{text}" if points < 0 else text


def signed(points: int) -> str:
    """Return a number of points with its sign; 0 has none."""
    return f"+{number(points)}" if points > 0 else number(points)


def tenths(amount: int) -> str:
    """Return a result in tenths as a decimal with its sign, e.g. +12.3."""
    text = number_format(Decimal(abs(amount)) / 10, decimal_pos=1, use_l10n=True)
    return f"{MINUS if amount < 0 else '+' if amount else ''}{text}"


def chips_words(chips: PerSeat[int]) -> str:
    """Return the changes in chips in seat order, e.g. "chips: +2 / −1 / −1"."""
    return _("chips: %(chips)s") % {"chips": " / ".join(map(signed, chips))}


def chip_count(chips: int) -> str:
    """Return a player's chips, e.g. "+2 chips"."""
    return ngettext("%(chips)s chip", "%(chips)s chips", abs(chips)) % {"chips": signed(chips)}


def with_chips(book: RuleBook, total: str, chips: int) -> str:
    """Return a player's total, with their chips in brackets if the table has chips."""
    return bracketed(total, chip_count(chips)) if book.plays_chips else total


def totals_words(book: RuleBook, points: Sequence[int], chips: Sequence[int]) -> list[str]:
    """Return the totals of players, e.g. "35,000" or "35,000 (+2 chips)"."""
    return [with_chips(book, balance(book, mine), count) for mine, count in zip(points, chips, strict=True)]


def wind_name(wind: Wind | str) -> str:
    """Return "East", "South", "West" or "North"; "" for no wind, as in a bye."""
    return _WINDS[Wind(wind)]() if wind else ""


def round_name(wind: Wind) -> str:
    return _ROUNDS[wind]()


def points_change(points: int) -> str:
    """Return a penalty or a grant with its unit, e.g. "−10 points" or "+1 point"."""
    return ngettext("%(points)s point", "%(points)s points", abs(points)) % {"points": signed(points)}


def sentence(violation: RuleViolation, names: PerSeat[str]) -> str:
    """Return a refusal in the reader's language, with the players' names."""
    text = _(violation.sentence) % {key: _shown(value, names) for key, value in violation.values.items()}
    # A refusal may quote the input, and lone surrogates can't be encoded.
    return text.encode("utf-8", "replace").decode()


def _shown(value: object, names: PerSeat[str]) -> object:
    if isinstance(value, Seat):
        return isolated(names[value])
    if isinstance(value, tuple):
        return listed((str(_shown(item, names)) for item in value), "names")
    return _(value) if isinstance(value, Term) else value


def item_name(item: Pattern) -> str:
    """Return the name of an item. A club's own words aren't translated."""
    return isolated(item.name) if item.is_own else _(item.name)


def item_gloss(item: Pattern) -> str:
    """Return what a romanised name means; "" in languages with names of their own for the items of riichi."""
    return _(item.gloss) if item.gloss and get_language() not in ("ja", "ko", "zh-hans") else ""


def called(asked: Ask | Fixed) -> str:
    """Return the label of a question or a fixed value. A club's own words aren't translated."""
    return isolated(asked.label) if asked.own else _(asked.label) % (asked.values if isinstance(asked, Fixed) else {})


def item_condition(item: Pattern) -> str:
    """Return the condition of an item; "" if its name already states it."""
    return isolated(item.condition) if item.is_own else _(item.condition) if item.condition else ""


def note(sentence: Note, names: PerSeat[str] | None = None) -> str:
    """Return a sentence of the rule book with its values. `names`: the players on the chairs it mentions."""
    values = {key: _noted(value, names) for key, value in sentence.values.items()}
    return _(sentence.text) % values


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
    """Return the label of a hand in a sentence, e.g. "3"."""
    return note(book.hand_label(state))


def blank_lines(book: RuleBook, state: TableState) -> tuple[str, ...]:
    """Return the labels of the lines of a blank score sheet from `state` on; "" for the lines of repeated deals."""
    hands = [hand_label(book, table) for table in book.ahead(state)]
    if not book.deals_repeat or not hands:
        return tuple(hands)
    return (*(line for hand in hands for line in (hand, *REPEATS)), *MORE_REPEATS)


def hands_played(reading: MatchState) -> list[str]:
    """Return the labels of the hands played, repeats included, and of the one in play."""
    return [hand_label(reading.book, table) for table in reading.log.tables]


def balance(book: RuleBook | type[RuleBook], points: int) -> str:
    """Return a balance as this game writes it: with its sign, unless players start with points."""
    return signed(points) if book.signed_balances else number(points)


def origin(book: RuleBook | type[RuleBook]) -> str:
    """Return how far a rule book follows the published rules; "" if it follows them fully."""
    return _(book.words.origin) if book.words.origin else ""


def limit_name(book: RuleBook, kind: str) -> str:
    return _(book.words.limit_names.get(kind, "")) or kind


def limit_words(book: RuleBook, limit: LimitHand) -> str:
    return note(book.words.limit_said(limit))


def how_won(book: RuleBook, win: Win, names: PerSeat[str]) -> str:
    """Return the winner and the source of the tile, e.g. "Bea from Ann"."""
    way = book.sheet.way_of(win.by)
    plain = _("%(winner)s from %(payer)s") if win.source else _("%(winner)s by self-draw")
    payer = isolated(names[win.source]) if win.source else ""
    return (_(way.won) if way and way.won else plain) % {"winner": isolated(names[win.winner]), "payer": payer}


def result_words(reading: MatchState, row: SettledEntry) -> str:
    """Return an entry in a few words, for the first column of the ledger."""
    names = names_at(reading, row.nth)
    if isinstance(row.entry, Hand):
        paid = (win for win in row.entry.wins if win.winner in row.settlement.paid)
        return listed(how_won(reading.book, win, names) for win in paid)
    return entry_words(reading.book, row.entry, names)


def names_at(reading: MatchState, nth: int) -> PerSeat[str]:
    """Return the players in the `nth` hand played."""
    if len(reading.sittings) == 3:
        return reading.names
    return PerSeat.of(lambda seat: reading.name_at(seat, nth))


def entry_words(book: RuleBook, entry: Hand | Draw | Penalty, names: PerSeat[str]) -> str:
    if isinstance(entry, Hand):
        return listed(how_won(book, win, names) for win in entry.wins)
    if said := book.entry_said(entry):
        return note(said, names)
    if isinstance(entry, Draw):
        return _(book.words.draw)
    payers = [isolated(names[seat]) for seat, points in entry.points.items() if points < 0]
    return _("Penalty, %(payers)s") % {"payers": listed(payers, "names")}


def detail_words(book: RuleBook, row: SettledEntry) -> str:
    """Return the second line of a ledger row: the score, notes on a drawn hand, or whether a penalty ends the hand."""
    parts = counted_words(book, row.settlement)
    paid = {line.rule for line in row.settlement.lines}
    parts += [_(brought.short) for rule, brought in book.words.carry_lines.items() if rule in paid]
    if book.plays_chips and any(row.settlement.chips):
        parts.append(chips_words(row.settlement.chips))
    if isinstance(row.entry, Draw):
        parts += map(note, book.drawn_notes(row.after))
    if isinstance(row.entry, Penalty):
        parts.append(_("the hand ends") if row.ends_hand else _("the hand continues"))
    return listed(parts)


def counted_words(book: RuleBook, settlement: Settlement) -> list[str]:
    return [words for score in settlement.scores_paid if (words := score_words(book, score))]


def score_words(book: RuleBook, score: Score) -> str:
    """Return e.g. "6 hand-points", "3 han 40 fu", "Half-limit" or "5 han, Mangan"; "" for a hand that isn't counted."""
    limit = [limit_words(book, score.limit)] if score.limit else []
    if score.points is None:
        return listed(limit)
    if score.fu is None or score.points > book.words.fu_up_to:
        return listed([points_words(book, score.points), *limit])
    values = {"points": number(score.points), "fu": number(score.fu)}
    return listed([_(book.words.with_fu) % values, *limit])


def points_words(book: RuleBook, points: int) -> str:
    """Return points with their unit, e.g. "6 hand-points"."""
    return ngettext(*book.words.points, points) % {"points": number(points)}


def who_wins(settlement: Settlement, entry: Hand, names: PerSeat[str]) -> str:
    """Return the gain of each winner, e.g. "Bea wins 28"; for a winner who isn't paid, "Cho gets nothing"."""
    gained = totals(settlement.lines)
    return listed(
        (_("%(name)s wins %(points)s") if win.winner in settlement.paid else _("%(name)s gets nothing"))
        % {"name": isolated(names[win.winner]), "points": number(gained[win.winner])}
        for win in entry.wins
    )


def who_pays(settlement: Settlement, names: PerSeat[str]) -> str:
    """Return the loss of each player who pays, e.g. "Ann pays 20, Cho pays 8"."""
    return listed(
        _("%(name)s pays %(points)s") % {"name": isolated(names[seat]), "points": number(-points)}
        for seat, points in totals(settlement.lines).items()
        if points < 0
    )


def carry_words(book: RuleBook, state: TableState) -> str:
    """Return the carry-over in words, e.g. "next winner +5 from each"; "" if there is none."""
    return listed(map(note, book.carry_notes(state)))


def line_words(book: RuleBook, line: PaymentLine) -> str:
    """Return one reason for a payment, e.g. "2 × 6", "bonus 3" or "goulash 5"."""
    own = book.words.lines.get(line.rule, "")
    text = _(own) if own else _("penalty %(sum)s") if line.rule == "penalty" else "%(sum)s"
    product = f"{line.times} × {number(line.each)}" if line.each and line.times > 1 else number(line.points)
    return text % {"sum": product, "each": number(line.each or 0)}


def payer_words(book: RuleBook, lines: Iterable[PaymentLine], discarder: bool, less: int = 0) -> str:
    """Return the reasons for a player's payments, e.g. "Discarder: hand-points 2 × 6, bonus 3, goulash 5".

    `discarder`: whether the player discarded the tile; `less`: the player's discount.
    """
    parts = [line_words(book, line) for line in lines] or [_("pays nothing")]
    if less:
        parts.append(_(book.words.discount) % {"points": number(less)})
    reasons = listed(parts)
    return _("Discarder: %(reasons)s") % {"reasons": reasons} if discarder else reasons


def declared_words(book: RuleBook, names: str) -> str:
    """Return an announcement of declarations, e.g. "Riichi: Bea, Cho."."""
    return _("%(declaration)s: %(names)s.") % {"declaration": _(book.words.early), "names": names}


def flag_words(book: RuleBook, flag: str) -> str:
    """Return the warning that a correction to an earlier hand may have made this one wrong."""
    return _(book.words.flags[flag])


def changes_words(changes: PerSeat[int], names: PerSeat[str]) -> str:
    """Return the changes in points in words, e.g. "Ann loses 18, Bea gains 3, Cho gains 15"."""
    parts = [
        (_("%(name)s gains %(points)s") if points > 0 else _("%(name)s loses %(points)s"))
        % {"name": isolated(names[seat]), "points": number(abs(points))}
        for seat, points in changes.items()
        if points
    ]
    return listed(parts) if parts else _("No balance changes")


def in_groups(options: Sequence[Option]) -> list[Option]:
    """Return house rules sorted by group. The groups are in the order of their first rules."""
    order = list(dict.fromkeys(option.group for option in options))
    return sorted(options, key=lambda option: order.index(option.group))


class RuleInWords(NamedTuple):
    """A house rule of a table in plain words. `changed`: its value isn't the default."""

    group: str
    label: str
    value: str
    help: str
    example: str
    clause: str
    changed: bool
    default: str


def house_rules(book: RuleBook) -> list[RuleInWords]:
    return [
        RuleInWords(
            group=group_name(book, option.group),
            label=_(option.label),
            value=option_words(book, option, book.house.value(option.name)),
            help=_(option.help) if option.help else "",
            example=_(option.example) if option.example else "",
            clause=option.clause,
            changed=book.house.value(option.name) != option.default,
            default=option_words(book, option, option.default),
        )
        for option in in_groups(book.options)
    ]


def group_name(book: RuleBook | type[RuleBook], group: str) -> str:
    return _(book.words.option_groups[group]) if group in book.words.option_groups else _("More")


def option_words(book: RuleBook, option: Option, value: Any) -> str:
    if value is None:
        return _(option.unset) if option.unset else pgettext("not set", "none")
    if option.takes == "switch":
        return _("yes") if value else _("no")
    if option.takes == "own":
        return listed((own_item_words(book, item) for item in value), "names") or _("none")
    if option.takes == "places":
        return listed(map(signed, value), "names")
    named = {**option.whole, **option.choices}
    if isinstance(value, tuple):
        return listed((_(option.choices[item]) for item in value), "names") or _(option.whole.get("none", "none"))
    if value in named:
        return _(named[value])
    return number(value) if isinstance(value, int) else str(value)


def own_item_words(book: RuleBook, item: OwnItem) -> str:
    """Return a club's own item in words, e.g. “Club song” 3 (up to 2 per hand), or “Eight winds” half-limit 150."""
    values: dict[str, object] = {"name": item.name, "points": number(item.points), "most": item.most}
    if item.kind != BONUS:
        limit = {"limit": limit_name(book, item.kind), "points": number(book.limit_value(item.kind))}
        text = _("“%(name)s” %(limit)s %(points)s") % (values | limit)
    elif item.most > 1:
        text = _("“%(name)s” %(points)s (up to %(most)s per hand)") % values
    else:
        text = _("“%(name)s” %(points)s") % values
    return labelled(text, item.note) if item.note else text


def by_profile(version: HouseRulesVersion) -> str:
    """Return the name of a profile and its version, e.g. "Friday club, version 2"."""
    return _("%(name)s, version %(number)s") % {"name": isolated(version.name), "number": version.number}


def version_words(version: HouseRulesVersion) -> str:
    """Return the number, date and note (if any) of a version, e.g. "Version 2 from 21 November 2026"."""
    saved = localtime(version.saved_at)
    values = {"number": version.number, "date": f"{date_format(saved, 'DATETIME_FORMAT')} {date_format(saved, 'T')}"}
    dated = _("Version %(number)s, saved on %(date)s") % values
    return two_sentences(dated, version.note) if version.note else dated
