"""A Honshu match on the pages: repeated deals, honba and sticks, corrections, house rules."""

import csv
import io

import pytest

from matches import actions
from matches.models import Event, Match
from tests.matches.cast import balances, match_file
from tests.matches.honshu_cast import draw, play
from tests.matches.worlds import one_match
from tests.wording import MATCH_OVER, who_won

pytestmark = pytest.mark.django_db


# A match of Ann, Bea and Cho with the preset `text`; Ann deals.
started, phone, code = one_match(system="honshu", preset="text")


@pytest.mark.parametrize(
    ("tenpai", "says"),
    [
        (["P2"], "Ann loses 1,000, Bea gains 2,000, Cho loses 1,000."),
        (["P1", "P2", "P3"], "Nobody pays."),
        (["P7"], ""),
    ],
)
def test_a_drawn_hand_previews_its_payments_and_saves_nothing(phone, code, tenpai, says):
    form = phone.get(f"/m/{code}/draw/").form("/draw/")
    told = phone.send(form, button=("action", "look"), htmx=True, status=200, tenpai=tenpai)
    assert told.html == says
    assert not Event.objects.exists()


def test_the_sheet_of_a_drawn_hand_links_to_the_waiting_helper(phone, code):
    assert f"/m/{code}/waits/" in phone.get(f"/m/{code}/draw/").links


def test_the_match_page_shows_points_honba_and_sticks(phone, code):
    page = phone.table(code)
    assert "East 1 Ann, Bea, Cho" in page
    assert who_won("E1") in page
    assert all(card in page for card in ("Ann East Dealer 35,000", "Bea South 35,000", "Cho West 35,000"))
    assert "E1 In progress, Ann deals E2 Bea deals E3 Cho deals S1 Ann deals S2 Bea deals S3 Cho deals" in page
    assert "On the table" not in page


def test_the_dealer_deals_again_with_one_more_honba(phone, code):
    phone.hand(code, "P1", "wall", "6", riichi_by=["P1"])
    page = phone.table(code)
    assert "East 1 · 1 honba" in page
    assert who_won("E1.1") in page
    assert all(card in page for card in ("Ann East Dealer 43,000", "Bea South 31,000", "Cho West 31,000"))
    assert "East E1: played E1.1: now E2: upcoming E3: upcoming South" in page
    draw(phone, code, ["P1"], ["P1", "P2"])
    page = phone.table(code)
    assert "East 1 · 2 honba" in page
    assert "E1.1 Draw 2 honba, 2,000 in sticks left on the table +1,000" in page
    assert f"On the table: 2 honba, 2,000 in sticks {who_won('E1.2')}" in page
    assert "Undo hand E1.1" in page


def test_the_winner_collects_honba_and_sticks_and_the_deal_passes(phone, code):
    play(phone, code)
    # E2.3: 4000 and 3 honba from Bea; the sticks of Ann, Bea, Cho and Ann's new one.
    assert balances(code) == (42000, 23400, 39600)
    page = phone.table(code)
    assert "East 3 Ann, Bea, Cho" in page
    assert "E2.3 Cho ron from Bea 5 han, honba, sticks" in page
    assert "On the table" not in page
    reason = phone.get(f"/m/{code}/hands/4/")
    assert "Cho wins +8,600" in reason
    assert "Bea pays Cho −4,600 Discarder: hand 4,000, honba 3 × 200 B3 , B4.2" in reason
    assert "the table pays Cho +4,000 riichi sticks 4,000 B4.3" in reason
    assert "Honba B4.2 600 Riichi sticks B4.3 4,000" in reason


def test_the_first_page_names_the_hand_that_is_played_again(phone, code):
    phone.hand(code, "P1", "wall", "6")
    draw(phone, code, ["P1"])
    page = phone.get("/")
    assert "East 1 · 2 honba" in page
    assert "Resume hand E1.2" in page
    phone.undo(code)
    assert "Resume hand E1.1" in phone.get("/")


def test_a_correction_of_an_earlier_hand_moves_the_later_ones(phone, code, htmx):
    play(phone, code)
    form = phone.get(f"/m/{code}/hands/2/correct/").form("/correct/")
    assert (form.values("tenpai"), form.values("riichi_by")) == (["P1"], ["P1", "P2"])
    looked = phone.send(form, button=("action", "check"), htmx=htmx, status=200, tenpai=["P2"], riichi_by=["P2"])
    assert "Ann loses" in looked
    told = {"tenpai": ["P2"], "riichi_by": ["P2"], "note": "Ann was not tenpai"}
    saved = phone.send(form, button=("action", "save"), htmx=htmx, **told)
    assert saved.status == (200 if htmx else 303)
    # Now the deal passes: Bea deals E2.2, Cho E3.3 and wins as dealer, 6000 and 3 honba from Bea, 3 sticks.
    assert balances(code) == (40000, 24400, 40600)
    assert "E3.4" in phone.table(code)


