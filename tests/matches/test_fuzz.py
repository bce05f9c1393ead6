"""Every form of every page with random hostile values: no crash, and the ledger stays valid.

SEED=… repeats a run, FUZZ_REQUESTS=… makes it longer.
"""

import random
import secrets
from collections import Counter
from urllib.parse import urlencode

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from matches import urls
from matches.files import match_file
from matches.log.state import open_match
from matches.models import Event, HouseRules, LedgerRow, Match
from tests.matches.cast import Phone
from tests.matches.test_bad_input import HOSTILE
from tests.thorough import SEED, amount, sized

pytestmark = pytest.mark.django_db

REQUESTS = amount("FUZZ_REQUESTS", 100, 3_000)
PARTS = sized(1, 6)
# Values of fields, also tried in the wrong fields.
LIKELY = [
    *(
        "P1",
        "P2",
        "P3",
        "wall",
        "half",
        "full",
        "other",
        "list",
        "numbers",
        "tiles",
        "draw",
        "penalty",
        "hand",
        "check",
        "save",
    ),
    *("look", "preset", "start", "both", "yes", "1", "2", "3", "5", "9", "18", "27", "0", "-1", "999", "9999", "10000"),
    *(
        "true",
        "None",
        "club",
        "experts",
        "first_game",
        "rename",
        "replace",
        "match",
        "0.1",
        "0,05",
        "EUR",
        "dark",
        "cs",
    ),
]
# Valid choices for fields without a default, so that the rest of a form is usually right.
CHOSEN = dict(
    each.split("=")
    for each in (
        *("source=wall", "points=5", "winner=P3", "offender=P1", "what=other", "amount=5", "note=because"),
        *("tiles=dR dR dR dG dG dG 234p 678m 99m", "flowers=1"),
        *("discarder=P2", "points_P1=5", "points_P3=4", "P1=Dan", "P2=Eve", "P3=Fay", "t.dragon_pong=3"),
        *("name=Friday club", "own.0.name=Club song"),
    )
)
FINE = {200, 303, 302, 400, 404, 405, 409, 422}


def addresses(code, dice):
    """Every URL of the app, for a match or the phone's profile, with random entries or versions."""
    profile = HouseRules.objects.values_list("code", flat=True).first() or code
    for pattern in urls.urlpatterns:
        where = str(pattern.pattern)
        number = str(dice.choice([0, 1, 2, 3, 7, 40, 999999]))
        takes = {
            "code:code": profile if where.startswith("house/") else code,
            **dict.fromkeys(["seq:seq", "seq:number", "id:number"], number),
            "role:role": dice.choice(["organizer", "table", "spectator"]),
        }
        for name, value in takes.items():
            where = where.replace(f"<{name}>", value)
        yield "/" + where


def value(dice):
    """A random value for a field."""
    kind = dice.random()
    if kind < 0.45:
        return dice.choice(LIKELY)
    if kind < 0.8:
        return dice.choice(list(HOSTILE.values()))
    letters = [chr(dice.choice([dice.randrange(128), dice.randrange(0xD800), dice.randrange(0xE000, 0x110000)]))]
    return "".join(letters * dice.randrange(1, 4))


def bent(form, dice):
    """The fields of a form, a few of them changed, dropped, doubled or made up."""
    told = form.data(dice.choice(form.buttons) if form.buttons and dice.random() < 0.7 else None)
    for name in form.names & set(CHOSEN):
        if told.get(name, ["0"]) in (["0"], [""]) and dice.random() < 0.8:
            told[name] = [CHOSEN[name]]
    # Often none is changed: if all forms were refused, only the first check of each would be tested.
    for name in dice.sample(sorted(form.names), k=min(len(form.names), dice.choice([0, 0, 0, 1, 1, 2, 3, 6]))):
        do = dice.random()
        if name == "csrfmiddlewaretoken":
            continue
        if do < 0.1:
            told.pop(name, None)
        elif do < 0.2:
            told[name] = [value(dice), value(dice)]
        else:
            told[name] = [value(dice)]
    if dice.random() < 0.1:
        told[dice.choice(["t.kong", "b.flower", "t." + value(dice), "waiting", "limit", value(dice)])] = [value(dice)]
    return told


def one(phone, code, forms, dice):
    """Send one request. Returns what was sent and the status; collects new forms from the response."""
    htmx = dice.random() < 0.5
    if not forms or dice.random() < 0.3:
        query = {dice.choice(["winner", "way", "kind", "saved", "again", "source", "preset", "sep"]): value(dice)}
        where = dice.choice(list(addresses(code, dice)))
        if dice.random() < 0.5:
            where += "?" + urlencode(query)
        page = phone.get(where, htmx=htmx, status=None)
        sent, verb = where, "read"
    else:
        entries = [form for form in forms[-60:] if "expected_seq" in form.names]  # else links outnumber them
        form = dice.choice(entries if entries and dice.random() < 0.5 else forms[-60:])
        told = bent(form, dice)
        told.pop("csrfmiddlewaretoken", None)
        if "expected_seq" in form.names and dice.random() < 0.7:  # as if the page had just been opened
            version = Match.objects.filter(code=code).values_list("version", flat=True).first()
            told |= {"key": secrets.token_urlsafe(16), "expected_seq": str((version or 0) + 1)}
        sent, verb = (form.action, told), "sent"
        where = form.action
        if dice.random() < 0.1:  # the values of one form at the address of another
            where = dice.choice(list(addresses(code, dice)))
        page = phone.post(where, told, htmx=htmx)
    assert page.status in FINE, (page, sent)
    # The theme form of the menu is on every page, so it is sent only sometimes.
    forms += [form for form in page.forms if code in form.action or dice.random() < 0.1]
    return verb, page.status


