"""Mistyped and hostile input gets a message that names the field, never a server error."""

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from matches.models import Event, Match, Sitting
from proofs.fuzzing.values import KINDS
from tests.matches.cast import Phone, balances, payments
from tests.matches.hostile import NAMES, shared_out
from tests.matches.worlds import one_match
from tests.thorough import sized

pytestmark = pytest.mark.django_db
started, phone, code = one_match()

# Hostile values for any field: a few of each kind that `make prove` sends, because each takes seconds.
OF_EACH = {
    "nothing": ("spaces", "nothing to see"),
    "control": ("NUL", "vertical tab", "escape", "no character"),
    "letters": ("emoji x 40", "a family", "combining x 500", "override", "isolates", "unpaired isolate"),
    "numbers": ("underscore", "minus nought", "exponent", "not a number", "decimal mark"),
    "sizes": ("5000 digits", "2 to 31", "2 to 63", "below", "10 to 30"),
    "code": ("script", "template", "sql", "path", "percent", "json"),
}
HOSTILE = {name: KINDS[kind][name] for kind, names in OF_EACH.items() for name in names}
# Digits of any script are accepted: people type what their keyboard has.
TOLERATED = {"\u0661\u0662": 12, "\uff11\uff12": 12, " 12 ": 12, "+12": 12, "\u096d": 7}


# Two claims to one tile, where one player's hand is given by tiles.
CAME = "claims/?winner=P1&source=P2&way=tiles&tiles=dR+dR+dR+dG+dG+dG+234p+678m+99m&melds=&tile=4p&flowers=1"


def sheets(phone, code):
    """Each form that changes the match, with valid values."""
    good = {"winner": "P1", "source": "wall", "points": "other", "points_other": "5", "bonus": "3"}
    fine = {"offender": "P1", "what": "other", "amount": "5", "payee": "both", "note": "why"}
    two = {"discarder": "P2", "points_P1": "5", "bonus_P1": "2", "points_P3": "4", "bonus_P3": "2"}
    ticks = {"source": "P2", "t.dragon_pong": "2", "t.two_dragons": None}
    tiles = {"source": "P2", "tiles": "dR dR dR dG dG dG 234p 678m", "tile": "4p", "melds": "", "flowers": "1"}
    laid = {
        "tiles": "9m 9m 234p 678m",
        "melds": "pong:dR ckong:dG",
        "winner_discards": "5m",
        "last_tile": "1",
        "source": "wall",
    }
    return [
        ("hand/?winner=P1", "/hand/", good),
        ("hand/?winner=P1&way=list", "/hand/", ticks),
        ("penalty/", "/penalty/", fine),
        ("claims/", "/claims/", two),
        ("draw/", "/draw/", {}),
        ("hands/1/correct/", "/hands/1/correct/", {**good, "note": "why"}),
        ("hands/after/1/?kind=penalty", "/hands/after/1/", fine),
        ("hands/1/void/", "/hands/1/void/", {"note": "why"}),
        ("hand/?winner=P1&way=tiles", "/hand/", {**tiles, "tiles": tiles["tiles"] + " 99m"}),
        ("hands/1/correct/?way=tiles", "/hands/1/correct/", {**laid, "note": "why"}),
        (CAME, "/claims/", {"points_P3": "4"}),
    ]


@pytest.mark.parametrize("number", range(11))
def test_any_field_of_any_form_accepts_any_value_without_a_crash(phone, number):
    turn = 0
    code, form, good = fresh(phone, number)
    hostile = sized(dict(list(HOSTILE.items())[number % 4 :: 4]), HOSTILE)
    tried = shared_out(hostile, fields_of(form, good))
    assert {what for values in tried.values() for what in values} == set(hostile)
    for field, values in tried.items():
        for what, value in values.items():
            told = form.data(**{name: each for name, each in good.items() if each is not None})
            turn += 1
            # Mostly previewed, which also validates and renders the values; sometimes saved.
            looked_at = {"action": "check"} if turn % 4 and "action" in form.names else {}
            page = phone.post(form.action, {**told, **looked_at, field: value}, htmx=turn % 2 == 0)
            assert page.status in (200, 303, 409, 422), (form.action, field, what, page)
            assert "<script>alert" not in page.html
            if page.status == 422:
                said = ("Not saved yet", "That didn’t work", "This change isn’t valid")
                assert any(words in page for words in said), (field, what, page)
            if Event.objects.filter(match__code=code).count() > 1:  # this one was saved
                code, form, good = fresh(phone, number)