def test_a_correction_starts_with_the_saved_values(phone, code):
    draw(phone, code, ["P1"], ["P1"])
    page = phone.get(f"/m/{code}/hands/1/correct/")
    assert "Saved Draw Ann +1,000 Bea −1,000 Cho −1,000 New Draw Ann +1,000 Bea −1,000 Cho −1,000" in page
    assert "Nobody pays" not in page


def test_a_won_hand_becomes_a_drawn_one(phone, code):
    phone.hand(code, "P2", "P3", "6")
    form = phone.get(f"/m/{code}/hands/1/correct/?kind=draw").form("/correct/")
    phone.send(form, button=("action", "save"), status=303, tenpai=["P1", "P2"], riichi_by=["P1"], note="it was drawn")
    assert balances(code) == (35000, 36000, 33000)
    assert "East 1 · 1 honba" in phone.table(code)


def test_undo_takes_sticks_back(phone, code):
    draw(phone, code, [], ["P1", "P2"])
    assert balances(code) == (34000, 34000, 35000)
    assert "On the table: 1 honba, 2,000 in sticks" in phone.table(code)
    phone.undo(code)
    assert balances(code) == (35000, 35000, 35000)
    assert "1 honba" not in phone.table(code)
    phone.redo(code)
    assert balances(code) == (34000, 34000, 35000)


def test_a_player_below_0_ends_the_match(phone, code):
    phone.hand(code, "P2", "P3", "yakuman:2")
    page = phone.table(code)
    assert MATCH_OVER in page
    assert "Final balances Ann West 35,000 Bea East 99,000 Cho South −29,000" in page


def test_the_last_deal_ends_the_match_and_sticks_stay_on_the_table(phone):
    form = phone.get("/start/?system=honshu").form("/start/")
    page = phone.send(form, button=("action", "start"), P1="Ann", P2="Bea", P3="Cho", **{"o.length": "east"})
    code = page.goes_to.split("/")[2]
    for _hand in range(3):
        draw(phone, code, riichi_by=["P1"])
    page = phone.table(code)
    assert MATCH_OVER in page
    assert "On the table: 3,000 in sticks, which go to first place" in page
    assert phone.get(f"/m/{code}/end/").status == 200
    assert Match.objects.get(code=code).finished


def test_a_replacement_during_repeated_deals_plays_from_then_on(phone, code):
    phone.hand(code, "P1", "P2", "6")
    phone.hand(code, "P1", "P2", "5")
    form = phone.get(f"/m/{code}/players/").form("/players/", what="replace", chair="P2")
    assert "New player From hand E1 E1.1 E1.2 The new player takes over the seat’s balance" in phone.get(
        f"/m/{code}/players/"
    )
    phone.send(form, name="Dan", status=303)
    phone.hand(code, "P1", "P2", "4")
    page = phone.table(code)
    assert all(row in page for row in ("E1 Ann ron from Bea", "E1.1 Ann ron from Bea", "E1.2 Ann ron from Dan"))
    assert "Bea from hand E1 Dan from hand E1.2" in phone.get(f"/m/{code}/players/")
    response = phone.client.get(f"/m/{code}/match.csv?bom=0")
    rows = list(csv.DictReader(io.StringIO(response.content.decode())))
    assert [(row["name_P2"], row["label"]) for row in rows] == [("Bea", "E1"), ("Bea", "E1.1"), ("Dan", "E1.2")]
    history = phone.get(f"/m/{code}/history/")
    assert all(f"Ann ron from {name}" in history for name in ("Bea", "Dan"))
    assert "Bea pays Ann" in phone.get(f"/m/{code}/hands/2/")
    # A forgotten hand E1 is inserted before them. The player still changes in the third hand.
    insert = phone.get(f"/m/{code}/hands/after/0/").form("/after/0/")
    told = {"winner": "P1", "source": "P3", "points": "6", "note": "forgotten"}
    phone.send(insert, button=("action", "save"), status=303, **told)
    assert "E1.2 Ann ron from Dan" in phone.table(code)


