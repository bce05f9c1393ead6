"""Riichi sanma by list: ticks that exclude each other, with the reasons, and ticks that follow from others."""

import pytest

from engine.rulesets.definitions import ListRow
from engine.rulesets.riichi_sanma.entry.checklist import RiichiSanmaChecklist
from tests.engine.honshu_asking import refusal
from tests.engine.riichi_lists import book, rows, won


def implied(found: dict[str, ListRow]) -> dict[str, str | None]:
    """The rows ticked automatically, each with the ticks that imply it."""
    return {name: row.follows_from for name, row in found.items() if row.times and not row.ticked}


def refused(
    patterns: str, bonus: dict[str, int] | None = None, how: str = "ron", fu: int | None = None, **house
) -> str:
    rules = book(**house)
    by, *opened = how.split()
    entry = {"winner": "P2", "win": {"by": by}, "patterns": patterns.split(), "bonus_items": bonus or {}}
    entry |= {"open": True} if opened else {}
    entry |= {"fu": fu} if fu else {}
    if by != "tsumo":
        entry["win"] = {"by": by, "from": "P3"}
    said = refusal(rules, rules.start(), "hand", entry)
    return said[1] if said else ""


SINGLE = "isn’t possible with this win."


TOGETHER = "can’t be in the same hand."


FOUR_HIDDEN = "Four concealed pongs are suuankou, a yakuman. If a set was called, choose “Open hand”."


BARRED = [
    ("rinshan", "ron", SINGLE),
    ("chankan", "ron", SINGLE),
    ("chankan", "tsumo", SINGLE),
    ("haitei_houtei", "chankan", SINGLE),
    ("haitei_houtei", "rob_north", SINGLE),
    ("tanyao", "rob_north", SINGLE),
    ("pinfu", "rob_north", SINGLE),
    ("chinitsu", "rob_north", SINGLE),
    ("toitoi", "chankan", SINGLE),
    ("chiitoitsu", "chankan", SINGLE),
    ("tenhou", "tsumo", SINGLE),  # P2 does not deal
    ("chiihou", "ron", SINGLE),
    *(
        (item, "ron open", SINGLE)
        for item in ("riichi", "double_riichi", "ippatsu", "pinfu", "iipeikou", "ryanpeikou", "chiitoitsu")
    ),
    *((item, "ron open", SINGLE) for item in ("suuankou", "kokushi", "chuuren")),
    ("menzen_tsumo", "tsumo open", SINGLE),
    ("toitoi menzen_tsumo", "tsumo", FOUR_HIDDEN),
    ("honroutou yakuhai_dragon toitoi menzen_tsumo", "tsumo", FOUR_HIDDEN),
    ("sanankou chanta", "ron open", TOGETHER),
    ("rinshan haitei_houtei", "tsumo", TOGETHER),
    *(
        (pair, "ron", TOGETHER)
        for pair in (
            "riichi double_riichi",
            "iipeikou ryanpeikou",
            "tanyao yakuhai_dragon",
            "tanyao ittsu",
            "tanyao chanta",
            "tanyao honroutou",
            "tanyao sanshoku_doukou",
            "pinfu sanankou",
            "pinfu yakuhai_seat",
            "pinfu toitoi",
            "pinfu chiitoitsu",
            "chiitoitsu iipeikou",
            "chiitoitsu ryanpeikou",
            "chiitoitsu sankantsu",
            "chiitoitsu sanshoku_doukou",
            "ryanpeikou yakuhai_dragon",
            "sanshoku_doukou honitsu",
            "sanshoku_doukou chinitsu",
            "sanshoku_doukou ittsu",
            "sanshoku_doukou iipeikou",
            "sanshoku_doukou shousangen",
            "toitoi ittsu",
            "chanta junchan",
            "chanta honroutou",
            "junchan yakuhai_round",
            "honitsu chinitsu",
            "chinitsu yakuhai_dragon",
            "ittsu sanankou",
            "ittsu shousangen",
            "daisangen daisuushii",
            "daisangen shousuushii",
            "shousuushii daisuushii",
            "daisangen ryuuiisou",
            "tsuuiisou chinroutou",
            "chuuren daisangen",
            "kokushi suuankou",
            "chinroutou ryuuiisou",
        )
    ),
    ("yakuhai_dragon yakuhai_seat yakuhai_round ittsu", "ron", "No hand can have all the items you ticked."),
    ("tsuuiisou riichi", "ron", "Nothing else counts with a yakuman, so “Tsuuiisou” and “Riichi” can’t be combined."),
    ("riichi riichi", "ron", "Possible counts for “Riichi” in one hand: 1."),
    ("kokushi kokushi", "ron", "Possible counts for “Kokushi musou” in one hand: 1."),
    ("nonsense", "ron", "“nonsense” isn’t an item in this list."),
    ("dora", "ron", "“dora” isn’t an item in this list."),
    ("renhou", "ron", "“Renhou” isn’t played under this table’s house rules."),
    ("yakuhai_north", "ron", "“Yakuhai: North” isn’t played under this table’s house rules."),
    ("ippatsu tanyao", "ron", "“Ippatsu” needs “Riichi”."),
]


