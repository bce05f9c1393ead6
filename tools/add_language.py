"""Adds a language: its catalogue with every text, its formats, and its line in scorekeeper/languages/__init__.py.

`make language CODE=pl` runs it. It changes nothing if Django doesn't know the code, or if the language exists already.
"""

import re
import sys
from importlib import import_module
from pathlib import Path

import polib
from django.conf import locale as django_locale
from django.conf.locale import LANG_INFO
from django.utils.translation import to_locale

ROOT = Path(__file__).resolve().parent.parent
FORMATS = ("DATE_FORMAT", "TIME_FORMAT", "DATETIME_FORMAT", "SHORT_DATE_FORMAT", "SHORT_DATETIME_FORMAT")
FORMATS += ("FIRST_DAY_OF_WEEK", "DECIMAL_SEPARATOR", "THOUSAND_SEPARATOR", "NUMBER_GROUPING")
# The hour of a 12-hour clock: P, or g or h with minutes, and perhaps a.m. or p.m. on either side. French in Canada is
# meant to say "13 h 40", but an h without a backslash is an hour.
TWELVE_HOURS = re.compile(r"(?<!\\)(?:P|H\xa0h\xa0i|(?:[aA]\s*)?[gh][:.]i(?::s)?(?:[\s.]*[aA])?)")


class LanguageRefused(Exception):
    """The language can't be added. The message says why."""


def add_language(code: str, root: Path = ROOT) -> list[Path]:
    """Add a language and return the files that were written or changed. Raises `LanguageRefused`."""
    languages = root / "scorekeeper" / "languages" / "__init__.py"
    catalogue = root / "locale" / to_locale(code) / "LC_MESSAGES" / "django.po"
    formats = languages.parent / to_locale(code)
    source = languages.read_text()
    if not code:
        raise LanguageRefused("Which language? For example: make language CODE=pl")
    if "name" not in LANG_INFO.get(code, {}):
        raise LanguageRefused(
            f"Django doesn’t know the language “{code}”. Use one of: {', '.join(sorted(_known_codes()))}."
        )
    if f'Language("{code}",' in source or catalogue.exists() or formats.exists():
        raise LanguageRefused(f"The language “{code}” exists already.")
    about = LANG_INFO[code]
    catalogue.parent.mkdir(parents=True)
    _catalogue(code, root).save(str(catalogue))
    formats.mkdir(parents=True)
    (formats / "__init__.py").write_text(f'"""Formats of {about["name"]}."""\n')
    (formats / "formats.py").write_text(formats_of(code))
    name = about["name_local"][:1].upper() + about["name_local"][1:]
    languages.write_text(source.replace("\n)\nBY_CODE", f'\n    Language("{code}", "{name}"),\n)\nBY_CODE'))
    return [catalogue, formats / "__init__.py", formats / "formats.py", languages]


def _known_codes() -> list[str]:
    return [code for code, about in LANG_INFO.items() if "name" in about]


def plural_forms(code: str) -> str:
    """The plural forms of a language, from Django's own catalogue of it or of its base language."""
    folder = Path(django_locale.__file__).parent
    for name in (to_locale(code), to_locale(code).partition("_")[0]):
        path = folder / name / "LC_MESSAGES" / "django.po"
        if path.exists() and (forms := polib.pofile(str(path)).metadata.get("Plural-Forms")):
            return re.sub(r"\s+", " ", forms).strip().rstrip(";") + ";"
    return "nplurals=2; plural=(n != 1);"


def _catalogue(code: str, root: Path) -> polib.POFile:
    """The English catalogue without translations, with the plural forms of the language."""
    made = polib.pofile(str(root / "locale" / "en" / "LC_MESSAGES" / "django.po"), wrapwidth=0)
    made.header = f"Translation of Scorekeeper into {LANG_INFO[code]['name']}."
    forms = plural_forms(code)
    made.metadata |= {"Language": to_locale(code), "Language-Team": LANG_INFO[code]["name"], "Plural-Forms": forms}
    count = re.match(r"nplurals=(\d)", forms)
    for entry in made:
        entry.msgstr = ""
        entry.msgstr_plural = dict.fromkeys(range(int(count[1]) if count else 2), "") if entry.msgid_plural else {}
    return made


def formats_of(code: str) -> str:
    """A module with Django's formats of the language, and a 24-hour clock on every page."""
    known: dict[str, object] = {}
    for name in (to_locale(code), to_locale(code).partition("_")[0]):
        path = Path(django_locale.__file__).parent / name / "formats.py"
        if path.exists():
            known = vars(import_module(f"django.conf.locale.{name}.formats"))
            break
    of_24_hours = {name: _of_24_hours(value) for name, value in known.items() if name in FORMATS}
    date, time = of_24_hours.get("DATE_FORMAT", "j.n.Y"), of_24_hours.get("TIME_FORMAT", "H:i")
    short = of_24_hours.get("SHORT_DATE_FORMAT", date)
    # Without these, Django would show the time in its own format for English, with a.m. and p.m.
    both = {"DATETIME_FORMAT": f"{date} {time}", "SHORT_DATETIME_FORMAT": f"{short} {time}"}
    made = {"DATE_FORMAT": date, "TIME_FORMAT": time, "SHORT_DATE_FORMAT": short, **both, **of_24_hours}
    lines = [f"{name} = {_literal(made[name])}" for name in FORMATS if name in made]
    return f'"""{LANG_INFO[code]["name"]} dates, times and numbers, as in Django."""\n\n' + "\n".join(lines) + "\n"


def _of_24_hours(value: object) -> object:
    """A format with a 24-hour clock instead of a.m. and p.m."""
    return TWELVE_HOURS.sub("H:i", value) if isinstance(value, str) else value


def _literal(value: object) -> str:
    """A value as Python source, with escapes for spaces that look like others."""
    if not isinstance(value, str):
        return repr(value)
    text = value.replace("\\", "\\\\").replace('"', '\\"').replace("\u00a0", "\\u00a0").replace("\u202f", "\\u202f")
    return f'"{text}"'


def main() -> None:
    code = sys.argv[1] if len(sys.argv) > 1 else ""
    try:
        written = add_language(code)
    except LanguageRefused as refused:
        sys.exit(str(refused))
    for path in written:
        sys.stdout.write(f"{path.relative_to(ROOT)}\n")
    sys.stdout.write("Check the formats, translate the catalogue, then run make messages. See docs/translating.md.\n")


if __name__ == "__main__":
    main()
