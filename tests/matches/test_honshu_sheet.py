"""The sheet of Honshu sanma: hands by numbers and by list, drawn hands and penalties."""

import pytest

from matches.log.state import open_match
from matches.models import Event
from tests.matches.cast import balances
from tests.matches.honshu_cast import check, save, sheet, shown_again
from tests.matches.worlds import one_match
from tests.wording import waiting_on, whole_number

pytestmark = pytest.mark.django_db


# A match of Ann, Bea and Cho with the preset `text`; Ann deals.
started, phone, code = one_match(system="honshu", preset="text")


# ── by numbers ───────────────────────────────────────────────────────────────


def test_the_sheet_asks_for_han_and_riichi_and_hides_rare_questions(phone, code, htmx):
    page = sheet(phone, code, htmx=htmx)
    assert "Ann wins hand E1 Numbers List Tiles Show fields Won from Wall Bea Cho" in page
    assert "Han, including bazoro 3 4 5 6 7 8 9 10 11 12 13 Another number of han" in page
    assert "Yakuman Double yakuman Triple yakuman Riichi Ann Bea Cho More" in page
    folded = page.html.split("<summary>More</summary>")[1].split("</details>")[0]
    assert all(way in folded for way in ('value="chankan"', 'value="rob_north"', 'value="fourth_kong"'))
    names = page.form("/hand/").names
    assert names & {"bonus", "waiting", "limit", "tenpai"} == set()


@pytest.mark.parametrize(
    ("winner", "source", "points", "after"),
    [
        ("P1", "P2", "6", (47000, 23000, 35000)),  # the oya gets 6 × 2000
        ("P1", "wall", "6", (43000, 31000, 31000)),
        ("P2", "P3", "6", (35000, 43000, 27000)),
        ("P2", "P1", "3", (34000, 36000, 35000)),
        ("P2", "wall", "6", (31000, 41000, 33000)),  # the oya pays twice
        ("P3", "wall", "8", (29000, 32000, 44000)),
        ("P1", "P3", "yakuman:1", (83000, 35000, -13000)),
        ("P2", "P1", "yakuman:2", (-29000, 99000, 35000)),
        ("P3", "wall", "yakuman:3", (-13000, 11000, 107000)),
    ],
)
def test_han_and_yakuman_pay_by_ron_and_tsumo_to_oya_and_ko(phone, code, htmx, winner, source, points, after):
    save(phone, sheet(phone, code, f"?winner={winner}").form("/hand/"), htmx, source=source, points=points)
    assert balances(code) == after


def test_another_number_of_han_is_typed(phone, code):
    form = sheet(phone, code, "?winner=P2").form("/hand/")
    assert save(phone, form, source="P3", points="other", points_other="16")["han"] == 16
    assert balances(code) == (35000, 67000, 3000)
    assert shown_again(phone, code, 1, "points", "points_other") == {"points": ["other"], "points_other": ["16"]}


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({"points": "other", "points_other": "2"}, whole_number(3, 99)),
        ({"points": ""}, "Choose the number of han, or a yakuman."),
        (
            {"points": "5", "how": ["fourth_kong"]},
            "A win with the fourth kong is a yakuman. Choose yakuman instead of han.",
        ),
    ],
)
def test_an_impossible_count_is_refused(phone, code, htmx, told, sentence):
    form = sheet(phone, code).form("/hand/")
    page = phone.send(form, button=("save", "1"), htmx=htmx, status=422, source="wall", **told)
    assert sentence in page
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    ("told", "win", "says"),
    [
        ({"source": "wall"}, {"by": "tsumo"}, "Bea tsumo"),
        ({"source": "P1"}, {"by": "ron", "from": "P1"}, "Bea ron from Ann"),
        ({"source": "P1", "how": ["chankan"]}, {"by": "chankan", "from": "P1"}, "Bea robs Ann’s kong"),
        ({"source": "P3", "how": ["rob_north"]}, {"by": "rob_north", "from": "P3"}, "Bea robs Cho’s North"),
        ({"source": "wall", "how": ["fourth_kong"]}, {"by": "fourth_kong"}, "Bea wins with the fourth kong"),
    ],
)
def test_each_way_to_win_is_saved_and_shown(phone, code, htmx, told, win, says):
    form = sheet(phone, code, "?winner=P2").form("/hand/")
    assert save(phone, form, htmx, points="yakuman:1", **told) == {"winner": "P2", "win": win, "yakuman": 1}
    assert f"{says} Yakuman" in phone.table(code)
    assert shown_again(phone, code, 1, "points", "how") == {"points": ["yakuman:1"], "how": told.get("how", [])}


