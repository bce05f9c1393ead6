"""Rows of the activity log as sentences. A few queries read the names for all ids on a page. Read-only."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from clubs.audit_pages.wording import ENTRIES, FIELDS, LINKS, MORE, REASONS, STEPS, VARIANTS
from matches import wording
from matches.models import HouseRulesVersion, Match, MatchDevice
from people.audit.events import OF_PEOPLE, OF_PLAYERS, What
from people.models import Audit, ClubNight, Player, Role, User
from people.text.cleaning import read_digits
from people.text.lists import paragraph, two_sentences

# After the names are erased, these have sentences without names.
RENAMINGS = (What.CLUB_RENAMED, What.MATCH_RENAMED, What.CHAIR_RENAMED, What.CHAIR_REPLACED, What.CHAIR_LINKED)
NIGHT_SIGN_UPS = (What.NIGHT_JOINED, What.NIGHT_LEFT)
NIGHTS = (What.NIGHT_CHANGED, What.NIGHT_CANCELLED, What.NIGHT_RESTORED, *NIGHT_SIGN_UPS)
NONE = "–"


@dataclass(frozen=True, slots=True)
class AuditLine:
    """An audit row in words.

    `where`, `address`: the name and the URL of its match or club. `network`: the network address, given only on the
    account's own page.
    """

    row: Audit
    sentence: str
    actor: str
    phone: str
    where: str
    address: str
    network: str = ""


def readable(rows: QuerySet[Audit]) -> QuerySet[Audit]:
    """Return the rows, latest first, with the related rows that `lines` needs."""
    return rows.select_related("user", "club", "names", "from_address").order_by("-pk")


def lines(rows: Iterable[Audit], phones: Iterable[MatchDevice] | None = None) -> list[AuditLine]:
    """Return the lines for rows from `readable`. `phones`: the phones of a match, if all rows are about that match."""
    all_rows = list(rows)
    names = CurrentNames(all_rows, phones)
    return [names.line(row) for row in all_rows]


class CurrentNames:
    """The current names for the ids in some audit rows."""

    def __init__(self, rows: Sequence[Audit], phones: Iterable[MatchDevice] | None = None) -> None:
        users = {_number(row.after.get("user")) for row in rows} | {_number(row.about) for row in rows}
        of_club = OF_PLAYERS | OF_PEOPLE  # rows about a roster entry
        players = {_number(row.about) for row in rows if row.what in (of_club if row.club_id else OF_PLAYERS)}
        players |= {_number(row.after.get("into")) for row in rows}
        players |= {_number(row.after.get("player")) for row in rows if row.what in NIGHT_SIGN_UPS}
        codes = {row.match for row in rows if row.match}
        self.users = {user.pk: user.shown_name for user in User.objects.filter(pk__in=users - {None})}
        self.players = dict(Player.objects.filter(pk__in=players - {None}).values_list("pk", "name"))
        self.matches: dict[str, str] = {}
        if phones is None:
            matches = Match.objects.filter(code__in=codes, purging_at=None).prefetch_related("sittings")
            self.matches = {match.code: match.title for match in matches}
            devices = {row.device for row in rows if row.device and row.match}
            phones = MatchDevice.objects.filter(match__code__in=codes, device__in=devices).select_related("match")
        self.phones = {(phone.match.code, phone.device): phone.number for phone in phones}
        house_rules = {row.about for row in rows if row.what.startswith("house_rules_")}
        versions = HouseRulesVersion.objects.filter(rules__code__in=house_rules).order_by("number")
        self.house_rules = dict(versions.values_list("rules__code", "name"))
        nights = ClubNight.objects.filter(pk__in={row.about for row in rows if row.what.startswith("night_")})
        self.nights = {str(pk): day.isoformat() for pk, day in nights.values_list("pk", "on")}

    def line(self, row: Audit) -> AuditLine:
        number = self.phones.get((row.match, row.device))
        phone = _("phone %(no)s") % {"no": number} if number and row.user else ""
        if row.user:
            actor = wording.isolated(row.user.shown_name)
        else:
            actor = _("Phone %(no)s") % {"no": number} if number else _("Someone")
        phone = wording.listed(part for part in (phone, row.label) if part)
        return AuditLine(row, self._sentence(row, actor), actor, phone, *self._where(row))

    def _where(self, row: Audit) -> tuple[str, str]:
        if row.match:
            title = self.matches.get(row.match)
            return (title, reverse("clubs:history", args=[row.match])) if title else (_("a deleted match"), "")
        return (row.club.name, reverse("clubs:club", args=[row.club.code])) if row.club else ("", "")

    def _sentence(self, row: Audit, actor: str) -> str:
        what = What(row.what)
        variant = VARIANTS.get((what, _variant(row)))
        sentence = (_(variant) if variant else what.label) % {"who": actor, **self._values(row, what)}
        if row.after.get("more") and what is not What.CHANGE_REFUSED:
            return two_sentences(sentence, _(MORE))
        return sentence

    def _values(self, row: Audit, what: What) -> dict[str, Any]:
        """Return the values for the placeholders of all sentences. Missing values are dashes."""
        account = _name(self.users, row.about)
        player = _name(self.players, row.after.get("player") if what in NIGHT_SIGN_UPS else row.about)
        return {
            "account": account,
            "player": player,
            "person": player if what in OF_PLAYERS or row.club_id else account,
            "into": _name(self.players, row.after.get("into")),
            "to": _name(self.users, row.after.get("user")),
            **_labels(row),
            **_numbers(row),
            "rules": wording.isolated(self.house_rules.get(row.about, NONE)),
            **self._old_and_new(row, what),
            **_refusal(row),
        }

    def _old_and_new(self, row: Audit, what: What) -> dict[str, str]:
        if what is What.VALUE_CHANGED:
            return {"old": _point_value(row.before), "new": _point_value(row.after)}
        if what in NIGHTS:
            return {"old": _day(row.before.get("on")), "day": _day(row.after.get("on") or self.nights.get(row.about))}
        names = getattr(row, "names", None)
        pair = {"old": names.before, "new": names.after} if names else {"old": "", "new": ""}
        return {key: wording.isolated(name) if name else _("(no name)") for key, name in pair.items()}


def _number(value: object) -> int | None:
    return read_digits(str(value), 15)


def _name(names: Mapping[int, str], pk: object) -> str:
    number = _number(pk)
    return wording.isolated(names[number]) if number is not None and number in names else NONE


def _labels(row: Audit) -> dict[str, str]:
    before, after = row.before, row.after
    fields = after.get("fields") or after.get("changed") or ()
    points = after.get("points")
    return {
        "role": _role(after.get("role")),
        "was": _role(before.get("role")),
        "fields": wording.listed(dict.fromkeys(_(FIELDS.get(field, field)) for field in fields), "names"),
        "state": _(ENTRIES.get(after.get("state", ""), NONE)),
        "link": _(LINKS.get(row.about, NONE)),
        "kind": str(after.get("kind", NONE)).upper(),
        "host": str(after.get("host", NONE)),
        "amount": wording.points_change(points) if isinstance(points, int) else NONE,
    }


def _numbers(row: Audit) -> dict[str, Any]:
    after = row.after
    plain = ("stage", "round", "table", "other", "minutes", "entrant", "version", "tries", "hand", "left", "days")
    points = after.get("points")
    each = points if isinstance(points, list) else [points] if isinstance(points, int) else []
    return {
        **{name: after.get(name, NONE) for name in plain},
        **{name: wording.listed(map(str, after.get(name) or NONE), "names") for name in ("leaves", "comes")},
        "ended": after.get("sessions_ended", 0),
        "count": len(after.get("nights", ())) or _number(row.about) or 0,
        "entries": row.before.get("entries", NONE),
        "points": wording.listed(map(wording.signed, each), "names") or NONE,
        "no": row.about.removeprefix("d"),
        "about": row.about,
    }


def _round_remade(row: Audit) -> str:
    left, came = row.after.get("leaves"), row.after.get("comes")
    return "both" if left and came else "left" if left else "came" if came else ""


def _night_sign_up(row: Audit) -> str:
    if row.after.get("own"):
        return ""
    if row.after.get("player"):
        return "player"
    if row.after.get("user"):
        return "account"
    return "added" if row.user_id else "guest"


# Functions that return the variant of a row's sentence for `VARIANTS`, or "".
_VARIANT_OF: Mapping[str, Callable[[Audit], str]] = {
    **dict.fromkeys(RENAMINGS, lambda row: "" if hasattr(row, "names") else "erased"),
    What.SIGNED_IN: lambda row: str(row.after.get("method", "")),
    What.PLAYER_CHANGED: lambda row: "named" if hasattr(row, "names") else "",
    What.TOURNAMENT_CHANGED: lambda row: "named" if hasattr(row, "names") else "",
    What.REFEREE_CALLED: lambda row: "late" if hasattr(row, "names") else "",
    What.ENTRANT_CHECKED_IN: lambda row: "" if row.after.get("here", True) else "off",
    What.ROUND_REMADE: _round_remade,
    What.TOURNAMENT_STAGES: lambda row: "promise" if row.after.get("promise") else "",
    What.NIGHT_CHANGED: lambda row: "moved" if row.before.get("on") != row.after.get("on") else "",
    **dict.fromkeys(NIGHT_SIGN_UPS, _night_sign_up),
    What.CLUB_PUBLIC: lambda row: "" if row.after.get("public") else "off",
    What.PLAYER_GIVEN: lambda row: "" if row.after.get("user") else "off",
    What.WEBHOOK_OFF: lambda row: str(row.after.get("why", "")),
    What.DEVICE_JOINED: lambda row: "" if row.user_id else "guest",
}


def _variant(row: Audit) -> str:
    variant = _VARIANT_OF.get(row.what)
    return variant(row) if variant else "print" if row.after.get("kind") == "print" else ""


def _day(text: object) -> str:
    try:
        return date_format(date.fromisoformat(str(text)), "DATE_FORMAT")
    except ValueError:
        return NONE


def _role(role: object) -> str:
    return str(Role(role).label) if role in Role.values else NONE


def _point_value(value: dict[str, str]) -> str:
    return f"{value['value']} {value['unit']}".strip() if value else _("(no value)")


def _refusal(row: Audit) -> dict[str, str]:
    if row.what != What.CHANGE_REFUSED:
        return {}
    name = row.after.get("step", "")
    step = _(STEPS.get(name) or STEPS.get(name.rpartition(":")[0], NONE)) % {"entry": row.after.get("entry", NONE)}
    reason = _(REASONS.get(row.after.get("why", ""), NONE))
    return {"step": step, "why": paragraph([reason, _(MORE) if row.after.get("more") else ""])}
