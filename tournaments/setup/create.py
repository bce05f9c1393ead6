"""Creates a tournament in a club, and changes its details: its day, its rules, who may enter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from datetime import UTC, date, datetime
from typing import Any

from django.db import IntegrityError
from django.urls import reverse

from engine.errors import RuleViolation
from engine.hash_chain import is_key, plain
from engine.language import gettext_noop as _
from engine.rulesets import rule_book
from engine.tournament import read_ranking
from matches.models import HouseRulesVersion, Match
from people.audit.log import Record, by_program
from people.clubs import rights
from people.db.transactions import NotAllowed, writing
from people.models import Club, Role, User
from people.text.cleaning import clean_name, clean_note
from people.web.codes import new_code
from tournaments.entries.waiting_list import promote
from tournaments.models import EndPolicy, Round, RoundChange, Tournament
from tournaments.setup.result_scheme import scheme_in
from tournaments.setup.stages import StageTold, create_stages
from tournaments.write_access import acting, refuse_outside

MOST_TOURNAMENTS, MOST_PLACE, MOST_MINUTES, MOST_ENTRANTS = 1000, 120, 600, 300


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What a tournament says of itself, its clock and its entry; it may change at any time.

    `minutes`: length of a round; `capacity`: how many players fit, None for all; `approval`: who enters by themselves
    is looked at first.
    """

    name: str
    starts_on: date
    ends_on: date | None = None
    place: str = ""
    note: str = ""
    minutes: int = 60
    end_policy: str = EndPolicy.FINISH.value
    public: bool = True
    open_for_entry: bool = False
    approval: bool = True
    capacity: int | None = None

    @property
    def tidied(self) -> dict[str, Any]:
        """The same by field, fit to be kept. Raises `RuleViolation` (fields `name`, `place`, `ends_on`, …)."""
        place = clean_note(self.place, "place")
        if len(place) > MOST_PLACE:
            raise RuleViolation("place", _("A place has at most %(most)s characters."), most=MOST_PLACE)
        if self.ends_on and self.ends_on < self.starts_on:
            raise RuleViolation("ends_on", _("A tournament ends after it begins."))
        refuse_outside("minutes", self.minutes, 1, MOST_MINUTES)
        if self.capacity is not None:
            refuse_outside("capacity", self.capacity, 3, MOST_ENTRANTS)
        if self.end_policy not in EndPolicy.values:
            raise RuleViolation("end_policy", _("Please choose what happens at the end of a round."))
        cleaned = {"name": clean_name(self.name, "name"), "place": place, "note": clean_note(self.note, "note")}
        return asdict(self) | cleaned


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What is pinned: the rule book `system` with the house rules that differ (`options`), the profile that says so.

    `scheme`, `tie_breaks`, `bye`: as engine.tournament tells them; empty: as is usual for the rule book.
    """

    system: str = "korean_japanese"
    options: Mapping[str, Any] = field(default_factory=dict)
    house_rules: HouseRulesVersion | None = None
    scheme: Mapping[str, Any] = field(default_factory=dict)
    tie_breaks: Sequence[str] = ()
    bye: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, tournament: Tournament) -> Rules:
        """What a tournament has now."""
        return cls(**{each.name: getattr(tournament, each.name) for each in fields(cls)})

    @property
    def checked(self) -> dict[str, Any]:
        """The same by field, fit to be kept. Raises `RuleViolation` (an option's name, a field of the scheme,
        `tie_breaks`, `bye`)."""
        book = rule_book(self.system, self.options)
        scheme_in(book, self.scheme)
        ranking = {"tie_breaks": list(self.tie_breaks), "bye": dict(self.bye)}
        read_ranking({name: told for name, told in ranking.items() if told})
        options = plain(book.changed, "options")
        named = self.house_rules
        if named and (named.rules.system, named.options) != (book.key, options):
            named = None
        return {
            "system": book.key,
            "rules_version": book.version,
            "options": options,
            "house_rules": named,
            "scheme": plain(dict(self.scheme), "scheme"),
            "tie_breaks": list(self.tie_breaks),
            "bye": plain(dict(self.bye), "bye"),
        }


def found_tournament(
    *,
    club: Club,
    by: User,
    about: About,
    key: str,
    rules: Rules | None = None,
    stages: Sequence[StageTold] = (),
    is_demo: bool = False,
    record: Record = by_program,
) -> Tournament:
    """A new tournament of the club, being prepared; without `stages` one of four rounds, fixed.

    `by`: an organiser of the club. A repeated `key` (22 url-safe characters) finds the tournament that it made.
    Raises `RuleViolation` (a field of `About`, an option's name), `NotAllowed`, `Unavailable`.
    """
    told = {**about.tidied, **(rules or Rules()).checked}
    if not is_key(key):
        raise RuleViolation("key", _("key takes 22 letters, digits, - and _."))
    try:
        with writing():
            now, _role = rights.locked(club, by, Role.ORGANISER)
            return _made(now, key) or _founded(now, by, key, {**told, "is_demo": is_demo}, stages, record)
    except IntegrityError:
        # Another process made it at the same moment: it is there now.
        made = _made(club, key)
        if made is None:
            raise
        return made


def _made(club: Club, key: str) -> Tournament | None:
    found = Tournament.objects.filter(start_key=key).select_related("club").first()
    if found and found.club_id != club.pk:
        raise NotAllowed
    return found


def _founded(
    club: Club, by: User, key: str, told: dict[str, Any], stages: Sequence[StageTold], record: Record
) -> Tournament:
    if Tournament.objects.filter(club=club).count() >= MOST_TOURNAMENTS:
        raise RuleViolation("name", _("A club has at most %(most)s tournaments."), most=MOST_TOURNAMENTS)
    code = new_code()
    new = Tournament.objects.create(club=club, code=code, start_key=key, created_at=datetime.now(UTC), **told)
    create_stages(new, stages or (StageTold(),))
    record("tournament_founded", club=club, user=by, about=code, after={"tournament": code}, names=("", new.name))
    return new


def change_about(*, tournament: Tournament, by: User, about: About, record: Record = by_program) -> None:
    """Another day, place, note, clock, entry. Where more fit than before, the waiting list moves up.

    Raises `RuleViolation` (a field of `About`), `NotAllowed`, `Unavailable`.
    """
    told = about.tidied
    with acting(tournament, by, Role.ORGANISER) as now:
        renamed = (now.name, told["name"]) if now.name != told["name"] else None
        if _changed(now, told):
            said = {"tournament": now.code, "fields": _changed(now, told)}
            record("tournament_changed", club=now.club, user=by, about=now.code, after=said, names=renamed)
        if now.public != told["public"]:
            _show_matches(now, told["public"])
        Tournament.objects.filter(pk=now.pk).update(**told)
        now.refresh_from_db()
        promote(now, by, record)


def _show_matches(tournament: Tournament, public: bool) -> None:
    """Every match of its tables is seen by those who see the tournament, also one that was played again."""
    pages = reverse("tournaments:tournament", args=[tournament.code])
    Match.objects.filter(club=tournament.club_id, within__startswith=pages).update(public=public)


def change_rules(*, tournament: Tournament, by: User, rules: Rules, record: Record = by_program) -> None:
    """Other rules, as long as nobody has been shown a round. Raises `RuleViolation`, `NotAllowed`, `Unavailable`."""
    told = rules.checked
    with acting(tournament, by, Role.ORGANISER) as now:
        changed = _changed(now, told)
        if not changed:
            return
        if rules_fixed(now):
            raise RuleViolation("system", _("A round has been published: the rules stay as they are."))
        Tournament.objects.filter(pk=now.pk).update(**told)
        said = {"tournament": now.code, "fields": changed}
        record("tournament_rules", club=now.club, user=by, about=now.code, before=_told_of(now), after=said)


def rules_fixed(tournament: Tournament) -> bool:
    """Whether the rules can change no more: a round was published by them."""
    shown = Round.objects.filter(tournament=tournament, published_at__isnull=False)
    return shown.exists() or RoundChange.objects.filter(round__tournament=tournament).exists()


def put_away(*, tournament: Tournament, by: User, away: bool, record: Record = by_program) -> None:
    """Into the archive of the club's list, or out again. Nothing of it is removed."""
    with acting(tournament, by, Role.ORGANISER) as now:
        if (now.archived_at is not None) != away:
            Tournament.objects.filter(pk=now.pk).update(archived_at=datetime.now(UTC) if away else None)
            said = {"tournament": now.code}
            record(
                "tournament_archived" if away else "tournament_restored",
                club=now.club,
                user=by,
                about=now.code,
                after=said,
            )


def renew_cards(*, tournament: Tournament, by: User, after: int, record: Record = by_program) -> None:
    """Make the addresses on all printed cards void; `after`: the number (`Tournament.links`) that the page showed, so
    that a form sent twice does it once."""
    with acting(tournament, by, Role.ORGANISER) as now:
        if now.links == after:
            Tournament.objects.filter(pk=now.pk).update(links=after + 1)
            record("tournament_links", club=now.club, user=by, about=now.code, after={"tournament": now.code})


def _changed(now: Tournament, told: Mapping[str, Any]) -> list[str]:
    return sorted(name for name, value in told.items() if getattr(now, name) != value)


def _told_of(now: Tournament) -> dict[str, Any]:
    return {"system": now.system, "options": now.options, "scheme": now.scheme, "tie_breaks": now.tie_breaks}