def test_sticks_are_put_down_and_the_winner_takes_them(phone, code, htmx):
    form = sheet(phone, code, "?winner=P2").form("/hand/")
    looked = check(phone, form, htmx, source="P1", points="5", riichi_by=["P2", "P3"])
    assert "Bea wins 5,000" in looked
    assert save(phone, form, htmx, source="P1", points="5", riichi_by=["P2", "P3"])["riichi_by"] == ["P2", "P3"]
    # 4000 from Ann; Bea and Cho put down 1000 each, and Bea takes both.
    assert balances(code) == (31000, 40000, 34000)
    page = phone.get(f"/m/{code}/hands/1/")
    assert "Ann pays Bea −4,000 Discarder: hand 4,000 B3" in page
    assert "Bea pays the table −1,000 riichi stick 1,000 B4.3 Cho pays the table −1,000 riichi stick 1,000 B4.3" in page
    assert "the table pays Bea +2,000 riichi sticks 2,000 B4.3" in page
    assert shown_again(phone, code, 1, "riichi_by") == {"riichi_by": ["P2", "P3"]}


def test_without_sticks_the_sheet_does_not_ask_for_them(phone):
    code = phone.start(system="honshu", preset="text", shown_preset="")
    form = phone.get("/start/?system=honshu").form("/start/")
    page = phone.send(form, button=("action", "start"), P1="Xan", P2="Yva", P3="Zoe", **{"o.riichi_stick": "0"})
    without = page.goes_to.split("/")[2]
    asked = [sheet(phone, each).form("/hand/").names for each in (code, without)]
    assert ["riichi_by" in names for names in asked] == [True, False]
    assert "riichi_by" not in phone.get(f"/m/{without}/draw/").form("/draw/").names


# ── by list ──────────────────────────────────────────────────────────────────


def test_a_list_counts_yaku_dora_and_bazoro(phone, code, htmx):
    form = sheet(phone, code, "?winner=P2&way=list").form("/hand/")
    told = {"source": "P3", "t.riichi": "1", "t.tanyao": "1", "t.pinfu": "1", "b.ippatsu": "1", "b.dora": "7"}
    looked = check(phone, form, htmx, **told)
    assert "Bea wins 24,000" in looked
    payload = save(phone, form, htmx, **told)
    assert payload["patterns"] == ["riichi", "pinfu", "tanyao"]
    assert payload["bonus_items"] == {"ippatsu": 1, "dora": 7}
    # 3 yaku, ippatsu, 7 dora, bazoro 2: 13 han, sanbaiman; her own stick comes back.
    assert balances(code) == (35000, 59000, 11000)
    page = phone.get(f"/m/{code}/hands/1/")
    assert "Cho pays Bea −24,000 Discarder: sanbaiman 24,000 B3" in page
    assert "Han 13" in page


def test_a_riichi_that_was_ticked_stays_when_ippatsu_and_ura_are_taken_out(phone, code, htmx):
    form = sheet(phone, code, "?winner=P1&way=list").form("/hand/")
    ticks = ("t.riichi", "t.pinfu", "t.tanyao", "b.ippatsu", "b.uradora")
    save(phone, form, htmx, source="P2", **dict.fromkeys(ticks, "1"))
    form = phone.get(f"/m/{code}/hands/1/correct/").form("/correct/")
    assert {name: form.values(name) for name in ticks} == dict.fromkeys(ticks, ["1"])
    fewer = {"b.ippatsu": None, "b.uradora": "0"}
    phone.send(form, button=("action", "save"), htmx=htmx, note="no ura", **fewer)
    assert open_match(code).log.rows[0].payload["patterns"] == ["riichi", "pinfu", "tanyao"]


def test_a_list_asks_who_declared_riichi_beside_its_ticks(phone, code, htmx):
    page = sheet(phone, code, "?winner=P2&way=list", htmx=htmx)
    assert "Riichi Ann Bea Cho" in page
    told = {"source": "P1", "t.tanyao": "1", "t.iipeikou": "1", "riichi_by": ["P1", "P2"]}
    assert save(phone, page.form("/hand/"), htmx, **told)["riichi_by"] == ["P1", "P2"]
    assert balances(code) == (32000, 38000, 35000)


def test_the_stick_of_a_winner_with_a_yakuman_is_kept_though_riichi_counts_nothing(phone, code, htmx):
    table = phone.table(code)
    phone.send(table.form("/declare/"), button=("on", "P2"), status=303)
    form = sheet(phone, code, "?winner=P2&way=list", htmx=htmx).form("/hand/")
    assert form.values("t.riichi") == ["1"]
    told = {"source": "P1", "t.riichi": None, "t.daisangen": "1"}
    assert save(phone, form, htmx, **told)["riichi_by"] == ["P2"]
    phone.undo(code)
    assert ("off", "P2") in phone.table(code).form("/declare/").buttons


def test_a_robbed_kong_ticks_itself_and_a_yakuman_shows_no_one_amount(phone, code):
    form = sheet(phone, code, "?winner=P2&way=list").form("/hand/")
    looked = check(phone, form, source="P1", how=["chankan"])
    assert "32,000" not in looked.text.replace("Bea wins 32,000", "").replace(
        "Ann pays 32,000", ""
    )  # the dealer gets more
    row = looked.html.split('id="t.chankan"')[1].split("</label>")[0]
    assert "checked disabled" in row
    payload = save(phone, form, source="P1", how=["chankan"])
    assert (payload["win"], payload["patterns"]) == ({"by": "chankan", "from": "P1"}, ["chankan"])


