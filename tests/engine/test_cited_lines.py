"""The rule card cites a line of the source text for every item. The lines here were checked by hand."""

import pytest

from engine.rulesets import BOOKS

CITED = {
    "korean_japanese": {
        "pattern": """
            dragon_pong 237, two_dragons 238, seat_dragon 492, wind_pong 239, seat_wind 240, round_wind 241,
            north_pair 333, north_kong 333, kong 242, three_kongs 243, bamboo_terminal_pong 244, both_bamboo 245,
            identical_chows 249, straight 259, three_concealed_pongs 250, all_pongs 254, all_terminals_honours 255,
            pure 256, pure_no_honours 257, seven_pairs 258, no_honours 260, all_chows 261, concealed 265,
            concealed_wall 266
        """,
        "bonus": """
            win 225, wall 273, last_tile 274, replacement 275, rob_kong 276, concealed 280, concealed_wall 281,
            declared_ready 282, declared_ready_wall 283, matching 277, flower 278, all_flowers 279, dora_tile 329,
            revealed_dora_tile 353, revealed_dora_eye 355, revealed_dora_pong 355, revealed_dora_kong 355, red_dora 349,
            north_win 333
        """,
        "limit": """
            small_dragons 303, small_winds 304, all_bamboo_honours 305, outside_hand 306,
            concealed_pure_with_honour_pong 307, four_concealed_pongs 308, three_kongs_honour_pair 309,
            small_jade_dragon 310, three_concealed_kongs 311, four_kongs 312, all_terminals_honours 316,
            great_dragons 317, great_winds 318, bamboo_pongs_five_pair 319, four_concealed_kongs 320,
            thirteen_orphans 321, nine_gates 322, pearl_dragon 323, ruby_dragon 324, great_jade_dragon 325
        """,
    },
    "honshu": {
        "pattern": """
            riichi 376, double_riichi 386, haitei_houtei 378, rinshan 379, chankan 380, menzen_tsumo 371,
            yakuhai_dragon 373, yakuhai_seat 373, yakuhai_round 373, yakuhai_north 369, shousangen 401, iipeikou 374,
            ryanpeikou 374, iisou_sanjun 390, ittsu 387, sanankou 388, sankantsu 389, sanrenkou 397, pinfu 375,
            tanyao 377, toitoi 391, chiitoitsu 385, chanta 384, junchan 396, honroutou 405, honitsu 395, chinitsu 409
        """,
        "bonus": """
            bazoro 437, ippatsu 439, dora 438, uradora 438, pei_dora 369, akadora 438, flower 369
        """,
        "limit": """
            tenhou 433, chiihou 413, paarenchan 419, kokushi 418, suuankou 422, suukantsu 421, daisangen 416,
        suushiihou 417, tsuuiisou 423, chinroutou 414, ryuuiisou 420, chuuren 415
        """,
    },
}


def said(lines: str) -> dict[str, int]:
    return {item: int(line) for item, line in (part.split() for part in lines.split(","))}


@pytest.mark.parametrize(("key", "kind"), [(key, kind) for key, kinds in CITED.items() for kind in kinds])
def test_every_item_cites_its_line_in_the_source_text(key, kind):
    assert {item.id: item.line for item in BOOKS[key]({}).patterns if item.kind == kind} == said(CITED[key][kind])


@pytest.mark.parametrize("key", ["riichi_sanma", "malaysian_fan"])
def test_the_items_of_a_book_without_a_source_text_cite_no_line(key):
    assert {item.line for item in BOOKS[key]({}).patterns} == {0}


def test_every_rule_book_was_checked():
    """The recap has the items of the Korean/Japanese game."""
    assert {*BOOKS} == {*CITED, "riichi_sanma", "malaysian_fan", "malaysian_recap"}
    assert BOOKS["malaysian_recap"].patterns == BOOKS["korean_japanese"].patterns
