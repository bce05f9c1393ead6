"""Hands of riichi sanma on the sheet, by numbers and by list: questions, saved values, payments."""

import pytest
from django.utils.translation import override

from engine.rulesets import rule_book
from matches import wording
from matches.models import Event
from tests.matches.cast import balances
from tests.matches.riichi_cast import check, save, sheet, shown_again, start
from tests.matches.worlds import one_match

pytestmark = pytest.mark.django_db


started, phone, code = one_match(system="riichi_sanma", preset="tenhou")


# ── by numbers ───────────────────────────────────────────────────────────────


def test_the_sheet_asks_for_han_and_fu_and_hides_rare_questions(phone, code, htmx):
    page = sheet(phone, code, htmx=htmx)
    assert "Bea wins hand E1 Numbers List Tiles Show fields Won from Wall Ann Cho" in page
    assert "Han 1 2 3 4 5 6 7 8 9 10 11 12 Another number of han" in page
    assert "Mangan Haneman Baiman Sanbaiman Yakuman Fu 20 25 30 40 50 60 70 80 90 100 110 120 130 140" in page
    assert "Rarer hands Counted yakuman Double yakuman Triple yakuman 4 × yakuman" in page
    assert "Riichi Ann Bea Cho More" in page
    folded = page.html.rsplit("<summary>More</summary>", 1)[1].split("</details>")[0]
    asked = ('value="chankan"', 'value="rob_north"', 'name="daisangen"', 'name="daisuushii"')
    assert all(way in folded for way in asked) and 'name="suukantsu"' not in folded
    assert page.form("/hand/").names & {"waiting", "limit", "tenpai", "chips", "open"} == set()


def test_more_than_three_yakuman_are_counted_in_the_language_of_the_reader():
    fixed = rule_book("riichi_sanma", {}).sheet.fixed
    for language, words in (("de", "4 × Yakuman"), ("ja", "4倍役満"), ("en", "4 × yakuman")):
        with override(language):
            assert [wording.called(each) for each in fixed if each.id == "yakuman:4"] == [words]


@pytest.mark.parametrize(
    ("winner", "source", "han", "fu", "after"),
    [
        ("P1", "P2", "3", "40", (42700, 27300, 35000)),
        ("P1", "wall", "3", "40", (40200, 32400, 32400)),
        ("P2", "P3", "3", "40", (35000, 40200, 29800)),
        ("P2", "wall", "3", "40", (32400, 38900, 33700)),  # 2600 from the dealer, 1300
        ("P2", "P1", "2", "25", (33400, 36600, 35000)),
        ("P3", "wall", "2", "20", (34300, 34600, 36100)),
        ("P2", "P3", "4", "40", (35000, 43000, 27000)),  # a mangan
        ("P2", "P3", "6", "", (35000, 47000, 23000)),
        ("P2", "P3", "mangan", "", (35000, 43000, 27000)),
        ("P2", "P3", "counted_yakuman", "", (35000, 67000, 3000)),
        ("P1", "P3", "yakuman:2", "", (131000, 35000, -61000)),
    ],
)
def test_han_and_fu_pay_by_ron_and_tsumo_to_the_dealer_and_others(phone, code, htmx, winner, source, han, fu, after):
    form = sheet(phone, code, f"?winner={winner}").form("/hand/")
    save(phone, form, htmx, source=source, points=han, bonus=fu)
    assert balances(code) == after
    assert shown_again(phone, code, "points", "bonus") == {"points": [han], "bonus": [fu] if fu else []}


def test_fu_are_ignored_with_more_han(phone, code, htmx):
    form = sheet(phone, code).form("/hand/")
    assert save(phone, form, htmx, source="P1", points="7", bonus="40") == {
        "winner": "P2",
        "win": {"by": "ron", "from": "P1"},
        "han": 7,
    }
    # 5 to 12 han, another number, five limits, six that are rare.
    assert sheet(phone, code).html.count("data-alone") == 8 + 1 + 5 + 6