def test_yakuman_of_a_list_add_up(phone, code, htmx):
    form = sheet(phone, code, "?winner=P2&way=list").form("/hand/")
    told = {"source": "wall", "t.daisangen": "1", "t.tsuuiisou": "1"}
    assert "Bea wins 48,000" in check(phone, form, htmx, **told)
    save(phone, form, htmx, **told)
    assert balances(code) == (3000, 83000, 19000)
    assert "Double yakuman" in phone.table(code)
    assert "Double yakuman, Daisangen, Tsuuiisou B2" in phone.get(f"/m/{code}/hands/1/")


def test_the_dealers_yakuman_is_shown_without_the_amount_of_others(phone, code, htmx):
    save(phone, sheet(phone, code).form("/hand/"), htmx, source="P2", points="yakuman:1")
    page = phone.get(f"/m/{code}/hands/1/")
    assert "Ann wins +48,000" in page
    assert "Yakuman B3" in page
    assert "32,000" not in page


def test_the_bar_says_the_name_of_a_yakuman_once(phone, code, htmx):
    form = sheet(phone, code, "?winner=P2&way=list").form("/hand/")
    looked = check(phone, form, htmx, source="P1", **{"t.daisangen": "1"})
    assert "Bea wins 32,000 Ann pays 32,000 Daisangen Why? Yakuman Ann : Discarder: yakuman 32,000" in looked


def test_ticks_without_a_yaku_are_refused(phone, code, htmx):
    form = sheet(phone, code, "?way=list&winner=P1").form("/hand/")
    page = phone.send(form, button=("save", "1"), htmx=htmx, status=422, source="wall", **{"b.dora": "3"})
    assert "The hand has no yaku. Dora and bazoro don’t count as yaku." in page


# ── draws, waits, penalties ──────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("tenpai", "after"),
    [
        ([], (35000, 35000, 35000)),
        (["P2"], (34000, 37000, 34000)),
        (["P1", "P3"], (36000, 33000, 36000)),
        (["P1", "P2", "P3"], (35000, 35000, 35000)),
    ],
)
def test_a_drawn_hand_pays_tenpai_players(phone, code, htmx, tenpai, after):
    page = phone.get(f"/m/{code}/draw/", htmx=htmx)
    assert "Draw (ryuukyoku): nobody wins hand E1" in page
    assert "Who was tenpai? Ann Bea Cho Riichi Ann Bea Cho" in page
    phone.send(page.form("/draw/"), htmx=htmx, status=200 if htmx else 303, tenpai=tenpai)
    assert balances(code) == after
    assert Event.objects.get().payload == {"draw": True, **({"tenpai": tenpai} if tenpai else {})}


def test_a_player_without_points_for_a_stick_is_named(phone, htmx):
    form = phone.get("/start/?system=honshu").form("/start/")
    begun = phone.send(form, button=("action", "start"), P1="Ann", P2="Bea", P3="Cho", **{"o.start_points": "900"})
    code = begun.goes_to.split("/")[2]
    draw = phone.get(f"/m/{code}/draw/").form("/draw/")
    sentence = "Cho doesn’t have enough points for a riichi stick."
    assert sentence in phone.send(draw, htmx=htmx, status=422, tenpai=["P3"], riichi_by=["P3"])
    hand = sheet(phone, code).form("/hand/")
    page = phone.send(hand, button=("save", "1"), htmx=htmx, status=422, source="wall", points="3", riichi_by=["P3"])
    assert sentence in page
    assert not Event.objects.exists()


def test_the_waiting_helper_says_why_a_tile_does_not_win(phone, code):
    riichi = phone.get(f"/m/{code}/waits/?tiles=234p567p345s66s78s&riichi=riichi&dora_indicators=5s")
    assert "Ann is waiting for 3 tiles" in riichi
    bare = phone.get(f"/m/{code}/waits/?tiles=234p567p345s88s+EE")
    assert f"{waiting_on('Ann', 1, 2)} These tiles win East" in bare
    assert "Tsumo 4 han" in bare  # East is the wind of the dealer and of the round
    none = phone.get(f"/m/{code}/waits/?tiles=123p567p345s88s+WW")
    assert "Ann can’t declare a win with any of the tiles that complete the hand." in none
    assert "Complete, but can’t be declared" in none
    assert "Tsumo no yaku" in none


def test_a_penalty_may_cost_what_a_hand_costs(phone, code):
    page = phone.get(f"/m/{code}/penalty/")
    assert "False win (chombo): 4,000 to each player, and the hand ends" in page
    phone.send(page.form("/penalty/"), status=303, offender="P3", what="other", amount="16000")
    assert balances(code) == (51000, 51000, 3000)
