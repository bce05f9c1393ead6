"""The rule card: the complete card for a few house rules; it shows exactly what is played."""

import gzip
import re

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from engine.rulesets import BOOKS
from engine.rulesets.korean_japanese import KoreanJapanese
from engine.rulesets.riichi.wording import NAMES
from engine.rulesets.rule_book import RuleBook
from matches.pages.rule_card import CardSection, RuleCardPage, rule_card
from tests.engine.tables import book, every_table
from tests.engine.test_played_items import EVERYTHING
from tests.matches.cast import Phone
from tests.thorough import sized

pytestmark = pytest.mark.django_db

KEPT = {"dragon_pong", "two_dragons", "seven_pairs", "concealed", "win", "flower"}
SMALL = {
    "items_off": sorted({p.id for p in book().patterns if p.kind != "limit"} - KEPT),
    "limits": ["nine_gates", "four_kongs"],
    "limit": 50,
    "min_hand_points": 0,
    "goulash_per_draw": 4,
    "goulash_cap": 6,
    "no_bamboo": True,
    "ready_discount": "none",
    "own_items": [{"key": "song", "name": "<i>Song</i>", "kind": "bonus", "points": 2, "note": "Sung by all"}],
}
ITEMS = """\
# Winds and dragons
Dragon pong: 1 each | Pong or kong of a dragon | A6 | dR dR dR = 3 × red dragon
Two dragons: +1 | Two dragon pongs | A6 | dR dR dR = 3 × red dragon; dG dG dG = 3 × green dragon
# Whole hand
Seven pairs: 3 | All different, concealed | A6 | 2p 2p = 2 × 2 circles; 5p 5p = 2 × 5 circles; 8p 8p = 2 × 8 circles; \
3m 3m = 2 × 3 characters; 6m 6m = 2 × 6 characters; 9m 9m = 2 × 9 characters; dR dR = 2 × red dragon
# Type of win
Concealed: 2 | No set was completed with a discard | A6 | 2p 3p 4p = 2 3 4 circles; 6p 7p 8p = 6 7 8 circles; 3m 4m \
5m = 3 4 5 characters; 6m 7m 8m = 6 7 8 characters; 9m 9m = 2 × 9 characters"""
BONUS_ITEMS = """\
# Type of win
Winning: 2 | From each opponent | A7
Concealed: 2 | In addition to the hand-points for the item of the same name | A7
# Flowers and dora
Flower: 1 each | Any flower, whatever its number | A7 | flower = flower
# Custom items for this table
<i>Song</i>: 2 | Sung by all | A15.1"""
LIMITS = """\
# Half-limit hands
Four kongs: 25 | Concealed or exposed | A11 | 9m 9m = 2 × 9 characters; 8p 8p 8p 8p = kong: 8 circles; back 2m 2m \
back = concealed kong: 2 characters; 5p 5p 5p 5p = kong: 5 circles; 3m 3m 3m 3m = kong: 3 characters
# Limit hands
Nine gates: 50 | 1112345678999 of one suit before the win, and any tile of that suit | A11 | 1p 1p 1p = 3 × 1 \
circle; 2p 3p 4p 5p 6p 7p 8p = 2 3 4 5 6 7 8 circles; 9p 9p 9p = 3 × 9 circles; 5p = won on 5 circles (wins 0)"""
DECK = """\
Circles: 1p 2p 3p 4p 5p 6p 7p 8p 9p, 4 of each, 36 in total
Characters: 1m 2m 3m 4m 5m 6m 7m 8m 9m, 4 of each, 36 in total
Winds: E S W, 4 of each, 12 in total
Dragons: dW dG dR, 4 of each, 12 in total
Flowers: flower, 4
100 tiles in total"""
HAND = """\
A winning hand is four sets and a pair. A set is a chow (three circles or characters in a row), a pong (three \
identical tiles) or a kong (four identical tiles, counted as three). A4.1
A concealed hand of seven pairs also wins. A4.9
You can claim an opponent’s discard for a pong or a kong, which is then exposed. For a chow, a pair or a special hand, \
you can only claim the winning tile. A4.3
There’s no minimum: any complete hand can be declared. A5
You can’t win on another player’s tile if you have discarded the same tile in this hand. A self-draw is always \
allowed. A4.8
If two players claim the winning tile, the higher limit decides, then more hand-points, then more bonus-points, then \
turn order. A13"""
PAYMENTS = """\
On a self-draw, each opponent pays the hand-points and the bonus-points they owe. A8
On a discard, the discarder pays the hand-points twice and the other opponent pays none. Each opponent \
pays the bonus-points they owe. A8
A robbed kong pays like a discard by the player who was robbed. A8
> Ann wins by self-draw: 6 hand-points, 4 bonus-points.
Bea −10 hand-points 6, bonus 4 A8
Cho −10 hand-points 6, bonus 4 A8
Ann +20
> The same hand wins on Bea’s discard.
Bea −16 Discarder: hand-points 2 × 6, bonus 4 A8
Cho −4 bonus 4 A8
Ann +20"""
CARRY = """\
A hand that nobody wins pays nothing, and the deal passes. This happens when the wall runs out, or when there’s no \
replacement tile for a kong or a flower. A17.7
For every goulash in a row, the next winner gets 4 more from each opponent, up to 6. A3.2
The goulash is also paid on a limit hand. A3.4
A goulash left after the last hand is lost, unless the match is extended. A3.6
> Two hands in a row ended in a goulash. Then Ann wins by self-draw: 6 hand-points, 4 bonus-points.
Bea −16 hand-points 6, bonus 4, goulash 6 A3, A8
Cho −16 hand-points 6, bonus 4, goulash 6 A3, A8
Ann +32"""
RULES = [
    ("Who pays 2 fewer bonus-points", "Nobody", "Players who were waiting"),
    ("Limit", "50", "40"),
    ("Limit hands played", "Nine gates, Four kongs", "All"),
    ("Minimum hand-points", "0", "3"),
    ("Goulash: points from each opponent for every drawn hand", "4", "5"),
    ("Goulash: maximum points from each opponent", "6", "no limit"),
    ("No bamboo tiles", "yes", "no"),
]