def test_the_bar_asks_for_what_is_missing_and_says_what_is_paid(phone, code, htmx):
    form = sheet(phone, code).form("/hand/")
    assert "Choose the number of han" in check(phone, form, htmx, source="P1")
    assert "Choose the number of fu" in check(phone, form, htmx, source="P1", points="3")
    assert "Bea wins 3,900 Ann pays 3,900" in check(phone, form, htmx, source="P1", points="3", bonus="30")
    assert "4 han 40 fu, Mangan" in check(phone, form, htmx, source="P1", points="4", bonus="40")
    assert "8 han, Baiman" in check(phone, form, htmx, source="P1", points="8")


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({"points": ""}, "Choose the number of han, or a limit such as mangan."),
        ({"points": "3"}, "Choose the number of fu; it’s needed up to 4 han."),
        ({"points": "3", "bonus": "20"}, "20 fu are possible only on a tsumo"),
        ({"points": "1", "bonus": "25"}, "25 fu need at least 2 han"),
        ({"points": "3", "bonus": "35"}, ": 20, 25, 30, 40,"),
    ],
)
def test_an_impossible_count_is_refused(phone, code, htmx, told, sentence):
    form = sheet(phone, code).form("/hand/")
    page = phone.send(form, button=("save", "1"), htmx=htmx, status=422, source="P1", **told)
    assert sentence in page
    assert not Event.objects.exists()


def test_another_number_of_han_is_typed(phone, code):
    form = sheet(phone, code).form("/hand/")
    assert save(phone, form, source="P3", points="other", points_other="14")["han"] == 14
    assert "14 han, Counted yakuman" in phone.table(code)


@pytest.mark.parametrize(
    ("told", "said", "says"),
    [
        ({"source": "wall"}, {"by": "tsumo"}, "Bea tsumo"),
        ({"source": "P1"}, {"by": "ron", "from": "P1"}, "Bea ron from Ann"),
        ({"source": "P1", "how": ["chankan"]}, {"by": "chankan", "from": "P1"}, "Bea robs Ann’s kong"),
        ({"source": "P3", "how": ["rob_north"]}, {"by": "rob_north", "from": "P3"}, "Bea robs Cho’s North"),
    ],
)
def test_each_way_to_win_is_saved_and_shown(phone, code, htmx, told, said, says):
    form = sheet(phone, code).form("/hand/")
    assert save(phone, form, htmx, points="3", bonus="40", **told)["win"] == said
    assert f"{says} 3 han 40 fu" in phone.table(code)
    assert shown_again(phone, code, "how") == {"how": told.get("how", [])}


def test_if_norths_are_not_set_aside_none_can_be_robbed(phone):
    code = start(phone, north="yakuhai")
    page = sheet(phone, code, "?winner=P2&way=tiles")
    assert 'value="rob_north"' not in page.html and "norths" not in page.form("/hand/").names


def test_who_is_liable_is_saved_and_pays(phone, code, htmx):
    form = sheet(phone, code).form("/hand/")
    payload = save(phone, form, htmx, source="P1", points="yakuman:1", daisangen="P3")
    assert payload["pao"] == {"daisangen": "P3"}
    assert balances(code) == (19000, 67000, 19000)
    assert "Cho pays Bea −16,000 pao 16,000 E10.3" in phone.get(f"/m/{code}/hands/1/")
    assert shown_again(phone, code, "daisangen", "daisuushii") == {"daisangen": ["P3"], "daisuushii": [""]}


def test_a_liable_winner_is_refused(phone, code):
    form = sheet(phone, code).form("/hand/")
    page = phone.send(form, button=("save", "1"), status=422, source="P1", points="yakuman:1", daisangen="P2")
    assert "pao must name an opponent of the winner" in page


def test_chips_are_asked_for_if_the_table_plays_them(phone, htmx):
    code = start(phone, "parlour")
    for way in ("numbers", "list"):
        assert "Chips from each payer" in sheet(phone, code, f"?winner=P2&way={way}")
    form = sheet(phone, code).form("/hand/")
    assert save(phone, form, htmx, source="wall", points="2", bonus="30", chips="3")["chips"] == 3
    assert shown_again(phone, code, "chips") == {"chips": ["3"]}


def test_sticks_are_put_down_and_the_winner_takes_them(phone, code, htmx):
    form = sheet(phone, code).form("/hand/")
    assert save(phone, form, htmx, source="P1", points="3", bonus="30", riichi_by=["P2", "P3"])["riichi_by"] == [
        "P2",
        "P3",
    ]
    assert balances(code) == (31100, 39900, 34000)


# ── by list ──────────────────────────────────────────────────────────────────


