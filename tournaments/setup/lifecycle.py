"""Create, configure, archive, end and reopen tournaments.

The actions raise `RuleViolation`, `NotAllowed` and `Unavailable`; their docstrings name the fields.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from datetime import UTC, date, datetime
from typing import Any, Unpack

from django.urls import reverse

from engine.errors import RuleViolation
from engine.hash_chain import plain
from engine.language import gettext_noop as _
from engine.rulesets import rule_book
from engine.tournament import read_ranking
from matches.models import HouseRulesVersion, Match
from people.audit.log import Record, by_program
from people.models import Club, Role, User
from people.text.cleaning import clean_name, clean_note
from people.web.codes import new_code
from tournaments.entries.entries import promote
from tournaments.models import EndPolicy, Round, RoundChange, Tournament, TournamentState
from tournaments.setup.counting_rules import CountingRules, counting_json, read_counting, scheme_in
from tournaments.setup.stages import StageDetails, create_stages
from tournaments.write_access import Action, ActionLog, acting, create_once, refuse_outside, refuse_over

MOST_TOURNAMENTS, MOST_PLACE, MOST_MINUTES, MOST_ENTRANTS = 1000, 120, 600, 300


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """The details of a tournament that can be changed at any time.

    `minutes`: the length of a round; `capacity`: the maximum number of players, None for no limit; `approval`: whether
    organisers must accept each self-registration.
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
    def cleaned(self) -> dict[str, Any]:
        """The cleaned values by field. Raises `RuleViolation` (fields `name`, `place`, `ends_on`, …)."""
        place = clean_note(self.place, "place")
        if len(place) > MOST_PLACE:
            raise RuleViolation("place", _("A venue can have at most %(most)s characters."), most=MOST_PLACE)
        if self.ends_on and self.ends_on < self.starts_on:
            raise RuleViolation("ends_on", _("The last day can’t be before the first day."))
        refuse_outside("minutes", self.minutes, 1, MOST_MINUTES)
        if self.capacity is not None:
            refuse_outside("capacity", self.capacity, 3, MOST_ENTRANTS)
        if self.end_policy not in EndPolicy.values:
            raise RuleViolation("end_policy", _("Choose what happens when time is up."))
        cleaned = {"name": clean_name(self.name, "name"), "place": place, "note": clean_note(self.note, "note")}
        return asdict(self) | cleaned


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The rules of a tournament: the rule book (`system`) and the `options` that differ from its defaults.

    `house_rules`: the saved house rules that the options come from. `scheme`, `tie_breaks`, `bye`: JSON of
    engine.tournament; empty for the defaults of the rule book.
    """

    system: str = "korean_japanese"
    options: Mapping[str, Any] = field(default_factory=dict)
    house_rules: HouseRulesVersion | None = None
    scheme: Mapping[str, Any] = field(default_factory=dict)
    tie_breaks: Sequence[str] = ()
    bye: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, tournament: Tournament) -> Rules:
        """Return the current rules of a tournament."""
        return cls(**{column.name: getattr(tournament, column.name) for column in fields(cls)})

    @property
    def cleaned(self) -> dict[str, Any]:
        """The cleaned values by field.

        Raises `RuleViolation` (a field of the options or of the scheme, `tie_breaks` or `bye`).
        """
        book = rule_book(self.system, self.options)
        scheme_in(book, self.scheme)
        ranking = {"tie_breaks": list(self.tie_breaks), "bye": dict(self.bye)}
        read_ranking({name: value for name, value in ranking.items() if value})
        options = plain(book.changed, "options")
        profile = self.house_rules
        if profile and (profile.rules.system, profile.options) != (book.key, options):
            profile = None
        return {
            "system": book.key,
            "rules_version": book.version,
            "options": options,
            "house_rules": profile,
            "scheme": plain(dict(self.scheme), "scheme"),
            "tie_breaks": list(self.tie_breaks),
            "bye": plain(dict(self.bye), "bye"),
        }


def create_tournament(
    *,
    club: Club,
    by: User,
    about: About,
    key: str,
    rules: Rules | None = None,
    stages: Sequence[StageDetails] = (),
    is_demo: bool = False,
    record: Record = by_program,
) -> Tournament:
    """Create a tournament. Without `stages`, the tournament has one stage of four rounds with fixed seating.

    `by`: an organiser of the club. A repeated `key` (22 URL-safe characters) returns the existing tournament.
    Raises `RuleViolation` (a field of `About` or the name of an option).
    """
    values = {**about.cleaned, **(rules or Rules()).cleaned, "is_demo": is_demo}

    def create(club: Club) -> Tournament:
        if Tournament.objects.filter(club=club).count() >= MOST_TOURNAMENTS:
            raise RuleViolation("name", _("A club can have at most %(most)s tournaments."), most=MOST_TOURNAMENTS)
        code = new_code()
        new = Tournament.objects.create(club=club, code=code, start_key=key, created_at=datetime.now(UTC), **values)
        create_stages(new, stages or (StageDetails(),))
        ActionLog(new, by, record)("tournament_founded", about=code, names=("", new.name))
        return new

    return create_once(Tournament, club, by, key, create)


def change_about(*, about: About, **action: Unpack[Action]) -> None:
    """Change the details, and fill new vacancies from the waiting list. Raises `RuleViolation` (a field of `About`)."""
    values = about.cleaned
    with acting(Role.ORGANISER, **action) as (tournament, log):
        renamed = (tournament.name, values["name"]) if tournament.name != values["name"] else None
        if changed := _changed(tournament, values):
            log("tournament_changed", about=tournament.code, names=renamed, fields=changed)
        if tournament.public != values["public"]:
            # All matches, including those replaced by another one.
            pages = reverse("tournaments:tournament", args=[tournament.code])
            Match.objects.filter(club=tournament.club_id, within__startswith=pages).update(public=values["public"])
        Tournament.objects.filter(pk=tournament.pk).update(**values)
        tournament.refresh_from_db()
        promote(tournament, log)


def change_rules(*, rules: Rules, **action: Unpack[Action]) -> None:
    """Change the rules. Raises `RuleViolation` (field `system`) once a round has been published."""
    values = rules.cleaned
    with acting(Role.ORGANISER, **action) as (tournament, log):
        if changed := _changed(tournament, values):
            if rules_fixed(tournament):
                raise RuleViolation("system", _("A round has been published, so you can’t change the rules."))
            Tournament.objects.filter(pk=tournament.pk).update(**values)
            before = {name: getattr(tournament, name) for name in ("system", "options", "scheme", "tie_breaks")}
            log("tournament_rules", about=tournament.code, before=before, fields=changed)


def change_counting(*, counting: CountingRules, **action: Unpack[Action]) -> None:
    """Change the counting rules. Raises `RuleViolation` (the option; `counting` once a round has been published)."""
    values = counting_json(counting)
    read_counting(values)
    with acting(Role.ORGANISER, **action) as (tournament, log):
        if tournament.counting == values:
            return
        refuse_over(tournament)
        if rules_fixed(tournament):
            raise RuleViolation("counting", _("A round has been published, so you can’t change the rules."))
        Tournament.objects.filter(pk=tournament.pk).update(counting=values)
        log("tournament_rules", about=tournament.code, fields=["counting"])


def rules_fixed(tournament: Tournament) -> bool:
    """Return whether a round has been published, so that the rules can't change."""
    published = Round.objects.filter(tournament=tournament, published_at__isnull=False)
    return published.exists() or RoundChange.objects.filter(round__tournament=tournament).exists()


