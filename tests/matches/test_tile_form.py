"""A hand by tiles: typed or tapped, previewed, refused, saved, shown, and added to a hand by numbers."""

import re

import pytest
from django.utils import translation

from matches import actions
from matches.entry.tapped_tiles import suited
from matches.models import Event, Match
from tests.matches.cast import balances, payments
from tests.matches.worlds import one_match
from tests.wording import NOT_SAVED, whole_number

pytestmark = pytest.mark.django_db
started, phone, code = one_match()

DRAGONS = "dR dR dR dG dG dG dW dW dW 234p 99m"
TWO_WAYS = "222333444p 678m 99m"  # three equal chows, or three pongs


def sheet(phone, code, query="?winner=P1&way=tiles", **options):
    return phone.get(f"/m/{code}/hand/{query}", **options).form("/hand/")


def check(phone, code, htmx=False, **told):
    """Press "Work out", and check that nothing is saved."""
    before = Event.objects.count()
    page = phone.send(sheet(phone, code), button=("action", "check"), htmx=htmx, status=200, **told)
    assert Event.objects.count() == before
    return page


def save(phone, code, htmx=False, status=None, **told):
    page = phone.send(sheet(phone, code), button=("save", "1"), htmx=htmx, **told)
    assert page.status == (status or (200 if htmx else 303)), page
    return page


def test_a_hand_is_saved_by_its_tiles(phone, code, htmx):
    save(phone, code, htmx, source="P2", tiles="234p 678m 99m", melds="pong:dR kong:dG", tile="9m", flowers="1")
    told = Event.objects.get().payload
    assert told["concealed"] == ["2p", "3p", "4p", "6m", "7m", "8m", "9m", "9m"]
    assert told["melds"] == [
        {"type": "pong", "tile": "dR", "exposed": True},
        {"type": "kong", "tile": "dG", "exposed": True},
    ]
    assert told["win"] == {"by": "discard", "from": "P2", "tile": "9m"}
    assert told["flowers"] == 1
    # Two dragons with their two pongs, and the kong: everything that the engine counted is paid.
    gain = payments(code)[0]
    assert gain[0] > 0
    assert sum(gain) == 0


def test_the_last_tile_typed_is_the_winning_one(phone, code):
    save(phone, code, source="wall", tiles="99m dR dR dR dG dG dG 678m 234p")
    assert Event.objects.get().payload["win"] == {"by": "wall", "tile": "4p"}


def test_tiles_are_kept_while_the_hand_is_counted_in_another_way(phone, code, htmx):
    told = {"source": "P2", "tiles": "234p 678m 99m", "melds": "pong:dR kong:dG", "tile": "9m"}
    for way in ("numbers", "list"):
        asked = phone.send(sheet(phone, code), button=("action", "check"), htmx=htmx, way=way, **told)
        back = phone.send(asked.form("/hand/"), button=("action", "check"), htmx=htmx, way="tiles")
        fields = ("source", "tiles", "melds", "tile")
        assert {name: back.form("/hand/").values(name)[0] for name in fields} == told


def test_a_limit_hand_is_paid_as_one(phone, code, htmx):
    page = check(phone, code, htmx, source="P3", tiles=DRAGONS)
    assert "Ann wins 120 Bea pays 40, Cho pays 80" in page
    save(phone, code, htmx, source="P3", tiles=DRAGONS)
    assert balances(code) == (120, -40, -80)


def test_the_preview_shows_the_tiles_that_complete_the_hand(phone, code, htmx):
    page = check(phone, code, htmx, tiles="dR dR dR dG dG dG 34p 678m 99m")
    assert "Completed by 2 circles, 5 circles" in page
    assert 'data-completes="2p 5p"' in page.html


def test_the_preview_counts_entered_and_missing_tiles(phone, code, htmx):
    page = check(phone, code, htmx, melds="pong:dR", tiles="234p")
    assert "1 hand-points so far" in page
    assert "8 tiles to go" in page
    assert "No tile completes this hand" in check(phone, code, htmx, tiles="1357p 1357m E S W dR dG")