def fresh(phone, number):
    """The code of a match with one hand, one of its forms, and the values that the form sends."""
    code = phone.start()
    phone.hand(code)
    where, ending, good = sheets(phone, code)[number]
    return code, phone.get(f"/m/{code}/{where}").form(ending), good


def fields_of(form, good):
    """The fields of a form, with only a few of its many ticks."""
    names = form.names | set(good)
    ticks = {name for name in names if name[:2] in ("t.", "b.")} - {"t.kong", "t.concealed", "b.flower"}
    return sorted(names - ticks - {"csrfmiddlewaretoken"})


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("points_other", "1_000", "Hand-points: Enter a whole number from 0 to 999."),
        ("points_other", "", "Hand-points: Enter a whole number from 0 to 999."),
        ("points_other", "1000", "Hand-points: Enter a whole number from 0 to 999."),
        ("points_other", "-1", "Hand-points: Enter a whole number from 0 to 999."),
        ("points_other", "2", "Not enough hand-points: the hand has 2, and this table’s minimum is 3."),
        ("bonus", "1e3", "Bonus-points: Enter a whole number"),
        ("bonus", "1", "Enter a whole number of bonus-points. Every win earns at least 2."),
        ("bonus", "-3", "Bonus-points: Enter a whole number"),
        ("winner", "P4", "Choose who won."),
        ("winner", "Ann", "Choose who won."),
        ("winner", "", "Choose who won."),
        ("source", "P4", "Choose “Wall” or the player who discarded."),
        ("source", "P1", "The winner can’t also be the discarder."),
        ("source", "", "Choose “Wall” or the player who discarded."),
        ("points", "", "Choose the hand-points or a limit."),
        ("points", "gold", "Hand-points: Enter a whole number"),
        ("expected_seq", "", "This page is incomplete. Open the match again."),
        ("expected_seq", "1_0", "This page is incomplete. Open the match again."),
    ],
)
def test_a_wrong_value_in_a_hand_is_named_in_words_and_what_was_typed_is_kept(
    phone, code, htmx, field, value, sentence
):
    form = phone.get(f"/m/{code}/hand/?winner=P1").form("/hand/")
    told = {"winner": "P1", "source": "P2", "points": "other", "points_other": "8", "bonus": "4"}
    page = phone.send(form, htmx=htmx, status=422, **{**told, field: value})
    assert sentence in page
    assert "Not saved yet" in page
    if htmx:
        assert page.headers["HX-Retarget"] == "#sheet"
    again = page.form("/hand/")
    for name, typed in {**told, field: value}.items():
        if name in ("points", "winner", "source", "points_other") and name == field:
            continue  # no chip for a value that does not exist
        if name != "expected_seq" and not (name == "points_other" and field == "points"):
            assert again.values(name) == [typed], name
    assert again.values("key") == form.values("key")
    assert payments(code) == []


@pytest.mark.parametrize(("typed", "meant"), TOLERATED.items())
def test_numbers_are_taken_as_people_type_them(phone, code, typed, meant):
    phone.hand(code, "P1", "wall", "other", points_other=typed)
    assert payments(code)[0][0] == 2 * (meant + 3)


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("offender", "P9", "Choose who pays the penalty."),
        ("what", "crime", "Choose what happened."),
        ("payee", "P9", "Choose who receives the penalty: both opponents or one player."),
        ("payee", "P1", "The penalty must be paid to an opponent."),
        ("amount", "0", "Points to each recipient: Enter a whole number from 1 to 9999."),
        ("amount", "-5", "Points to each recipient: Enter a whole number from 1 to 9999."),
        ("amount", "10000", "Points to each recipient: Enter a whole number from 1 to 9999."),
        ("amount", "ten", "Points to each recipient: Enter a whole number from 1 to 9999."),
        ("note", "x" * 281, "A note can have at most 280 characters."),
        ("note", "a\x1bb", "This text contains a character that can’t be displayed. Remove it."),
    ],
)
def test_a_wrong_value_in_a_penalty_is_named_and_kept(phone, code, htmx, field, value, sentence):
    form = phone.get(f"/m/{code}/penalty/").form("/penalty/")
    told = {"offender": "P1", "what": "other", "amount": "7", "payee": "P2", "note": "late", "ends_hand": "1"}
    page = phone.send(form, htmx=htmx, status=422, **{**told, field: value})
    alert = page.text.split("Not saved yet")[1]
    assert sentence in alert
    kept = page.form("/penalty/")
    assert kept.values("note") == [value if field == "note" else "late"]
    assert kept.values("amount") == [value if field == "amount" else "7"]
    assert kept.values("ends_hand") == ["1"]
    assert payments(code) == []


