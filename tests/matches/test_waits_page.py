"""The page with the waits of a hand: results for this table, missing or wrong input, input is kept."""

import cProfile
import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest

from matches.models import Event
from tests.matches.hostile import NAMES, shared_out
from tests.matches.test_bad_input import HOSTILE
from tests.matches.worlds import one_match
from tests.thorough import sized
from tests.wording import DRAGON_PONG, waiting_on

pytestmark = pytest.mark.django_db
started, phone, code = one_match()

TWO_SIDES = {"tiles": "34p 678m 99m", "melds": "pong:dR ckong:dG"}
BARELY = "dW dW 567p 678m 345m 99m"  # 9m: 2 hand-points for concealed, 2 more from the wall; dW: 1 more
FIELDS = ("tiles", "melds", "winner_discards", "seen", "flowers")
# The headings of the result: tiles that win, tiles below the minimum, tiles whose copies are all visible.
WIN, BELOW, GONE = "These tiles win", "Complete, but below the minimum", "No copies left"


def ask(phone, code, *, htmx=False, **query):
    """The page, or for htmx only its result."""
    page = phone.get(f"/m/{code}/waits/", data=query, htmx=htmx)
    assert page.html.startswith("<!doctype") is not htmx
    return page


def words(html):
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", html))).strip()


def verdict(page):
    found = re.search(r'<h2 id="verdict">(.*?)</h2>', page.html, re.DOTALL)
    return words(found.group(1)) if found else None


def rows(page):
    """{heading: [(tile, copies left, value by self-draw, value on a discard)]}"""
    told = {}
    for part in page.tight.split('<section class="card card-flush" aria-labelledby="waits-')[1:]:
        part = part.split("</section>")[0]
        heading = words(re.search(r"<h3.*?</h3>", part, re.DOTALL).group())
        told[heading] = [row(summary) for summary in re.findall(r"<summary>.*?</summary>", part, re.DOTALL)]
    return told


def row(summary):
    tile, copies = re.search(r"<b>([^<]*)</b><small>(\d+)", summary).groups()
    ways = re.findall(r"<small>([^<]*)</small></span>(?:<b class=\"win\">(.*?)</b>)?", summary)[1:]
    return (tile, int(copies), *(words(" ".join(way)) for way in ways))


def worth(points, bonus, collects):
    """The text of a valid way to win."""
    return f"{points} hand-points, bonus {bonus} +{collects}"


def too_low(points, minimum):
    """The text of a way to win that is below the minimum."""
    return f"{points} hand-points: below the minimum of {minimum}"


def of_hand(page):
    """The values in the fields of the page."""
    form = page.form("/waits/")
    return {name: form.values(name)[0] for name in FIELDS if form.values(name) != [""]}


def test_each_tile_shows_its_remaining_copies_and_its_value(phone, code, htmx):
    page = ask(phone, code, htmx=htmx, holder="P2", **TWO_SIDES)
    assert verdict(page) == waiting_on("Bea", 2, 8)
    # Two dragons 3 and the kong 1; bonus 2 for winning, 1 more from the wall: 2 x (4 + 3), and 2 x 4 + 2 + 2.
    ways = (worth(4, 3, 14), worth(4, 2, 12))
    assert rows(page) == {WIN: [("2 circles", 4, *ways), ("5 circles", 4, *ways)]}
    assert f"2 circles 4 left By self-draw {ways[0]} On a discard {ways[1]}" in page


def test_the_result_has_details_with_patterns_clauses_and_payers(phone, code, htmx):
    more = (
        ask(phone, code, htmx=htmx, holder="P2", **TWO_SIDES).html.split('class="wait-more"')[1].split("</details>")[0]
    )
    told = words(more).replace(" ,", ",")
    assert told.startswith(
        f"> By self-draw 2 × {DRAGON_PONG} A6, line 237 2 Two dragons A6, line 238 1 Kong A6, line 242 1 "
        "Hand-points 4 Winning A7, line 225 2 Self-draw A7, line 273 1 Bonus-points, from each opponent 3 "
        "Each opponent pays hand-points 4, bonus 3 −7 On a discard"
    )
    assert "The discarder pays hand-points 2 × 4, bonus 2 −10 The other opponent pays bonus 2 −2" in told


def test_a_limit_is_shown_by_its_name(phone, code):
    page = ask(phone, code, tiles="1112345678999p")
    assert verdict(page) == waiting_on("Ann", 9, 23)
    limit = ("Limit, Nine gates +80", "Limit, Nine gates +120")
    left = [1, 3, 3, 3, 3, 3, 3, 3, 1]
    names = ["1 circle", *(f"{number} circles" for number in range(2, 10))]
    assert rows(page)[WIN] == [(name, many, *limit) for name, many in zip(names, left, strict=True)]