def archive_tournament(*, archived: bool, **action: Unpack[Action]) -> None:
    """Archive the tournament, or restore it."""
    with acting(Role.ORGANISER, **action) as (tournament, log):
        if (tournament.archived_at is not None) != archived:
            Tournament.objects.filter(pk=tournament.pk).update(archived_at=datetime.now(UTC) if archived else None)
            log("tournament_archived" if archived else "tournament_restored", about=tournament.code)


def renew_cards(*, after: int, **action: Unpack[Action]) -> None:
    """Revoke the links on all printed cards.

    `after`: the value of `Tournament.links` when the form was shown, which makes the call idempotent.
    """
    with acting(Role.ORGANISER, **action) as (tournament, log):
        if tournament.links == after:
            Tournament.objects.filter(pk=tournament.pk).update(links=after + 1)
            log("tournament_links", about=tournament.code)


def end_tournament(**action: Unpack[Action]) -> None:
    """End the tournament, which makes its standings final and closes registration.

    Raises `RuleViolation` (field `tournament`) while a round is open, or if no round was played.
    """
    with acting(Role.ORGANISER, **action) as (tournament, log):
        if tournament.state == TournamentState.OVER:
            return
        rounds = Round.objects.filter(tournament=tournament)
        open_round = rounds.filter(closed_at=None).first()
        if open_round:
            text = _("Round %(round)s isn’t closed. Close it, or cancel it if it won’t be played.")
            raise RuleViolation("tournament", text, round=open_round.number)
        if not rounds.exists():
            raise RuleViolation("tournament", _("No round has been played yet."))
        Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.OVER, open_for_entry=False)
        log("tournament_ended")


def reopen_tournament(**action: Unpack[Action]) -> None:
    """Reopen a finished tournament."""
    with acting(Role.ORGANISER, **action) as (tournament, log):
        if tournament.state == TournamentState.OVER:
            Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.RUNNING)
            log("tournament_taken_up")


def _changed(tournament: Tournament, values: Mapping[str, Any]) -> list[str]:
    return sorted(name for name, value in values.items() if getattr(tournament, name) != value)
