"""Invariants of random matches of every game with any corrections. The test run prints the seeds."""

import csv
import io
import json
import re
import tempfile
from pathlib import Path

import openpyxl
import pytest
from django.core.management import call_command
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import RuleViolation
from matches import actions
from matches.files import exports, match_file
from matches.models import LedgerRow, Match, chairs
from matches.wording import hand_label
from people.exports import xlsx_bytes
from tests.engine.random_logs import GAMES
from tests.matches.random_matches import begun, played
from tests.matches.table import OTHER, at, new_key, read
from tests.thorough import sized

EVERY_CHANGE = ("korean_japanese", "riichi_sanma", "honshu", "malaysian_recap")
CASES = [
    pytest.param(game, id=name, marks=() if name in EVERY_CHANGE else pytest.mark.thorough)
    for name, game in GAMES.items()
]
pytestmark = [pytest.mark.django_db, pytest.mark.parametrize("game", CASES)]
few = settings(max_examples=sized(2, 25))
DERIVED = ("hand_no", "d1", "d2", "d3", "d0", "b1", "b2", "b3", "b0", "total")


def stored(match, *names):
    """The derived rows in the database."""
    return list(LedgerRow.objects.filter(match=match).order_by("position").values_list(*names, *DERIVED))


def told(reading):
    """The same rows, calculated from the log."""
    total = sum(reading.book.start().balances)
    return [
        (row.hand_no, *row.changes, row.after.sticks - row.before.sticks, *row.balances, row.after.sticks, total)
        for row in reading.log.rows
    ]


def left(match):
    """The result of a log, without its history."""
    log = read(match).log
    return [(row.kind, row.payload, row.before, row.payments, row.after) for row in log.rows], log.state


# ── at the table ─────────────────────────────────────────────────────────────


def no_point_is_lost(evening):
    """In the log, in the row of the match, and on the cards with declared sticks."""
    reading, start = read(evening.match), sum(evening.game.rules.start().balances)
    state, table = reading.log.state, reading.table
    assert sum(state.balances) + state.sticks == sum(table.balances) + table.sticks == start
    row = Match.objects.get(pk=evening.match.pk)
    assert (row.balances, row.pot, row.total) == (state.balances, state.sticks, start)


def sticks_are_of_the_hand_in_play(evening):
    """Compared with an independent count; none if no hand is in play."""
    reading = read(evening.match)
    assert chairs(reading.match.declared) == evening.declared
    over = reading.log.state.finished or reading.log.closed
    assert reading.declared == (frozenset() if over else evening.declared)


@few
@given(data=st.data())
def test_no_point_is_lost_and_no_stick_is_carried_to_the_next_hand(game, data):
    played(data, game, 14, [no_point_is_lost, sticks_are_of_the_hand_in_play])


@few
@given(data=st.data())
def test_undo_and_redo_restore_the_exact_states(game, data):
    evening = played(data, game)
    match, log = evening.match, read(evening.match).log
    latest = log.undoable
    if latest is None or log.closed:
        return
    before, rows = left(match), stored(match, "seq")
    assert evening.enter("undo", {"target": latest.seq})
    sticks_are_of_the_hand_in_play(evening)
    assert evening.enter("redo", {})
    sticks_are_of_the_hand_in_play(evening)
    assert (left(match), stored(match, "seq"), read(match).log.undoable) == (before, rows, latest)


@few
@given(data=st.data())
def test_a_match_with_corrections_equals_one_that_was_entered_correctly(game, data):
    match = played(data, game).match
    log, fresh = read(match).log, begun(game)
    longer = log.state.length > game.rules.start().length
    length = [("extend", {"match_length": log.state.length})] if longer else []
    for kind, payload in [*length, *((row.kind, row.payload) for row in log.rows)]:
        try:
            actions.append_event(kind=kind, payload=payload, **at(fresh))
        except RuleViolation:
            return  # a correction removed the points for a stick, or changed a seat wind
    assert left(fresh) == left(match)
    assert stored(fresh) == stored(match)


# ── pages and files ──────────────────────────────────────────────────────────


