"""Rows of the activity log in words. The names of a page's ids are read in a few queries. Writes nothing."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from clubs.audit_pages.wording import ENTRIES, FIELDS, LINKS, MORE, OTHERWISE, SAID, STEPS, WHY
from matches import wording
from matches.models import HouseRulesVersion, Match, MatchDevice
from people.audit.events import OF_PEOPLE, OF_PLAYERS, What
from people.models import Audit, ClubNight, Player, Role, User

# They are worded without the names once those are erased.
RENAMINGS = (What.CLUB_RENAMED, What.MATCH_RENAMED, What.CHAIR_RENAMED, What.CHAIR_REPLACED, What.CHAIR_LINKED)


@dataclass(frozen=True, slots=True)
class AuditLine:
    """One row for people to read: the sentence, who did it, on what phone, in which match or club and its address."""

    row: Audit
    said: str
    who: str
    phone: str
    where: str
    address: str


def readable(rows: QuerySet[Audit]) -> QuerySet[Audit]:
    """The same rows with what stands beside each of them."""
    return rows.select_related("user", "club", "names", "from_address").order_by("-pk")


def lines(rows: Iterable[Audit], phones: Iterable[MatchDevice] | None = None) -> list[AuditLine]:
    """Rows in words, in their order; they come from `readable`. `phones`: those of the one match that all rows are
    about, where it need not be said which match that is."""
    found = list(rows)
    known = CurrentNames(found, phones)
    return [known.line(row) for row in found]


class CurrentNames:
    """What the ids in some rows are called now."""

    def __init__(self, rows: Sequence[Audit], phones: Iterable[MatchDevice] | None = None) -> None:
        people = {pk for row in rows for pk in _accounts(row)}
        players = {pk for row in rows for pk in _players(row)}
        codes = {row.match for row in rows if row.match}
        self.users = {user.pk: user.shown_name for user in User.objects.filter(pk__in=people)} if people else {}
        self.players = dict(Player.objects.filter(pk__in=players).values_list("pk", "name")) if players else {}
        if phones is None:
            self.matches, self.phones = _matches(codes), _phones(rows, codes)
        else:
            self.matches, self.phones = {}, {(code, each.device): each.number for each in phones for code in codes}
        self.rules = _house_rules(rows)
        self.nights = _nights(rows)

    def line(self, row: Audit) -> AuditLine:
        """One row in words."""
        who = self.who(row)
        where, address = self._where(row)
        return AuditLine(row, self._said(row, who), who, self.phone(row), where, address)

    def who(self, row: Audit) -> str:
        """Who did it: an account, else a phone of that match, else whoever it was."""
        if row.user:
            return wording.isolated(row.user.shown_name)
        number = self.phones.get((row.match, row.device))
        return _("Phone %(no)s") % {"no": number} if number else _("Somebody")

    def phone(self, row: Audit) -> str:
        """phone 2, Firefox, Android."""
        number = self.phones.get((row.match, row.device))
        named = [_("phone %(no)s") % {"no": number}] if number and row.user else []
        return wording.listed([*named, *([row.label] if row.label else [])])

    def _where(self, row: Audit) -> tuple[str, str]:
        if row.match:
            title = self.matches.get(row.match)
            gone = _("a match that was deleted")
            return (title, reverse("clubs:history", args=[row.match])) if title else (gone, "")
        return (row.club.name, reverse("clubs:club", args=[row.club.code])) if row.club else ("", "")

    def _said(self, row: Audit, who: str) -> str:
        what = What(row.what)
        text = OTHERWISE.get((what, _difference(row))) or SAID[what]
        said = _(text) % {"who": who, **self._values(row, what)}
        return f"{said}. {_(MORE)}" if row.after.get("more") and what is not What.CHANGE_REFUSED else said

    def _values(self, row: Audit, what: What) -> dict[str, Any]:
        """The values for the placeholders of all sentences. A value that a row lacks is a dash."""
        return {
            **self._names(row, what),
            **_labels(row),
            **_numbers(row),
            "rules": wording.isolated(self.rules.get(row.about, "–")),
            **self._old_and_new(row, what),
            **_refusal(row),
        }

    def _names(self, row: Audit, what: What) -> dict[str, str]:
        """The accounts and players in a row by name."""
        account, player = self._user(row.about), self._player(row.about)
        return {
            "account": account,
            "player": player,
            "person": player if what in OF_PLAYERS or row.club_id else account,
            "into": self._player(row.after.get("into")),
            "to": self._user(row.after.get("user")),
        }

    def _old_and_new(self, row: Audit, what: What) -> dict[str, str]:
        if what is What.VALUE_CHANGED:
            return {"old": _worth(row.before), "new": _worth(row.after)}
        if what in (What.NIGHT_CHANGED, What.NIGHT_CANCELLED, What.NIGHT_RESTORED):
            now = row.after.get("on") or self.nights.get(row.about)
            return {"old": _day(row.before.get("on")), "day": _day(now)}
        names = getattr(row, "names", None)
        nothing = _("no name")
        old, new = (names.before, names.after) if names else ("", "")
        return {"old": wording.isolated(old) if old else nothing, "new": wording.isolated(new) if new else nothing}

    def _user(self, pk: object) -> str:
        number = _number(pk)
        return wording.isolated(self.users[number]) if number in self.users else "–"

    def _player(self, pk: object) -> str:
        number = _number(pk)
        return wording.isolated(self.players[number]) if number in self.players else "–"


def _labels(row: Audit) -> dict[str, str]:
    """The roles, fields, states and kinds in a row, in words."""
    before, after = row.before, row.after
    fields = after.get("fields") or after.get("changed") or ()
    return {
        "role": _role(after.get("role")),
        "was": _role(before.get("role")),
        "fields": wording.listed(dict.fromkeys(_(FIELDS.get(field, field)) for field in fields)),
        "state": _(ENTRIES.get(after.get("state", ""), "–")),
        "link": _(LINKS.get(row.about, "–")),
        "kind": str(after.get("kind", "–")).upper(),
        "effect": _effect(after.get("points")),
    }


def _numbers(row: Audit) -> dict[str, Any]:
    """The numbers and counts in a row."""
    after = row.after
    plain = ("stage", "round", "table", "other", "minutes", "entrant", "version", "tries", "hand")
    return {
        **{name: after.get(name, "–") for name in plain},
        **{name: wording.listed(map(str, after.get(name) or "–")) for name in ("leaves", "comes")},
        "ended": after.get("sessions_ended", 0),
        "count": len(after.get("nights", ())),
        "entries": row.before.get("entries", "–"),
        "points": _points(after.get("points")),
        "no": row.about.removeprefix("d"),
        "about": row.about,
    }


def _points(told: object) -> str:
    """What a table came to, or what somebody was given."""
    if isinstance(told, list):
        return ", ".join(wording.signed(each) for each in told)
    return wording.signed(told) if isinstance(told, int) else "–"


def _effect(told: object) -> str:
    """What a penalty does, in words."""
    return wording.effect(told) if isinstance(told, int) else "–"


def _difference(row: Audit) -> str:
    """What is different about a row (`OTHERWISE`)."""
    named = hasattr(row, "names")
    if row.what in RENAMINGS:
        return "" if named else "erased"
    if row.what in (What.PLAYER_CHANGED, What.TOURNAMENT_CHANGED):
        return "named" if named else ""
    if row.what == What.REFEREE_CALLED:
        return "late" if named else ""
    if row.what == What.ENTRANT_CHECKED_IN:
        return "" if row.after.get("here", True) else "off"
    if row.what == What.ROUND_REMADE:
        left, came = row.after.get("leaves"), row.after.get("comes")
        return "both" if left and came else "left" if left else "came" if came else ""
    if row.what == What.TOURNAMENT_STAGES:
        return "promise" if row.after.get("promise") else ""
    if row.what == What.NIGHT_CHANGED:
        return "moved" if row.before.get("on") != row.after.get("on") else ""
    if row.what == What.CLUB_PUBLIC:
        return "" if row.after.get("public") else "off"
    if row.what == What.PLAYER_GIVEN:
        return "" if row.after.get("user") else "off"
    if row.what == What.DEVICE_JOINED:
        return "" if row.user_id else "guest"
    return "print" if row.after.get("kind") == "print" else ""


def _accounts(row: Audit) -> set[int]:
    """The accounts of which a row speaks, by id, beside the one that did it."""
    of_player = row.what in OF_PLAYERS or (row.what in OF_PEOPLE and row.club_id)
    told = {_number(row.after.get("user")), None if of_player else _number(row.about)}
    return {pk for pk in told if pk is not None}


def _players(row: Audit) -> set[int]:
    """The entries of rosters of which a row speaks, by id."""
    of_player = row.what in OF_PLAYERS or (row.what in OF_PEOPLE and row.club_id)
    told = {_number(row.about) if of_player else None, _number(row.after.get("into"))}
    return {pk for pk in told if pk is not None}


def _number(value: object) -> int | None:
    text = str(value)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else None


def _matches(codes: set[str]) -> dict[str, str]:
    found = Match.objects.filter(code__in=codes, purging_at=None).prefetch_related("sittings") if codes else ()
    return {match.code: match.title for match in found}


def _phones(rows: Sequence[Audit], codes: set[str]) -> dict[tuple[str, str], int]:
    keys = {row.device for row in rows if row.device and row.match}
    if not keys:
        return {}
    found = MatchDevice.objects.filter(match__code__in=codes, device__in=keys)
    return {(code, device): no for code, device, no in found.values_list("match__code", "device", "number")}


def _house_rules(rows: Sequence[Audit]) -> dict[str, str]:
    codes = {row.about for row in rows if row.what.startswith("house_rules_")}
    if not codes:
        return {}
    versions = HouseRulesVersion.objects.filter(rules__code__in=codes).order_by("number")
    return dict(versions.values_list("rules__code", "name"))


def _nights(rows: Sequence[Audit]) -> dict[str, str]:
    pks = {row.about for row in rows if row.what.startswith("night_")}
    if not pks:
        return {}
    return {str(pk): on.isoformat() for pk, on in ClubNight.objects.filter(pk__in=pks).values_list("pk", "on")}


def _day(said: object) -> str:
    try:
        return date_format(date.fromisoformat(str(said)), "DATE_FORMAT")
    except ValueError:
        return "–"


def _role(said: object) -> str:
    return str(Role(said).label) if said in Role.values else "–"


def _worth(said: dict[str, str]) -> str:
    return f"{said['value']} {said['unit']}".strip() if said else _("a point")


def _refusal(row: Audit) -> dict[str, str]:
    if row.what != What.CHANGE_REFUSED:
        return {}
    name = row.after.get("step", "")
    step = _(STEPS.get(name) or STEPS.get(name.rpartition(":")[0], "–")) % {"entry": row.after.get("entry", "–")}
    why = _(WHY.get(row.after.get("why", ""), "–"))
    return {"step": step, "why": f"{why} {_(MORE)}" if row.after.get("more") else why}
