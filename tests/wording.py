"""Page texts that many tests look for. Each one is defined here once, so that a rewording is one edit.

A text that only a few tests look for stays in those tests. `test_wording.py` fails when one of them should move here.
"""

# ── the sheet of a hand ──────────────────────────────────────────────────────

WON_FROM = "Won from"
NOT_SAVED = "Not saved yet"
MATCH_OVER = "The match has finished"
REASON_NEEDED = "Enter a reason."
DRAGON_PONG = "Dragon pong"


def who_won(no: object) -> str:
    """The question that the score page asks."""
    return f"Who won hand {no}?"


def save_hand(no: object) -> str:
    """The button of the sheet."""
    return f"Save hand {no}"


def hand_saved(no: object) -> str:
    """The message after saving."""
    return f"Saved ✓ hand {no}"


def hand_of(no: int, length: int = 9) -> str:
    """The title of the score page."""
    return f"Hand {no} of {length}"


def whole_number(least: object, most: object) -> str:
    """The error below a field that takes a number."""
    return f"Enter a whole number from {least} to {most}."


def must_be_one_of(key: str, allowed: str) -> str:
    """The error for a value that isn't one of those allowed."""
    return f"{key} must be one of: {allowed}."


def must_be_whole(key: str, least: int, most: int) -> str:
    """The engine's refusal of a number."""
    return f"{key} must be a whole number from {least} to {most}."


def below_minimum(least: int, has: int, unit: str = "hand-points") -> str:
    """The engine's refusal of a hand that is too small."""
    return f"Not enough {unit}: the hand has {has}, and this table’s minimum is {least}."


# ── the ledger and the history ───────────────────────────────────────────────


def from_the_wall(winner: str) -> str:
    """A self-drawn win in one line."""
    return f"{winner} by self-draw"


# ── entries that wait on the phone ───────────────────────────────────────────


def waiting_for_network(entries: int) -> str:
    return f"Waiting for network ({entries})"


def needs_you(entries: int) -> str:
    return f"Needs attention ({entries})"


# ── which tiles win ──────────────────────────────────────────────────────────


def waiting_on(player: str, tiles: int, copies: int) -> str:
    """The answer for a hand that is waiting."""
    return f"{player} is waiting for {tiles} tile{'' if tiles == 1 else 's'}. {copies} copies left."