def section(card: RuleCardPage, key: str) -> CardSection:
    return next(each for each in card.sections if each.key == key)


def items(shown: CardSection) -> str:
    """The items as text: name, value, condition, clause, tiles with their names."""
    said = []
    for group in shown.groups:
        said.append(f"# {group.title}")
        for row in group.rows:
            parts = "; ".join(
                f"{' '.join(part.faces)} = {part.says}" + (f" ({part.caption} {part.won})" if part.caption else "")
                for part in row.example
            )
            value = f"{row.value} each" if row.each else row.value
            said.append(" | ".join(filter(None, (f"{row.name}: {value}", row.condition, row.clause, parts))))
    return "\n".join(said)


def lines(shown: CardSection) -> str:
    """The sentences and the calculated examples as text."""
    said = [f"{line.text} {line.clause}".strip() for line in shown.lines]
    for case in shown.cases:
        said.append(f"> {case.said}")
        keys = ("payer", "points", "why", "clauses")
        said += [" ".join(getattr(payer, key) for key in keys) for payer in case.payers]
        said.append(f"{case.winner} {case.gets}")
    return "\n".join(said)


def deck(shown: CardSection) -> str:
    return "\n".join([*(f"{t.name}: {' '.join(t.part.faces)}, {t.many}" for t in shown.tiles), shown.total])


def test_the_complete_card_for_a_few_house_rules():
    card = rule_card(book(**SMALL))
    assert card.system == "Korean/Japanese"
    assert [each.key for each in card.sections] == [
        *("setup", "match", "hand", "hand_points", "bonus_points", "limits", "payments", "carry")
    ]
    assert deck(section(card, "setup")) == DECK
    assert lines(section(card, "hand")) == HAND
    assert items(section(card, "hand_points")) == ITEMS
    assert items(section(card, "bonus_points")) == BONUS_ITEMS
    assert items(section(card, "limits")) == LIMITS
    assert lines(section(card, "payments")) == PAYMENTS
    assert lines(section(card, "carry")) == CARRY
    told = {(rule.label, rule.value, rule.default) for rule in card.rules}
    assert {rule for rule in told if "not played" not in rule[0]} == set(RULES)
    assert [word for word, _meaning in card.terms][:4] == ["Chow", "Pong", "Kong", "Pair (eyes)"]


def test_every_pattern_of_the_book_is_on_the_card_of_a_table_that_plays_everything():
    rules = book(**EVERYTHING)
    card = rule_card(rules)
    named = {row.name for each in card.sections for group in each.groups for row in group.rows}
    assert named == {pattern.name for pattern in rules.patterns}
    assert sum(len(group.rows) for each in card.sections for group in each.groups) == len(rules.patterns)


def test_items_that_are_switched_off_are_not_on_the_card():
    card = rule_card(book(items_off=["straight", "flower", "seven_pairs"], limits="none"))
    named = {row.name for each in card.sections for group in each.groups for row in group.rows}
    assert named & {"Straight", "Flower", "Seven pairs", "Nine gates", "Red five"} == set()
    assert [each.key for each in card.sections if each.key == "limits"] == []
    assert "hand of seven pairs" not in lines(section(card, "hand"))


