"""Tiles and their notation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleViolation
from engine.hands.tiles import (
    ALL,
    DRAGONS,
    HONOURS,
    TERMINALS,
    TEXTS,
    format_tiles,
    parse_tiles,
    read_tile,
    read_tiles,
    text,
)


def test_there_are_twenty_seven_numbered_tiles_four_winds_and_three_dragons():
    assert (
        *("1p", "2p", "3p", "4p", "5p", "6p", "7p", "8p", "9p"),
        *("1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m"),
        *("1s", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s"),
        *("E", "S", "W", "N", "dW", "dG", "dR"),
    ) == TEXTS
    assert [text(tile) for tile in HONOURS] == ["E", "S", "W", "N", "dW", "dG", "dR"]
    assert [text(tile) for tile in DRAGONS] == ["dW", "dG", "dR"]
    assert [text(tile) for tile in TERMINALS] == ["1p", "9p", "1m", "9m", "1s", "9s"]


@given(st.lists(st.sampled_from(ALL)))
def test_the_short_form_is_read_back_as_the_same_tiles(tiles):
    assert parse_tiles(format_tiles(tiles)) == tuple(tiles)


@given(st.lists(st.sampled_from(ALL)))
def test_single_tiles_are_read_too(tiles):
    words = [text(tile) for tile in tiles]
    assert parse_tiles(" ".join(words)) == read_tiles(words, "concealed") == tuple(tiles)


@pytest.mark.parametrize(
    ("short", "words"),
    [
        ("", []),
        ("123p 55m E dR", ["1p", "2p", "3p", "5m", "5m", "E", "dR"]),
        ("99s1m", ["9s", "9s", "1m"]),
        ("ESW dWdG", ["E", "S", "W", "dW", "dG"]),
    ],
)
def test_the_short_form_joins_the_numbers_of_a_suit(short, words):
    assert [text(tile) for tile in parse_tiles(short)] == words


def test_tiles_are_written_in_the_order_given():
    assert format_tiles(parse_tiles("5p 1p 1m E 9p dR")) == "51p 1m E 9p dR"


@pytest.mark.parametrize("short", ["0p", "1x", "p", "12", "d", "dB", "X", "1p?", "e", "1P"])
def test_an_invalid_tile_is_refused(short):
    with pytest.raises(RuleViolation, match="isn’t a tile."):
        parse_tiles(short)


@pytest.mark.parametrize("token", ["10p", "0p", "", "1", "dr", "east", "12p", "1p ", 5, None, ["1p"], {}, True])
def test_a_single_tile_is_refused_with_its_field(token):
    with pytest.raises(RuleViolation) as refusal:
        read_tile(token, "tile")
    assert refusal.value.field == "tile"
    assert str(refusal.value).startswith("tile must contain tiles such as 1p, 9m, 5s, E or dR. ")


@pytest.mark.parametrize("value", ["123p", None, {"1p": 1}, 7])
def test_a_list_of_tiles_is_a_list(value):
    with pytest.raises(RuleViolation, match="concealed must be a list of tiles"):
        read_tiles(value, "concealed")
