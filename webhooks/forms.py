"""The form of a webhook endpoint. It never saves."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from people.forms.shared import Choice, Refusing
from tournaments.models import Tournament
from webhooks.actions import EndpointDetails
from webhooks.models import EndpointKind, EventType, WebhookEndpoint

PRESELECTED = [EventType.MATCH_CLOSED.value, EventType.ROUND_PUBLISHED.value, EventType.RESULT_CONFIRMED.value]

# The help texts that say where to find the URL of each kind of endpoint.
_URL_HELP = {
    EndpointKind.JSON: gettext_lazy("The address of the program, for example https://example.org/hook"),
    EndpointKind.DISCORD: gettext_lazy("In Discord: Server settings, Integrations, Webhooks, Copy webhook URL."),
    EndpointKind.SLACK: gettext_lazy("In Slack: the address of an incoming webhook for the channel."),
    EndpointKind.NTFY: gettext_lazy(
        "ntfy is an app that shows messages on phones. Enter your topic’s address, such as https://ntfy.sh/our-club"
    ),
}


class EndpointForm(Refusing):
    """An endpoint of one kind. Validation sets `details`."""

    url = forms.CharField(required=False)
    token = forms.CharField(required=False)
    chat = forms.CharField(required=False)
    events = forms.MultipleChoiceField(required=False, choices=EventType.choices)
    tournament = forms.CharField(required=False)
    language = forms.ChoiceField(required=False, choices=settings.LANGUAGES)

    def __init__(
        self, *args: Any, kind: EndpointKind, tournaments: Iterable[Tournament], site: str, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.url_help = _URL_HELP.get(kind, "")
        self._tournaments, self._site = {each.code: each for each in tournaments}, site

    @staticmethod
    def initial_of(endpoint: WebhookEndpoint | None) -> dict[str, Any]:
        """Return the initial values of the form for an existing endpoint."""
        if endpoint is None:
            return {"events": PRESELECTED, "language": get_language() or settings.LANGUAGE_CODE}
        names = ("url", "chat", "events", "language")  # without the token, which is as secret as a password
        code = endpoint.tournament.code if endpoint.tournament else ""
        return {**{name: getattr(endpoint, name) for name in names}, "tournament": code}

    @property
    def details(self) -> EndpointDetails:
        data = self.cleaned_data
        return EndpointDetails(
            url=data["url"],
            token=data["token"],
            chat=data["chat"],
            events=data["events"],
            tournament=self._tournaments.get(data["tournament"]),
            language=data["language"] or settings.LANGUAGE_CODE,
            site=self._site,
        )

    @property
    def event_choices(self) -> list[Choice]:
        chosen = self["events"].value() or []
        return [Choice(each.value, str(each.label), each.value in chosen) for each in EventType]

    @property
    def tournament_choices(self) -> list[Choice]:
        chosen = self["tournament"].value() or ""
        every = Choice("", _("All events of the club"), not chosen)
        return [every, *(Choice(code, row.name, code == chosen) for code, row in self._tournaments.items())]

    @property
    def language_choices(self) -> list[Choice]:
        chosen = self["language"].value()
        return [Choice(code, name, code == chosen) for code, name in settings.LANGUAGES]
