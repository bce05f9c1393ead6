"""Names that are none, each with the sentence that refuses it."""

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