@pytest.mark.parametrize(("patterns", "how", "reason"), BARRED)
def test_what_cannot_be_together_is_refused(patterns, how, reason):
    found = refused(patterns, how=how, fu=40)
    assert reason in found, found


ALLOWED = [
    ("pinfu chanta", "ron", None),
    ("pinfu iipeikou honitsu riichi ippatsu", "ron", None),
    ("toitoi sanankou sankantsu", "ron", None),
    ("toitoi sanankou", "tsumo open", 50),
    ("shousangen yakuhai_dragon yakuhai_dragon honroutou toitoi yakuhai_seat honitsu", "tsumo open", None),
    ("sanshoku_doukou yakuhai_dragon toitoi sanankou", "ron", None),
    ("sanshoku_doukou chanta", "ron open", 60),
    ("sanshoku_doukou junchan", "ron open", 60),
    ("junchan ryanpeikou chinitsu pinfu", "ron", None),
    ("honroutou chiitoitsu honitsu riichi", "ron", None),
    ("pinfu rinshan menzen_tsumo", "tsumo", None),
    ("suuankou tsuuiisou suukantsu daisuushii", "tsumo", None),
    ("suukantsu daisangen", "ron open", None),
    ("kokushi chiihou", "tsumo", None),
    ("kokushi", "chankan", None),
    ("kokushi", "rob_north", None),
    ("chankan tanyao", "chankan open", 30),
    ("riichi", "rob_north", 40),
    ("haitei_houtei", "ron open", 30),
]


@pytest.mark.parametrize(("patterns", "how", "fu"), ALLOWED)
def test_what_can_be_together_is_not(patterns, how, fu):
    assert refused(patterns, how=how, fu=fu) == ""


BONUS = [
    ("tanyao", {"uradora": 3}, {}, "“Uradora” needs “Riichi”."),
    ("tanyao", {"dora": 25}, {}, "“Dora” must be worth from 1 to 24 han."),
    ("riichi", {"pei_dora": 5}, {}, "“Kita” must be worth from 1 to 4 han."),
    ("riichi", {"akadora": 3}, {}, "“Akadora” must be worth from 1 to 2 han."),
    ("riichi", {"akadora": 1}, {"red_fives": 0}, "“Akadora” isn’t played under this table’s house rules."),
    ("riichi", {"uradora": 1}, {"uradora": False}, "“Uradora” isn’t played under this table’s house rules."),
    ("riichi", {"pei_dora": 1}, {"north": "yakuhai"}, "“Kita” isn’t played under this table’s house rules."),
    ("riichi", {"song": 1}, {}, "“song” isn’t an item in this list."),
    ("chanta", {"akadora": 1}, {}, "“Chanta” and “Akadora” can’t be in the same hand."),
    (
        "daisuushii",
        {"dora": 1},
        {},
        "Nothing else counts with a yakuman, so “Daisuushii” and “Dora” can’t be combined.",
    ),
]


@pytest.mark.parametrize(("patterns", "bonus", "house", "reason"), BONUS)
def test_an_impossible_bonus_is_refused(patterns, bonus, house, reason):
    assert refused(patterns, bonus, fu=40, **house).startswith(reason)


