"""The house-rules file, house-rules.json: written and read without a database. See docs/formats.md."""

from typing import Any

from engine.errors import RuleViolation
from engine.hash_chain import plain
from engine.language import gettext_noop as _
from engine.match.fields import known_keys, one_of, whole_number
from engine.rulesets import BOOKS, rule_book
from matches.files.schema import dump_json, parse_json
from matches.models import HouseRulesVersion
from people.text.cleaning import clean_name, clean_note

FORMAT, VERSION = "scorekeeper-house-rules", 1
MOST_BYTES = 64 * 1024
KEYS = ("format", "version", "system", "rules_version", "name", "note", "options")


def dump(version: HouseRulesVersion) -> bytes:
    """Return a version of a profile as the bytes of a file."""
    content = {
        "format": FORMAT,
        "version": VERSION,
        "system": version.rules.system,
        "rules_version": version.rules_version,
        "name": version.name,
        "note": version.note,
        "options": plain(version.options, "options"),
    }
    return dump_json(content)


def read(data: bytes) -> dict[str, Any]:
    """Return `system`, `name`, `note` and `options` of the profile in a file. Raises `RuleViolation`."""
    if len(data) > MOST_BYTES:
        raise RuleViolation("file", _("A house rules file can be at most %(most)s kB."), most=MOST_BYTES // 1024)
    content = parse_json(data)
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise RuleViolation("file", _("This isn’t a house rules file: its format is different."))
    known_keys(content, frozenset(KEYS))
    if content.get("version") != VERSION:
        raise RuleViolation("version", _("version must be %(version)s."), version=VERSION)
    system = one_of(content, "system", BOOKS)
    options = content.get("options", {})
    if not isinstance(options, dict):
        raise RuleViolation("options", _("%(key)s must be an object with names and values."), key="options")
    book = rule_book(system, options, whole_number(content, "rules_version", 1, 10**6))
    name, note = _text(content, "name"), _text(content, "note")
    profile = {"name": clean_name(name, "name"), "note": clean_note(note, "note")}
    return {"system": system, **profile, "options": plain(book.changed, "options")}


def _text(content: dict[str, Any], key: str) -> str:
    text = content.get(key, "")
    if not isinstance(text, str):
        raise RuleViolation(key, _("%(key)s must be text."), key=key)
    return text