@pytest.mark.parametrize(
    ("house", "tiles", "walls"),
    [
        ({}, "108 tiles in total", "4 × 13 stacks, 3 × 18 stacks"),
        ({"five_bamboo_pair": True}, "110 tiles in total", "1 × 14 + 3 × 13 stacks, 1 × 19 + 2 × 18 stacks"),
        ({"no_bamboo": True}, "100 tiles in total", "4 × 12 stacks, 2 × 17 + 1 × 16 stacks"),
        ({"north_tile": True}, "112 tiles in total", "2 × 14 + 2 × 13 stacks, 2 × 19 + 1 × 18 stacks"),
    ],
)
def test_the_tiles_and_walls_are_those_of_the_table(house, tiles, walls):
    shown = section(rule_card(book(**house)), "setup")
    assert shown.total == tiles
    assert ", ".join(re.findall(r"(?:\d × \d+(?: \+ )?)+ stacks", lines(shown))) == walls


def test_another_set_of_winds_is_named_throughout():
    card = rule_card(book(wind_set="NES"))
    assert lines(section(card, "match")).startswith("Nine hands in three rounds: North, East and South.")
    assert "On a 5 or 9, break North’s wall" in lines(section(card, "setup"))
    assert dict(card.terms)["Dealer"].text.startswith("The player in the North seat.")
    assert "In the examples, the player in the East seat wins in the first round (North)." in lines(
        section(card, "hand_points")
    )


@pytest.mark.parametrize(
    ("mode", "paid"),
    [
        ("double_hand_each_bonus", ["−10 −10", "−16 −4", "−16 −2"]),
        ("discarder_covers_bonus", ["−10 −10", "−14 −6", "−12 −6"]),
        ("discarder_covers_all_unless_ready", ["−10 −10", "−20 0", "−18 0", "−12 −6"]),
        ("discarder_covers_all", ["−10 −10", "−20 0", "−18 0"]),
    ],
)
def test_the_cases_pay_as_the_table_pays(mode, paid):
    shown = section(rule_card(book(payment_mode=mode)), "payments")
    assert [" ".join(payer.points for payer in case.payers) for case in shown.cases] == paid


def test_a_high_minimum_and_other_ways_of_counting_have_cases_of_their_own():
    shown = section(rule_card(book(min_hand_points=9, ready_discount="declared", unit_table="hk")), "payments")
    assert [(case.said, case.gets) for case in shown.cases] == [
        ("Ann wins by self-draw: 9 hand-points, 4 bonus-points.", "+16"),
        ("The same hand wins on Bea’s discard.", "+9"),
        ("The same hand wins on Bea’s discard after Cho has declared ready.", "+8"),
    ]


@pytest.mark.thorough
@pytest.mark.parametrize("key", BOOKS)
def test_every_table_has_a_card_whose_cases_the_engine_accepts(key):
    for table in every_table(key):
        card = rule_card(table)
        assert "%(" not in str(card), table.changed
        rows = sum(len(group.rows) for each in card.sections for group in each.groups)
        assert rows == len(table.played_items), table.changed


class Bare(KoreanJapanese):
    """A rule book that declares nothing for its card."""

    card_type = RuleBook.card_type


def test_a_rule_book_that_declares_nothing_has_its_items_on_the_card():
    card = rule_card(Bare({"limits": ["nine_gates"]}))
    assert [(each.key, each.lines, each.cases) for each in card.sections] == [
        *(("patterns", (), ()), ("bonuses", (), ()), ("limits", (), ()))
    ]
    assert items(section(card, "limits")).endswith("and any tile of that suit | A11")
    assert card.terms == ()


# ── pages ────────────────────────────────────────────────────────────────────


def test_a_match_has_the_card_of_its_table(phone, code):
    page = phone.get(f"/m/{code}/card/")
    assert "Ann, Bea, Cho , Korean/Japanese" in page
    assert "None: this table plays by the written rules." in page
    for where in (f"/m/{code}/rules/", f"/m/{code}/", f"/m/{code}/end/"):
        assert f"/m/{code}/card/" in phone.get(where).links, where


@pytest.mark.parametrize("system", BOOKS)
def test_every_preset_has_a_card_that_the_glossary_leads_to(phone, system):
    links = phone.get("/glossary/").links
    addresses = {f"/rules/{system}/{preset.key}/": preset.label for preset in BOOKS[system].presets}
    assert set(addresses) <= set(links)
    for address, label in list(addresses.items())[: sized(1, None)]:
        assert label in phone.get(address)