def test_the_minimum_of_the_table_decides_what_is_a_wait(phone, htmx):
    five = phone.start(preset="club", shown_preset="korean_japanese/club", **{"o.min_hand_points": "5"})
    page = ask(phone, five, htmx=htmx, tiles=BARELY)
    assert verdict(page) == waiting_on("Ann", 1, 2)
    assert rows(page) == {
        WIN: [("white dragon", 2, worth(5, 9, 28), too_low(3, 5))],
        BELOW: [("9 characters", 2, too_low(4, 5), too_low(2, 5))],
    }
    assert "The player isn’t waiting for these tiles: the hand couldn’t be declared (A9.1)." in page


def test_a_hand_below_the_minimum_on_every_tile_is_not_waiting(phone, code):
    page = ask(phone, code, holder="P3", tiles="234p 678p 34m 99m", melds="pong:E")
    assert verdict(page) == ("Cho isn’t waiting: no remaining tile brings the hand up to the minimum of 3.")
    assert set(rows(page)) == {BELOW}


def test_a_hand_that_no_tile_completes_is_not_waiting(phone, code, htmx):
    page = ask(phone, code, htmx=htmx, tiles="1357p 1357m E S W dR dG")
    assert verdict(page) == "Ann isn’t waiting: no remaining tile completes the hand."
    assert rows(page) == {}


def test_visible_copies_are_no_waits(phone, code, htmx):
    page = ask(phone, code, htmx=htmx, **TWO_SIDES, seen="2p 2p 2p 2p 5p", holder="P2")
    assert verdict(page) == waiting_on("Bea", 1, 3)
    assert [(heading, [row[:2] for row in each]) for heading, each in rows(page).items()] == [
        (WIN, [("5 circles", 3)]),
        (GONE, [("2 circles", 0)]),
    ]
    gone = ask(phone, code, htmx=htmx, **TWO_SIDES, seen="2222p 5555p", holder="P2")
    assert verdict(gone) == "Bea isn’t waiting: the tiles that would complete the hand are all gone."


def test_one_press_adds_or_removes_a_visible_copy(phone, code, htmx):
    form = ask(phone, code, **TWO_SIDES, seen="5p").form("/waits/")
    assert ("more", "2p") in form.buttons and ("less", "5p") in form.buttons
    asked = {"tiles": form.values("tiles")[0], "melds": form.values("melds")[0], "seen": form.values("seen")[0]}
    page = ask(phone, code, htmx=htmx, **asked, more="2p")
    assert [row[:2] for row in rows(page)[WIN]] == [("2 circles", 3), ("5 circles", 3)]
    assert re.search(r'<input id="seen"[^>]*value="25p"', page.html)
    # The details of the pressed tile stay open, those of the others closed.
    assert [bool(each) for each in re.findall(r'<details class="fold wait"( open)?>', page.html)] == [True, False]
    page = ask(phone, code, htmx=htmx, **asked, less="5p")
    assert verdict(page) == waiting_on("Ann", 2, 8)
    assert re.search(r'<input id="seen"[^>]*value=""', page.html)


def test_a_tile_that_you_discarded_wins_only_by_self_draw(phone, code):
    page = ask(phone, code, **TWO_SIDES, winner_discards="2p")
    forbidden = "not allowed because of the player’s own discards (sacred discard)"
    assert rows(page)[WIN][0] == ("2 circles", 3, worth(4, 3, 14), forbidden)


def test_flowers_and_a_declaration_count(phone, code):
    hand = {"tiles": "dR dR dR dG dG dG 34p 678m 99m"}
    plain, more = ask(phone, code, **hand), ask(phone, code, **hand, flowers="2", declared_ready="1")
    # 7 hand-points from the wall, bonus 2 + 1 + 2 + 2; two flowers and a declaration from the wall add 2 + 4.
    assert rows(plain)[WIN][0][2] == worth(7, 7, 28)
    assert rows(more)[WIN][0][2] == worth(7, 13, 40)
    assert "Flowers: 2, Had declared ready: yes" in more


def test_the_dealer_is_preselected_and_winds_are_those_of_the_table(phone, code):
    """In hand 2 Bea deals, so Bea is East and Cho South. East is still the round wind."""
    phone.hand(code)
    hand = {"tiles": "34p 678m 99m", "melds": "pong:dR pong:E"}
    page = ask(phone, code, **hand)
    assert "Hand 2, East round, Bea deals" in page
    assert verdict(page).startswith("Bea is waiting")
    assert page.form("/waits/").values("holder") == ["P2"]
    assert rows(page)[WIN][0][3] == worth(4, 2, 12)  # 1 + wind, seat, round
    other = ask(phone, code, **hand, holder="P3")
    assert rows(other)[WIN][0][3] == worth(3, 2, 10)


