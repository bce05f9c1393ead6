"""House-rule profiles: save, revise, hide. A saved version never changes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Unpack

from engine.errors import RuleViolation
from engine.hash_chain import plain
from engine.language import gettext_noop as _
from engine.rulesets import rule_book
from matches.actions.append import KeyReuse
from matches.house_rule_profiles import ProfileContent, may_change
from matches.models import HouseRules, HouseRulesVersion
from people.audit.log import Record, by_program
from people.clubs import rights
from people.db.transactions import NotAllowed, created_once, writing
from people.models import Club, Role, User
from people.text.cleaning import checked_key, clean_name, clean_note
from people.web.codes import new_code

MOST_PROFILES, MOST_VERSIONS = 200, 500
COMPARED = ("rules_version", "name", "note", "options")


def _draft(system: str, key: str, name: str, note: str, options: Mapping[str, Any]) -> HouseRulesVersion:
    book = rule_book(system, options)
    return HouseRulesVersion(
        key=key,
        name=clean_name(name, "name"),
        note=clean_note(note, "note"),
        rules_version=book.version,
        options=plain(book.changed, "options"),
        saved_at=datetime.now(UTC),
    )


def _add(draft: HouseRulesVersion, rules: HouseRules, number: int) -> HouseRulesVersion:
    draft.rules, draft.number = rules, number
    draft.save(force_insert=True)
    return draft


def _same(one: HouseRulesVersion, other: HouseRulesVersion) -> bool:
    return all(getattr(one, field) == getattr(other, field) for field in COMPARED)


class Outdated(Exception):
    """The profile has been revised since the page was opened: `latest` is its current version."""

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
    """Create a profile with its first version, for this phone or for a club that `user` organises.

    A repeated request with the same `key` returns the version that the first request created. Raises `RuleViolation`
    (for the field `name` or `note`, or for an option), `KeyReuse`, `NotAllowed` or `Unavailable`.
    """
    checked_key(key)
    checked_key(device)
    draft = _draft(system, key, **content)
    return created_once(
        lambda: _created(device, system, draft), lambda: _create(device, system, draft, club, user, record)
    )


def _created(device: str, system: str, draft: HouseRulesVersion) -> HouseRulesVersion | None:
    """Return the first version of the profile created with this key. Raises `KeyReuse` if it differs from `draft`."""
    old = HouseRules.objects.filter(start_key=draft.key).first()
    if old is None:
        return None
    if old.owner != device:
        raise NotAllowed
    first = HouseRulesVersion.objects.get(rules=old, number=1)
    if old.system != system or not _same(draft, first):
        raise KeyReuse(first)
    return first


def _create(
    device: str, system: str, draft: HouseRulesVersion, club: Club | None, user: User | None, record: Record
) -> HouseRulesVersion:
    if club:
        rights.needs(user, club, Role.ORGANISER)
    if HouseRules.objects.filter(owner=device).count() >= MOST_PROFILES:
        raise RuleViolation(
            "name", _("This phone already has the maximum of %(most)s saved sets of house rules."), most=MOST_PROFILES
        )
    rules = HouseRules.objects.create(
        code=new_code(), system=system, owner=device, club=club, start_key=draft.key, created_at=datetime.now(UTC)
    )
    _record(rules, "house_rules_saved", 1, user, record)
    return _add(draft, rules, 1)


def _record(rules: HouseRules, what: str, number: int, user: User | None, record: Record) -> None:
    """Record a change to a club's profile. Changes to a phone's own profiles aren't recorded."""
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
    """Save the next version of a profile and return it. If nothing differs, return the latest version.

    Matches keep the version that they refer to. `after`: the number of the version shown on the page. Raises
    `RuleViolation`, `Outdated`, `KeyReuse`, `NotAllowed` or `Unavailable`.
    """
    checked_key(key)
    draft = _draft(rules.system, key, **content)
    with writing():
        now = _own(rules, device, user)
        if repeated := now.versions.filter(key=key).first():
            if _same(draft, repeated):
                return repeated
            raise KeyReuse(repeated)
        latest = HouseRulesVersion.objects.get(rules=now, number=now.latest)
        if after != latest.number:
            raise Outdated(latest)
        if _same(draft, latest):
            return latest
        if latest.number >= MOST_VERSIONS:
            raise RuleViolation(
                "name", _("A saved set of house rules can have at most %(most)s versions."), most=MOST_VERSIONS
            )
        _add(draft, now, latest.number + 1)
        HouseRules.objects.filter(pk=now.pk).update(latest=draft.number)
        _record(now, "house_rules_revised", draft.number, user, record)
    return draft


def hide_house_rules(
    *, rules: HouseRules, device: str, hidden: bool, user: User | None = None, record: Record = by_program
) -> None:
    """Archive or restore a profile. Its versions are kept for the matches that use them."""
    with writing():
        now = _own(rules, device, user)
        HouseRules.objects.filter(pk=now.pk).update(hidden_at=datetime.now(UTC) if hidden else None)
        _record(now, "house_rules_hidden" if hidden else "house_rules_shown", now.latest, user, record)


def _own(rules: HouseRules, device: str, user: User | None) -> HouseRules:
    now = HouseRules.objects.select_for_update(of=("self",)).select_related("club").filter(pk=rules.pk).first()
    if now is None or not may_change(now, device, user):
        raise NotAllowed
    return now
