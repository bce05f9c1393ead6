"""House-rule profiles: save, revise by a new version, hide. A saved version never changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Unpack

from django.db import IntegrityError

from engine.errors import RuleViolation
from engine.hash_chain import plain
from engine.language import gettext_noop as _
from engine.rulesets import rule_book
from engine.rulesets.rule_book import RuleBook
from matches.actions.append import KeyReuse, checked_key
from matches.house_rule_profiles import ProfileContent, may_change
from matches.models import HouseRules, HouseRulesVersion
from people.audit.log import Record, by_program
from people.clubs import rights
from people.db.transactions import NotAllowed, writing
from people.models import Club, Role, User
from people.text.cleaning import clean_name, clean_note
from people.web.codes import new_code

MOST_PROFILES, MOST_VERSIONS = 200, 500


@dataclass(frozen=True, slots=True)
class _Said:
    """What a version is to say, checked and tidied."""

    book: RuleBook
    name: str
    note: str
    options: dict[str, Any]

    @classmethod
    def of(cls, system: str, name: str, note: str, options: Mapping[str, Any]) -> _Said:
        book = rule_book(system, options)
        return cls(book, clean_name(name, "name"), clean_note(note, "note"), plain(book.changed, "options"))

    def is_said_by(self, version: HouseRulesVersion) -> bool:
        """Whether `version` says just this already."""
        played = version.rules_version == self.book.version
        return played and (version.name, version.note, version.options) == (self.name, self.note, self.options)

    def version(self, rules: HouseRules, number: int, key: str) -> HouseRulesVersion:
        return HouseRulesVersion(
            rules=rules,
            number=number,
            key=key,
            name=self.name,
            note=self.note,
            rules_version=self.book.version,
            options=self.options,
            saved_at=datetime.now(UTC),
        )


class Outdated(Exception):
    """The profile has been revised since the page was opened: `latest` is what it says now."""

    def __init__(self, latest: HouseRulesVersion) -> None:
        super().__init__(f"version {latest.number} is newer")
        self.latest = latest


def save_house_rules(
    *,
    device: str,
    system: str,
    key: str,
    club: Club | None = None,
    user: User | None = None,
    record: Record = by_program,
    **content: Unpack[ProfileContent],
) -> HouseRulesVersion:
    """A new profile with its first version: this phone's, or the club's for an organiser of it. A repeated `key`
    returns the profile that it made.

    Raises `RuleViolation` (fields `name`, `note`, an option's name), `KeyReuse`, `Unavailable`.
    """
    checked_key(key)
    checked_key(device)
    said = _Said.of(system, **content)
    try:
        with writing():
            return _made(device, key, said) or _first(device, key, said, club, user, record)
    except IntegrityError:
        # Another process made it at the same moment: it is there now.
        with writing():
            made = _made(device, key, said)
        if made is None:
            raise
        return made


def _made(device: str, key: str, said: _Said) -> HouseRulesVersion | None:
    """The first version of the profile that this key made, if it is this one; `KeyReuse` if it is another."""
    old = HouseRules.objects.filter(start_key=key).first()
    if old is None:
        return None
    if old.owner != device:
        raise NotAllowed
    first = HouseRulesVersion.objects.get(rules=old, number=1)
    if old.system != said.book.key or not said.is_said_by(first):
        raise KeyReuse(first)
    return first


def _first(
    device: str, key: str, said: _Said, club: Club | None, user: User | None, record: Record
) -> HouseRulesVersion:
    if club:
        rights.needs(user, club, Role.ORGANISER)
    if HouseRules.objects.filter(owner=device).count() >= MOST_PROFILES:
        raise RuleViolation("name", _("This phone already has %(most)s saved sets of house rules."), most=MOST_PROFILES)
    rules = HouseRules.objects.create(
        code=new_code(), system=said.book.key, owner=device, club=club, start_key=key, created_at=datetime.now(UTC)
    )
    version = said.version(rules, 1, key)
    version.save(force_insert=True)
    _told(rules, "house_rules_saved", 1, user, record)
    return version


def _told(rules: HouseRules, what: str, number: int, user: User | None, record: Record) -> None:
    """Changes of a club's profile are everybody's business there; a phone's own profile is its own."""
    if rules.club:
        record(what, club=rules.club, user=user, about=rules.code, after={"version": number})


def revise_house_rules(
    *,
    rules: HouseRules,
    device: str,
    after: int,
    key: str,
    user: User | None = None,
    record: Record = by_program,
    **content: Unpack[ProfileContent],
) -> HouseRulesVersion:
    """The profile's next version; the same one where nothing differs. Matches that are played keep theirs.

    `after`: the version that was on the page. Raises `RuleViolation`, `Outdated`, `KeyReuse`, `NotAllowed`,
    `Unavailable`.
    """
    checked_key(key)
    said = _Said.of(rules.system, **content)
    with writing():
        now = _own(rules, device, user)
        repeated = now.versions.filter(key=key).first()
        if repeated:
            if said.is_said_by(repeated):
                return repeated
            raise KeyReuse(repeated)
        latest = HouseRulesVersion.objects.get(rules=now, number=now.latest)
        if after != latest.number:
            raise Outdated(latest)
        if said.is_said_by(latest):
            return latest
        if latest.number >= MOST_VERSIONS:
            raise RuleViolation(
                "name", _("A saved set of house rules can have at most %(most)s versions."), most=MOST_VERSIONS
            )
        version = said.version(now, latest.number + 1, key)
        version.save(force_insert=True)
        HouseRules.objects.filter(pk=now.pk).update(latest=version.number)
        _told(now, "house_rules_revised", version.number, user, record)
    return version


def hide_house_rules(
    *, rules: HouseRules, device: str, hidden: bool, user: User | None = None, record: Record = by_program
) -> None:
    """Put a profile away, or take it out again; its versions stay for the matches that are played by them."""
    with writing():
        now = _own(rules, device, user)
        HouseRules.objects.filter(pk=now.pk).update(hidden_at=datetime.now(UTC) if hidden else None)
        _told(now, "house_rules_hidden" if hidden else "house_rules_shown", now.latest, user, record)


def _own(rules: HouseRules, device: str, user: User | None) -> HouseRules:
    now = HouseRules.objects.select_for_update(of=("self",)).select_related("club").filter(pk=rules.pk).first()
    if now is None or not may_change(now, device, user):
        raise NotAllowed
    return now