def east(phone):
    """A match of the East round only."""
    form = phone.get("/start/?system=honshu").form("/start/")
    page = phone.send(form, button=("action", "start"), P1="Ann", P2="Bea", P3="Cho", **{"o.length": "east"})
    return page.goes_to.split("/")[2]


def test_a_match_is_played_on_to_the_end_of_a_round(phone):
    code = east(phone)
    for dealer in ("P1", "P2", "P3"):
        draw(phone, code, [dealer])
        draw(phone, code)
    assert "Match finished" in phone.get(f"/m/{code}/end/")
    page = phone.get(f"/m/{code}/end/")
    assert "Play on to the end of the South round" in page
    phone.send(page.form("/extend/"), button=("match_length", "6"), status=303)
    assert "South 1" in phone.table(code)
    assert "extended the match to the end of the South round" in phone.get(f"/m/{code}/history/")


def test_a_match_ended_by_bust_cannot_be_extended(phone):
    code = east(phone)
    phone.hand(code, "P2", "P3", "yakuman:2")
    page = phone.get(f"/m/{code}/end/")
    assert "Match finished" in page
    assert "A player had too few points to continue." in page
    assert "Play on" not in page


# ── two winners of one tile ──────────────────────────────────────────────────


def two_win(phone, code, **told):
    """Ann and Cho win on Bea's tile, with 5 and 6 han."""
    form = phone.get(f"/m/{code}/claims/").form("/claims/")
    return phone.send(form, discarder="P2", points_P1="5", points_P3="6", **told)


def test_under_head_bump_every_page_says_that_one_winner_is_not_paid(phone):
    form = phone.get("/start/?system=honshu").form("/start/")
    names = {"P1": "Ann", "P2": "Bea", "P3": "Cho"}
    begun = phone.send(form, button=("action", "start"), **names, **{"o.multiple_ron": "head_bump"})
    code = begun.goes_to.split("/")[2]
    page = two_win(phone, code, button=("action", "check"), riichi_by=["P1"])
    assert "Cho wins 9,000, Ann gets nothing. Ann pays 1,000, Bea pays 8,000" in page
    phone.send(page.form("/claims/"), button=("action", "save"), status=303)
    assert balances(code) == (34000, 27000, 44000)
    table = phone.table(code)
    assert "E1 Cho ron from Bea 6 han, sticks −1,000" in table
    reason = phone.get(f"/m/{code}/hands/1/")
    assert "Bea pays Cho −8,000 Discarder: mangan 8,000 B3 Bea pays Ann 0 Ann gets nothing B4.10" in reason
    assert "Hands won Ann 0, Bea 0, Cho 1" in phone.get(f"/m/{code}/balance/")
    result = phone.get(f"/m/{code}/end/")
    assert "Ann 0 hands won 34,000" in result
    assert "Cho 1 hand won, best 9,000" in result
    rows = list(csv.DictReader(io.StringIO(phone.client.get(f"/m/{code}/match.csv?bom=0").content.decode())))
    assert [(row["result"], row["hand_points"], row["goulash"]) for row in rows] == [("Cho ron from Bea", "6", "1000")]


def test_the_counts_of_two_winners_say_whose_they_are(phone, code):
    two_win(phone, code, button=("action", "save"))
    reason = phone.get(f"/m/{code}/hands/1/")
    assert "Cho Han 6" in reason and "Ann Han 5" in reason
    assert "The hand was saved as numbers" in reason
    assert "Add tiles" not in reason  # the sheet for two winners only takes numbers
    phone.hand(code, "P2", "P1", "4")
    assert "Add tiles" in phone.get(f"/m/{code}/hands/2/")


def test_a_file_with_two_hands_by_tiles_shows_both(phone, code):
    win = {"by": "ron", "from": "P2", "tile": "6s"}
    cho = "2s 3s 4s 2s 3s 4s 5s 5s 3p 4p 5p 4s 5s 6s"
    ann = "2p 3p 4p 5p 6p 7p 3s 4s 5s 6s 7s 8s 6s 6s"
    wins = [
        {"winner": "P3", "win": win, "riichi": "riichi", "concealed": cho.split(), "dora_indicators": ["dR"]},
        {"winner": "P1", "win": win, "riichi": "riichi", "concealed": ann.split(), "dora_indicators": ["E"]},
    ]
    told = {"match": Match.objects.get(code=code), "device": phone.client.session["device"], "key": "k" * 22}
    actions.record_entry(kind="hand", payload={"wins": wins}, expected_seq=1, **told)
    page = phone.get(f"/m/{code}/hands/1/")
    assert page.html.count('aria-label="The winning hand"') == 2
    assert "Cho from Bea" in page and "Ann from Bea" in page
    shown = page.text.replace(" :", ":")
    assert "What Cho was waiting for" in shown and "What Ann was waiting for" in shown
    asked = [link for link in page.links if "/waits/?" in link]
    seen = [phone.get(link) for link in asked]
    assert [form.form("/waits/").values("dora_indicators") for form in seen] == [["dR"], ["E"]]


