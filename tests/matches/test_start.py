"""A match is started with three names and house rules, or imported from a file."""

import json
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models import F

from engine.rulesets import BOOKS
from matches.log.state import open_match
from matches.models import Event, Match, MatchDevice, Sitting
from people.accounts.rate_limits import RateLimit
from people.models import Tries
from tests.matches.cast import Phone, balances, match_file, payments
from tests.thorough import sized
from tests.wording import who_won

pytestmark = pytest.mark.django_db

BOOK = BOOKS["korean_japanese"]


def begin(phone, status=303, **fields):
    """Send the start form, and return the page."""
    told = {"P1": "Ann", "P2": "Bea", "P3": "Cho", **fields}
    return phone.send(phone.get("/start/").form("/start/"), button=("action", "start"), status=status, **told)


def code_of(page):
    return page.goes_to.split("/")[2]


def test_three_names_are_enough(phone):
    page = phone.follow(begin(phone))
    assert f"{who_won(1)} Ann East Dealer 0 Bea South 0 Cho West 0" in page
    match = Match.objects.get()
    assert (match.name, match.options, match.system) == ("", {}, "korean_japanese")
    assert MatchDevice.objects.get().device == phone.client.session["device"]


@pytest.mark.parametrize(
    ("system", "preset"),
    [
        pytest.param(book.key, preset.key, marks=pytest.mark.thorough if number else ())
        for book in BOOKS.values()
        for number, preset in enumerate(book.presets)
    ],
)
def test_a_preset_sent_unchanged_is_played(phone, system, preset):
    form = phone.get(f"/start/?system={system}&preset={preset}").form("/start/")
    code = code_of(phone.send(form, button=("action", "start"), status=303, P1="Ann", P2="Bea", P3="Cho"))
    match = Match.objects.get(code=code)
    chosen = next(each.options for each in BOOKS[system].presets if each.key == preset)
    told = json.loads(json.dumps(BOOKS[system](chosen).changed))
    assert (match.system, match.options) == (system, told)


def test_starting_very_many_matches_from_one_network_is_limited_and_keeps_the_input(phone, stranger, monkeypatch):
    monkeypatch.setattr("matches.views.home.MATCHES", RateLimit("match", 3, timedelta(hours=1)))
    form = phone.get("/start/").form("/start/")
    first = phone.send(form, button=("action", "start"), status=303, P1="Ann", P2="Bea", P3="Cho")
    code = code_of(begin(stranger))
    data, _document = match_file(phone, code_of(first))
    page = begin(stranger, 422, P1="Zoe")
    assert ("from your network" in page, page.form("/start/").values("P1")) == (True, ["Zoe"])
    brought = stranger.post("/import/", {"file": SimpleUploadedFile("match.json", data)}, status=422)
    again = stranger.post(f"/m/{code}/rematch/", {}, status=422)
    assert ("from your network" in brought, "from your network" in again) == (True, True)
    assert phone.send(form, button=("action", "start"), P1="Ann", P2="Bea", P3="Cho").goes_to == first.goes_to
    Tries.objects.update(since=F("since") - timedelta(hours=1))
    begin(stranger)


def test_names_are_remembered_only_on_this_phone(phone, stranger):
    begin(phone, P1="Zo\u00eb")
    for name in ("Zo\u00eb", "Bea", "Cho"):
        assert f'<option value="{name}">' in phone.get("/start/").html
        assert f'<option value="{name}">' not in stranger.get("/start/").html
    assert '<option value="Xan">' in stranger.get("/start/").html


def test_seats_are_drawn_only_when_asked(phone):
    assert {tuple(open_match(code_of(begin(phone))).names) for _try in range(3)} == {("Ann", "Bea", "Cho")}
    drawn = {tuple(open_match(code_of(begin(phone, seats="draw"))).names) for _try in range(sized(20, 40))}
    assert len(drawn) > 3
    assert {tuple(sorted(each)) for each in drawn} == {("Ann", "Bea", "Cho")}


def test_seats_that_were_drawn_stay_when_the_form_is_sent_twice(phone):
    form = phone.get("/start/").form("/start/")
    told = {"P1": "Ann", "P2": "Bea", "P3": "Cho", "seats": "draw"}
    ways = {phone.send(form, button=("action", "start"), **told).goes_to for _try in range(8)}
    assert len(ways) == 1
    assert Match.objects.count() == 1


def test_the_form_sent_twice_starts_one_match(phone):
    form = phone.get("/start/").form("/start/")
    told = {"P1": "Ann", "P2": "Bea", "P3": "Cho"}
    first, second = (phone.send(form, button=("action", "start"), **told).goes_to for _try in range(2))
    third = phone.send(form, button=("action", "start"), **(told | {"P1": "Anna"})).goes_to
    assert first == second == third
    assert Match.objects.count() == 1
    assert sorted(Sitting.objects.values_list("name", flat=True)) == ["Ann", "Bea", "Cho"]