def test_a_usual_penalty_of_nothing_asks_for_an_amount(phone, htmx):
    """With a limit of 1, half of it is 0."""
    code = phone.start(**{"o.limit": "1"})
    form = phone.get(f"/m/{code}/penalty/").form("/penalty/")
    page = phone.send(form, htmx=htmx, status=422, offender="P1", what="false_mahjong")
    assert "Points to each recipient: Enter a whole number from 1 to 9999." in page
    assert payments(code) == []


@pytest.mark.parametrize(
    ("ticks", "sentence"),
    [
        ({"t.seven_pairs": "1", "t.dragon_pong": "1"}, "Seven pairs"),
        ({"t.no_honours": "1", "t.dragon_pong": "1"}, "No honours"),
        ({"t.dragon_pong": "4"}, "“Dragon pong”: at most"),
        ({"t.dragon_pong": "5"}, "Dragon pong"),
        ({"t.dragon_pong": "two"}, "Dragon pong"),
        ({"b.flower": "5"}, "Flower"),
        ({"b.flower": "-1"}, "Flower"),
        ({"t.concealed_wall": "1", "t.dragon_pong": "2"}, "needs a self-draw"),
        ({"t.dragon_pong": "1"}, "minimum is 3"),
    ],
)
def test_impossible_ticks_are_named_and_kept(phone, code, htmx, ticks, sentence):
    form = phone.get(f"/m/{code}/hand/?winner=P1&way=list").form("/hand/")
    page = phone.send(form, button=("save", "1"), htmx=htmx, status=422, source="P2", **ticks)
    alert = page.text.split("Not saved yet")[1].split("Numbers List")[0]
    assert sentence in alert
    assert alert.count(sentence) == 1, alert
    assert payments(code) == []


def test_an_unknown_item_is_refused(phone, code, htmx):
    form = phone.get(f"/m/{code}/hand/?winner=P1&way=list").form("/hand/")
    for field in ("t.nonsense", "b.nonsense", "t.", "b.", "t.<script>", "b.win", "t.flower", "b.dragon_pong"):
        page = phone.post(form.action, {**form.data(source="P2"), field: "1", "t.dragon_pong": "2"}, htmx=htmx)
        assert page.status == 422, (field, page)
        assert "<script>" not in page.html.split("</head>")[-1].replace("<script src", "")
    assert payments(code) == []


def test_a_hostile_name_is_refused_at_the_start_and_at_a_rename_alike(phone, code):
    start = phone.get("/start/").form("/start/")
    rename = phone.get(f"/m/{code}/players/").form("/players/", what="rename", chair="P1")
    for name, sentence in NAMES.items():
        page = phone.send(start, button=("action", "start"), status=422, P1=name, P2="Bea", P3="Cho", title="Friday")
        assert sentence in page, name
        kept = page.form("/start/")
        assert [kept.values(field) for field in ("P1", "P2", "P3", "title")] == [[name], ["Bea"], ["Cho"], ["Friday"]]
        assert sentence in phone.send(rename, status=422, name=name), name
    assert Sitting.objects.get(match__code=code, chair="P1").name == "Ann"
    assert Match.objects.count() == 1


