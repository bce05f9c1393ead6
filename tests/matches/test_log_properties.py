"""What holds for every evening, however often it was corrected. Seeds are printed by the run."""

import csv
import io
import json
import re

import openpyxl
import pytest
from django.test import Client
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.ledger import Fact, check, replay
from engine.rulesets import rule_book
from matches import actions, exports, matchfile
from matches.models import LedgerRow, Match
from tests.matches.random_matches import counts, entries, played, steps
from tests.matches.table import OTHER, at, new_key, read, start

BOOK = rule_book("korean_japanese", {})


@given(steps)
def test_every_prefix_sums_to_zero(plan):
    facts = played(BOOK, plan)
    for length in range(len(facts) + 1):
        log = replay(BOOK, facts[:length])
        assert sum(log.state.balances) == 0
        assert all(sum(row.payments) == 0 and sum(row.balances) == 0 for row in log.rows)


@given(steps, entries)
def test_undo_brings_back_the_exact_earlier_state_and_redo_the_later(plan, entry):
    facts = played(BOOK, plan)
    before = replay(BOOK, facts)
    assume(not before.state.finished)
    new = Fact(len(facts) + 1, *entry)
    after = check(BOOK, facts, new)
    undone = [*facts, new, Fact(new.seq + 1, "undo", {"target": new.seq})]
    assert counts(replay(BOOK, undone)) == counts(before)
    assert replay(BOOK, undone).undoable == before.undoable
    redone = [*undone, Fact(new.seq + 2, "redo", {})]
    assert counts(replay(BOOK, redone)) == counts(after)


@given(st.lists(entries, min_size=1, max_size=9), st.integers(0, 8), entries)
def test_correcting_a_hand_is_the_same_as_entering_it_right(hands, number, right):
    facts = [Fact(seq, *entry) for seq, entry in enumerate(hands, start=1)]
    assume(not replay(BOOK, facts[:-1]).state.finished)
    at_fault = number % len(facts)
    correction = {"target": at_fault + 1, "replace": {"kind": right[0], "payload": right[1]}}
    corrected = replay(BOOK, [*facts, Fact(len(facts) + 1, "correct", correction)])
    entered = [*facts[:at_fault], Fact(at_fault + 1, *right), *facts[at_fault + 1 :]]
    assert counts(corrected) == counts(replay(BOOK, entered))


@given(st.lists(entries, max_size=8), st.integers(0, 8), entries)
def test_inserting_a_forgotten_hand_is_the_same_as_entering_it_in_time(hands, number, forgotten):
    facts = [Fact(seq, *entry) for seq, entry in enumerate(hands, start=1)]
    place = number % (len(facts) + 1)
    insertion = {"after": place, "replace": {"kind": forgotten[0], "payload": forgotten[1]}}
    inserted = replay(BOOK, [*facts, Fact(len(facts) + 1, "correct", insertion)])
    in_time = [*hands[:place], forgotten, *hands[place:]]
    entered = replay(BOOK, [Fact(seq, *entry) for seq, entry in enumerate(in_time, start=1)])
    assert counts(inserted) == counts(entered)


def as_played(plan):
    """A match in the database that followed the plan through the actions."""
    match = start()
    for fact in played(BOOK, plan):
        actions.append(kind=fact.kind, payload=fact.payload, **at(match))
    return match


def number(text):
    """A number as the page writes it: with its sign, a true minus, grouped thousands."""
    return int(text.replace("\u2212", "-").replace(",", ""))


def shown(match):
    """The ledger of the score page: hand, seq, payments, balances."""
    page = Client().get(f"/m/{match.code}/", headers={"accept-language": "en"}).content.decode()
    rows = re.findall(r'href="[^"]*hands/(\d+)/"><span class="no">(\d+)</span>(.*?)</tr>', page, re.S)
    cells = r'<td class="n"><span class="\w+">([^<]+)</span> <span class="bal"><span[^>]*>[^<]*</span>([^<]+)</span>'
    found = []
    for seq, hand, row in rows:
        pairs = re.findall(cells, row)
        payments, balances = zip(*((number(paid), number(left)) for paid, left in pairs), strict=True)
        found.append((int(hand), int(seq), *payments, *balances))
    return found


@pytest.mark.django_db
@settings(max_examples=40)
@given(plan=steps)
def test_database_replay_page_csv_xlsx_and_json_say_the_same(plan):
    match = as_played(plan)
    reading = read(match)
    told = [(row.hand_no, row.seq, *row.payments, *row.balances) for row in reading.log.rows]
    names = ("hand_no", "seq", "d1", "d2", "d3", "b1", "b2", "b3")
    assert list(LedgerRow.objects.filter(match=match).values_list(*names)) == told
    assert Match.objects.get(pk=match.pk).balances == reading.log.state.balances
    assert shown(match) == [(row[0], row[1], *row[2:]) for row in told]
    rows = list(csv.reader(io.StringIO(exports.csv_text(reading))))
    columns = [exports.COLUMNS.index(name) for name in ("hand", "seq")]
    columns += range(exports.COLUMNS.index("change_P1"), len(exports.COLUMNS))
    assert [tuple(int(row[column]) for column in columns) for row in rows[1:]] == told
    book = openpyxl.load_workbook(io.BytesIO(exports.xlsx_bytes(reading)))
    sheet = list(book.worksheets[0].iter_rows(min_row=2, values_only=True))
    assert [tuple(row[column] for column in columns) for row in sheet] == told
    file = json.loads(exports.json_file(reading).content)
    stated = [(row["hand"], row["seq"], row["P1"], row["P2"], row["P3"]) for row in file["ledger"]]
    assert stated == [(*row[:2], *row[5:]) for row in told]
    assert [(row["rank"], row["player"], row["points"]) for row in file["standings"]] == [
        (rank, chair, points) for rank, chair, name, points in exports.standing_rows(reading)
    ]


@pytest.mark.django_db
@settings(max_examples=40)
@given(plan=steps)
def test_export_import_export_gives_the_same_bytes(plan):
    match = as_played(plan)
    first = matchfile.dump(matchfile.document(read(match)))
    copy = actions.import_match(device=OTHER, data=first, key=new_key())
    assert matchfile.dump(matchfile.document(read(copy))) == first
    derived = ("seq", "position", "hand_no", "d1", "d2", "d3", "b1", "b2", "b3")
    stored = [list(LedgerRow.objects.filter(match=each).values_list(*derived)) for each in (match, copy)]
    assert stored[0] == stored[1]
