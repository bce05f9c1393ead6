"""The sheet for a hand: by numbers, by list, partly filled in; its messages and what it saves."""

import re

import pytest

from engine.rulesets import rule_book
from matches.models import Event
from tests.matches.cast import balances, payments
from tests.matches.worlds import one_match
from tests.wording import DRAGON_PONG, save_hand, who_won

pytestmark = pytest.mark.django_db
started, phone, code = one_match()


def sheet(phone, code, query="?winner=P1", htmx=False):
    page = phone.get(f"/m/{code}/hand/{query}", htmx=htmx)
    return page.form("/hand/")


def check(phone, form, htmx=False, **told):
    """Press "Work out", check that nothing is saved, and return the page."""
    before = Event.objects.count()
    page = phone.send(form, button=("action", "check"), htmx=htmx, status=200, **told)
    assert Event.objects.count() == before
    return page


def save(phone, form, htmx=False, **told):
    page = phone.send(form, button=("save", "1"), htmx=htmx, **told)
    assert page.status == (200 if htmx else 303), page
    return Event.objects.order_by("pk").last().payload


def test_the_sheet_is_a_fragment_for_htmx_and_a_page_otherwise(phone, code):
    part, page = (phone.get(f"/m/{code}/hand/?winner=P2", htmx=each) for each in (True, False))
    assert "<!doctype" not in part.html
    assert part.headers["HX-Retarget"] == "#sheet"
    assert "<!doctype" in page.html
    for each in (part, page):
        assert "Bea wins hand 1" in each
        assert "Wall Ann Cho" in each
        assert "Half-limit 20 Limit 40" in each
        assert each.form("/hand/").values("winner") == ["P2"]


def test_without_a_winner_the_sheet_asks_for_one(phone, code):
    form = sheet(phone, code, "")
    assert who_won(1) in phone.get(f"/m/{code}/hand/")
    page = check(phone, form)
    assert "Choose who won" in page
    page = check(phone, form, winner="P3")
    assert "Choose who paid" in page
    page = check(phone, form, winner="P3", source="wall")
    assert "Choose hand-points" in page


@pytest.mark.parametrize(
    ("source", "how", "bonus"), [("wall", None, 3), ("P2", None, 2), ("P2", "rob_kong", 3), ("wall", "rob_kong", 3)]
)
def test_an_empty_bonus_means_the_default(phone, code, htmx, source, how, bonus):
    told = save(phone, sheet(phone, code), htmx, source=source, how=how, points="5", bonus="")
    assert told["bonus_points"] == bonus
    by = "wall" if source == "wall" else how or "discard"
    assert told["win"] == ({"by": "wall"} if by == "wall" else {"by": by, "from": "P2"})


def test_without_scripts_the_bonus_has_the_default(phone, code):
    form = sheet(phone, code)
    checked = check(phone, form, source="wall", points="5")
    assert "Ann wins 16 Bea pays 8, Cho pays 8" in checked
    # The payer is changed after the preview: the bonus for the self-draw must not stay.
    told = save(phone, checked.form("/hand/"), source="P2")
    assert told["bonus_points"] == 2


def test_the_sheet_on_the_score_page_shows_the_default_bonus(phone, code):
    assert sheet(phone, code, htmx=True).values("bonus") == ["2"]


def test_the_preview_shows_who_pays_and_why_and_saves_nothing(phone, code, htmx):
    phone.draw(code)
    page = check(phone, sheet(phone, code), htmx, source="P3", points="7", bonus="4", waiting=["P2"])
    # Cho 2 × 7 + 4 + 5, Bea waits: 4 - 2 + 5.
    assert "Ann wins 30 Bea pays 7, Cho pays 23" in page
    assert "Discarder: hand-points 2 × 7, bonus 4, goulash 5" in page
    assert save_hand(2) in page
    assert payments(code) == [(0, 0, 0)]


def test_the_saved_hand_equals_its_preview(phone, code, htmx):
    told = {"source": "P3", "points": "other", "points_other": "25", "bonus": "9", "waiting": ["P2", "P3"]}
    page = check(phone, sheet(phone, code), **told)
    assert "Ann wins 64 Bea pays 7, Cho pays 57" in page
    payload = save(phone, page.form("/hand/"), htmx)
    assert payload == {
        "winner": "P1",
        "win": {"by": "discard", "from": "P3"},
        "hand_points": 25,
        "bonus_points": 9,
        "waiting": {"P2": True, "P3": True},
    }
    assert balances(code) == (64, -7, -57)