@pytest.mark.parametrize(
    "names",
    [
        ("Zo\u00eb", "\u5f20", "\u0645\u062d\u0645\u062f"),
        ("\U0001f409", "O'Neil <b>&amp;", "=1+1"),
        ("x'; --", "{{7}}", "Cho"),
    ],
)
def test_unusual_but_real_names_are_accepted(phone, names):
    code = phone.start(names)
    phone.hand(code)
    for where in ("", "end/", "hands/1/", "history/", "sheet/", "balance/", "hand/?winner=P1", "players/", "share/"):
        page = phone.get(f"/m/{code}/{where}")
        assert all(name in page for name in names) or where in ("history/", "share/", "players/"), where
        assert "<b>&amp;" not in page.html.replace("&lt;b", "")
    assert tuple(phone.client.get(f"/m/{code}/match.json").json()["players"].values()) == names
    for file in ("match.csv", "match.xlsx"):
        assert phone.client.get(f"/m/{code}/{file}").status_code == 200


ODD_QUERIES = [
    "?saved=1", "?saved=9", "?saved=abc", "?saved=-1", "?saved=1e3", "?saved=%00", "?saved=" + "9" * 400,
    "?saved=%F0",
    "?again=", "?again=1", "?again=99", "?again=x", "?again=²", "?saved=²", "?saved=1&saved=2", "?saved[]=1",
    "hand/?winner=P9", "hand/?winner=P1&way=tiles", "hand/?way=list", "hand/?winner=%00&way=list",
    "hand/?winner=P1&way=list&ticks=abc", "hand/?ticks=1&way=list", "hand/?winner=P1&source=P9&way=list",
    "hand/?winner=P1&points=-4", "hand/?winner=P1&bonus=<script>", "hand/?winner=P1&waiting=P2",
    "hand/?points=other",
    "hand/?winner=P1&opp_declared=P2&how=rob_kong&all_declared=x", "hand/?points_other=%ff&points=other&limit=half",
    "hand/?winner=P1&way=list&source=P1", "hand/?winner=P1&way=list&limit=full&how=rob_kong",
    "hand/?key=x&expected_seq=y",
    "claims/?discarder=P9", "claims/?discarder=P1&points_P2=x&limit_P3=y", "penalty/?offender=P9&amount=x",
    "hands/1/correct/?kind=nonsense", "hands/1/correct/?kind=close", "hands/1/correct/?kind=draw&way=list",
    "hands/1/correct/?kind=hand&winner=P9&way=x", "hands/after/0/?kind=penalty&winner=P1",
    "hands/after/1/?winner=%00",
    "hands/1/correct/?way=list", "hands/1/correct/?way=numbers&winner=P2", "match.csv?sep=xx",
    "match.csv?sep=%00&bom=9",
    "end/?value=1", "draw/?key=1", "history/?page=-1", "?" + "a=1&" * 600,
]  # fmt: skip


def test_an_odd_query_is_no_crash(phone, code):
    phone.hand(code)
    for number, query in enumerate(ODD_QUERIES):
        for htmx in sized((number % 2 == 0,), (False, True)):
            page = phone.get(f"/m/{code}/{query}", htmx=htmx, status=None)
            assert page.status in (200, 400), (query, page)
    assert payments(code) == [(16, -8, -8)]


def test_odd_presets_and_addresses_are_no_crash(phone, code):
    for where in ("/start/?preset=%00", "/start/?preset=nonsense", "/start/?preset=" + "x" * 5000, "/?x[]=1"):
        phone.get(where)
    for where in (
        "/m/", "/m/x/", f"/m/{code}x/", f"/m/{code[:-1]}/", f"/m/{code}/hands/abc/", f"/m/{code}/hands/-1/",
        f"/m/{code}/hands/9999999/", f"/m/{code}/hands/{2**63}/", f"/m/{code}/hands/1e3/", f"/m/{code}/hands/%D9%A1/",
        f"/m/{code}/hands/0/", f"/m/{code}/hands/7/correct/", f"/m/{code}/match.exe", f"/m/{code}/hands/after/5/",
        "/m/%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00/", "/m/" + "%F0" * 22 + "/", "//m//",
    ):  # fmt: skip
        page = phone.get(where, status=None)
        assert page.status == 404, (where, page)