def test_norths_in_the_hand_leave_fewer_to_set_aside():
    house = {"north": "nukidora_yakuhai"}
    assert refused("yakuhai_north", {"pei_dora": 1}, fu=40, **house) == ""
    assert TOGETHER in refused("yakuhai_north", {"pei_dora": 2}, fu=40, **house)
    assert refused("riichi", {"pei_dora": 3}, "rob_north", fu=40) == ""
    assert refused("riichi", {"pei_dora": 4}, "rob_north", fu=40) == "“Kita” must be worth from 1 to 3 han."


FU = [
    ("tanyao", "ron", None, "A hand of up to 4 han needs its fu: 20, 25, 30, 40"),
    ("tanyao", "ron", 25, "With these yaku, the hand has 30 fu or more."),
    ("tanyao", "ron", 20, "With these yaku, the hand has 30 fu or more."),
    ("pinfu", "ron", 40, "With these yaku, the hand has 30 fu."),
    ("pinfu menzen_tsumo", "tsumo", 30, "With these yaku, the hand has 20 fu."),
    ("chiitoitsu", "ron", 30, "With these yaku, the hand has 25 fu."),
    ("pinfu", "ron", None, ""),
    ("pinfu menzen_tsumo", "tsumo", 20, ""),
    ("chiitoitsu", "ron", None, ""),
    ("chinitsu", "ron", None, ""),
]


@pytest.mark.parametrize(("patterns", "how", "fu", "reason"), FU)
def test_the_fu_must_fit_the_yaku(patterns, how, fu, reason):
    assert refused(patterns, how=how, fu=fu).startswith(reason)
    assert bool(refused(patterns, how=how, fu=fu)) == bool(reason)


def test_renhou_counts_alone_as_a_mangan_or_as_a_yakuman():
    assert refused("renhou", renhou="mangan") == refused("renhou", renhou="yakuman") == ""
    assert refused("renhou pinfu", renhou="mangan") == ("“Renhou” and “Pinfu” can’t be in the same hand.")
    assert TOGETHER in refused("renhou", {"dora": 1}, renhou="mangan")
    assert "Nothing else counts with a yakuman" in refused("renhou pinfu", renhou="yakuman")
    assert refused("renhou suuankou", renhou="yakuman") == ""
    assert SINGLE in refused("renhou", how="tsumo", renhou="mangan")
    assert SINGLE in refused("renhou", how="ron open", renhou="mangan")
    found = rows(renhou="mangan")["renhou"], rows(renhou="yakuman")["renhou"]
    assert [(row.item.kind, row.values) for row in found] == [("pattern", (5,)), ("limit", (1,))]


DOUBLE = {"double_yakuman": "all"}


def test_a_yakuman_is_double_only_where_its_variant_is():
    for item in ("kokushi", "suuankou", "chuuren"):
        assert refused(f"{item} {item}", how="tsumo", **DOUBLE) == ""
        assert refused(item, how="tsumo", **DOUBLE) == ""
        assert "Possible counts" in refused(f"{item} {item}", how="tsumo")
        assert rows(how="tsumo", **DOUBLE)[item].most == 2
    assert rows("daisuushii", **DOUBLE)["daisuushii"].times == 2
    assert "Possible counts for “Daisuushii” in one hand: 2." in refused("daisuushii", **DOUBLE)
    assert rows("suuankou", **DOUBLE)["suuankou"].times == 2  # by ron it waits for the pair
    assert rows("suuankou")["suuankou"].times == 1
    assert rows("suuankou", how="tsumo", **DOUBLE)["suuankou"].times == 1


def test_only_thirteen_orphans_rob_a_north_where_the_table_says_so():
    house = {"rob_north_any": False}
    assert (
        refused("riichi", how="rob_north", fu=40, **house) == "Only kokushi musou can rob a North that was set aside."
    )
    assert implied(rows(how="rob_north", **house)) == {"kokushi": ""}


