"""Hands of riichi sanma through the sheet: by numbers, by list, by tiles, drawn; what is asked, saved and paid."""

import pytest

from matches.models import Event
from tests.matches.cast import balances
from tests.matches.riichi_cast import draw, sheet, start, win

pytestmark = pytest.mark.django_db

FLAT = "234p 567p 345s 678s 66s"  # all inner tiles, four chows
ORPHANS = "19p19m19s ESWN dR dG dW 9s"


@pytest.fixture
def code(phone):
    return start(phone)


def check(phone, form, htmx=False, **told):
    """Press "Calculate", which saves nothing."""
    page = phone.send(form, button=("action", "check"), htmx=htmx, status=200, **told)
    assert not Event.objects.exists()
    return page


def save(phone, form, htmx=False, **told):
    page = phone.send(form, button=("save", "1"), htmx=htmx, **told)
    assert page.status == (200 if htmx else 303), page
    return Event.objects.order_by("pk").last().payload


def shown_again(phone, code, *names):
    """What the correction of the first entry shows in these fields."""
    form = phone.get(f"/m/{code}/hands/1/correct/").form("/correct/")
    return {name: form.values(name) for name in names}


# ── by numbers ───────────────────────────────────────────────────────────────


def test_the_sheet_asks_for_han_and_fu_and_folds_what_is_rare(phone, code, htmx):
    page = sheet(phone, code, htmx=htmx)
    assert "Bea wins hand E1 Numbers List Tiles Show fields Won from Wall Ann Cho" in page
    assert "Han 1 2 3 4 5 6 7 8 9 10 11 12 Another number of han" in page
    assert "Mangan Haneman Baiman Sanbaiman Yakuman Fu 20 25 30 40 50 60 70 80 90 100 110 120 130 140" in page
    assert "Other limit hands Counted yakuman Double yakuman Triple yakuman 4 × yakuman" in page
    assert "Riichi Ann Bea Cho More" in page
    folded = page.html.rsplit("<summary>More</summary>", 1)[1].split("</details>")[0]
    asked = ('value="chankan"', 'value="rob_north"', 'name="daisangen"', 'name="daisuushii"')
    assert all(way in folded for way in asked) and 'name="suukantsu"' not in folded
    assert page.form("/hand/").names & {"waiting", "limit", "tenpai", "chips", "open"} == set()


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


def test_fu_are_not_read_beside_more_han(phone, code, htmx):
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
        ({"points": ""}, "Choose the number of han, or a limit hand."),
        ({"points": "3"}, "Choose the number of fu; it’s needed up to 4 han."),
        ({"points": "3", "bonus": "20"}, "fu can be 20 only for a self-draw"),
        ({"points": "1", "bonus": "25"}, "fu can be 25 only with 2 han or more"),
        ({"points": "3", "bonus": "35"}, ": 20, 25, 30, 40,"),
    ],
)
def test_a_count_that_cannot_be_is_refused(phone, code, htmx, told, sentence):
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
def test_each_way_to_win_is_saved_and_told_in_its_words(phone, code, htmx, told, said, says):
    form = sheet(phone, code).form("/hand/")
    assert save(phone, form, htmx, points="3", bonus="40", **told)["win"] == said
    assert f"{says} 3 han 40 fu" in phone.table(code)
    assert shown_again(phone, code, "how") == {"how": told.get("how", [])}


def test_where_no_north_is_set_aside_nobody_robs_one(phone):
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


def test_chips_are_asked_where_the_table_plays_them(phone, htmx):
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
    assert "Riichi E6 1 All simples E6 1 Dora E1.3 1 Han 3 Fu, rounded up to tens 40" in page
    assert shown_again(phone, code, "fu", "open", "t.riichi") == {"fu": ["40"], "open": [], "t.riichi": ["1"]}


def test_an_open_hand_has_fewer_han_and_other_rows(phone, code, htmx):
    form = sheet(phone, code, "?winner=P2&way=list").form("/hand/")
    told = {"source": "wall", "open": "1", "t.honitsu": "1", "t.yakuhai_dragon": "1", "fu": "40"}
    looked = check(phone, form, htmx, **told)
    assert "3 han 40 fu" in looked
    assert "Riichi isn’t possible with this win." in looked
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
    assert "fu is required up to 4 han" in page
    seven = check(phone, form, htmx, source="P1", **{"t.chiitoitsu": "1"})
    assert "2 han 25 fu" in seven