def test_the_preview_shows_how_the_tiles_are_read(phone, code, htmx):
    page = check(phone, code, htmx, source="P2", tiles=TWO_WAYS)
    groups = re.search('data-groups="([^"]*)"', page.html).group(1)
    assert sorted(groups.split()) == ["234p", "234p", "234p", "678m", "9m9m"] or groups.count("234p") == 3


def test_a_pong_of_honours_in_a_reading_stays_one_set(phone, code, htmx):
    page = check(phone, code, htmx, source="P2", tiles="234p 678p 345m dR dR dR 9m 9m")
    groups = re.search('data-groups="([^"]*)"', page.html).group(1)
    assert sorted(groups.split()) == ["234p", "345m", "678p", "99m", "dRdRdR"]


def test_a_hand_below_the_minimum_is_refused_with_the_reason_and_kept(phone, code, htmx):
    told = {"source": "P2", "tiles": "234p 678p 345m 99m", "melds": "pong:W"}
    page = save(phone, code, htmx, status=422, **told)
    assert "Not enough hand-points: the hand has 1, and this table’s minimum is 3." in page
    assert NOT_SAVED in page
    form = page.form("/hand/")
    assert {name: form.values(name) for name in told} == {name: [value] for name, value in told.items()}
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({"tiles": "234p xx"}, "xx isn’t a tile."),
        ({"tiles": "234p 0m"}, "0m isn’t a tile."),
        (
            {"tiles": "22222p 333p 678m 999m"},
            "The hand contains a tile that isn’t in this table’s set, or too many copies of one tile.",
        ),
        (
            {"tiles": "234p 678m 345m 99m 2s 2s 2s"},
            "The hand contains a tile that isn’t in this table’s set, or too many copies of one tile.",
        ),
        ({"tiles": "234p"}, "A winning hand has 14 tiles"),
        ({"tiles": ""}, "Enter the tiles of the hand."),
        ({"tiles": DRAGONS + " 1p"}, "A winning hand has 14 tiles"),
        ({"tiles": "1357p 2468m E S W dR dG dW"}, "These tiles don’t make a complete hand"),
        ({"tiles": DRAGONS, "tile": "1m"}, "The winning tile must be one of the hand’s tiles."),
        ({"tiles": DRAGONS, "tile": "zz"}, "zz isn’t a tile."),
        ({"tiles": "234p 678m 99m", "melds": "pong:dR chow:1p"}, "chow:1p isn’t a set."),
        ({"tiles": "234p 678m 99m", "melds": "pong:dR pong:"}, "isn’t a tile."),
        (
            {"tiles": DRAGONS, "winner_discards": "9m"},
            "The winner’s own discards rule out a win on this tile. Only a self-draw is possible.",
        ),
        ({"tiles": DRAGONS, "winner_discards": "what"}, "what isn’t a tile."),
        ({"tiles": DRAGONS, "flowers": "5"}, f"Flowers: {whole_number(0, 4)}"),
        ({"tiles": DRAGONS, "flowers": "-1"}, "Flowers: Enter a whole number"),
        ({"tiles": "dW dW dW 234p 99m", "melds": "pong:dR pong:dG", "declared_ready": "1"}, "with a concealed hand"),
    ],
)
def test_impossible_tiles_are_named_and_kept(phone, code, htmx, told, sentence):
    page = save(phone, code, htmx, status=422, source="P2", **told)
    assert sentence in page.text.split(NOT_SAVED)[1]
    form = page.form("/hand/")
    assert {name: form.values(name) for name in told} == {name: [value] for name, value in told.items()}
    assert not Event.objects.exists()


def test_the_hand_page_shows_the_tiles_with_their_names(phone, code):
    save(phone, code, source="P2", tiles="234p 678m 99m", melds="pong:dR ckong:1s", tile="8m")
    page = phone.get(f"/m/{code}/hands/1/")
    drawn = page.html.split('aria-label="The winning hand"')[1].split("</section>")[0]
    names = re.findall('role="img" aria-label="([^"]*)"', drawn)
    assert names[:7] == ["red dragon"] * 3 + ["1 bamboo"] * 4
    assert {"2 circles", "8 characters", "9 characters"} <= set(names)
    assert drawn.count("tile-won") == 1
    assert 'tile-won" role="img" aria-label="8 characters"' in drawn
    for words in ("Exposed", "Concealed", "from Bea"):
        assert words in drawn.replace("<bdi>", "").replace("\u2068", "").replace("\u2069", "")