IMPLIED = [
    ("", {}, "chankan", {}, {"chankan": ""}),
    ("", {}, "tsumo", {}, {"menzen_tsumo": ""}),
    ("", {}, "tsumo open", {}, {}),
    ("kokushi", {}, "tsumo", {}, {}),
    ("ippatsu", {}, "ron", {}, {"riichi": "ippatsu"}),
    ("double_riichi", {"uradora": 2}, "ron", {}, {}),
    ("tanyao", {"uradora": 1}, "ron", {}, {"riichi": "uradora"}),
    ("shousangen", {}, "ron", {}, {"yakuhai_dragon": "shousangen"}),
    ("toitoi", {}, "ron", {}, {"sanankou": "toitoi"}),
    ("toitoi", {}, "ron open", {}, {}),
    ("sanankou", {}, "ron open", {}, {"toitoi": "sanankou"}),
    ("honroutou", {}, "ron", {}, {}),
    ("honroutou", {}, "ron open", {}, {"toitoi": "honroutou"}),
    ("honroutou yakuhai_dragon", {}, "ron", {}, {"toitoi": "yakuhai_dragon", "sanankou": "toitoi"}),
    ("sanshoku_doukou yakuhai_dragon", {}, "ron open", {}, {"toitoi": "sanshoku_doukou"}),
    ("shousangen yakuhai_north yakuhai_seat", {}, "ron open", {"north": "yakuhai"}, ["yakuhai_dragon", "toitoi"]),
]


@pytest.mark.parametrize(("patterns", "bonus", "how", "house", "expected"), IMPLIED)
def test_what_follows_from_ticks(patterns, bonus, how, house, expected):
    found = implied(rows(patterns, bonus, how, **house))
    assert sorted(found) == sorted(expected)
    assert found == expected or isinstance(expected, list)


def test_a_declared_riichi_ticks_itself():
    rules = book()
    found = {row.item.id: row for row in rules.sheet.list_rows(rules.table_at(1), won("tanyao", ready=True))}
    assert implied(found) == {"riichi": ""}


def test_one_wind_of_seat_and_round_is_two_ticks():
    """In hand 5 P2 is East and the round is South; in hand 4 P2 is South in the South round."""
    assert implied(rows("yakuhai_seat", at=4)) == {"yakuhai_round": "yakuhai_seat"}
    assert implied(rows("yakuhai_seat", at=5)) == {}


def test_the_list_has_what_the_table_plays():
    for house in ({}, {"north": "yakuhai", "renhou": "mangan"}, {"ippatsu": False, "uradora": False, "red_fives": 0}):
        assert list(rows(**house)) == [item.id for item in book(**house).played_items]


def test_an_open_hand_has_fewer_han():
    closed, opened = rows(), rows(how="ron open")
    items = ("ittsu", "chanta", "junchan", "honitsu", "chinitsu", "yakuhai_dragon", "tanyao")
    assert [closed[item].item.points for item in items] == [2, 2, 3, 3, 6, 1, 1]
    assert [opened[item].item.points for item in items] == [1, 1, 2, 2, 5, 1, 1]
    assert opened["yakuhai_dragon"].values == (1, 2)
    assert SINGLE in str(rows(how="ron open", kuitan=False)["tanyao"].refusal)


def test_a_free_row_stays_acceptable_when_it_is_ticked():
    """The list and the check agree: the check accepts every row that the list leaves open."""
    for house in ({}, {"north": "nukidora_yakuhai", "renhou": "mangan", **DOUBLE}):
        rules = book(**house)
        state = rules.table_at(1)
        for start in ("", "yakuhai_dragon", "chiitoitsu", "pinfu riichi", "sanankou", "daisangen", "honitsu ittsu"):
            for how in ("tsumo", "ron", "ron open", "chankan", "rob_north"):
                for row in rows(start, how=how, **house).values():
                    if row.item.kind != "bonus" and row.refusal is None and row.times < row.most:
                        by, *opened = how.split()
                        said = {"open": True} if opened else {}
                        more = rules.sheet.complete(state, won(f"{start} {row.item.id}", by=by, **said))
                        RiichiSanmaChecklist(rules.house, state).check(more, more.count)


def test_a_tick_that_no_longer_fits_is_flagged():
    """P2 is South in the first deal; where a forgotten hand comes before it, P2 deals."""
    rules = book()
    entry = {"winner": "P2", "win": {"by": "ron", "from": "P3"}, "patterns": ["yakuhai_seat"], "fu": 40}
    read = rules.read("hand", entry)
    assert rules.flags(rules.table_at(1), rules.table_at(2), read) == ("yakuhai_seat",)
    assert rules.flags(rules.table_at(1), rules.table_at(1), read) == ()