def test_yakuman_of_a_list_add_up(phone, code, htmx):
    form = sheet(phone, code, "?winner=P2&way=list").form("/hand/")
    told = {"source": "wall", "t.daisangen": "1", "t.tsuuiisou": "1", "daisangen": "P3"}
    assert "Bea wins 48,000 Cho pays 48,000" in check(phone, form, htmx, **told)
    assert save(phone, form, htmx, **told)["pao"] == {"daisangen": "P3"}
    assert "Double yakuman, Big three dragons, All honours E7" in phone.get(f"/m/{code}/hands/1/")


def test_ticks_without_a_yaku_are_refused(phone, code, htmx):
    form = sheet(phone, code, "?way=list&winner=P1").form("/hand/")
    page = phone.send(form, button=("save", "1"), htmx=htmx, status=422, source="P2", **{"b.dora": "3"})
    assert "The hand has no yaku; dora don’t count as yaku." in page


def test_a_riichi_declared_on_the_card_is_ticked(phone, code, htmx):
    phone.send(phone.table(code).form("/declare/"), button=("on", "P2"), status=303)
    form = sheet(phone, code, "?winner=P2&way=list", htmx=htmx).form("/hand/")
    assert form.values("t.riichi") == ["1"] and form.values("riichi_by") == ["P2"]


# ── by tiles ─────────────────────────────────────────────────────────────────

TOLD = {
    "source": "P3",
    "tiles": FLAT,
    "tile": "6s",
    "riichi": "riichi",
    "ippatsu": "1",
    "dora_indicators": "5p",
    "ura_indicators": "E",
    "red": "1",
    "norths": "1",
    "riichi_by": ["P1"],
}


def test_tiles_count_riichi_ippatsu_and_every_dora(phone, code, htmx):
    form = sheet(phone, code, "?winner=P2&way=tiles").form("/hand/")
    # Riichi, one shot, pinfu, all simples; dora (6 circles), North, red five: 7 han.
    looked = check(phone, form, htmx, **TOLD)
    assert "Bea wins 13,000" in looked and "7 han, Haneman" in looked
    payload = save(phone, form, htmx, **TOLD)
    assert {key: payload[key] for key in payload if key not in ("concealed", "melds", "winner")} == {
        "win": {"by": "ron", "from": "P3", "tile": "6s"},
        "riichi": "riichi",
        "ippatsu": True,
        "dora_indicators": ["5p"],
        "ura_indicators": ["E"],
        "norths": 1,
        "red": 1,
        "riichi_by": ["P1"],
    }
    assert balances(code) == (34000, 48000, 23000)
    page = phone.get(f"/m/{code}/hands/1/")
    assert "Riichi E6 1 One shot E6 1 Pinfu E6 1 All simples E6 1 Dora E1.3 1" in page
    assert "Han 7 Winning hand E5 20 fu Concealed hand, won by ron E5 10 fu Fu, rounded up to tens 30" in page
    assert "Haneman E8" in page
    again = {**TOLD, "tiles": "234567p 34567866s"}
    assert shown_again(phone, code, *TOLD) == {
        name: value if isinstance(value, list) else [value] for name, value in again.items()
    }


def test_the_fu_are_explained_while_a_hand_is_entered(phone, code, htmx):
    form = sheet(phone, code, "?winner=P2&way=tiles").form("/hand/")
    told = {"source": "wall", "tiles": "234p 567p 345s 66s", "melds": "pong:8s", "tile": "5p"}
    looked = check(phone, form, htmx, **told)
    assert "1 han 30 fu" in looked
    assert "All simples 1 Winning hand 20 fu Self-draw 2 fu Pongs and kongs 2 fu" in looked


def live(phone, code, **told):
    """The fields of the sheet by tiles over the table, as it stands with what is told."""
    form = sheet(phone, code, "?winner=P2&way=tiles", htmx=True).form("/hand/")
    said = {"tiles": "", "melds": "", "tile": "", **told}
    changed = phone.post(form.action, form.data(("action", "check")) | said, htmx=True, status=200)
    return {name for name in LOOKED_FOR if f'"{name}"' in changed.html}


