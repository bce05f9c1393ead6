"""The notes of late entries in rows of version 1.0, which stored them as a sentence in the language of the phone."""

BEGINNINGS = (
    "Came from a phone too late and is not in the result: ",
    "Arrived from a phone too late and isn’t in the result: ",
    "Přišlo z telefonu pozdě a není ve výsledku: ",
)


def late_entry(note: str) -> str | None:
    """The entry that such a note is about; None for any other note."""
    return next((note.removeprefix(beginning) for beginning in BEGINNINGS if note.startswith(beginning)), None)