def number(text):
    """A number as a page shows it: with sign, a minus character and grouped thousands."""
    return int(text.replace("\u2212", "-").replace(",", ""))


def page(match, where=""):
    Match.objects.filter(pk=match.pk).update(public=True)
    response = Client().get(f"/m/{match.code}/{where}", headers={"accept-language": "en"})
    assert response.status_code == 200
    return response.content.decode()


def shown(match):
    """The ledger of the score page: the hand's name, seq, payments, balances."""
    rows = re.findall(r'href="[^"]*hands/(\d+)/">\s*<span class="no">([^<]+)</span>(.*?)</tr>', page(match), re.S)
    cells = (
        r'<td class="n">\s*<span class="\w+">([^<]+)</span>\s+<span class="bal"><span[^>]*>[^<]*</span>([^<]+)</span>'
    )
    found = []
    for seq, hand, row in rows:
        pairs = re.findall(cells, row)
        payments, balances = zip(*((number(paid), number(left)) for paid, left in pairs), strict=True)
        found.append((hand, int(seq), *payments, *balances))
    return found


def bold(text):
    """The numbers in bold: balances, on the printed sheet, as a table beside the chart and at the end."""
    return [number(each) for each in re.findall(r"<td[^>]*><b>([+\u2212]?[\d,]+)</b>", text)]


@few
@given(data=st.data())
def test_database_replay_pages_csv_xlsx_and_json_agree(game, data):
    match = played(data, game).match
    reading = read(match)
    rows = reading.log.rows
    assert stored(match) == told(reading)
    labelled = [(hand_label(reading.book, row.before), row.seq, *row.changes, *row.balances) for row in rows]
    assert shown(match) == labelled
    cards = re.findall(r'<span class="amt[^"]*">([^<]+)</span>', page(match))
    assert [number(each) for each in cards[:3]] in ([], list(reading.table.balances))
    balances = [points for row in rows for points in row.balances]
    assert bold(page(match, "sheet/"))[: len(balances)] == balances == bold(page(match, "balance/"))
    first = exports.columns(reading.book).index("change_P1")
    written = [
        (
            *(row.hand_no, row.seq, *row.changes, *row.balances),
            *((no, row.after.sticks) if reading.book.deposits else ()),
            *((*row.settlement.chips, *row.after.chips) if reading.book.plays_chips else ()),
        )
        for row, (no, *_rest) in zip(rows, labelled, strict=True)
    ]
    lines = list(csv.reader(io.StringIO(exports.ledger_table(reading).csv())))[1:]
    assert [(*line[:2], *line[first:]) for line in lines] == [tuple(map(str, row)) for row in written]
    book = openpyxl.load_workbook(io.BytesIO(xlsx_bytes([exports.ledger_table(reading)])))
    sheet = list(book.worksheets[0].iter_rows(min_row=2, values_only=True))
    assert [(*row[:2], *row[first:]) for row in sheet] == written
    file = json.loads(match_file.dump(match_file.document(reading)))
    stated = [(row["hand"], row["seq"], row["P1"], row["P2"], row["P3"]) for row in file["ledger"]]
    assert stated == [(row.hand_no, row.seq, *row.balances) for row in rows]
    assert {row["player"]: row["points"] for row in file["standings"]} == reading.log.state.balances.as_dict()


@few
@given(data=st.data())
def test_export_import_export_gives_the_same_bytes_and_verify_match_accepts_them(game, data):
    match = played(data, game).match
    first = match_file.dump(match_file.document(read(match)))
    copy = actions.import_match(device=OTHER, data=first, key=new_key())
    assert match_file.dump(match_file.document(read(copy))) == first
    assert stored(match, "seq", "position") == stored(copy, "seq", "position")
    with tempfile.TemporaryDirectory() as folder:
        (file := Path(folder) / "match.json").write_bytes(first)
        said = io.StringIO()
        call_command("verify_match", str(file), stdout=said)  # exits with 1 if anything is wrong
    assert f"The file is valid: {read(match).version} events in an unbroken chain" in said.getvalue()