LOOKED_FOR = (
    *("riichi", "ippatsu", "ura_indicators", "red", "last_tile", "replacement", "first_draw", "chankan"),
    *("rob_north", "concealed_kong", "furiten", "daisangen", "daisuushii", "suukantsu"),
)


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ({}, {"riichi"}),
        ({"riichi": "riichi"}, {"riichi", "ippatsu", "ura_indicators"}),
        ({"source": "wall"}, {"riichi", "last_tile", "first_draw"}),
        ({"source": "wall", "norths": "1"}, {"riichi", "last_tile", "replacement"}),
        ({"source": "wall", "melds": "pong:2p"}, {"last_tile"}),
        ({"source": "wall", "melds": "ckong:2p"}, {"riichi", "last_tile", "replacement"}),
        ({"source": "P1", "tiles": "555p"}, {"riichi", "red", "last_tile", "chankan", "furiten"}),
        ({"source": "P1", "tiles": "NN"}, {"riichi", "last_tile", "chankan", "rob_north", "furiten"}),
        ({"source": "wall", "melds": "pong:dR pong:dG", "tiles": "dW dW dW"}, {"last_tile", "daisangen"}),
        ({"source": "wall", "melds": "pong:E pong:S", "tiles": "WWW NN"}, {"last_tile", "daisuushii"}),
    ],
)
def test_beside_tiles_only_what_can_be_so_is_asked(phone, code, told, asked):
    assert live(phone, code, **told) == asked


def test_house_rules_decide_what_is_asked_beside_tiles(phone):
    code = start(phone, rob_concealed_kong="1", renhou="mangan", pao=["suukantsu"])
    assert live(phone, code, source="P1", tiles="9p", how=["chankan"]) == {
        "riichi", "chankan", "concealed_kong", "furiten"
    }  # fmt: skip
    assert "first_draw" in live(phone, code, source="P1")
    kongs = "kong:1p kong:2p kong:3p kong:4p"
    assert live(phone, code, source="wall", melds=kongs) == {"last_tile", "replacement", "suukantsu"}


def test_a_robbed_concealed_kong_is_refused_where_the_table_says_so(phone, code):
    form = sheet(phone, code, "?winner=P2&way=tiles").form("/hand/")
    told = {"source": "P3", "how": ["chankan"], "tiles": ORPHANS, "tile": "9s"}
    assert save(phone, form, **told)["win"] == {"by": "chankan", "from": "P3", "tile": "9s"}


# ── drawn hands ──────────────────────────────────────────────────────────────


def test_a_draw_asks_tenpai_sticks_nagashi_and_aborts(phone, code, htmx):
    page = phone.get(f"/m/{code}/draw/", htmx=htmx)
    assert "Who was tenpai?" in page and "Nagashi mangan Ann Bea Cho" in page
    assert (
        "More Abortive draw: no payments, the dealer deals again None Nine different 1s, 9s and honours Four kongs"
        in page
    )
    form = page.form("/draw/")
    told = phone.send(form, button=("action", "look"), htmx=True, status=200, nagashi=["P2"])
    assert told.html == "Ann loses 4,000, Bea gains 6,000, Cho loses 2,000."
    told = phone.send(form, button=("action", "look"), htmx=True, status=200, tenpai=["P2"], abort="four_kongs")
    assert told.html and "gains" not in told.html  # whoever was tenpai


def test_a_table_without_aborts_and_nagashi_does_not_ask_for_them(phone):
    code = start(phone, abortive_draws="none", nagashi_mangan=None)
    assert phone.get(f"/m/{code}/draw/").form("/draw/").names & {"abort", "nagashi"} == set()


def test_an_abortive_draw_keeps_the_deal_and_the_sticks(phone, code):
    draw(phone, code, riichi_by=["P3"], abort="kyuushu_kyuuhai")
    assert Event.objects.get().payload == {"draw": True, "abort": "kyuushu_kyuuhai", "riichi_by": ["P3"]}
    page = phone.table(code)
    assert "East 1 · 1 honba" in page and "E1 Abortive draw: nine kinds" in page
    assert balances(code) == (35000, 35000, 34000)
    assert shown_again(phone, code, "abort", "riichi_by") == {"abort": ["kyuushu_kyuuhai"], "riichi_by": ["P3"]}


def test_nagashi_mangan_is_named_in_the_ledger(phone, code):
    draw(phone, code, tenpai=["P1"], nagashi=["P3"])
    assert balances(code) == (31000, 33000, 41000)
    assert "E1 Nagashi mangan, Cho" in phone.table(code)
    assert "Ann pays Cho −4,000 nagashi mangan 4,000 E11.2" in phone.get(f"/m/{code}/hands/1/")


# ── penalties ────────────────────────────────────────────────────────────────


def chombo(phone, code, status=303, **told):
    form = phone.get(f"/m/{code}/penalty/").form("/penalty/")
    return phone.send(form, button=("save", "1"), status=status, what="chombo", **told)