# ── house rules ──────────────────────────────────────────────────────────────


def test_house_rules_of_the_start_page_reach_the_match_and_its_file(phone):
    page = phone.get("/start/?system=honshu")
    form = page.form("/start/")
    assert form.values("o.uma") == ["0", "0", "0"]
    assert form.values("o.multiple_ron") == ["all"]
    names = {"P1": "Ann", "P2": "Bea", "P3": "Cho"}
    begun = phone.send(form, button=("action", "start"), **names, **{"o.uma": ["20", "\u22125", "-15"]})
    code = begun.goes_to.split("/")[2]
    assert match_file(phone, code)[1]["options"] == {"uma": [20, -5, -15]}
    assert "+20, −5, −15" in phone.get(f"/m/{code}/card/")
    assert "+20, −5, −15" in phone.get(f"/m/{code}/rules/")


@pytest.mark.parametrize("uma", [["15", "0", "-14"], ["15", "x", "-15"], ["15", "-15"]])
def test_an_uma_that_does_not_sum_to_0_is_refused_and_kept(phone, uma):
    form = phone.get("/start/?system=honshu").form("/start/")
    page = phone.send(form, button=("action", "start"), status=422, P1="A", P2="B", P3="C", **{"o.uma": uma})
    assert "Uma for first, second and third place, in thousands: " in page
    assert [value for value in page.form("/start/").values("o.uma") if value] == uma


@pytest.mark.parametrize(
    ("preset", "differs"),
    [
        ("text", {}),
        (
            "tenhou",
            {
                "menzen_tsumo": True,
                "atozuke": True,
                "ryanpeikou": 3,
                "pinfu_wait": "ryanmen",
                "rob_north_any": True,
                "uma": [15, 0, -15],
            },
        ),
        (
            "kansai",
            {
                "kuitan": False,
                "chiitoi_allow_four": True,
                "north_yakuhai": True,
                "north_aside": False,
                "flowers": True,
                "pinfu_tsumo": False,
                "tsumo_mode": "split_half",
                "honba_ron": 1000,
                "honba_tsumo_each": 1000,
                "bust": "zero",
                "target_points": 40000,
                "extension": "return_east",
                "sudden_death": "any_hand",
                "sinking_uma": 10,
                "bust_prize": 10,
                "chip_ippatsu": 1,
                "chip_ura": 1,
                "chip_yakuman": 5,
            },
        ),
    ],
)
def test_each_preset_starts_a_match_by_its_rules(phone, preset, differs):
    shown = phone.get(f"/start/?system=honshu&preset={preset}").form("/start/")
    begun = phone.send(shown, button=("action", "start"), P1="Ann", P2="Bea", P3="Cho")
    assert match_file(phone, begun.goes_to.split("/")[2])[1]["options"] == differs


def test_the_rule_card_has_the_table_of_payments(phone, code):
    page = phone.get(f"/m/{code}/card/")
    assert (
        "Han Ron: ko Ron: oya Tsumo: ko Tsumo: oya 3 1,000 1,500 300 / 500 500 4 2,000 3,000 500 / 1,000 1,000" in page
    )
    assert "6–7 mangan 8,000 12,000 2,000 / 4,000 4,000 8–9 haneman 12,000 18,000 3,000 / 6,000 6,000" in page
    assert "16+, yakuman 32,000 48,000 8,000 / 16,000 16,000 Double yakuman 64,000 96,000" in page
    kansai = phone.get("/rules/honshu/kansai/")
    assert "6–7 mangan 8,000 12,000 3,000 / 5,000 6,000" in kansai


def test_a_profile_of_house_rules_keeps_the_uma(phone):
    form = phone.get("/house/new/?system=honshu&preset=tenhou").form("preset=tenhou")
    assert form.values("o.uma") == ["15", "0", "-15"]
    saved = phone.send(form, button=("action", "save"), name="Thursday", **{"o.uma": ["10", "0", "-10"]})
    page = phone.follow(saved)
    assert "+10, 0, −10" in page
