"""A choice in a form as templates show it: a chip, a switch or an option of a select."""

from dataclasses import dataclass

# Letters that fit on a chip of a phone: of a whole name, of one word, of one word in smaller letters.
LONG_NAME, LONG_WORD, LONGEST_WORD = 18, 8, 11


@dataclass(frozen=True, slots=True)
class Chip:
    """One chip or switch: what it sends, what it says, whether it is on."""

    value: str
    label: str
    on: bool
    known: int | str | None = 0

    @property
    def size(self) -> str:
        """How a name is written so that none of its words breaks: smaller ("long"), and on a wider chip ("word")."""
        word = max(map(len, self.label.replace("-", " ").split()), default=0)
        if word > LONGEST_WORD:
            return "long word"
        return "long" if word > LONG_WORD or len(self.label) > LONG_NAME else ""
