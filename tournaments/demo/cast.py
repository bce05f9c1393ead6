"""The players of a demonstration event: many kinds of names, each once. The same seed gives the same players."""

from itertools import product
from random import Random

from tournaments.entries.entries import EntryDetails

_FIRST = (
    *("Ann", "Bea", "Cho", "Dan", "Eva", "Fay", "Gil", "Hua", "Ivo", "Jana", "Karel", "Lenka", "Miguel", "Noor"),
    *("Olga", "Pavel", "Quinn", "Rosa", "Šárka", "Tomáš", "Uwe", "Věra", "Wilhelmina-Philippa", "Zoë"),
)
_LAST = (
    *(
        "Abbot",
        "Brook",
        "Chan",
        "Drake",
        "Eder",
        "Frost",
        "Grant",
        "Hong",
        "Ings",
        "Jelínková",
        "Kowalski",
        "Lindqvist",
    ),
    *("Moreno", "Novák", "Ono", "Procházka", "Říha", "Svobodová", "Tanaka", "van der Oosterscheld", "Yılmaz", "Zhang"),
)
_WHOLE = ("東野 さくら", "محمد الأندلسي", "Bartholomäus Nepomuk Freiherr von Ostsee", "김서연", "שרה כהן")
_CLUBS = (("Old Town", "CZ"), ("Three Winds", "CZ"), ("Harbour", "DE"), ("Red Dragon", "AT"), ("", ""))


def people(many: int, seed: str) -> list[EntryDetails]:
    """So many entrants. The names of some show that any script and any length fits."""
    lots = Random(f"{seed}/people")  # nosec B311 # names, no secrets
    names = [f"{first} {last}" for first, last in product(_FIRST, _LAST)]
    lots.shuffle(names)
    chosen = [*_WHOLE, *names][:many]
    lots.shuffle(chosen)
    return [_entrant(name, lots) for name in chosen]


def _entrant(name: str, lots: Random) -> EntryDetails:
    club, country = lots.choice(_CLUBS)
    return EntryDetails(name=name, club_name=club, country=country)
