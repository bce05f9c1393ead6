"""Notes about late entries in archives of version 1.0: sentences in the language of the phone."""

BEGINNINGS = (
    "Came from a phone too late and is not in the result: ",
    "Arrived from a phone too late and isn’t in the result: ",
    "Přišlo z telefonu pozdě a není ve výsledku: ",
)


def late_entry(note: str) -> str | None:
    """Return the entry that the note is about; None if the note isn't about a late entry."""
    return next((note.removeprefix(beginning) for beginning in BEGINNINGS if note.startswith(beginning)), None)
