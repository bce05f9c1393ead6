"""The words that pages use for a rule book, with plain defaults that each book can replace."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.language import gettext_noop as _
from engine.language import ngettext_noop as ngettext
from engine.rulesets.rule_card import Note
from engine.rulesets.scoring_types import LimitHand

CLAIMS = {
    "only_legal": _("%(name)s gets the tile: the other hand can’t be declared."),
    "limit": _("%(name)s gets the tile: a limit hand has priority."),
    "hand_points": _("%(name)s gets the tile: their hand is worth more."),
    "bonus_points": _("%(name)s gets the tile: the hands are equal, but theirs has more bonus-points."),
    "turn": _("%(name)s gets the tile: the hands are equal, but %(name)s is next in turn after the discarder."),
}


# The refusals of tiles that all books share; they are checked first.
TILE_REFUSALS = {
    "exposed_chow": _("A chow can’t be exposed: you can only claim a discard for a chow if it’s your winning tile."),
    "wrong_tile_count": _("A winning hand has 14 tiles, counting a kong as three."),
    "tile_not_in_deck": _("The hand contains a tile that isn’t in this table’s set, or too many copies of one tile."),
    "winning_tile_missing": _("The winning tile must be one of the hand’s tiles."),
}


@dataclass(frozen=True, slots=True)
class CarryOverWording:
    """The words for a carry-over: a short form for the ledger, and a line below the count."""

    short: str
    counted: str


# The headings of the house rules.
OPTION_GROUPS = {
    "game": _("The match"),
    "payments": _("Who pays"),
    "limits": _("Limit hands"),
    "count": _("What counts"),
    "play": _("During play"),
    "tiles": _("Tiles"),
    "own": _("Custom items for this table"),
}


@dataclass(frozen=True, slots=True)
class Words:
    """The wording of one game. Empty strings aren't shown.

    `points`: the unit of a count, singular and plural; `so_far`: the label for the count of an unfinished hand;
    `bonus`, `bonus_list`, `bonus_sum`: the labels of bonus-points in short, as a heading and below the count; `fixed`,
    `fixed_list`: the labels of fixed-value hands in a form and as a heading; `discount`: the label of a
    reduced payment.
    """

    points: tuple[str, str] = ngettext("%(points)s point", "%(points)s points")
    # A count with fu, and the highest count with which they matter; the label of the sum of the fu, the value of one of
    # their parts, and the parts by id.
    with_fu: str = ""
    fu_up_to: int = 0
    fu_sum: str = ""
    fu_points: str = "%(points)s"
    fu_items: Mapping[str, str] = field(default_factory=dict)
    so_far: str = _("points so far")
    bonus: str = ""
    bonus_list: str = ""
    bonus_sum: str = ""
    fixed: str = _("Fixed-value hand")
    fixed_list: str = _("Or a fixed-value hand")
    discount: str = _("%(points)s less")
    # A drawn hand: its name, short name and plural; the entry button; the sheet's title, text and save button.
    draw: str = _("Draw")
    draw_short: str = _("draw")
    draws: str = _("Draws")
    draw_ask: str = _("Draw, no winner")
    draw_title: str = _("Draw: nobody wins hand %(no)s")
    draw_says: str = _("Nobody won, so nobody pays.")
    draw_save: str = _("Save draw, hand %(hand_no)s")
    # Two players who win on one tile: the sheet's title and first button, and the link to it from a normal sheet.
    two: str = _("Two players claim the same tile")
    two_ask: str = _("Who gets the tile?")
    two_link: str = _("Another player claims this tile too")
    # The label on a player's card for the early question.
    early: str = ""
    # The carry-over: its label; what happens to it at the end, if the match is extended and when it is closed; the
    # waiting helper's note if all amounts include it, or only some.
    carry: str = _("On the table")
    carry_left: str = ""
    carry_along: str = ""
    carry_closing: str = ""
    carry_included: str = ""
    carry_apart: str = ""
    # An explanation of one point of the result, beside its value in money.
    value_of: str = ""
    # The waiting helper: the two ways to win, then its notes.
    drawn: str = _("By self-draw")
    claimed: str = _("On a discard")
    waits_beside: str = _("Visible tiles and other details")
    waits_short: str = _("Complete, but below the minimum")
    waits_short_why: str = _("The player isn’t waiting for these tiles: the hand couldn’t be declared.")
    waits_gone_why: str = _("The player isn’t waiting for these tiles: all copies are visible or in the hand.")
    waits_all_short: str = _(
        "%(name)s isn’t waiting: no remaining tile brings the hand up to the minimum of %(least)s."
    )
    waits_plain: str = _("Counted as a plain win.")
    claims: Mapping[str, str] = field(default_factory=lambda: CLAIMS)

    # A note on rules that aren't from the source text, shown when the book is chosen.
    origin: str = ""
    # Keyed by kind of fixed value; by the rule of a payment line, with %(sum)s and %(each)s; by the id of a flag; by
    # the id of a refusal, in a few words; by the rule of a share in `settle_match`; by why a match ended.
    limit_names: Mapping[str, str] = field(default_factory=dict)
    lines: Mapping[str, str] = field(default_factory=dict)
    flags: Mapping[str, str] = field(default_factory=dict)
    refusals: Mapping[str, str] = field(default_factory=dict)
    shares: Mapping[str, str] = field(default_factory=dict)
    ended: Mapping[str, str] = field(default_factory=dict)
    option_groups: Mapping[str, str] = field(default_factory=lambda: OPTION_GROUPS)
    # Keyed by the rule of a payment line that pays a carry-over.
    carry_lines: Mapping[str, CarryOverWording] = field(default_factory=dict)

    def limit_said(self, limit: LimitHand) -> Note:
        """The name of a hand of fixed value. Default: the name of its kind."""
        return Note(self.limit_names.get(limit.kind, "") or limit.kind)

    def limit_key(self, limit: LimitHand) -> str:
        """The name of a hand of fixed value in spreadsheets. Default: its kind."""
        return limit.kind

    def limit_worth(self, limit: LimitHand) -> int | None:
        """The value of a hand of fixed value, or None if it depends on the winner or on how the hand was won."""
        return limit.value