@pytest.mark.parametrize(("limit", "paid"), [("half", (60, -40, -20)), ("full", (120, -80, -40))])
def test_limits_by_numbers_and_by_list(phone, code, htmx, limit, paid):
    assert save(phone, sheet(phone, code), htmx, source="P2", points=limit)["limit"] == limit
    by_list = sheet(phone, code, "?winner=P1&way=list")
    told = save(phone, by_list, htmx, source="P2", limit=limit)
    assert (told["limit"], told.get("patterns", [])) == (limit, [])
    assert payments(code) == [paid, paid]


def why(page):
    """The text in the bar below the payers: the count of the hand, without the link to the reasons."""
    assert re.search('<span class="why">(.*?)</span>', page.html).group(1) == "Why?"
    return re.search('<span class="pays counted">(.*?)</span>', page.html).group(1)


@pytest.mark.parametrize(("limit", "name"), [("half", "half-limit"), ("full", "limit")])
def test_the_bar_names_a_limit_hand(phone, code, htmx, limit, name):
    page = check(phone, sheet(phone, code), htmx, source="P2", points=limit)
    assert why(page).lower() == name


def test_the_shown_reasons_include_the_points_for_winning(phone, code):
    form = sheet(phone, code, "?winner=P1&way=list")
    page = check(phone, form, source="P2", **{"t.all_pongs": "1", "b.flower": "1"})
    listed = re.findall(r"<li><span>(.*?)</span><b>(.*?)</b></li>", page.html)
    assert listed == [("All pongs", "3"), ("Winning", "2"), ("Flower", "1")]


def test_implied_ticks_are_added_automatically_and_not_sent(phone, code, htmx):
    form = sheet(phone, code, "?winner=P1&way=list")
    page = check(phone, form, source="P2", **{"t.dragon_pong": "2"})
    assert f"Two dragons Implied by {DRAGON_PONG}" in page
    assert "Ann wins 10 Bea pays 8, Cho pays 2" in page
    again = page.form("/hand/")
    assert again.values("t.two_dragons") == []  # ticked and disabled: it is implied and isn't sent
    assert again.values("t.dragon_pong") == ["2"]
    payload = save(phone, again, htmx)
    assert sorted(payload["patterns"]) == ["dragon_pong", "dragon_pong", "two_dragons"]
    assert payments(code) == [(10, -8, -2)]


def test_an_implied_tick_disappears_with_its_reason(phone, code):
    form = sheet(phone, code, "?winner=P1&way=list")
    page = check(phone, form, source="P2", **{"t.seat_wind": "1", "t.dragon_pong": "1"})
    again = page.form("/hand/")
    assert again.values("t.wind_pong") == ["1"]  # a stepper shows what follows …
    page = check(phone, again, **{"t.seat_wind": None, "t.dragon_pong": "3"})
    assert page.form("/hand/").values("t.wind_pong") == ["0"]  # … and takes it back
    payload = save(phone, page.form("/hand/"))
    assert "wind_pong" not in payload["patterns"]


def test_steppers_go_up_to_the_maximum(phone, code):
    form = sheet(phone, code, "?winner=P1&way=list")
    payload = save(phone, form, source="wall", **{"t.kong": "2", "t.wind_pong": "2", "b.flower": "3"})
    assert payload["patterns"].count("kong") == 2
    assert payload["bonus_items"]["flower"] == 3


def test_switching_the_way_to_count_keeps_the_winner_and_the_payer(phone, code, htmx):
    page = check(phone, sheet(phone, code), htmx, source="P3", points="7", way="list", waiting=["P2"])
    form = page.form("/hand/")
    assert (form.values("winner"), form.values("source"), form.values("waiting")) == (["P1"], ["P3"], ["P2"])
    assert "t.dragon_pong" in form.names
    page = check(phone, form, htmx, way="numbers")
    assert "points" in page.form("/hand/").names


