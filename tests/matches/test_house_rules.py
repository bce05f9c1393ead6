"""House rules profiles: saved under a name, versioned, pinned to matches, shared as files."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from engine.rulesets import BOOKS
from matches import actions
from matches.models import HouseRules, HouseRulesVersion, Match
from tests.matches.cast import Phone, balances
from tests.matches.houses import OWN, SONG, change, save, saved_code, says, start
from tests.wording import whole_number

pytestmark = pytest.mark.django_db


def test_house_rules_are_saved_under_a_name(phone):
    page = phone.follow(save(phone, note="Since 2019", **{"o.limit": "60", "o.red_dora": "1"}))
    assert "Friday club" in page and "Since 2019" in page and "written rules: 40" in page
    assert says() == [(1, "Friday club", {"limit": 60, "red_dora": True})]
    assert "Friday club" in phone.get("/house/")


def test_a_new_profile_starts_from_a_preset(phone):
    save(phone, "/house/new/?system=malaysian_recap&preset=experts")
    assert says() == [(1, "Friday club", {"min_hand_points": 7, "dead_wall_dora": True})]
    assert HouseRules.objects.get().system == "malaysian_recap"


def test_every_rule_has_a_description_with_clause_and_example(phone):
    page = phone.follow(save(phone))
    for option in BOOKS["korean_japanese"].options:
        assert option.label in page, option.name
        assert f"For example: {option.example}" in page, option.name


def test_a_change_is_a_new_version_and_the_old_one_stays(phone):
    code = saved_code(save(phone, **{"o.limit": "60"}))
    change(phone, code, **{"o.limit": "80", "name": "Friday club, winter"})
    assert says() == [(1, "Friday club", {"limit": 60}), (2, "Friday club, winter", {"limit": 80})]
    assert "80 written rules: 40" in phone.get(f"/house/{code}/")
    assert "This is an earlier version." in phone.get(f"/house/{code}/1/")
    phone.get(f"/house/{code}/3/", status=404)


def test_saving_without_a_change_creates_no_version(phone):
    code = saved_code(save(phone, **{"o.limit": "60"}))
    change(phone, code)
    assert len(says()) == 1


def test_the_same_page_sent_twice_saves_once(phone):
    form = phone.get("/house/new/").form("/house/new/")
    ways = {phone.send(form, status=303, name="Friday club").goes_to for _try in range(2)}
    assert (len(ways), len(says())) == (1, 1)
    edit = phone.get(f"/house/{ways.pop().split('/')[2]}/edit/").form("/edit/")
    for _try in range(2):
        phone.send(edit, status=303, **{"o.limit": "60"})
    assert len(says()) == 2
    page = phone.send(edit, status=409, **{"o.limit": "70"})
    assert (
        "This page has already been saved with different values. To keep the values shown here as well, save again."
    ) in page


def test_a_changed_page_sent_again_is_not_treated_as_a_repeat(phone):
    form = phone.get("/house/new/").form("/house/new/")
    phone.send(form, status=303, name="Friday club")
    page = phone.send(form, status=409, name="Saturday club", **{"o.limit": "80"})
    assert (
        "This page has already been saved with different values. To keep the values shown here as well, save again."
    ) in page
    phone.send(page.form("/house/new/"), status=303)
    assert says() == [(1, "Friday club", {}), (1, "Saturday club", {"limit": 80})]


def test_two_pages_that_change_the_same_version_lose_nothing(phone):
    code = saved_code(save(phone))
    first, second = (phone.get(f"/house/{code}/edit/").form("/edit/") for _page in range(2))
    phone.send(first, status=303, **{"o.limit": "60"})
    page = phone.send(second, status=409, **{"o.limit": "70"})
    assert "This set of rules has changed since you opened the page: Version 2" in page
    again = page.form("/edit/")
    assert again.values("o.limit") == ["70"]
    phone.send(again, status=303)
    assert [options for _number, _name, options in says()] == [{}, {"limit": 60}, {"limit": 70}]


def test_a_match_is_pinned_to_the_version_that_it_was_started_with(phone):
    code = saved_code(save(phone, **{"o.min_hand_points": "5"}))
    match = start(phone, code)
    phone.hand(match, points="6")
    before = balances(match)
    change(phone, code, **{"o.min_hand_points": "9", "o.goulash_per_draw": "7"})
    row = Match.objects.get(code=match)
    assert (row.house_rules.number, row.options) == (1, {"min_hand_points": 5})
    assert balances(match) == before
    page = phone.get(f"/m/{match}/rules/")
    assert "Based on Friday club , version 1. Later versions don’t change these rules." in page
    assert f"/house/{code}/1/" in page.links
    phone.hand(match, points="5", status=303)  # the newest version would refuse it


EACH_KIND = {
    "number": {"o.limit": "60"},
    "switch": {"o.red_dora": "1"},
    "choice": {"o.payment_mode": "discarder_covers_all"},
    "list": {"o.items_off": ["kong", "flower"], "o.limits": ["great_winds"]},
    "own": OWN,
}


@pytest.mark.parametrize("fields", EACH_KIND.values(), ids=EACH_KIND)
def test_a_rule_of_every_kind_is_pinned(phone, fields):
    code = saved_code(save(phone, **fields))
    match = Match.objects.get(code=start(phone, code))
    assert match.options
    assert match.house_rules and match.house_rules.options == match.options


def test_a_start_page_opened_before_a_change_uses_the_rules_that_it_shows(phone):
    code = saved_code(save(phone, **{"o.limit": "60"}))
    form = phone.get(f"/start/?preset={code}").form("/start/")
    change(phone, code, **{"o.limit": "80"})
    phone.send(form, button=("action", "start"), status=303, P1="Ann", P2="Bea", P3="Cho")
    match = Match.objects.get()
    assert (match.options, match.house_rules.number) == ({"limit": 60}, 1)


def test_details_changed_at_the_start_belong_to_no_profile(phone):
    code = saved_code(save(phone, **{"o.limit": "60"}))
    start(phone, code, **{"o.limit": "61"})
    match = Match.objects.get()
    assert (match.options, match.house_rules) == ({"limit": 61}, None)


def test_a_rematch_is_played_by_the_same_version(phone):
    code = saved_code(save(phone, **{"o.match_length": "9"}, **OWN))
    match = Match.objects.get(code=start(phone, code))
    change(phone, code, **{"o.limit": "80"})
    again = actions.rematch(match=match, device=match.started_by, key="r" * 22)
    assert (again.house_rules, again.options) == (match.house_rules, match.options)


def test_whoever_has_the_address_may_read_play_and_copy_but_not_change(phone, stranger):
    code = saved_code(save(phone, **{"o.limit": "60"}))
    page = stranger.get(f"/house/{code}/")
    assert "Friday club" in page and f"/house/{code}/edit/" not in page.links
    stranger.get(f"/house/{code}/edit/", status=404)
    stranger.post(f"/house/{code}/edit/", {"name": "Mine", "after": "1"}, status=404)
    stranger.post(f"/house/{code}/hide/", status=404)
    match = Match.objects.get(code=start(stranger, code))
    assert (match.house_rules.rules.code, match.options) == (code, {"limit": 60})
    copied = saved_code(save(stranger, f"/house/new/?house={code}", name="Our own"))
    assert says()[-1] == (1, "Our own", {"limit": 60})
    assert "Our own" in stranger.get("/house/") and "Friday club" not in stranger.get("/house/")
    assert copied != code


def test_an_earlier_version_can_be_copied_but_starts_no_match(phone):
    code = saved_code(save(phone, **{"o.limit": "60"}))
    change(phone, code, **{"o.limit": "80"})
    page = phone.get(f"/house/{code}/1/")
    assert f"/start/?preset={code}" not in page.links
    copy = next(link for link in page.links if link.startswith("/house/new/"))
    assert phone.get(copy).form(copy).values("o.limit") == ["60"]


def test_an_unsupported_version_causes_no_crash(phone):
    code = saved_code(save(phone))
    HouseRulesVersion.objects.update(rules_version=2)
    for page in ("", "1/", "1/card/"):
        phone.get(f"/house/{code}/{page}", status=404)


def test_an_archived_profile_can_be_restored(phone):
    code = saved_code(save(phone))
    form = phone.get(f"/house/{code}/").form("/hide/")
    page = phone.follow(phone.send(form, status=303))
    assert "1 archived set" in page and "Friday club" not in phone.get("/start/")
    phone.send(phone.get(f"/house/{code}/").form("/hide/"), status=303)
    assert "Friday club" in phone.get("/start/") and "archived set" not in phone.get("/house/")


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"name": ""}, "Enter a name."),
        ({"name": "x" * 41}, "A name can have at most 40 characters."),
        ({"o.limit": "0"}, f"Limit: {whole_number(1, 9999)}"),
        ({"o.no_bamboo": "1", "o.five_bamboo_pair": "1"}, "No bamboo tiles:"),
        (
            OWN | {"own.0.points": "0"},
            "Custom bonus-points and limit hands: Club song: Value must be a whole number from 1 to 99.",
        ),
        (
            OWN | {"own.0.kind": "double"},
            "Custom bonus-points and limit hands: Club song: kind must be one of: bonus, half, full.",
        ),
        (
            {"own.0.note": "(no name)"},
            "Custom bonus-points and limit hands: An item without a name: The name of a custom item needs",
        ),
    ],
)
def test_impossible_rules_are_refused_and_kept(phone, fields, sentence):
    page = save(phone, status=422, **fields)
    assert sentence in page.text.split("Saved set")[0], page
    kept = page.form("/house/new/")
    for name, value in fields.items():
        if name != "own.0.kind":
            assert kept.values(name) == [value], name
    assert says() == []


def test_a_profile_has_its_rule_card(phone):
    code = saved_code(save(phone, **{"o.limit": "60"}, **OWN))
    assert f"/house/{code}/1/card/" in phone.get(f"/house/{code}/").links
    page = phone.get(f"/house/{code}/1/card/")
    assert (
        "Friday club, version 1" in page and "Club song" in page and "Sung before the win. At most 2 per hand." in page
    )
    assert f"/house/{code}/1/card/" in phone.get(f"/start/?preset={code}").links


def test_valid_values_are_kept_beside_refused_ones(phone):
    right = {**EACH_KIND["switch"], **EACH_KIND["choice"], **EACH_KIND["list"], **OWN}
    page = save(phone, status=422, **(right | {"o.half_limit": "abc", "o.goulash_cap": "x", "own.0.points": "three"}))
    kept = page.form("/house/new/")
    for name, value in (right | {"own.0.points": "three", "o.half_limit": "abc", "o.goulash_cap": "x"}).items():
        assert kept.values(name) == (value if isinstance(value, list) else [value]), name
    alert = page.text.split("Saved set")[0]
    assert alert.count("Enter a whole number from") == 2 and "Club song: Value must be" in alert


@pytest.mark.parametrize("asked", ["house=%00", "house=a%00b", "house=x", "system=%00&preset=%00", "house="])
def test_an_unknown_profile_causes_no_crash(phone, asked):
    assert phone.get(f"/house/new/?{asked}", status=None).status in (200, 404)


# ── files ────────────────────────────────────────────────────────────────────


def bring(phone, data, status=None):
    form = phone.get("/house/import/").form("/house/import/")
    told = {**form.data(), "file": SimpleUploadedFile("house.json", data)}
    return phone.post("/house/import/", told, status=status)


def exported(phone, code):
    answer = phone.client.get(f"/house/{code}/house-rules.json")
    assert answer["Content-Disposition"].startswith("attachment")
    return answer.content


def test_a_profile_is_exported_and_imported_unchanged(phone, stranger):
    code = saved_code(save(phone, note="Since 2019", **{"o.limit": "60"}, **OWN))
    data = exported(phone, code)
    assert json.loads(data) == {
        "format": "scorekeeper-house-rules",
        "version": 1,
        "system": "korean_japanese",
        "rules_version": 1,
        "name": "Friday club",
        "note": "Since 2019",
        "options": {"limit": 60, "own_items": [SONG]},
    }
    other = saved_code(bring(stranger, data, status=303))
    assert other != code
    assert exported(stranger, other) == data


GOOD = {"format": "scorekeeper-house-rules", "version": 1, "system": "korean_japanese", "rules_version": 1, "name": "A"}


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "This file isn’t from Scorekeeper: it can’t be read as JSON."),
        (b"[]", "This isn’t a house rules file: its format is different."),
        (
            json.dumps({"format": "scorekeeper-match"}).encode(),
            "This isn’t a house rules file: its format is different.",
        ),
        (json.dumps(GOOD | {"version": 2}).encode(), "version must be 1."),
        (json.dumps(GOOD | {"system": ["x"]}).encode(), "system must be one of:"),
        (json.dumps(GOOD | {"rules_version": 99}).encode(), "rules_version must be 1"),
        (json.dumps(GOOD | {"name": ""}).encode(), "Enter a name."),
        (json.dumps(GOOD | {"name": 7}).encode(), "name must be text."),
        (json.dumps(GOOD | {"colour": "red"}).encode(), "colour isn’t allowed here."),
        (json.dumps(GOOD | {"options": {"limit": 0}}).encode(), "limit must be a whole number from 1 to 9999."),
        (
            json.dumps(GOOD | {"options": {"own_items": [{}]}}).encode(),
            "key must consist of 1 to 20 lower-case letters, digits or underscores.",
        ),
        (b'{"a": ' * 30 + b"1" + b"}" * 30, "This isn’t a house rules file: its format is different."),
        (b"x" * 70_000, "This file is too large. The limit is 64 kB."),
    ],
)
def test_an_invalid_file_says_what_is_wrong(phone, data, sentence):
    page = bring(phone, data, status=422)
    assert "This file can’t be imported" in page and sentence in page, page
    assert says() == []


def test_a_new_phone_that_saves_twice_finds_its_profile(db):
    """The second tap is sent before the first response has set a cookie."""
    new = Phone()
    form = new.get("/house/new/").form("/house/new/")
    first = new.send(form, status=303, name="Friday club")
    del new.client.cookies["sid"]
    again = new.send(form, status=303, name="Friday club")
    assert first.goes_to == again.goes_to
    assert len(says()) == 1
