"""Names that must be refused, each with its error message, and hostile values for each field."""

from tests.thorough import sized

NAMES = {
    "": "Enter a name.",
    "   ": "Enter a name.",
    "\u200b": "Enter a name.",
    "x" * 41: "A name can have at most 40 characters.",
    "a\0b": "",
    "a\x1bb": "This text contains a character that can’t be displayed. Remove it.",
    "\u202eevil": "This text contains a character that can’t be displayed. Remove it.",
    "\u2067open": "This text contains a character that can’t be displayed. Remove it.",
    "\ue000": "This text contains a character that can’t be displayed. Remove it.",
    "...": "A name needs at least one letter, digit or emoji.",
    "Bea": "Two players are called Bea. Names must be different.",
    "bEA": "Names must be different.",
    "\uff22\uff45\uff41": "Names must be different.",
}


def shared_out(values, fields):
    """The values to try in each field: all of them in the thorough run.

    Otherwise the values are divided among the fields of a form, so that each form gets some.
    """
    step = sized(len(fields), 1)
    return {field: dict(list(values.items())[turn % step :: step]) for turn, field in enumerate(fields)}