def test_house_rules_change_what_the_sheet_asks(phone):
    code = phone.start(preset="experts", shown_preset="x")
    page = phone.get(f"/m/{code}/hand/?winner=P1")
    assert "7 8 9 10 11 12 13 14 15 16 17" in page
    refused = phone.send(page.form("/hand/"), status=422, source="wall", points="other", points_other="6")
    assert "Not enough hand-points: the hand has 6, and this table’s minimum is 7." in refused
    rules = {"o.ready_discount": "declared", "o.three_ready": "draw", "o.limits": []}
    code = phone.start(preset="club", shown_preset="korean_japanese/club", **rules)
    page = phone.get(f"/m/{code}/hand/?winner=P1")
    assert "Had declared ready pays 2 less" in page
    assert "All three declared ready" in page
    assert "Half-limit" not in page
    refused = phone.send(page.form("/hand/"), status=422, source="wall", points="5", all_declared="1")
    assert "At this table, the hand is a goulash if all three players declare ready." in refused
    save(phone, page.form("/hand/"), source="P2", points="5", opp_declared=["P3"])
    assert payments(code) == [(12, -12, 0)]


@pytest.mark.parametrize(
    "preset",
    [
        pytest.param(each.key, marks=() if each.key == "club" else pytest.mark.thorough)
        for each in rule_book("korean_japanese", {}).presets
    ],
)
def test_every_chip_that_is_offered_can_be_saved(phone, preset):
    code = phone.start(preset=preset, shown_preset="another")
    html = phone.get(f"/m/{code}/hand/?winner=P2").html
    chips = [each.split('"')[0] for each in html.split('name="points" id="points-')[1:]]
    assert len(chips) > 8
    for chip in chips:
        if chip != "other":
            save(phone, sheet(phone, code, "?winner=P2"), source="P1", points=chip)
            phone.undo(code)


def test_errors_keep_the_way_to_count_and_the_ticks(phone, code, htmx):
    form = sheet(phone, code, "?winner=P1&way=list")
    page = phone.send(form, button=("save", "1"), htmx=htmx, status=422, **{"t.kong": "2", "b.flower": "1"})
    kept = page.form("/hand/")
    assert (kept.values("t.kong"), kept.values("b.flower"), kept.values("way")) == (["2"], ["1"], ["list"])
    assert "Choose “Wall” or the player who discarded." in page


def test_the_goulash_sheet_says_what_is_carried_over(phone, code, htmx):
    page = phone.get(f"/m/{code}/draw/", htmx=htmx)
    assert "Goulash: nobody wins hand 1" in page
    assert "Bea deals next" in page
    assert "the next winner gets +5 from each opponent" in page
    phone.send(page.form("/draw/"), htmx=htmx, status=200 if htmx else 303)
    assert "the next winner gets +10 from each opponent" in phone.get(f"/m/{code}/draw/")


def test_an_address_fills_in_the_tiles_and_who_was_waiting_and_answers_no_other_question(phone):
    code = phone.start(system="korean_japanese", preset="")
    told = "winner=P1&way=tiles&source=P2&tiles=234p&waiting=P2&waiting=P3"
    form = phone.get(f"/m/{code}/hand/?{told}&flowers=2&replacement=1&declared_ready=1").form("/hand/")
    names = ("tiles", "source", "waiting", "flowers", "replacement", "declared_ready")
    assert [form.values(name) for name in names] == [["234p"], ["P2"], ["P2", "P3"], ["0"], [], []]


@pytest.mark.parametrize(("how", "asked"), [("", False), ("&how=rob_kong", True)], ids=["discard", "robbed kong"])
def test_beside_tiles_only_a_robbed_kong_is_asked_whether_it_was_concealed(phone, how, asked):
    code = phone.start(system="korean_japanese", preset="")
    form = sheet(phone, code, f"?winner=P1&way=tiles&source=P2{how}")
    assert ("concealed_kong" in form.names) is asked


def test_the_address_of_a_hand_that_two_won_fills_in_how_and_who_had_declared(phone):
    code = phone.start(system="honshu", preset="text")
    form = phone.get(f"/m/{code}/claims/?discarder=P3&how=chankan&riichi_by=P1").form("/claims/")
    assert [form.values(name) for name in ("discarder", "how", "riichi_by")] == [["P3"], ["chankan"], ["P1"]]
