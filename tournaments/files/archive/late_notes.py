"""Late-entry notes of version 1.0, which stored them as a sentence in the language of the phone."""

BEGINNINGS = (
    "Came from a phone too late and is not in the result: ",
    "Arrived from a phone too late and isn’t in the result: ",
    "Přišlo z telefonu pozdě a není ve výsledku: ",
)


def late_entry(note: str) -> str | None:
    """Return the entry that the note is about; None if it isn't such a note."""
    return next((note.removeprefix(beginning) for beginning in BEGINNINGS if note.startswith(beginning)), None)
