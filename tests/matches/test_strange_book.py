"""The pages work with the test rule book (strange_book.py), only from its declarations."""

import pytest

from matches.models import Event
from tests.matches.cast import balances
from tests.matches.strange_book import StrangeSheet, save, seated, sheet
from tests.wording import who_won, whole_number

pytestmark = pytest.mark.django_db
HAND = "123456789p EE dR dR dR"


@pytest.fixture
def code(phone, monkeypatch):
    """A match of the test rule book."""
    return seated(phone, monkeypatch)


def test_the_sheet_asks_for_what_the_book_declares(phone, code, htmx):
    page = sheet(phone, code, htmx=htmx)
    assert "Ann wins hand D1.0" in page
    assert "Numbers Tiles Show fields Won from Wall Bea Cho" in page
    assert "Doubles 1 2 3" in page
    assert "Top hand 100 Two top hands 200" in page
    assert "Had the winner declared? None Declared Declared at once" in page
    assert "Who put down a stick Ann Bea Cho" in page
    assert "Won with the fourth kong The tile was robbed" in page
    names = page.form("/hand/").names
    assert {"how", "declared", "sticks_by", "points"} <= names
    assert not {"bonus", "waiting", "opp_declared", "limit"} & names
    looked = phone.send(page.form("/hand/"), button=("action", "check"), htmx=htmx, source="wall")
    assert "Choose the doubles" in looked


@pytest.mark.parametrize(
    ("told", "win"),
    [
        ({"source": "wall"}, {"by": "drawn"}),
        ({"source": "wall", "how": ["fourth"]}, {"by": "fourth"}),
        ({"source": "wall", "how": ["robbed"]}, {"by": "drawn"}),
        ({"source": "P2"}, {"by": "taken", "from": "P2"}),
        ({"source": "P2", "how": ["fourth", "robbed"]}, {"by": "robbed", "from": "P2"}),
    ],
)
def test_a_way_to_win_must_match_the_chosen_kind(phone, code, htmx, told, win):
    form = sheet(phone, code).form("/hand/")
    assert save(phone, form, htmx, points="3", **told) == {"winner": "P1", "win": win, "doubles": 3}


def test_a_count_with_a_name_replaces_a_number(phone, code, htmx):
    form = sheet(phone, code).form("/hand/")
    looked = phone.send(form, button=("action", "check"), htmx=htmx, source="P3", points="top:2")
    assert "Ann wins 200 Cho pays 200" in looked
    assert save(phone, form, htmx, source="P3", points="top:2") == {
        "winner": "P1",
        "win": {"by": "taken", "from": "P3"},
        "top": 2,
    }
    assert balances(code) == (1200, 1000, 800)
    assert "Top hand" in phone.table(code)
    again = phone.get(f"/m/{code}/hands/1/correct/").form("/correct/")
    assert (again.values("points"), again.values("how")) == (["top:2"], [])


def test_answers_about_players_and_choices_are_saved_and_shown_again(phone, code, htmx):
    told = {"source": "P2", "how": ["robbed"], "points": "2", "declared": "double", "sticks_by": ["P1", "P3"]}
    payload = save(phone, sheet(phone, code).form("/hand/"), htmx, **told)
    assert (payload["declared"], payload["sticks_by"]) == ("double", ["P1", "P3"])
    again = phone.get(f"/m/{code}/hands/1/correct/").form("/correct/")
    assert {name: again.values(name) for name in ("declared", "sticks_by", "how")} == {
        "declared": ["double"],
        "sticks_by": ["P1", "P3"],
        "how": ["robbed"],
    }
    # 2 × 10 from Bea; Ann and Cho put down 10 each, and Ann takes them all.
    assert balances(code) == (1030, 980, 990)
    page = phone.get(f"/m/{code}/hands/1/")
    assert "Ann wins +30" in page
    assert "Bea pays Ann −20 Discarder: doubles 20 S2" in page
    assert "Ann pays the table −10 stick 10 Cho pays the table −10 stick 10" in page
    assert "the table pays Ann +20 sticks 20" in page
    assert "Sticks on the table 20" in page


def test_a_drawn_hand_uses_the_texts_of_the_rule_book(phone, code, htmx):
    page = phone.get(f"/m/{code}/draw/", htmx=htmx)
    assert "Draw: nobody wins hand D1.0" in page
    assert "All say." in page
    assert "Who is ready Ann Bea Cho" in page
    form = page.form("/draw/")
    phone.send(form, htmx=htmx, status=200 if htmx else 303, ready=["P2"], sticks_by=["P2", "P3"])
    assert Event.objects.get().payload == {"draw": True, "ready": ["P2"], "sticks_by": ["P2", "P3"]}
    table = phone.table(code)
    assert "D1.0 Nobody 20 lie there" in table
    assert "Lying: 20 in sticks" in table
    assert balances(code) == (1000, 990, 990)
    again = phone.get(f"/m/{code}/hands/1/correct/").form("/correct/")
    assert (again.values("ready"), again.values("sticks_by")) == (["P2"], ["P2", "P3"])
    phone.send(again, button=("action", "save"), htmx=htmx, sticks_by=["P3"], note="it was Cho alone")
    assert balances(code) == (1000, 1000, 990)