def test_a_goulash_is_included_and_mentioned(phone, code, htmx):
    phone.draw(code)
    phone.draw(code)
    page = ask(phone, code, htmx=htmx, **TWO_SIDES)
    assert "The goulash is included: 10 from each opponent." in page
    assert rows(page)[WIN][0][2:] == (worth(4, 3, 34), worth(4, 2, 32))
    assert "goulash" not in ask(phone, phone.start(), **TWO_SIDES).text.split("Cho")[-1]


def test_a_goulash_that_is_not_paid_with_a_limit_is_shown_separately(phone):
    table = phone.start(preset="club", shown_preset="korean_japanese/club", **{"o.goulash_on_limit": ""})
    phone.draw(table)
    page = ask(phone, table, tiles="1112345678999p")
    assert "A goulash of 5 from each opponent is carried over. It isn’t paid on a limit hand." in page
    assert rows(page)[WIN][0][2] == "Limit, Nine gates +80"


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ({}, "13 tiles to go: a waiting hand has 13 tiles, and an exposed set counts as three."),
        ({"tiles": "234p 678m", "melds": "pong:S"}, "4 tiles to go:"),
        ({"tiles": "234p 678m 99m E", "melds": "pong:S"}, "1 tile to go:"),
        ({"tiles": "1112345678999p 1m"}, "1 tile too many: a waiting hand has 13 tiles"),
        ({"tiles": "123456789p 123m", "melds": "pong:S kong:W"}, "5 tiles too many:"),
    ],
)
def test_a_hand_with_a_wrong_number_of_tiles_says_what_is_missing(phone, code, htmx, hand, said):
    page = ask(phone, code, htmx=htmx, **hand)
    assert said in page
    assert (verdict(page), rows(page)) == (None, {})


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({"tiles": "234p xx"}, "xx isn’t a tile."),
        ({"tiles": "1112345678999p", "seen": "what"}, "Visible elsewhere: what isn’t a tile."),
        ({"tiles": "1112345678999p", "winner_discards": "0m"}, "Own discards: 0m isn’t a tile."),
        ({"tiles": "34p", "melds": "chow:1p"}, "chow:1p isn’t a set."),
        ({"tiles": "22222p 333p 678m 99m"}, "Too many copies of 2 circles: you entered 5, but this table has only 4."),
        (
            {"tiles": "222p", "melds": "pong:2p"},
            "Too many copies of 2 circles: you entered 6, but this table has only 4.",
        ),
        (
            {"tiles": "22p", "seen": "22p", "winner_discards": "2p"},
            "Too many copies of 2 circles: you entered 5, but this table has only 4.",
        ),
        ({"tiles": "123p 5s"}, "5 bamboo isn’t used at this table."),
        ({"tiles": "1112345678999p", "flowers": "5"}, "Flowers: Enter a whole number from 0 to 4."),
        ({**TWO_SIDES, "declared_ready": "1"}, "You can only declare ready with a concealed hand."),
        ({**TWO_SIDES, "holder": "P4"}, "Choose one of the three players."),
        (
            {**TWO_SIDES, "seen": "2222p", "more": "2p"},
            "Too many copies of 2 circles: you entered 5, but this table has only 4.",
        ),
    ],
)
def test_wrong_input_gets_a_message_and_is_kept(phone, code, htmx, told, sentence):
    page = ask(phone, code, htmx=htmx, **told)
    assert sentence in page.text.split("Check your entries")[1]
    assert (verdict(page), rows(page)) == (None, {})
    if not htmx:
        assert of_hand(page) == {"flowers": "0"} | {name: told[name] for name in FIELDS if name in told}


def test_the_address_keeps_the_hand(phone, code):
    told = {"holder": "P2", **TWO_SIDES, "seen": "2p", "winner_discards": "5p", "flowers": "1"}
    page = ask(phone, code, htmx=True, **told)
    address = urlsplit(page.headers["HX-Replace-Url"])
    assert address.path == f"/m/{code}/waits/"
    assert {name: values[0] for name, values in parse_qs(address.query).items()} == told
    again = phone.get(page.headers["HX-Replace-Url"])
    assert of_hand(again) == {name: told[name] for name in FIELDS}
    assert verdict(again) == verdict(page)


def test_the_form_changes_nothing_and_works_without_scripts(phone, code):
    phone.hand(code)
    before = list(Event.objects.values())
    page = ask(phone, code)
    form = page.form("/waits/")
    assert 'method="get"' in page.html
    assert {"holder", "tiles", "melds", "winner_discards", "seen", "flowers", "declared_ready"} <= form.names
    assert list(Event.objects.values()) == before