def test_a_new_phone_that_taps_twice_finds_its_match(db):
    """The second tap is sent before the first response has set a cookie."""
    new = Phone()
    first = begin(new)
    key = Match.objects.get().start_key
    del new.client.cookies["sid"]
    again = new.post("/start/", {"P1": "Ann", "P2": "Bea", "P3": "Cho", "key": key, "action": "start"})
    assert again.goes_to == first.goes_to
    assert who_won(1) in new.follow(again)
    new.hand(code_of(again), status=303)
    assert Match.objects.count() == 1


def test_a_key_of_another_phone_opens_no_match(phone, stranger):
    form = phone.get("/start/").form("/start/")
    told = {"P1": "Ann", "P2": "Bea", "P3": "Cho"}
    phone.send(form, button=("action", "start"), status=303, **told)
    key = form.values("key")[0]
    stranger.post("/start/", {**told, "key": key}, status=404)
    assert MatchDevice.objects.filter(match__start_key=key).count() == 1


@pytest.mark.parametrize("preset", BOOK.presets, ids=[preset.key for preset in BOOK.presets])
def test_a_preset_sets_its_rules_even_if_the_details_are_of_another(phone, preset):
    begin(phone, preset=preset.key)
    assert Match.objects.get().options == BOOK(preset.options).changed
    page = phone.get(f"/start/?preset={preset.key}")
    assert page.form("/start/").values("preset") == [preset.key]


@pytest.mark.parametrize("preset", BOOK.presets, ids=[preset.key for preset in BOOK.presets])
def test_the_details_that_a_page_shows_are_those_of_its_preset(phone, preset):
    form = phone.get(f"/start/?preset={preset.key}").form("/start/")
    phone.send(form, button=("action", "start"), status=303, P1="Ann", P2="Bea", P3="Cho")
    assert Match.objects.get().options == BOOK(preset.options).changed


@pytest.mark.parametrize("language", ["en", "ko", "zh-hans"])
def test_a_choice_too_long_for_a_select_on_a_phone_has_radio_buttons(phone, language):
    phone.client.cookies["lang"] = language
    page = phone.get("/start/").html
    assert 'type="radio" name="o.matching_bonus"' in page and '<select id="o.wind_set"' in page


def test_details_override_the_preset(phone):
    form = phone.get("/start/?preset=experts").form("/start/")
    told = {
        "o.min_hand_points": "\u0665",
        "o.match_length": "18",
        "o.limit": "50",
        "o.half_limit": "",
        "o.goulash_cap": "10",
        "o.dead_wall_dora": None,
        "o.seat_dragons": "1",
        "o.limits": ["great_dragons"],
        "o.items_off": ["straight", "flower"],
        "o.unit_table": "hk",
    }
    phone.send(form, button=("action", "start"), status=303, P1="Ann", P2="Bea", P3="Cho", **told)
    assert Match.objects.get().options == {
        "min_hand_points": 5,
        "match_length": 18,
        "limit": 50,
        "goulash_cap": 10,
        "seat_dragons": True,
        "limits": ["great_dragons"],
        "items_off": ["straight", "flower"],
        "unit_table": "hk",
    }
    page = phone.get(f"/m/{Match.objects.get().code}/rules/")
    assert "18 hands (double match)" in page


def test_showing_another_preset_starts_nothing_and_keeps_the_names(phone, htmx):
    form = phone.get("/start/").form("/start/")
    told = {"P1": "Ann", "P2": "Bea", "title": "Friday", "preset": "experts"}
    page = phone.send(form, button=("action", "preset"), htmx=htmx, status=200, **told)
    shown = page.form("/start/")
    assert (shown.values("P1"), shown.values("P2"), shown.values("title")) == (["Ann"], ["Bea"], ["Friday"])
    assert (shown.values("preset"), shown.values("o.min_hand_points")) == (["experts"], ["7"])
    assert shown.values("key") == form.values("key")
    assert Match.objects.count() == 0


def test_house_rules_that_exclude_each_other_are_named_by_their_labels(phone):
    form = phone.get("/start/").form("/start/")
    rules = {"o.no_bamboo": "1", "o.five_bamboo_pair": "1"}
    page = phone.send(form, button=("action", "start"), status=422, P1="Ann", P2="Bea", P3="Cho", **rules)
    assert "“No bamboo tiles” and “Two extra 5 bamboo tiles, as a pair” can’t be played together." in page