def test_the_winning_tile_is_marked_where_it_counts(phone, code):
    """The discarded 5 completes the chow, so the three fives are a concealed pong."""
    save(phone, code, source="P2", tiles="555m 567m 99p dR dR dR dG dG dG", tile="5m")
    page = phone.get(f"/m/{code}/hands/1/")
    assert "Three concealed pongs" in page.text.split("Another way to read the tiles")[0]
    drawn = page.html.split('aria-label="The winning hand"')[1].split("</section>")[0]
    part = next(part for part in drawn.split('<div class="meld">') if "tile-won" in part)
    assert re.findall('role="img" aria-label="([^"]*)"', part) == ["5 characters", "6 characters", "7 characters"]


def test_the_better_reading_is_paid_and_the_other_offered(phone, code):
    save(phone, code, source="P2", tiles=TWO_WAYS)
    page = phone.get(f"/m/{code}/hands/1/")
    assert "Two identical chows" in page.text.split("Another way to read the tiles")[0]
    other = page.text.split("Another way to read the tiles")[1]
    assert "Three concealed pongs" in other
    brings = int(re.search(r"This reading would score (\d+)\.", other).group(1))
    assert brings <= max(payments(code)[0])


def test_a_hand_that_reads_one_way_offers_no_other(phone, code):
    save(phone, code, source="P2", tiles=DRAGONS)
    assert "Another way to read the tiles" not in phone.get(f"/m/{code}/hands/1/")


def test_tiles_are_added_to_a_hand_by_numbers(phone, code, htmx):
    """The engine counts them again. The page shows the changes, and saves them only on Save."""
    phone.hand(code, source="P2", points="4", bonus="2")
    assert balances(code) == (12, -10, -2)
    page = phone.get(f"/m/{code}/hands/1/")
    assert f"/m/{code}/hands/1/correct/?way=tiles" in page.links
    form = phone.get(f"/m/{code}/hands/1/correct/?way=tiles").form("/hands/1/correct/")
    assert form.values("source") == ["P2"]
    told = {"tiles": TWO_WAYS, "note": "the tiles were still there"}
    looked = phone.send(form, button=("action", "check"), htmx=htmx, status=200, **told)
    assert "+12" in looked
    assert "+24" in looked
    assert balances(code) == (12, -10, -2)
    if htmx:  # a fragment that contains the reading of the tiles
        assert 'id="tile-reading" hidden hx-swap-oob="true"' in looked.html
    shown = re.search(r'name="looked" value="([^"]*)"', looked.html).group(1)
    data = form.data(("action", "save"), **told) | {"looked": [shown]}
    page = phone.post(form.action, data, htmx=htmx)
    assert page.status in (200, 303), page
    assert balances(code) == (24, -19, -5)
    assert "Another way to read the tiles" in phone.get(f"/m/{code}/hands/1/")


def test_tiles_with_a_different_count_are_never_saved_without_confirmation(phone, code):
    """Saving without a preview, as on a page without scripts, shows both counts and asks."""
    phone.hand(code, source="P2", points="4", bonus="2")
    form = phone.get(f"/m/{code}/hands/1/correct/?way=tiles").form("/hands/1/correct/")
    page = phone.send(form, button=("action", "save"), status=200, tiles=TWO_WAYS)
    assert "These tiles change the payments for this hand. Compare, then save again." in page
    assert "+12" in page and "+24" in page
    assert balances(code) == (12, -10, -2)
    again = page.form("/hands/1/correct/")
    other = phone.send(again, button=("action", "save"), status=200, tiles=DRAGONS)  # different from the preview
    assert "These tiles change the payments for this hand. Compare, then save again." in other
    phone.send(again, button=("action", "save"), status=303)
    assert balances(code) == (24, -19, -5)


