"""A match of riichi sanma on the pages: honba and sticks, two winners, the extension, the file."""

import io
import json

import pytest

from matches import actions
from matches.log.state import open_match
from matches.models import Match
from tests.matches.cast import balances, match_file
from tests.matches.riichi_cast import draw, sheet, start, win
from tests.matches.worlds import one_match
from tests.wording import MATCH_OVER, who_won

pytestmark = pytest.mark.django_db


started, phone, code = one_match(system="riichi_sanma", preset="tenhou")


def play(phone, code):
    """Ann tsumo with riichi; drawn, Ann alone tenpai; drawn, nobody tenpai; Cho ron from Bea."""
    win(phone, code, "P1", "wall", "3", "40", riichi_by=["P1"])
    draw(phone, code, ["P1"], ["P1", "P2"])
    draw(phone, code)
    win(phone, code, "P3", "P2", "5")


def test_the_ledger_shows_han_fu_limits_honba_and_sticks(phone, code):
    play(phone, code)
    page = phone.table(code)
    assert "E1 Ann tsumo 3 han 40 fu, sticks" in page
    assert "E1.1 Draw (ryuukyoku) 2 honba, 2,000 in sticks left on the table" in page or "E1.1 Draw" in page
    assert "E2.3 Cho ron from Bea 5 han, Mangan, honba, sticks" in page
    # 2600 each to Ann; 1000 each to Ann and two sticks; 8000 and 3 honba from Bea, both sticks.
    assert balances(code) == (41200, 21800, 42000)
    assert who_won("E3") in page


@pytest.mark.parametrize(("language", "label"), [("ja", "東2.3"), ("de", "O2.3"), ("en", "E2.3")])
def test_a_hand_is_named_after_its_wind_in_the_language_of_the_reader_but_not_in_files(phone, code, language, label):
    play(phone, code)
    phone.client.cookies["lang"] = language
    assert f"{label} Cho" in phone.table(code)
    assert b",E2.3," in phone.client.get(f"/m/{code}/match.csv").content


def test_a_correction_moves_the_later_hands(phone, code, htmx):
    play(phone, code)
    form = phone.get(f"/m/{code}/hands/1/correct/").form("/correct/")
    assert (form.values("points"), form.values("bonus"), form.values("riichi_by")) == (["3"], ["40"], ["P1"])
    looked = phone.send(form, button=("action", "check"), htmx=htmx, status=200, points="2", bonus="30")
    assert "Ann loses" in looked
    saved = phone.send(form, button=("action", "save"), htmx=htmx, points="2", bonus="30", note="2 han")
    assert saved.status == (200 if htmx else 303)
    assert balances(code) == (38000, 23400, 43600)
    phone.undo(code)
    assert balances(code) == (41200, 21800, 42000)
    phone.redo(code)
    assert balances(code) == (38000, 23400, 43600)


def test_a_hand_by_numbers_becomes_one_by_list_or_tiles(phone, code):
    win(phone, code, "P2", "P3", "3", "30")
    form = phone.get(f"/m/{code}/hands/1/correct/?way=list").form("/correct/")
    told = {"t.riichi": "1", "t.tanyao": "1", "b.dora": "1", "fu": "30", "note": "the list"}
    phone.send(form, button=("action", "save"), status=303, **told)
    assert "Riichi E6 1 Tanyao All simples E6 1 Dora E1.3 1" in phone.get(f"/m/{code}/hands/1/")
    form = phone.get(f"/m/{code}/hands/1/correct/?way=tiles").form("/correct/")
    told = {"tiles": "234p 567p 345s 678s 66s", "tile": "6s", "note": "the tiles"}
    page = phone.send(form, button=("action", "save"), **told)
    phone.send(page.form("/correct/"), button=("action", "save"), status=303)
    assert "Pinfu E6 1 Tanyao All simples E6 1" in phone.get(f"/m/{code}/hands/1/")


def test_undo_takes_sticks_back(phone, code):
    draw(phone, code, [], ["P1", "P2"])
    assert balances(code) == (34000, 34000, 35000)
    phone.undo(code)
    assert balances(code) == (35000, 35000, 35000)
    phone.redo(code)
    assert "On the table: 1 honba, 2,000 in sticks" in phone.table(code)


# ── two winners of one tile ──────────────────────────────────────────────────


def two_win(phone, code, **told):
    """Ann and Cho win on Bea's tile, with 3 han 40 fu and 6 han."""
    form = phone.get(f"/m/{code}/claims/").form("/claims/")
    given = {"discarder": "P2", "points_P1": "3", "bonus_P1": "40", "points_P3": "6"}
    return phone.send(form, **{**given, **told})


