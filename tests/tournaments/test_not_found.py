"""Addresses and buttons that a tournament does not have: 404 for everybody, and nothing is stored."""

import pytest
from django.apps import apps

from people.models import Audit
from tests.matches.cast import Phone
from tests.matches.table import new_key
from tournaments.links import entrant_token
from tournaments.models import Entrant

pytestmark = pytest.mark.django_db
NOWHERE = "A" * 22


def stored():
    """The number of rows of each model, without those about refused changes."""
    models = apps.get_app_config("tournaments").get_models()
    rows = {model.__name__: model.objects.count() for model in models}
    return rows | {"Audit": Audit.objects.filter(refused=False).count()}


PAGES = [
    "players/77/", "entries/77/", "stages/9/", "rounds/9/", "rounds/9/why/", "rounds/9/tables/", "rounds/9/clock/",
    "rounds/9/results/", "rounds/1/tables/9/", "rounds/1/tables/9/result/", "rounds/2/tables/1/",
    "files/nothing.csv", "files/nothing.xlsx", "print/nothing/", "penalties/999999/cancel/",
    f"t/1/{NOWHERE}", f"i/4/{NOWHERE}",
]  # fmt: skip


@pytest.mark.parametrize("path", PAGES)
def test_a_page_that_a_tournament_does_not_have_is_not_found(hall, path):
    for person in (hall.owner, Phone()):
        person.get(f"/e/{hall.tournament.code}/{path}", status=404)


@pytest.mark.parametrize("path", ["", "desk/", "rounds/", "standings/", "entries/", "files/archive.zip", "counting/"])
def test_pages_of_a_missing_tournament_are_not_found(hall, path):
    for person in (hall.owner, Phone()):
        person.get(f"/e/{NOWHERE}/{path}", status=404)


BUTTONS = {
    "a step that is none": ("entries/4/move/", {"to": "nowhere"}),
    "no step": ("entries/4/move/", {}),
    "an entrant that is none": ("entries/77/move/", {"to": "withdraw"}),
    "a check-in of nobody": ("check-in/77/", {"here": "1"}),
    "cards without their number": ("cards/renew/", {}),
    "a team that is none": ("teams/", {"team": "9", "name": "Dragons"}),
    "no team": ("teams/", {"name": "Dragons"}),
    "a pair with a stranger": ("apart/pair/", {"one": "1", "other": "77"}),
    "half a pair": ("apart/pair/", {"one": "1"}),
    "a stage that is none": ("stages/9/remove/", {}),
    "a draw of no stage": ("draw/9/", {"do": "draw"}),
    "a round that is none, published": ("rounds/publish/", {"upto": "9"}),
    "a round that is none, hidden": ("rounds/9/hide/", {}),
    "a round that is none, closed": ("rounds/9/close/", {}),
    "a round that is none, with other seats": ("rounds/9/swap/", {"one": "1", "other": "2"}),
    "a table that is none, called": ("rounds/1/tables/9/call/", {}),
}


@pytest.mark.parametrize(("path", "sent"), BUTTONS.values(), ids=BUTTONS)
def test_a_button_for_something_missing_is_not_found_and_stores_nothing(hall, path, sent):
    before = stored()
    hall.owner.post(f"/e/{hall.tournament.code}/{path}", sent, status=404)
    assert stored() == before


def test_a_missing_series_or_one_of_another_club_is_not_found(hall):
    for path in ("", "settings/", "standings.csv", "standings.json"):
        hall.owner.get(f"/c/{hall.club.code}/series/{NOWHERE}/{path}", status=404)


def test_a_player_card_without_the_key_from_its_page_lets_nobody_in(hall):
    entrant = Entrant.objects.get(tournament=hall.tournament, number=4)
    own = f"/e/{hall.tournament.code}/i/4/{entrant_token(hall.tournament, entrant)}"
    phone, before = Phone(), stored()
    phone.post(own, status=404)
    phone.post(own, {"key": "short"}, status=404)
    assert stored() == before
    phone.post(own, {"key": new_key()}, status=303)
    assert stored()["Phone"] == before["Phone"] + 1


# ── buttons that are refused with a sentence ─────────────────────────────────


REFUSED = {
    "an entrant who plays, declined": (
        "entries/4/move/", {"to": "refuse"}, "A registered player can’t be declined. Withdraw them instead.",
    ),
    "the first round of a stage, removed": (
        "rounds/1/drop/", {}, "The first round of a stage can’t be removed. Draw the stage again instead.",
    ),
    "a round before its turn": ("rounds/next/", {"number": "4"}, "Round 4 isn’t the next round."),
    "a stage that is drawn, removed": ("stages/1/remove/", {}, "Stage 1 has been drawn and can’t be changed."),
    "one player, kept apart from themselves": (
        "apart/pair/", {"one": "1", "other": "1"}, "Choose two different players.",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("path", "sent", "sentence"), REFUSED.values(), ids=REFUSED)
def test_a_button_that_is_pressed_too_early_says_why_and_stores_nothing(hall, path, sent, sentence):
    before = stored()
    assert sentence in hall.owner.post(f"/e/{hall.tournament.code}/{path}", sent, status=422)
    assert stored() == before


@pytest.mark.parametrize("state", ["refused", "withdrawn", "asked"])
def test_only_registered_or_waiting_entrants_are_checked_in(hall, state):
    Entrant.objects.filter(tournament=hall.tournament, number=9).update(state=state)
    page = hall.owner.post(f"/e/{hall.tournament.code}/check-in/9/", {"here": "1"}, status=422)
    assert "Only players who are registered or on the waiting list can be checked in." in page
    assert Entrant.objects.get(tournament=hall.tournament, number=9).checked_in_at is None


def test_a_country_that_is_too_long_is_refused_and_kept_on_the_page(hall):
    page = f"/e/{hall.tournament.code}/entries/4/"
    answer = hall.owner.send(hall.owner.get(page).form(page), status=422, country="x" * 41)
    assert "Enter at most 40 characters." in answer
    assert answer.form(page).values("country") == ["x" * 41]
    assert Entrant.objects.get(tournament=hall.tournament, number=4).country == ""