def test_the_correction_of_a_hand_by_tiles_starts_with_the_saved_tiles(phone, code):
    told = {
        "source": "wall",
        "tiles": "234p 67899m",
        "melds": "pong:dR ckong:dG",
        "tile": "4p",
        "winner_discards": "5m E",
        "flowers": "2",
        "last_tile": "1",
        "replacement": "1",
    }
    save(phone, code, **told)
    form = phone.get(f"/m/{code}/hands/1/correct/").form("/hands/1/correct/")
    assert form.values("way") == ["tiles"]
    assert {name: form.values(name) for name in told} == {name: [value] for name, value in told.items()}
    page = phone.send(form, button=("action", "check"), status=200)
    assert "This change isn’t valid" not in page


def test_tapped_tiles_are_kept_when_switching_the_way_to_count(phone, code):
    form = sheet(phone, code)
    page = phone.send(form, button=("action", "check"), status=200, way="numbers", tiles=DRAGONS, source="P2")
    again = page.form("/hand/")
    assert again.values("source") == ["P2"]
    assert again.values("way") == ["numbers"]


@pytest.mark.parametrize(
    ("house", "field"),
    [
        ({"o.red_dora": "1"}, "red_fives"),
        ({"o.dead_wall_dora": "1"}, "dora_indicator"),
        ({"o.revealed_dora": "1"}, "revealed_indicator"),
        ({"o.matching_bonus": "players"}, "matching_players"),
    ],
)
def test_the_sheet_asks_only_about_rules_that_the_table_plays(phone, code, house, field):
    assert field not in sheet(phone, code).names
    form = sheet(phone, phone.start(preset="club", shown_preset="korean_japanese/club", **house))
    assert field in form.names
    for value in ("5p", "a\0b", "2", "flower", "-1", "x" * 300, "<script>"):
        page = phone.send(form, button=("action", "check"), **{field: value, "tiles": DRAGONS, "source": "P2"})
        assert page.status == 200, (field, value, page)


@pytest.mark.parametrize(
    ("system", "by", "beside"),
    [("korean_japanese", "wall", {}), ("honshu", "tsumo", {"riichi": "riichi"}), ("malaysian_fan", "wall", {})],
)
def test_a_concealed_pong_of_a_file_is_shown_as_three_tiles_and_can_be_corrected(phone, system, by, beside):
    preset = {"malaysian_fan": "club"}.get(system, "text" if system == "honshu" else "")
    code = phone.start(system=system, preset=preset)
    payload = {
        "winner": "P1",
        "win": {"by": by, "tile": "9p"},
        "concealed": ["2p", "3p", "4p", "6p", "7p", "8p", "9p", "9p"],
        "melds": [{"type": "pong", "tile": "dR", "exposed": False}, {"type": "kong", "tile": "dG", "exposed": False}],
        **beside,
    }
    told = {"match": Match.objects.get(code=code), "device": phone.client.session["device"], "key": "k" * 22}
    actions.record_entry(kind="hand", payload=payload, expected_seq=1, **told)
    paid = balances(code)
    form = phone.get(f"/m/{code}/hands/1/correct/").form("/correct/")
    shown = [form.values(name) for name in ("tiles", "melds", "tile")]
    assert shown == [["23467899p dR dR dR"], ["ckong:dG"], ["9p"]]
    phone.send(form, button=("action", "save"), status=303, note="looked at")
    assert balances(code) == paid
    (asked,) = [link for link in phone.get(f"/m/{code}/hands/1/").links if "/waits/?" in link]
    assert phone.get(asked).form("/waits/").values("melds") == ["ckong:dG"]


@pytest.mark.parametrize(
    ("language", "names"),
    [("en", ["1 circle", "2 3 4 circles"]), ("ja", ["一筒", "二 三 四筒"]), ("ko", ["1통", "2 3 4통"])],
)
def test_tiles_are_numbered_as_the_language_does(language, names):
    with translation.override(language):
        assert [suited("1", "p"), suited("2 3 4", "p")] == names