def test_two_winners_have_their_own_han_and_fu(phone, code, htmx):
    page = two_win(phone, code, button=("action", "check"), riichi_by=["P1"])
    assert "Cho wins 13,000" in page and "Ann wins" in page
    phone.send(page.form("/claims/"), button=("action", "save"), status=303)
    # 7,700 to the dealer, 12,000 and the stick to Cho, who is next in turn.
    assert balances(code) == (41700, 15300, 48000)
    assert "Ann ron from Bea" in phone.table(code)
    form = phone.get(f"/m/{code}/hands/1/correct/").form("/correct/")
    shown = {name: form.values(name) for name in ("points_P1", "bonus_P1", "points_P3", "bonus_P3")}
    assert shown == {"points_P1": ["3"], "bonus_P1": ["40"], "points_P3": ["6"], "bonus_P3": [""]}
    phone.send(form, button=("action", "save"), htmx=htmx, bonus_P1="30", note="30 fu")
    assert balances(code) == (39800, 17200, 48000)


def test_two_winners_need_fu_up_to_four_han(phone, code):
    page = two_win(phone, code, button=("action", "save"), status=422, bonus_P1="")
    assert "Ann, Fu: " in page


def test_a_limit_of_one_winner_takes_no_fu(phone, code):
    two_win(phone, code, button=("action", "save"), status=303, points_P1="", bonus_P1="40", limit_P1="mangan")
    wins = open_match(code).log.rows[0].payload["wins"]
    assert {hand["winner"]: hand.get("limit") or hand.get("han") for hand in wins} == {"P1": "mangan", "P3": 6}


def test_each_of_two_winners_gets_chips(phone):
    code = start(phone, "parlour")
    two_win(phone, code, button=("action", "save"), status=303, chips_P1="2", chips_P3="1")
    assert tuple(open_match(code).log.state.chips) == (2, -3, 1)
    form = phone.get(f"/m/{code}/hands/1/correct/").form("/correct/")
    assert (form.values("chips_P1"), form.values("chips_P3")) == (["2"], ["1"])


def test_fu_and_chips_are_kept_on_the_sheet_for_two_winners(phone):
    code = start(phone, "parlour")
    form = sheet(phone, code, "?winner=P3").form("/hand/")
    told = {"source": "P2", "points": "2", "bonus": "30", "chips": "2"}
    claims = phone.post(f"/m/{code}/claims/", form.data(("action", "two"), **told), status=200).form("/claims/")
    assert [claims.values(f"{name}_P3") for name in ("points", "bonus", "chips")] == [["2"], ["30"], ["2"]]


def test_a_hand_by_tiles_is_kept_on_the_sheet_for_two_winners(phone, code):
    form = sheet(phone, code, "?winner=P3&way=tiles").form("/hand/")
    told = {"source": "P2", "tiles": "234p 567p 345s 678s 66s", "tile": "6s", "riichi": "riichi"}
    page = phone.post(f"/m/{code}/claims/", form.data(("action", "two"), **told), status=200)
    claims = page.form("/claims/")
    phone.send(claims, button=("action", "save"), status=303, points_P1="2", bonus_P1="30")
    wins = open_match(code).log.rows[0].payload["wins"]
    assert [("concealed" in hand, hand["winner"]) for hand in wins] == [(True, "P3"), (False, "P1")]
    correct = phone.get(f"/m/{code}/hands/1/correct/").form("/correct/")
    assert (correct.values("points_P3"), correct.values("bonus_P3")) == (["3"], ["30"])


# ── the end ──────────────────────────────────────────────────────────────────


def ended(phone, code):
    return phone.get(f"/m/{code}/end/")


def test_a_bust_ends_the_match_and_the_result_says_why(phone, code):
    win(phone, code, "P2", "P3", "yakuman:2")
    assert MATCH_OVER in phone.table(code)
    assert "A player had too few points to continue." in ended(phone, code)


def test_a_match_in_progress_shows_nothing_about_its_end(phone, code):
    win(phone, code, "P2", "P3", "3", "40")
    assert "points to continue" not in ended(phone, code)


def test_the_extension_has_a_round_of_its_own_in_the_strip(phone):
    code = start(phone, length="east")
    for _deal in range(3):
        draw(phone, code)
    page = phone.table(code)
    assert "Extension, South 1 · 3 honba" in page
    strip = page.tight.split('id="rounds"')[1].split("</header>")[0]
    assert [name for name in ("East", "South", "West") if name in strip] == ["East", "South"]
    assert "S1.3: now" in strip and "S3: upcoming" in strip
    win(phone, code, "P2", "P1", "5")
    assert "A player had enough points in the extension." in ended(phone, code)


def test_a_second_east_round_is_marked(phone):
    code = start(phone, length="east", extension="return_east")
    for _deal in range(3):
        draw(phone, code)
    page = phone.table(code)
    assert "Extension, East 1 · 3 honba" in page
    assert who_won("+E1.3") in page
    strip = page.tight.split('id="rounds"')[1].split("</header>")[0]
    assert strip.count("<ol>") == 2
    draw(phone, code)
    assert page.html.count("East round") <= phone.table(code).html.count("East round") - 1