def test_a_list_counts_yaku_and_dora_with_the_fu_that_were_chosen(phone, code, htmx):
    form = sheet(phone, code, "?winner=P2&way=list").form("/hand/")
    told = {"source": "P3", "t.riichi": "1", "t.tanyao": "1", "b.dora": "1", "fu": "40"}
    looked = check(phone, form, htmx, **told)
    assert "Bea wins 5,200" in looked and "3 han 40 fu" in looked
    payload = save(phone, form, htmx, **told)
    assert payload["fu"] == 40 and payload["patterns"] == ["riichi", "tanyao"]
    assert balances(code) == (35000, 40200, 29800)
    page = phone.get(f"/m/{code}/hands/1/")
    assert "Riichi E6 1 Tanyao All simples E6 1 Dora E1.3 1 Han 3 Fu, rounded up to tens 40" in page
    assert shown_again(phone, code, "fu", "open", "t.riichi") == {"fu": ["40"], "open": [], "t.riichi": ["1"]}


@pytest.mark.parametrize(
    ("language", "row"),
    [
        ("en", "Toitoi All pongs Four pongs and a pair 2"),
        ("de", "Toitoi Nur Pongs Vier Pongs und ein Paar 2"),
        ("ja", "対々和 刻子4組と雀頭 2"),
    ],
)
def test_the_list_shows_what_a_name_means_where_the_name_is_romanised(phone, code, language, row):
    phone.client.cookies["lang"] = language
    assert row in phone.get(f"/m/{code}/hand/?winner=P2&way=list")


def test_an_open_hand_has_fewer_han_and_other_rows(phone, code, htmx):
    form = sheet(phone, code, "?winner=P2&way=list").form("/hand/")
    told = {"source": "wall", "open": "1", "t.honitsu": "1", "t.yakuhai_dragon": "1", "fu": "40"}
    looked = check(phone, form, htmx, **told)
    assert "3 han 40 fu" in looked
    assert "“Riichi” isn’t possible with this win." in looked
    payload = save(phone, form, htmx, **told)
    assert payload["open"] is True and "menzen_tsumo" not in payload["patterns"]
    assert shown_again(phone, code, "open", "t.honitsu") == {"open": ["1"], "t.honitsu": ["1"]}


def test_a_concealed_self_draw_ticks_itself(phone, code, htmx):
    form = sheet(phone, code, "?winner=P2&way=list").form("/hand/")
    assert save(phone, form, htmx, source="wall", **{"t.pinfu": "1"})["patterns"] == ["menzen_tsumo", "pinfu"]
    assert "2 han 20 fu" in phone.table(code)


def test_a_list_without_fu_says_that_they_are_missing(phone, code, htmx):
    form = sheet(phone, code, "?winner=P2&way=list").form("/hand/")
    page = check(phone, form, htmx, source="P1", **{"t.tanyao": "1"})
    assert "A hand of up to 4 han needs its fu: 20, 25, 30" in page
    seven = check(phone, form, htmx, source="P1", **{"t.chiitoitsu": "1"})
    assert "2 han 25 fu" in seven


def test_yakuman_of_a_list_add_up(phone, code, htmx):
    form = sheet(phone, code, "?winner=P2&way=list").form("/hand/")
    told = {"source": "wall", "t.daisangen": "1", "t.tsuuiisou": "1", "daisangen": "P3"}
    assert "Bea wins 48,000 Cho pays 48,000" in check(phone, form, htmx, **told)
    assert save(phone, form, htmx, **told)["pao"] == {"daisangen": "P3"}
    assert "Double yakuman, Daisangen, Tsuuiisou E7" in phone.get(f"/m/{code}/hands/1/")


def test_ticks_without_a_yaku_are_refused(phone, code, htmx):
    form = sheet(phone, code, "?way=list&winner=P1").form("/hand/")
    page = phone.send(form, button=("save", "1"), htmx=htmx, status=422, source="P2", **{"b.dora": "3"})
    assert "The hand has no yaku; dora don’t count as yaku." in page


def test_a_riichi_declared_on_the_card_is_ticked(phone, code, htmx):
    phone.send(phone.table(code).form("/declare/"), button=("on", "P2"), status=303)
    form = sheet(phone, code, "?winner=P2&way=list", htmx=htmx).form("/hand/")
    assert form.values("t.riichi") == ["1"] and form.values("riichi_by") == ["P2"]