def test_points_are_totals_and_hands_have_the_names_of_the_rule_book(phone, code):
    phone.hand(code, winner="P1", source="wall", points="3")
    page = phone.table(code)
    assert "Deal 1, again 1" in page
    assert who_won("D1.1") in page
    assert "1,060" in page and "+1,060" not in page
    # Two deals played or in play, the second by the same dealer; two more to come.
    strip = page.tight.split('id="rounds"')[1].split("</header>")[0]
    assert [each.split(":")[0].split(">")[-1] for each in strip.split("</span></li>")[:-1]] == [
        "D1.0",
        "D1.1",
        "D2.0",
        "D3.0",
    ]
    assert "Undo hand D1.0" in page
    assert "Hand D1.0" in phone.get(f"/m/{code}/hands/1/")
    assert "Deal 1, again 1 Ann 1,060 Bea 970 Cho 970" in phone.get("/")
    assert "1,060" in phone.get(f"/m/{code}/balance/")
    assert "Ann 1 hand won, best 60 1,060" in phone.get(f"/m/{code}/end/")
    assert [no for no in ("D1.1", "D2.0", "D3.0") if no in phone.get(f"/m/{code}/sheet/")] == ["D1.1", "D2.0", "D3.0"]


def test_a_hand_by_tiles_has_the_extra_questions_of_the_rule_book(phone, code, htmx):
    form = sheet(phone, code, "?winner=P1&way=tiles").form("/hand/")
    told = {"norths": "2", "flowers_of": ["1", "4"], "indicators": "5p E", "first": "1", "declared": "single"}
    payload = save(phone, form, htmx, source="wall", tiles=HAND, **told)
    assert payload["win"] == {"by": "drawn", "tile": "dR", "first": True}
    assert {key: payload[key] for key in ("norths", "flowers_of", "indicators", "declared")} == {
        "norths": 2,
        "flowers_of": [1, 4],
        "indicators": ["5p", "E"],
        "declared": "single",
    }
    page = phone.get(f"/m/{code}/hands/1/")
    assert "Plain hand S2 2 North S2 2 Doubles 4" in page  # no separate bonus: one sum
    again = phone.get(f"/m/{code}/hands/1/correct/").form("/correct/")
    assert {name: again.values(name) for name in ("norths", "flowers_of", "indicators", "first")} == {
        "norths": ["2"],
        "flowers_of": ["1", "4"],
        "indicators": ["5p E"],
        "first": ["1"],
    }


def test_fields_that_do_not_apply_are_ignored(phone, code, htmx):
    form = sheet(phone, code, "?winner=P1&way=tiles").form("/hand/")
    assert save(phone, form, htmx, source="P2", tiles=HAND, first="1")["win"] == {
        "by": "taken",
        "from": "P2",
        "tile": "dR",
    }


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({"norths": "5"}, f"Norths set aside: {whole_number(0, 4)}"),
        ({"flowers_of": ["x"]}, f"Flowers: {whole_number(1, 4)}"),
        ({"indicators": "0m"}, "0m isn’t a tile."),
        ({"tiles": "123p"}, "A hand has 14 tiles."),
    ],
)
def test_a_wrong_answer_is_refused_by_the_name_of_its_question(phone, code, htmx, told, sentence):
    form = sheet(phone, code, "?winner=P1&way=tiles").form("/hand/")
    page = phone.send(form, button=("save", "1"), htmx=htmx, status=422, **{"source": "P2", "tiles": HAND, **told})
    assert sentence in page
    assert not Event.objects.exists()


def test_the_waiting_helper_has_the_questions_of_the_rule_book(phone, code):
    page = phone.get(f"/m/{code}/waits/?tiles=123456789p+EE+dR+dR&norths=1")
    assert "Visible tiles and other details Norths set aside: 1" in page
    assert "Norths set aside Flowers 1 2 3 4 Indicators" in page
    assert "Counted as a plain win." in page
    assert "3 doubles" in page  # the North counts


def test_a_book_without_tiles_has_no_keypad_and_no_waits(phone, code, monkeypatch):
    monkeypatch.setattr(StrangeSheet, "counted_by", ("numbers",))
    assert "Which tiles win?" not in phone.table(code)
    phone.get(f"/m/{code}/waits/", status=404)
    page = sheet(phone, code, "?winner=P1&way=tiles")
    assert "Doubles 1 2 3" in page
    assert "way" not in page.form("/hand/").names


def test_a_piece_that_stands_for_a_tile_keeps_its_mark(phone, code, htmx):
    told = {"tiles": "J1p 234p J5p EE dR", "melds": "pong:JJ9p kong:dW", "tile": "J5p"}
    form = sheet(phone, code, "?winner=P1&way=tiles").form("/hand/")
    payload = save(phone, form, htmx, source="wall", **told)
    assert payload["concealed"] == ["J1p", "2p", "3p", "4p", "J5p", "E", "E", "dR"]
    assert payload["melds"] == [
        {"type": "pong", "tile": "9p", "exposed": True, "jokers": 2},
        {"type": "kong", "tile": "dW", "exposed": True},
    ]
    assert payload["win"] == {"by": "drawn", "tile": "J5p"}
    again = phone.get(f"/m/{code}/hands/1/correct/").form("/correct/")
    assert [again.values(name) for name in ("tiles", "melds", "tile")] == [
        ["J1p 234p J5p E E dR"],
        ["pong:JJ9p kong:dW"],
        ["J5p"],
    ]
    asked = [link for link in phone.get(f"/m/{code}/hands/1/").links if "/waits/?" in link]
    assert "tiles=J1p+234p+E+E+dR&melds=pong%3AJJ9p+kong%3AdW" in asked[0]


@pytest.mark.parametrize("tiles", ["J", "JJ1p", "1pJ", "J0p"])
def test_a_mark_without_its_tile_is_refused(phone, code, htmx, tiles):
    form = sheet(phone, code, "?winner=P1&way=tiles").form("/hand/")
    page = phone.send(form, button=("save", "1"), htmx=htmx, status=422, source="wall", tiles=tiles)
    assert page.form("/hand/").values("tiles") == [tiles]