def test_invalid_request_bodies_are_refused_and_nothing_is_saved(phone, code):
    form = phone.get(f"/m/{code}/hand/?winner=P1").form("/hand/")
    address, token = form.action, phone.client.cookies["csrf"].value
    headers = {"X-CSRFToken": token}

    def send(data, kind):
        return phone.client.generic("POST", address, data, content_type=kind, headers=headers).status_code

    assert send(b'{"winner": "P1"}', "application/json") == 422
    assert send(b"<xml/>", "text/xml") == 422
    assert send(b"\x1f\x8b\x08", "application/gzip") == 422
    assert send(b"winner=P1", "application/x-www-form-urlencoded; charset=nonsense") in (400, 422)
    assert send(b"winner=P1", "application/x-www-form-urlencoded; charset=utf-16") in (400, 415, 422)
    assert send(b"winner=%ff%fe&source=%00", "application/x-www-form-urlencoded") == 422
    assert send(b"no boundary", "multipart/form-data") == 400
    assert send(b"--x\r\nbroken", "multipart/form-data; boundary=x") in (400, 422)
    assert send("&".join(f"f{n}=1" for n in range(1001)).encode(), "application/x-www-form-urlencoded") == 400
    assert send(b"note=" + b"x" * 3_000_000, "application/x-www-form-urlencoded") == 413
    assert send(b"winner[]=P1&winner[0]=P2&source=P1&source=P2", "application/x-www-form-urlencoded") == 422
    many = {f"f{n}": SimpleUploadedFile(f"{n}.txt", b"x") for n in range(101)}
    assert phone.client.post(address, many, headers=headers).status_code == 400
    assert phone.client.post(address, {"winner": io.BytesIO(b"P1")}, headers=headers).status_code == 422
    assert Event.objects.count() == 0


def test_a_field_that_comes_twice_is_taken_once(phone, code):
    form = phone.get(f"/m/{code}/hand/?winner=P1").form("/hand/")
    phone.post(form.action, form.data(source=["P2", "wall"], points=["4", "5"], waiting=["P2", "P2", "P9", "P1"]))
    assert balances(code) in [(16, -8, -8), (12, -6, -6), (0, 0, 0)]


@pytest.mark.parametrize("key", ["", "short", "x" * 23, "\u00e9" * 22, "a b" * 7, "\0" * 22, "x" * 5000])
def test_a_broken_key_saves_at_most_once_or_says_why(phone, code, key, htmx):
    form = phone.get(f"/m/{code}/hand/?winner=P1").form("/hand/")
    page = phone.send(form, htmx=htmx, key=key, source="wall", points="5")
    assert page.status in (200, 303, 422), page
    assert len(payments(code)) == (page.status != 422)
    page = phone.post("/start/", {"P1": "A", "P2": "B", "P3": "C", "key": key})
    assert page.status in (303, 422), page
    page = phone.post(f"/m/{code}/rematch/", {"key": key})
    assert page.status in (303, 422), page


def test_the_value_of_a_point_is_a_number(phone, code):
    phone.hand(code)
    for value in ("abc", "1e3", "-1", "0", "1_0", "NaN", "10001", "0.00001", "1,2,3", "9" * 400, "\u066b", "1\0"):
        page = phone.post(f"/m/{code}/value/", {"value": value, "unit": "EUR"})
        assert page.status == 422, (value, page)
        if "\0" not in value:
            assert page.form("/value/").values("value") == [value]
    for unit in ("x" * 21, "a\x1bb", "\u202ex"):
        page = phone.post(f"/m/{code}/value/", {"value": "1", "unit": unit})
        assert page.status == 422, (unit, page)
    assert Match.objects.get().point_value is None
    phone.post(f"/m/{code}/value/", {"value": "10000", "unit": "EUR"}, status=303)
    assert Match.objects.get().point_value == 10_000


def test_a_redirect_never_leads_to_another_site(phone):
    for target in (
        "https://evil.example/",
        "//evil.example",
        "/\\evil.example",
        "javascript:alert(1)",
        "\0",
        "x" * 900,
    ):
        for address, told in (("/theme/", {"theme": "dark"}), ("/language", {"language": "cs"})):
            answer = phone.post(address, {**told, "next": target})
            assert "evil" not in answer.headers["Location"] and "script" not in answer.headers["Location"]


def test_an_invalid_device_cookie_gives_no_rights(phone, code):
    other = Phone()
    for cookie in ("", "x", "a" * 5000, "../../x"):
        other.client.cookies["sid"] = other.client.cookies["watch"] = cookie
        other.get(f"/m/{code}/", status=404)
        other.post(f"/m/{code}/hand/", status=404)