def test_a_watcher_may_use_the_page(phone, code, watcher):
    assert verdict(ask(watcher, code, **TWO_SIDES)) == verdict(ask(phone, code, **TWO_SIDES))


def test_a_finished_match_uses_its_last_hand(phone, code, htmx):
    for _hand in range(9):
        phone.draw(code)
    page = ask(phone, code, htmx=htmx, **TWO_SIDES)
    assert verdict(page) == waiting_on("Cho", 2, 8)
    assert rows(page)[WIN][0][2] == worth(4, 3, 94)  # eight goulashes: 40 each
    assert htmx or "Hand 9, West round, Cho deals" in page


def test_a_hand_of_the_ledger_uses_its_own_winds(phone, code):
    """In hand 1 Ann deals, and Bea's South pong is her seat wind. Now, in hand 2, Bea deals."""
    phone.hand(code)
    hand = {"tiles": "34p 678m 99m", "melds": "pong:dR pong:S", "holder": "P2"}
    then, now = ask(phone, code, **hand, at="1"), ask(phone, code, **hand)
    assert "Hand 1, East round, Ann deals" in then
    assert then.form("/waits/").values("at") == ["1"]
    assert f"/m/{code}/hands/1/" in then.links
    assert rows(then)[WIN][0][3] == worth(3, 2, 10)
    assert rows(now)[BELOW][0][3] == too_low(2, 3)


@pytest.mark.parametrize("at", ["0", "7", "999999", "-1", "x", "1e3", "\u0661", "9" * 400])
def test_an_unknown_entry_means_the_current_hand(phone, code, at):
    assert "Hand 1, East round, Ann deals" in ask(phone, code, **TWO_SIDES, at=at)


def test_the_page_of_a_hand_links_to_its_waits(phone, code):
    form = phone.get(f"/m/{code}/hand/?winner=P2&way=tiles").form("/hand/")
    told = {
        "source": "P1",
        "tiles": "34p 678m 99m 5p",
        "melds": "pong:dR ckong:dG",
        "flowers": "1",
        "winner_discards": "9s",
    }
    phone.send(form, button=("save", "1"), status=303, **told)
    phone.draw(code)
    page = phone.get(f"/m/{code}/hands/1/")
    [link] = [link for link in page.links if "/waits/" in link]
    asked = phone.get(unescape(link))
    assert verdict(asked) == waiting_on("Bea", 2, 8)
    assert of_hand(asked) == {
        "melds": "pong:dR ckong:dG",
        "tiles": "34p 67899m",
        "flowers": "1",
        "winner_discards": "9s",
    }
    [link] = [link for link in phone.get(f"/m/{code}/hands/2/").links if "/waits/" in link]
    assert link == f"/m/{code}/waits/?at=2"


def test_the_score_page_and_the_sheet_link_to_the_page(phone, code, watcher):
    phone.hand(code)
    for who in (phone, watcher):
        assert f"/m/{code}/waits/" in who.table(code).links
    assert f"/m/{code}/waits/" in phone.get(f"/m/{code}/hand/?winner=P1").links
    assert f"/m/{code}/waits/?at=1" in phone.get(f"/m/{code}/hands/1/correct/").links


def test_the_page_works_with_every_preset(phone):
    for preset in ("first_game", "club", "experts"):
        table = phone.start(preset=preset, shown_preset="another")
        assert verdict(ask(phone, table, tiles="1112345678999p")) == waiting_on("Ann", 9, 23)


def test_any_text_in_any_parameter_gets_a_page(phone, code):
    phone.hand(code)
    fields = ("holder", "at", "tiles", "melds", "winner_discards", "seen", "flowers", "declared_ready", "more", "less")
    values = [*HOSTILE.values(), *NAMES, "1p" * 3000, "123456789p " * 40, "pong:E " * 50, "ckong:2p kong:2p", "P1", "1"]
    tried = dict(list(enumerate(values))[:: sized(2, 1)])
    for field, shared in shared_out(tried, fields).items():
        for turn, value in enumerate(shared.values()):
            page = ask(phone, code, htmx=turn % 2 == 0, **{**TWO_SIDES, field: value})
            assert "<script>alert" not in page.html
            assert page.status == 200, (field, value)


def test_a_hand_costs_a_small_multiple_of_the_empty_page(phone, code):
    """The engine reads about seventy hands for it. The test counts calls, because times depend on the machine."""

    def calls(**fields):
        profile = cProfile.Profile()
        profile.runcall(ask, phone, code, htmx=True, **fields)
        return sum(entry.callcount for entry in profile.getstats())

    calls()  # the first page also loads templates
    nothing, everything = calls(), calls(tiles="2223334445556p")
    assert everything < 40 * nothing, (nothing, everything)
