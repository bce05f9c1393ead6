"""The words of a rule book for pages that are the same for every book. Plain ones stand here; a book names its own."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.language import gettext_noop as _
from engine.language import ngettext_noop as ngettext
from engine.rulesets.rule_card import Note
from engine.rulesets.scoring_types import LimitHand

CLAIMS = {
    "only_legal": _("%(name)s gets the tile: the other hand can’t be declared."),
    "limit": _("%(name)s gets the tile: a limit hand comes first."),
    "hand_points": _("%(name)s gets the tile: the hand is worth more."),
    "bonus_points": _("%(name)s gets the tile: equal hands, more bonus-points."),
    "turn": _("%(name)s gets the tile: equal hands, next in turn after the discarder."),
}


@dataclass(frozen=True, slots=True)
class CarryOverWording:
    """A line that pays what earlier hands left: in the ledger in a word, and below the count."""

    short: str
    counted: str


# The headings under which house rules stand.
OPTION_GROUPS = {
    "game": _("The match"),
    "payments": _("Who pays"),
    "limits": _("Limit hands"),
    "count": _("What counts"),
    "play": _("During play"),
    "tiles": _("Tiles"),
    "own": _("Custom items of this table"),
}


@dataclass(frozen=True, slots=True)
class Words:
    """What pages call things in a game. Where a text may be empty, an empty one is not shown.

    `points`: the count, in one and in many; `so_far` the count of an unfinished hand, empty where a book says none;
    `bonus`, `bonus_list`, `bonus_sum` where bonus-points are counted apart: in a few words, over the list, below the
    count (from each).
    `fixed`, `fixed_list`: counts known by a name, in a form and over the list. `discount`: what one owes less.
    """

    points: tuple[str, str] = ngettext("%(points)s point", "%(points)s points")
    so_far: str = _("points so far")
    bonus: str = ""
    bonus_list: str = ""
    bonus_sum: str = ""
    fixed: str = _("Fixed-value hand")
    fixed_list: str = _("Or a fixed-value hand")
    discount: str = _("%(points)s less")
    # A hand that nobody wins: its name, in the ledger's strip, how many, the button, the sheet, what it says there.
    draw: str = _("Draw")
    draw_short: str = _("draw")
    draws: str = _("Draws")
    draw_ask: str = _("Draw, no winner")
    draw_title: str = _("Draw: nobody wins hand %(no)s")
    draw_says: str = _("Nobody won, so nobody pays.")
    draw_save: str = _("Save draw, hand %(hand_no)s")
    # Two players and one tile: the sheet, its first button, the link to it from the sheet of one of them.
    two: str = _("Two players claim the same tile")
    two_ask: str = _("Who gets the tile?")
    two_link: str = _("Another player also claims this tile")
    # What stands on a player's card for what is asked early.
    early: str = ""
    # What earlier hands left: before it, what becomes of it at the end, in a longer match, when the match is closed,
    # and what the waiting helper says where it is in the amounts, or where it is not in all of them.
    carry: str = _("On the table:")
    carry_left: str = ""
    carry_along: str = ""
    carry_closing: str = ""
    carry_included: str = ""
    carry_apart: str = ""
    # Where the result is what counts: what one point of it is, beside what a point is worth.
    value_of: str = ""
    # The waiting helper.
    waits_beside: str = _("Visible tiles and more")
    waits_short: str = _("Complete, but below the minimum")
    waits_short_why: str = _("Not waiting: the hand can’t be declared.")
    waits_gone_why: str = _("Not waiting: every copy is visible or in the hand.")
    waits_all_short: str = _(
        "%(name)s isn’t waiting: with any of the remaining tiles, the hand stays below the minimum of %(least)s."
    )
    waits_plain: str = _("Counted as a plain win.")
    claims: Mapping[str, str] = field(default_factory=lambda: CLAIMS)

    # How far the book rests on the description, where it does not rest on it alone. Shown where it is chosen.
    origin: str = ""
    # By kind of fixed value; by the rule of a payment's line, with %(sum)s and %(each)s; by the ids of flags and of
    # refusals, the latter in a few words; by the rule of a share in `settle_match`.
    limit_names: Mapping[str, str] = field(default_factory=dict)
    lines: Mapping[str, str] = field(default_factory=dict)
    flags: Mapping[str, str] = field(default_factory=dict)
    refusals: Mapping[str, str] = field(default_factory=dict)
    shares: Mapping[str, str] = field(default_factory=dict)
    option_groups: Mapping[str, str] = field(default_factory=lambda: OPTION_GROUPS)
    # By the rule of a payment's line that pays what earlier hands left.
    carry_lines: Mapping[str, CarryOverWording] = field(default_factory=dict)

    def limit_said(self, limit: LimitHand) -> Note:
        """What a hand of fixed value is called. Default: by its kind."""
        return Note(self.limit_names.get(limit.kind, "") or limit.kind)

    def limit_key(self, limit: LimitHand) -> str:
        """What one is called in the spreadsheets. Default: by its kind."""
        return limit.kind

    def limit_worth(self, limit: LimitHand) -> int | None:
        """What it is worth; None where that depends on who wins, and how. Default: its value."""
        return limit.value