def test_an_unknown_preset_has_no_card(phone):
    for address in ("/rules/korean_japanese/none/", "/rules/none/club/"):
        phone.get(address, status=404)


def test_the_start_page_links_to_the_card_of_the_chosen_rules(phone):
    assert "/rules/korean_japanese/club/" in phone.get("/start/").links
    assert "/rules/korean_japanese/experts/" in phone.get("/start/?preset=experts").links


def test_the_contents_lead_to_every_chapter_and_headings_come_in_order(phone):
    html = phone.get("/rules/korean_japanese/experts/").tight
    anchors = re.findall(r'<li><a href="#([a-z_]+)">', html)
    sections = re.findall(r'<section class="card" id="([a-z_]+)"', html)
    assert anchors == sections
    levels = [int(level) for level in re.findall(r"<h([1-6])\b", html)]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in zip(levels, levels[1:], strict=False))


def test_a_clubs_own_words_are_shown_as_they_were_typed(phone):
    own = [{"key": "bell", "name": "Flower", "kind": "bonus", "points": 3, "note": "Kong"}]
    with translation.override("cs"):
        rows = section(rule_card(book(own_items=own)), "bonus_points").groups[-1].rows
    assert [(row.name, row.condition, row.value) for row in rows] == [("Flower", "Kong", "3")]


def test_text_typed_by_a_club_is_escaped():
    row = section(rule_card(book(**SMALL)), "bonus_points").groups[-1].rows[0]
    html = render_to_string("matches/house_rules/_card_item.html", {"row": row, "cited": set()})
    assert "&lt;i&gt;Song&lt;/i&gt;" in html
    assert "<i>" not in html


def test_each_language_has_a_card_of_its_own(phone):
    address = "/rules/korean_japanese/club/"
    told = []
    for language in ("en", "cs", "en"):
        phone.send(phone.get("/").form("/language"), button=("language", language))
        told.append(phone.get(address).html.split("<main", 1)[1].split("</main>")[0])
    assert told[0] == told[2]
    assert 'aria-label="3 × red dragon"' in told[0]
    assert 'aria-label="3 × červený drak"' in told[1]
    assert 'aria-label="3 × red dragon"' not in told[1]


def test_the_longest_card_is_small_and_fast(phone):
    with translation.override("en"):
        answer = phone.get("/rules/malaysian_recap/experts/")
    assert len(gzip.compress(answer.response.content)) < 20_000


def test_each_clause_beside_a_payment_or_a_rule_links_to_the_card(phone, code):
    form = phone.get(f"/m/{code}/hand/?winner=P1&way=list").form("/hand/")
    phone.send(form, button=("save", "1"), status=303, source="wall", **{"t.dragon_pong": "2"})
    form = phone.get(f"/m/{code}/penalty/").form("/penalty/")
    phone.send(form, status=303, offender="P2", what="other", amount="10")
    places = set(re.findall(r' id="(.+?)"', phone.get(f"/m/{code}/card/").html))
    for address, found in (("hands/1/", {"A6", "A7", "A8"}), ("hands/2/", set()), ("rules/", {"A9", "A11"})):
        page = phone.get(f"/m/{code}/{address}")
        linked = {link.split("#")[1] for link in page.links if link.startswith(f"/m/{code}/card/#")}
        assert found <= linked <= places, address
        assert set(re.findall(r"\b[A-C][0-9]+(?:\.[0-9]+)?\b", page.text)) == linked, address


def test_each_clause_has_one_anchor_on_the_card(phone, code):
    places = re.findall(r' id="(.+?)"', phone.get(f"/m/{code}/card/").html)
    assert len(places) == len(set(places))


@pytest.mark.parametrize(
    ("language", "names"),
    [("en", "Toitoi All pongs"), ("de", "Toitoi Nur Pongs"), ("ja", "対々和"), ("zh-hans", "对对和")],
)
def test_a_riichi_card_names_a_yaku_as_the_players_of_the_language_do(language, names):
    phone = Phone()
    phone.client.cookies["lang"] = language
    html = phone.get("/rules/riichi_sanma/tenhou/").html
    rows = [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in html.split('class="item-name"')[1:]]
    assert sum(row.startswith(f"> {names} ") for row in rows) == 1, rows[:40]


def test_the_names_of_riichi_items_are_those_of_items_that_riichi_books_have():
    known = {item.id for system in ("honshu", "riichi_sanma") for item in BOOKS[system]({}).patterns}
    assert set(NAMES) == known
    assert len({name for name, _gloss in NAMES.values()}) == len(NAMES)