def verify():
    """Check hash chain, sums and replay of every match."""
    for match in Match.objects.all():
        reading = open_match(match.code)
        assert list(match_file.problems(match_file.read(match_file.dump(match_file.document(reading))))) == []
        rows = [
            (row.seq, row.hand_no, row.d1, row.d2, row.d3, row.b1, row.b2, row.b3)
            for row in LedgerRow.objects.filter(match=match).order_by("position")
        ]
        assert rows == [(row.seq, row.hand_no, *row.payments, *row.balances) for row in reading.log.rows]
        assert all(sum(row[2:5]) == 0 == sum(row[5:8]) for row in rows)
        assert tuple(match.balances) == tuple(reading.log.state.balances)
        assert match.version == Event.objects.filter(match=match).count()


@pytest.mark.parametrize("part", range(PARTS))
def test_random_hostile_requests_cause_no_crash_and_keep_the_ledger_valid(phone, part):
    seed = SEED + part
    print(f"SEED={SEED} part={part}")  # noqa: T201 - to repeat the run
    dice = random.Random(seed)
    done, laid, code, forms = Counter(), 0, phone.start(), []
    for number in range(REQUESTS // PARTS):
        there = Match.objects.filter(code=code).first()
        if number % 90 == 0 or there is None or there.closed and dice.random() < 0.1:
            code, forms = phone.start(), []
            for _hand in range(dice.choice([0, 1, 3, 8, 9])):
                phone.draw(code) if dice.random() < 0.3 else phone.hand(code)
                laid += 1
        done[one(phone, code, forms, dice)] += 1
    verify()
    # Enough requests must be accepted: forms with 303, with htmx often with 200.
    assert Event.objects.count() > laid, (seed, done)
    few = done.total() // 50
    assert done["read", 200] > few, (seed, done)
    assert done["sent", 422] > few, (seed, done)
    assert done["sent", 200] + done["sent", 303] > few, (seed, done)


@settings(max_examples=sized(12, 60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=80), st.sampled_from(range(17)))
def test_any_text_in_any_field(phone, text, number):
    if not hasattr(phone, "code"):
        phone.code = phone.start()
        phone.hand(phone.code)
    field, where, ending = [
        ("points", "hand/?winner=P1", "/hand/"),
        ("points_other", "hand/?winner=P1", "/hand/"),
        ("bonus", "hand/?winner=P1", "/hand/"),
        ("winner", "hand/?winner=P1", "/hand/"),
        ("source", "hand/?winner=P1", "/hand/"),
        ("t.kong", "hand/?winner=P1&way=list", "/hand/"),
        ("amount", "penalty/", "/penalty/"),
        ("note", "hands/1/correct/", "/hands/1/correct/"),
        ("key", "draw/", "/draw/"),
        ("expected_seq", "draw/", "/draw/"),
        ("name", "players/", "/players/"),
        ("points_P1", "claims/", "/claims/"),
        *(
            (field, "hand/?winner=P1&way=tiles", "/hand/")
            for field in ("tiles", "melds", "tile", "winner_discards", "flowers")
        ),
    ][number]
    form = phone.get(f"/m/{phone.code}/{where}").form(ending)
    page = phone.send(form, button=("action", "check"), **{field: text})
    assert page.status in (200, 303, 409, 422), page
    if Match.objects.get(code=phone.code).hand_no > 8:
        phone.code = phone.start()
        phone.hand(phone.code)
    if Event.objects.count() % 10 == 0:
        verify()


def test_a_stranger_with_random_requests_changes_nothing():
    phone, stranger = Phone(), Phone()
    code = phone.start()
    phone.hand(code)
    stranger.get("/start/")
    print(f"SEED={SEED}")  # noqa: T201
    dice = random.Random(SEED)
    forms = [phone.get(f"/m/{code}/{where}").forms for where in ("", "hand/?winner=P1", "penalty/", "players/", "end/")]
    forms = [form for each in forms for form in each if code in form.action]
    for _request in range(sized(60, 300)):
        form = dice.choice(forms)
        told = bent(form, dice) | {"csrfmiddlewaretoken": stranger.client.cookies["csrf"].value}
        page = stranger.post(form.action, told, htmx=dice.random() < 0.5)
        assert page.status in (400, 404), page
    assert Event.objects.count() == 1
    verify()
