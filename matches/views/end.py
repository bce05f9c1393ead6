"""Views of a match's result and settings: players, point value, archive, deletion, exports."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.errors import RuleViolation
from engine.language import gettext_noop
from engine.seats import Seat
from matches import actions, wording
from matches.files import match_file
from matches.files.exports import ledger_table, standings_table
from matches.forms.point_value import ValueForm
from matches.log.state import MatchState
from matches.pages import result
from matches.pages.table import MatchPage
from matches.views.links import watching_address
from matches.views.saving import attempt, sorry
from matches.views.shared import device_of, managing, note_export, opened, rights_here, scoring
from people.audit.log import recording
from people.clubs import rights
from people.exports import JSON, csv_download, download, xlsx_download
from people.models import Role
from people.text import cleaning
from people.text.print_language import in_print_language
from people.views.guards import action_arguments
from people.web.responses import done, refuse, render_page, see


@require_safe
def end(request: HttpRequest, code: str) -> HttpResponse:
    """Show the result page: places, payments, running balance, downloads."""
    return _result_page(request, opened(request, code))


def _result_page(
    request: HttpRequest, reading: MatchState, value: ValueForm | None = None, status: int = 200, **guest_error: Any
) -> HttpResponse:
    page = result.MatchResultPage(
        reading,
        score=reading.may_score(device_of(request)),
        manager=rights_here(request, reading).manage,
        user=request.user,
        address=watching_address(request, reading.match),
        value=value or ValueForm.of(reading.match),
        **guest_error,
    )
    return render_page(request, "matches/result/end.html", page, status)


@require_POST
def link_guest(request: HttpRequest, code: str) -> HttpResponse:
    """Link a guest of a club's match to a player on the roster, even after the match."""
    reading = opened(request, code)
    if not rights.may(request.user, reading.match.club, Role.SCORER):
        raise refuse(request, reading.match.club)
    sitting, player = (cleaning.read_digits(request.POST.get(field)) for field in ("sitting", "player"))

    def again(violation: RuleViolation) -> HttpResponse:
        error = wording.sentence(violation, reading.names)
        return _result_page(request, reading, status=422, guest_error=error, wrong_guest=sitting)

    if player is None:
        return again(RuleViolation("player", gettext_noop("Choose a player.")))
    return done(
        request,
        partial(
            actions.link_guest, match=reading.match, sitting=sitting or 0, player=player, **action_arguments(request)
        ),
        lambda: see("matches:end", code, query="?linked=1#guests"),
        again,
    )


@in_print_language
@require_safe
def sheet(request: HttpRequest, code: str) -> HttpResponse:
    """Show the completed score sheet to print, with lines for signatures."""
    reading = opened(request, code)
    note_export(request, reading, "print")
    return render_page(request, "matches/result/score_sheet.html", result.ScoreSheetPage(reading))


@in_print_language
@require_safe
def rules(request: HttpRequest, code: str) -> HttpResponse:
    reading = opened(request, code)
    rules = wording.house_rules(reading.book)
    return render_page(request, "matches/house_rules/match_rules.html", MatchPage(reading), rules=rules)


class Chair(NamedTuple):
    """A chair on the players page.

    `typed`, `newcomer`: the submitted names; `since`: (name, first hand) of everyone who has sat on the chair; `hands`:
    (number, label) of the hands at which a new player can start.
    """

    seat: str
    name: str
    typed: str
    newcomer: str | None
    guest: bool
    since: list[tuple[str, str]]
    hands: list[tuple[int, str]]


@dataclass
class PlayersPage(MatchPage):
    """The page to rename and replace players. After an error, `sent` is the submitted form."""

    sent: QueryDict
    manager: bool
    saved: bool
    error: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        sent, self._hands = self.sent, dict(enumerate(wording.hands_played(self.reading), start=1))
        self.chairs = [self._chair(seat, name) for seat, name in self.reading.names.items()]
        chosen = cleaning.read_digits(sent.get("from_hand"), 3)
        self.from_hand = chosen if chosen in self._hands else len(self._hands)
        self.title = sent.get("name", "") if sent.get("what") == "match" else self.match.name

    def _chair(self, seat: Seat, name: str) -> Chair:
        hands, typed = self._hands, {(self.sent.get("what"), self.sent.get("chair")): self.sent.get("name", "")}
        sittings = [sitting for sitting in self.reading.sittings if sitting.chair == seat.value]
        first = min(sittings[-1].from_hand, len(hands))
        return Chair(
            seat=seat.value,
            name=name,
            typed=typed.get(("rename", seat.value), name),
            newcomer=typed.get(("replace", seat.value)),
            guest=sittings[-1] in self.reading.guests,
            since=[(sitting.name, hands.get(sitting.from_hand, str(sitting.from_hand))) for sitting in sittings],
            hands=[(number, label) for number, label in hands.items() if number >= first],
        )


