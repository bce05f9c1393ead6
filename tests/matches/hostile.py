"""Names that must be refused, each with its error message, and which hostile values each field is tried with."""

from tests.thorough import sized

NAMES = {
    "": "Please give a name.",
    "   ": "Please give a name.",
    "\u200b": "Please give a name.",
    "x" * 41: "A name has at most 40 characters.",
    "a\0b": "",
    "a\x1bb": "This holds a character that cannot be shown.",
    "\u202eevil": "This holds a character that cannot be shown.",
    "\u2067open": "This holds a character that cannot be shown.",
    "\ue000": "This holds a character that cannot be shown.",
    "...": "A name needs a letter, a digit or an emoji.",
    "Bea": "Two players are called Bea: names must differ.",
    "bEA": "names must differ.",
    "\uff22\uff45\uff41": "names must differ.",
}


def shared_out(values, fields):
    """The values that each field is tried with: all of them in the thorough run.

    Otherwise the fields of a form share the values between them, and no form goes without one.
    """
    step = sized(len(fields), 1)
    return {field: dict(list(values.items())[turn % step :: step]) for turn, field in enumerate(fields)}