@pytest.mark.parametrize(
    ("entries", "house", "says"),
    [
        ([("P1", "P2", "6")], {"cold_points": "50000"}, "A player reached the points that end the match."),
        (
            [("P2", "P1", "2"), ("P3", "P2", "2"), ("P3", "P2", "6")],
            {"length": "east"},
            "The last dealer won and was first.",
        ),
        ([("P2", "P1", "2"), ("P3", "P2", "2"), ("P2", "P3", "6")], {"length": "east"}, "The last hand was played."),
    ],
)
def test_the_result_says_how_the_match_ended(phone, entries, house, says):
    code = start(phone, **house)
    for winner, source, han in entries:
        win(phone, code, winner, source, han, "30" if han == "2" else "")
    assert says in ended(phone, code)


# ── the file ─────────────────────────────────────────────────────────────────


def everything(phone, code):
    """A match with an entry of every kind."""
    win(phone, code, "P2", "P1", "yakuman:1", daisangen="P3")
    listed = sheet(phone, code, "?winner=P1&way=list").form("/hand/")
    ticks = {"source": "P2", "t.riichi": "1", "t.tanyao": "1", "b.dora": "1", "fu": "40", "chips": "2"}
    phone.send(listed, button=("save", "1"), status=303, **ticks)
    tiles = sheet(phone, code, "?winner=P1&way=tiles").form("/hand/")
    told = {"source": "wall", "tiles": "234p 567p 345s 678s 66s", "tile": "6s", "riichi": "riichi", "norths": "2"}
    phone.send(tiles, button=("save", "1"), status=303, **told)
    draw(phone, code, ["P1"], ["P1"], nagashi=["P2"])
    draw(phone, code, abort="four_kongs")
    form = phone.get(f"/m/{code}/penalty/").form("/penalty/")
    phone.send(form, button=("save", "1"), status=303, what="chombo", offender="P3")
    two_win(phone, code, button=("action", "save"), status=303, chips_P1="1")
    win(phone, code, "P3", "wall", "haneman")


def test_a_match_of_every_kind_of_entry_is_exported_and_imported_the_same(phone):
    code = start(
        phone, "parlour", pao=["daisangen"], chip_yakuman="5", nagashi_mangan="1", abortive_draws=["four_kongs"]
    )
    everything(phone, code)
    assert not open_match(code).over
    data, content = match_file(phone, code)
    assert [event["kind"] for event in content["events"]] == [
        "hand", "hand", "hand", "draw", "draw", "penalty", "hand", "hand"
    ]  # fmt: skip
    assert content["events"][0]["payload"]["pao"] == {"daisangen": "P3"}
    upload = io.BytesIO(data)
    upload.name = "match.json"
    form = phone.get("/import/").form("/import/")
    page = phone.post(form.action, {**form.data(), "file": upload}, status=303)
    other = page.goes_to.split("/")[2]
    again, _content = match_file(phone, other)
    assert json.loads(again) == json.loads(data)
    for seq in range(1, 9):
        assert phone.get(f"/m/{other}/hands/{seq}/").status == 200
        assert phone.get(f"/m/{code}/hands/{seq}/correct/").status == 200


def test_a_file_with_two_hands_by_tiles_shows_both(phone, code):
    said = {"by": "ron", "from": "P2", "tile": "6s"}
    cho = "2s 3s 4s 2s 3s 4s 5s 5s 3p 4p 5p 4s 5s 6s"
    ann = "2p 3p 4p 5p 6p 7p 3s 4s 5s 6s 7s 8s 6s 6s"
    wins = [
        {"winner": "P3", "win": said, "riichi": "riichi", "concealed": cho.split(), "dora_indicators": ["dR"]},
        {"winner": "P1", "win": said, "riichi": "riichi", "concealed": ann.split(), "dora_indicators": ["E"]},
    ]
    told = {"match": Match.objects.get(code=code), "device": phone.client.session["device"], "key": "k" * 22}
    actions.record_entry(kind="hand", payload={"wins": wins}, expected_seq=1, **told)
    page = phone.get(f"/m/{code}/hands/1/")
    assert page.html.count('aria-label="The winning hand"') == 2


@pytest.mark.parametrize(
    "preset",
    ["tenhou", *(pytest.param(each, marks=pytest.mark.thorough) for each in ("mahjong_soul", "parlour", "ema_like"))],
)
def test_each_preset_starts_a_match_whose_pages_open(phone, preset):
    code = start(phone, preset)
    for page in ("", "hand/?winner=P1", "hand/?winner=P1&way=list", "hand/?winner=P1&way=tiles", "draw/", "penalty/"):
        assert phone.get(f"/m/{code}/{page}").status == 200
    for page in ("claims/", "waits/", "rules/", "card/", "end/", "sheet/", "balance/"):
        assert phone.get(f"/m/{code}/{page}").status == 200