@require_http_methods(["GET", "POST"])
def players(request: HttpRequest, code: str) -> HttpResponse:
    """Rename or replace a player, or rename the match."""
    reading, device = scoring(request, code)
    data = request.POST
    by: dict[str, Any] = {"match": reading.match, "device": device, "record": recording(request)}

    def change() -> None:
        what, name = data.get("what"), data.get("name", "")
        if what == "match":
            actions.rename_match(**by, user=request.user, name=name)
        elif data.get("chair") not in Seat.__members__:
            raise RuleViolation("chair", gettext_noop("Choose one of the three players."))
        elif what == "replace":
            hand = cleaning.read_digits(data.get("from_hand"), 3)
            # The error for hand 0 lists the valid hands.
            actions.replace_player(**by, chair=Seat(data["chair"]), name=name, from_hand=hand or 0)
        else:
            actions.rename_player(**by, chair=Seat(data["chair"]), name=name)

    def page(error: str = "") -> HttpResponse:
        saved = request.method == "GET" and request.GET.get("saved") == "1"
        seats = PlayersPage(reading, data, rights_here(request, reading).manage, saved, error)
        return render_page(request, "matches/result/seats.html", seats, status=422 if error else 200)

    if request.method == "GET":
        return page()
    return attempt(request, change, lambda _none: see("matches:players", code, query="?saved=1"), page, reading)


@require_POST
def point_value(request: HttpRequest, code: str) -> HttpResponse:
    reading, device = scoring(request, code)
    form = ValueForm(request.POST)

    def again(error: str = "") -> HttpResponse:
        if error:
            form.add_error(None, error)
        return _result_page(request, reading, form, 422)

    if not form.is_valid():
        return again()
    by: dict[str, Any] = {"match": reading.match, "device": device, "record": recording(request)}
    change = partial(actions.set_point_value, **by, **form.cleaned_data)
    return attempt(request, change, lambda _none: see("matches:end", code), again, reading)


@require_POST
def archive(request: HttpRequest, code: str) -> HttpResponse:
    """Archive or restore a match."""
    reading, device = managing(request, code)
    restore = request.POST.get("restore") == "1"
    return _managed(request, reading, device, actions.restore_match if restore else actions.archive_match)


@require_http_methods(["GET", "POST"])
def delete(request: HttpRequest, code: str) -> HttpResponse:
    """Delete a match permanently, after a confirmation."""
    reading, device = managing(request, code)
    if reading.match.within:
        return sorry(request, reading.match, _("A tournament match can’t be deleted."))
    if request.method == "GET" or request.POST.get("sure") != "yes":
        confirm = request.method == "POST"
        return render_page(
            request, "matches/result/delete.html", MatchPage(reading), 422 if confirm else 200, asked=confirm
        )
    return _managed(request, reading, device, actions.purge_match)


def _managed(request: HttpRequest, reading: MatchState, device: str, action: Callable[..., None]) -> HttpResponse:
    change = partial(action, match=reading.match, device=device, user=request.user, record=recording(request))
    return attempt(request, change, lambda _none: see("matches:home"), reading=reading)


def _exported(request: HttpRequest, code: str, kind: str) -> MatchState:
    reading = opened(request, code)
    note_export(request, reading, kind)
    return reading


@require_safe
def csv(request: HttpRequest, code: str) -> HttpResponse:
    """Send the ledger as CSV, one row per entry. The query string may contain `sep=;`, `bom=0` and `head=words`."""
    reading = _exported(request, code, "csv")
    return csv_download(ledger_table(reading), reading.title, request.GET)


@require_safe
def xlsx(request: HttpRequest, code: str) -> HttpResponse:
    """Send a workbook with the ledger and the standings."""
    reading = _exported(request, code, "xlsx")
    return xlsx_download([ledger_table(reading), standings_table(reading)], reading.title)


@require_safe
def json(request: HttpRequest, code: str) -> HttpResponse:
    """Send the match file (match.json), to verify or import."""
    reading = _exported(request, code, "json")
    return download(match_file.dump(match_file.document(reading)), JSON, reading.title, "json")