@pytest.mark.parametrize(
    ("rules", "label"),
    [
        ({"o.north_tile": "1", "o.wind_set": "NES"}, "North as a normal tile"),
        ({"o.no_bamboo": "1", "o.five_bamboo_pair": "1"}, "No bamboo tiles"),
        ({"o.limit": "0"}, "Limit"),
        ({"o.limit": "abc"}, "Limit"),
        ({"o.limit": "1_000"}, "Limit"),
        ({"o.min_hand_points": "41"}, "Minimum hand-points"),
        ({"o.min_hand_points": "-1"}, "Minimum hand-points"),
        ({"o.goulash_per_draw": "1000"}, "Goulash: points from each opponent for every drawn hand"),
        ({"o.match_length": "10"}, "Length of the match"),
        ({"o.payment_mode": "nobody"}, "Who pays for a discard"),
        ({"o.items_off": ["nonsense"]}, "Patterns and bonus-points not played"),
        ({"o.limits": ["nonsense", "great_dragons"]}, "Limit hands played"),
    ],
)
def test_impossible_house_rules_are_refused_by_their_label_and_kept(phone, rules, label):
    form = phone.get("/start/").form("/start/")
    told = {"P1": "Ann", "P2": "Bea", "P3": "Cho", "title": "Friday"}
    page = phone.send(form, button=("action", "start"), status=422, **told, **rules)
    alert = page.text.split("The match hasn’t started yet")[1].split("Players")[0]
    assert f"{label}:" in alert
    kept = page.form("/start/")
    assert {name: kept.values(name) for name in told} == {name: [value] for name, value in told.items()}
    for name, value in rules.items():
        if isinstance(value, str) and value not in ("10", "nobody"):
            assert kept.values(name) == [value], name
    assert Match.objects.count() == 0


def test_every_house_rule_can_be_set_in_the_form(phone):
    names = phone.get("/start/").form("/start/").names
    assert {f"o.{option.name}" for option in BOOK.options if option.takes != "own"} <= names
    assert {f"own.0.{part}" for part in ("key", "name", "kind", "points", "most", "note")} <= names


def test_without_a_name_the_match_does_not_start(phone):
    page = begin(phone, status=422, P2="")
    assert "Enter a name." in page
    assert page.html.count('aria-invalid="true"') == 1
    page = begin(phone, status=422, P3="ANN")
    assert "Two players are called ANN. Names must be different." in page
    page = begin(phone, status=422, title="x" * 41)
    assert "A name can have at most 40 characters." in page
    page = phone.post("/start/", {}, status=422)
    assert "Enter a name." in page
    assert Match.objects.count() == 0


# ── from a file ──────────────────────────────────────────────────────────────


def bring(phone, data, form=None):
    form = form or phone.get("/import/").form("/import/")
    return phone.post("/import/", {**form.data(), "file": SimpleUploadedFile("match.json", data)})


def evening(phone, code):
    """A match with an entry of each kind."""
    phone.hand(code)
    phone.draw(code)
    told = {"offender": "P1", "what": "other", "amount": "9", "note": "\u010dumil do zdi"}
    phone.send(phone.get(f"/m/{code}/penalty/").form("/penalty/"), **told)
    phone.hand(code, "P2", "P3")
    phone.send(phone.get(f"/m/{code}/hands/1/correct/").form("/correct/"), points="7", note="miscounted")
    phone.undo(code)
    phone.redo(code)
    phone.undo(code)


def test_an_exported_match_is_imported_unchanged_and_can_go_on(phone, code, stranger):
    evening(phone, code)
    data, document = match_file(phone, code)
    new = code_of(bring(stranger, data))
    assert new != code
    assert payments(new) == payments(code)
    again, second = match_file(stranger, new)
    assert again == data
    assert second == document
    assert "\u010dumil do zdi" in stranger.get(f"/m/{new}/hands/3/")
    stranger.hand(new, "P3")
    assert balances(new) != balances(code)
    assert Event.objects.filter(match__code=new).last().by == "d2"
    phone.post(f"/m/{new}/draw/", {"expected_seq": "9"}, status=404)


def test_the_same_upload_twice_is_one_match(phone, code, stranger):
    phone.hand(code)
    data, _document = match_file(phone, code)
    form = stranger.get("/import/").form("/import/")
    first, second = (bring(stranger, data, form).goes_to for _try in range(2))
    assert first == second
    assert Match.objects.filter(sittings__name="Ann").distinct().count() == 2


def test_a_file_whose_chain_is_broken_is_refused_and_says_where(phone, code):
    phone.hand(code)
    phone.draw(code)
    _data, document = match_file(phone, code)
    for change in (
        lambda d: d["events"][1].update(by="d7"),
        lambda d: d["events"][0]["payload"].update(hand_points=50),
        lambda d: d["events"].reverse(),
        lambda d: d["events"].pop(0),
        lambda d: d["ledger"][0].update(P1=17, P2=-9),
        lambda d: d["standings"][0].update(points=99),
        lambda d: d["options"].update(limit=41),
        lambda d: d["events"][0].update(kind="close"),
    ):
        bent = json.loads(json.dumps(document))
        change(bent)
        page = bring(phone, json.dumps(bent).encode())
        assert page.status == 422, page
        assert "This file can’t be imported" in page
    assert Match.objects.count() == 1


def test_a_new_phone_may_import_a_match(phone, code):
    phone.hand(code)
    data, _document = match_file(phone, code)
    fresh = Phone()
    page = fresh.follow(bring(fresh, data))
    assert who_won(2) in page