def test_a_chombo_pays_what_the_table_says_and_the_hand_is_played_again(phone, code):
    assert "False win (chombo), paid like a mangan, and the hand ends" in phone.get(f"/m/{code}/penalty/")
    chombo(phone, code, offender="P2")
    assert Event.objects.get().payload == {"chombo": "P2"}
    assert balances(code) == (39000, 29000, 37000)
    page = phone.table(code)
    assert "E1 Chombo, Bea" in page and "East 1" in page
    assert "Bea pays Ann −4,000 chombo 4,000 E15" in phone.get(f"/m/{code}/hands/1/")
    phone.undo(code)
    assert balances(code) == (35000, 35000, 35000)


def test_a_chombo_can_cost_the_same_to_each(phone):
    code = start(phone, "ema_like")
    assert "False win (chombo): 10,000 to each player, and the hand ends" in phone.get(f"/m/{code}/penalty/")
    chombo(phone, code, offender="P3")
    assert balances(code) == (45000, 45000, 15000)


def test_another_amount_of_a_chombo_is_a_plain_penalty(phone, code):
    chombo(phone, code, offender="P2", amount="500", payee="P1")
    assert Event.objects.get().payload == {"penalty": {"P1": 500, "P2": -500}, "ends_hand": True}


def test_a_chombo_needs_an_offender(phone, code):
    assert "Choose who pays the penalty." in chombo(phone, code, status=422)


def test_sticks_of_the_hand_come_back_after_a_chombo_is_undone(phone, code):
    phone.send(phone.table(code).form("/declare/"), button=("on", "P3"), status=303)
    chombo(phone, code, offender="P2")
    assert Event.objects.get().payload == {"chombo": "P2", "riichi_by": ["P3"]}
    assert balances(code) == (39000, 29000, 37000)
    phone.undo(code)
    assert ("off", "P3") in phone.table(code).form("/declare/").buttons


# ── the waiting helper ───────────────────────────────────────────────────────


def test_the_waiting_helper_counts_han_and_fu(phone, code):
    page = phone.get(f"/m/{code}/waits/?holder=P2&tiles=234p567p345s67s66s&riichi=riichi&dora_indicators=5p")
    assert "Bea is waiting for 4 tiles." in page
    assert "4 han 30 fu" in page  # by ron: riichi, pinfu, all simples, dora
    assert "5 han, Mangan" in page  # by self-draw
    assert "Winner’s riichi None Riichi Double" in page


def test_the_helper_asks_for_norths_only_where_they_are_set_aside(phone):
    code = start(phone, north="guest_wind")
    assert "norths" not in phone.get(f"/m/{code}/waits/").form("/waits/").names


# ── the offline sheet ────────────────────────────────────────────────────────


def test_the_bundle_for_the_time_without_a_network_has_han_and_fu(phone, code):
    page = phone.get(f"/m/{code}/later/")
    assert 'name="bonus"' in page.html and 'name="abort"' in page.html


def test_five_taps_enter_a_common_win(phone, code):
    """The winner's card, the payer, the han, the fu, save."""
    win(phone, code, "P2", "P1", "3", "40")
    assert "E1 Bea ron from Ann 3 han 40 fu" in phone.table(code)


# ── what is said before anything is saved ────────────────────────────────────


def test_the_chips_are_told_before_the_hand_is_saved_and_none_too(phone):
    code = start(phone, "parlour")
    numbers = sheet(phone, code).form("/hand/")
    assert "chips: 0 / 0 / 0" in check(phone, numbers, source="P1", points="3", bonus="40")
    assert "Haneman, chips: −2 / +2 / 0" in check(phone, numbers, source="P1", points="6", chips="2")
    tiles = sheet(phone, code, "?winner=P2&way=tiles").form("/hand/")
    told = {"tiles": FLAT, "tile": "6s", "riichi": "riichi", "ura_indicators": "1p"}
    assert "chips: −1 / +2 / −1" in check(phone, tiles, source="wall", **told)
    two = phone.get(f"/m/{code}/claims/").form("/claims/")
    told = {"discarder": "P2", "points_P1": "5", "points_P3": "6", "chips_P3": "3"}
    assert "chips: 0 / −3 / +3" in check(phone, two, **told)


def test_a_table_without_chips_says_nothing_of_them(phone, code):
    assert "chips" not in check(phone, sheet(phone, code).form("/hand/"), source="P1", points="6")


@pytest.mark.parametrize(("north", "said"), [("nukidora", True), ("guest_wind", False)])
def test_the_keypad_says_that_norths_set_aside_are_left_out(phone, north, said):
    page = sheet(phone, start(phone, north=north), "?winner=P2&way=tiles")
    assert ("Leave out Norths set aside" in page.html) is said
