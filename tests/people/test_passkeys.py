"""Passkeys: added, used to sign in and as the second step; no answer counts twice, and malformed ones cause no error.

tests/browser/test_passkeys.py does the same with a browser and its authenticator.
"""

import json
import time
from urllib.parse import unquote

import pytest
from fido2 import cbor
from fido2.utils import websafe_decode, websafe_encode
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from people.accounts import passkeys
from people.models import Passkey, RecoveryCode, User
from tests.people.cast import PASSWORD, Person, done
from tests.people.second_factor_cast import Holder, one_account
from tests.people.soft_passkey import ORIGIN, UP, SoftPasskey

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


first_ann, ann = one_account(Holder)


@pytest.fixture
def key(ann):
    """Ann's passkey, which has a signature counter."""
    key = SoftPasskey(counter=0)
    ann.add(key, status=200)
    return key


# ── adding and removing ──────────────────────────────────────────────────────


def test_a_passkey_is_added_under_its_name_and_the_first_brings_recovery_codes(ann):
    before = ann.session_id
    form = ann.get("/account/security/passkey/").form("/security/passkey/")
    sent = SoftPasskey().created(ann.challenge)
    page = ann.send(form, status=200, credential=sent, old_password=PASSWORD, name="My phone")
    assert "Passkey added ✓ Now save your recovery codes." in page and "Older codes" not in page
    assert RecoveryCode.objects.count() == 10
    assert ann.session_id != before
    assert ann.add(name="").goes_to == "/account/security/?saved=1"
    page = ann.get("/account/security/")
    assert "My phone Added" in page and "10 codes left" in page
    assert [each.name for each in Passkey.objects.all()] == ["My phone", "Passkey"]
    assert [what for what, *_rest in done()][-3:] == ["passkey_added", "recovery_codes_made", "passkey_added"]


def test_after_a_wrong_password_the_passkey_that_was_made_is_kept_in_the_page(ann):
    sent = SoftPasskey().created(ann.challenge)
    page = ann.add(sent=sent, status=422, password="not this one")
    assert "The passkey hasn’t been added The password is wrong." in page
    assert not Passkey.objects.exists()
    ann.send(page.form("/security/passkey/"), status=200, old_password=PASSWORD)
    assert Passkey.objects.count() == 1


def test_the_same_passkey_is_added_once_in_all_accounts(ann, key):
    assert "The passkey couldn’t be added." in ann.add(key, status=422)
    bea = Holder("bea")
    bea.sign_up()
    bea.add(key, status=422)
    assert Passkey.objects.get().user == ann.account


def test_an_account_has_at_most_ten_passkeys(ann, monkeypatch):
    monkeypatch.setattr(passkeys, "MOST_PASSKEYS", 2)
    form = ann.get("/account/security/passkey/").form("/security/passkey/")
    ann.add(status=200)
    ann.add()
    assert "Remove one first." in ann.get("/account/security/")
    page = ann.send(form, status=422, credential=SoftPasskey().created(ann.challenge), old_password=PASSWORD)
    assert "An account can have at most 2 passkeys." in page
    assert Passkey.objects.count() == 2


def test_a_removed_passkey_signs_nobody_in_and_the_last_takes_the_recovery_codes_with_it(ann, key):
    which = f"passkey-{Passkey.objects.get().pk}"
    form = ann.get("/account/security/").form("/security/change/")
    assert ("which", which) in form.buttons
    ann.send(form, button=("which", which), status=422, old_password="not this one")
    ann.send(form, button=("which", which), status=303, old_password=PASSWORD)
    assert not Passkey.objects.exists() and not RecoveryCode.objects.exists()
    assert done()[-1][0] == "passkey_removed"
    person = Holder("ann")
    page = person.passkey(key.answer(person.challenge), status=422)
    assert "That passkey didn’t work. It may have been removed. Sign in with your password." in page
    assert person.sign_in().goes_to == "/"


def test_a_passkey_of_somebody_else_is_not_removed(ann, key):
    bea = Holder("bea")
    bea.sign_up()
    which = f"passkey-{Passkey.objects.get().pk}"
    bea.post("/account/security/change/", {"which": which, "old_password": PASSWORD}, status=303)
    assert Passkey.objects.exists()


def test_if_browsers_offer_no_passkeys_here_the_page_says_so_and_offers_the_app():
    person = Person("bea")
    person.client.defaults["SERVER_NAME"] = "127.0.0.1"
    person.sign_up()
    for where in ("/account/security/", "/account/security/passkey/"):
        page = person.get(where)
        assert "An authenticator app works everywhere." in page and "/account/security/app/" in page.links
        assert "passkeys.js" not in page.html
    assert "/account/security/passkey/" not in person.get("/account/security/").links
    assert "passkey" not in person.get("/account/in/").text


def test_the_file_of_my_data_names_passkeys_and_has_no_key(ann, key):
    data = ann.client.get("/my-data/person.json")
    (told,) = data.json()["security"]["passkeys"]
    assert (told["name"], told["used_at"]) == ("My phone", None)
    assert Passkey.objects.get().credential_id not in data.text


# ── signing in ───────────────────────────────────────────────────────────────


def test_a_passkey_signs_in_without_a_password_and_the_list_of_sessions_says_so(ann, key):
    person = Holder("ann")
    person.start()
    before = person.session_id
    assert person.passkey(key.answer(person.challenge), where="?next=/start/").goes_to == "/start/"
    assert person.is_in and person.session_id != before
    assert "Passkey" in person.get("/account/sessions/").text
    assert "Last used" in person.get("/account/security/")
    assert done()[-1] == ("signed_in", "ann", str(ann.account.pk), False)


def test_after_the_password_the_passkey_is_the_second_step(ann, key):
    person = Holder("ann")
    assert person.sign_in(where="?next=/start/").goes_to == "/account/in/code/"
    form = person.get("/account/in/code/").forms[0]
    allowed = json.loads(form.attributes["data-options"])["publicKey"]["allowCredentials"]
    assert [each["id"] for each in allowed] == [websafe_encode(key.id)]
    assert person.send(form, status=303, credential=key.answer(person.challenge)).goes_to == "/start/"
    assert "Password and passkey" in person.get("/account/sessions/")


def test_the_password_alone_does_not_open_an_account_with_passkeys(ann, key):
    person = Holder("ann")
    person.sign_in()
    assert not person.is_in
    page = person.get("/account/in/code/")
    assert "Recovery code" in page and "6-digit code" not in page


@pytest.mark.parametrize("wrong", ["123456", "ABCD-EFGH-JKLM-NPQR"])
def test_a_wrong_code_of_an_account_without_an_app_is_called_a_recovery_code(ann, key, wrong):
    person = Holder("ann")
    person.sign_in()
    page = person.send(person.get("/account/in/code/").forms[1], status=422, code=wrong)
    assert "This recovery code isn’t valid. Each code works once." in page and "app" not in page.text


def test_somebody_elses_passkey_is_no_second_step(ann, key):
    bea, other = Holder("bea"), SoftPasskey()
    bea.sign_up()
    bea.add(other, status=200)
    person = Holder("ann")
    person.sign_in()
    page = person.send(person.get("/account/in/code/").forms[0], status=422, credential=other.answer(person.challenge))
    assert "That passkey didn’t work. Try again." in page
    assert not person.is_in
    assert done()[-1][0] == "sign_in_code_failed"


def test_an_answer_counts_once_and_an_older_challenge_no_more(ann):
    key, person = SoftPasskey(), Holder("ann")  # without a signature counter
    ann.add(key, status=200)
    older, newer = key.answer(person.challenge), key.answer(person.challenge)
    person.passkey(newer)
    for sent in (newer, older):
        assert "Not signed in yet That passkey didn’t work." in Holder("ann").passkey(sent, status=422)
    Holder("ann").passkey(key.answer(person.challenge))


def test_a_server_whose_clock_was_a_year_ahead_takes_answers_again_when_it_is_right(ann, key, monkeypatch):
    person, now = Holder("ann"), time.time_ns
    with monkeypatch.context() as ahead:
        ahead.setattr(time, "time_ns", lambda: now() + 365 * 86400 * 10**9)
        person.passkey(key.answer(person.challenge))
    sent = key.answer(person.challenge)
    person.passkey(sent)
    person.passkey(sent, status=422)


def test_a_copy_of_an_authenticator_with_a_counter_is_detected(ann, key):
    person = Holder("ann")
    key.counter = 5
    person.passkey(key.answer(person.challenge))
    key.counter = 2
    person.passkey(key.answer(person.challenge), status=422)


def test_a_closed_account_has_no_use_for_its_passkey(ann, key):
    User.objects.update(is_active=False)
    person = Holder("ann")
    person.passkey(key.answer(person.challenge), status=422)
    assert not person.is_in


@pytest.mark.parametrize(
    "wrong",
    [
        {"origin": "https://evil.example"},
        {"origin": "http://localhost:8080"},
        {"origin": "https://localhost"},
        {"host": "evil.example"},
        {"flags": UP},
        {"flags": 0},
        {"kind": "webauthn.create"},
    ],
    ids=str,
)
def test_an_answer_signed_for_something_else_is_refused(ann, key, wrong):
    person = Holder("ann")
    person.passkey(key.answer(person.challenge, **wrong), status=422)
    assert not person.is_in


@pytest.mark.parametrize(
    "wrong", [{"origin": "https://evil.example"}, {"host": "evil.example"}, {"flags": UP}], ids=str
)
def test_a_passkey_that_was_made_for_something_else_is_not_added(ann, wrong):
    ann.add(sent=SoftPasskey().created(ann.challenge, **wrong), status=422)
    assert not Passkey.objects.exists()


def test_a_challenge_that_is_not_ours_or_five_minutes_old_is_refused(ann, key, monkeypatch):
    person = Holder("ann")
    old = person.challenge
    changed = bytearray(websafe_decode(old))
    changed[20] ^= 1
    for challenge in (websafe_encode(bytes(40)), websafe_encode(b""), websafe_encode(bytes(changed))):
        person.passkey(key.answer(challenge), status=422)
    now = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: now() + 300 * 10**9)
    person.passkey(key.answer(old), status=422)
    person.passkey(key.answer(person.challenge))


def test_another_key_under_the_same_id_does_not_sign_in(ann, key):
    thief, person = SoftPasskey(counter=9), Holder("ann")
    thief.id = key.id
    person.passkey(thief.answer(person.challenge), status=422)


def test_a_challenge_takes_no_queries(db, django_assert_num_queries):
    with django_assert_num_queries(0):
        answer = Holder("ann").client.get("/account/in/challenge/")
    assert not answer.cookies and answer["Cache-Control"] == "no-store"


# ── malformed answers ────────────────────────────────────────────────────────


def with_client(sent, **changes):
    """The answer with other client data."""
    answer = json.loads(sent)
    client = json.loads(websafe_decode(answer["response"]["clientDataJSON"]))
    answer["response"]["clientDataJSON"] = websafe_encode(json.dumps({**client, **changes}).encode())
    return json.dumps(answer)


def with_part(sent, name, value):
    """The answer with this part replaced; if it has no such part, another one is replaced."""
    answer = json.loads(sent)
    parts = answer["response"]
    parts[name if name in parts else max(parts)] = value
    return json.dumps(answer)


def refused_at_once(person, where, sent):
    begun = time.process_time()
    page = person.post(where, {"credential": sent, "old_password": PASSWORD}, status=422)
    assert "No" in page or "The passkey hasn’t been added" in page
    assert time.process_time() - begun < 1


BOMBS = {
    "a number in place of the client's data": lambda sent: with_part(sent, "clientDataJSON", 10**10),
    "a number in place of a challenge": lambda sent: with_client(sent, challenge=10**10),
    "a number in place of an id": lambda sent: json.dumps({**json.loads(sent), "rawId": 10**10, "id": 10**10}),
    "a number in place of a signature": lambda sent: with_part(sent, "signature", 10**10),
    "a number in place of an attestation": lambda sent: with_part(sent, "attestationObject", 10**10),
    "a number inside an attestation": lambda sent: with_part(
        sent, "attestationObject", websafe_encode(cbor.encode({"fmt": "none", "authData": 10**10, "attStmt": {}}))
    ),
    "deep CBOR": lambda sent: with_part(sent, "attestationObject", websafe_encode(b"\x81" * 9000)),
    "a list without an end": lambda sent: with_part(
        sent, "attestationObject", websafe_encode(b"\x9b" + b"\xff" * 8 + b"\x00" * 9000)
    ),
    "deep JSON": lambda sent: "[" * 9000,
    "a number of thousands of digits": lambda sent: "9" * 9000,
    "text that is too long": lambda sent: json.dumps({**json.loads(sent), "more": "x" * 20_000}),
    "no text": lambda sent: "\ud800\x00".encode("utf-16", "surrogatepass").decode("latin-1"),
    "nothing": lambda sent: "",
    "a list": lambda sent: "[]",
    "null": lambda sent: '{"id": null, "rawId": null, "type": null, "response": null}',
}


@pytest.mark.parametrize("bomb", BOMBS.values(), ids=BOMBS)
def test_a_malformed_answer_is_refused_at_once_and_costs_nothing(ann, key, bomb):
    refused_at_once(ann, "/account/in/passkey/", bomb(key.answer(ann.challenge)))
    refused_at_once(ann, "/account/security/passkey/", bomb(SoftPasskey().created(ann.challenge)))


@pytest.mark.parametrize(
    "public",
    [
        {1: 2, 3: -7, -1: 1, -2: b"x" * 32, -3: b"y" * 32},  # not a point on the curve
        {1: 2, 3: -7, -1: 1, -2: 10**18, -3: b"y" * 32},
        {1: 3, 3: -257, -1: b"\xff" * 1500, -2: b"\xff" * 400},  # a number that is expensive to calculate with
        {1: 3, 3: -257, -1: b"\xff" * 700, -2: b"\x01\x00\x01"},
        {1: 2, 3: -35, -1: 2, -2: b"x" * 48, -3: b"y" * 48},  # an algorithm that no authenticator has
        {3: 0},
        {},
        {1: 2, 3: -65535},
    ],
    ids=range(8),
)
def test_an_invalid_or_expensive_key_is_not_added(ann, public):
    class Odd(SoftPasskey):
        credential = b"\x00" * 16 + (32).to_bytes(2) + b"i" * 32 + cbor.encode(public)

    key = Odd()
    begun = time.process_time()
    try:
        sent = key.created(ann.challenge)
    except (ValueError, KeyError):
        sent = raw_attestation(ann, key.credential)
    ann.add(sent=sent, status=422)
    assert time.process_time() - begun < 1 and not Passkey.objects.exists()


def raw_attestation(person, credential):
    """An attestation with these bytes as its credential, which the library would refuse to create."""
    from tests.people.soft_passkey import AT, UV, _hash

    data = _hash("localhost") + bytes([UP | UV | AT]) + bytes(4) + credential
    whole = cbor.encode({"fmt": "none", "authData": data, "attStmt": {}})
    return with_part(SoftPasskey().created(person.challenge), "attestationObject", websafe_encode(whole))


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20) | st.floats(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=5,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_no_answer_causes_a_server_error(ann, key, data):
    """Replace a part of the answer, or some bytes in it."""
    sent = json.loads(data.draw(st.sampled_from([key.answer, SoftPasskey().created]))(ann.challenge))
    place = data.draw(st.sampled_from([sent, sent["response"]]))
    name = data.draw(st.sampled_from(sorted(place)))
    if isinstance(place[name], str) and data.draw(st.booleans()):
        inside = bytearray(websafe_decode(place[name]))
        for _change in range(data.draw(st.integers(1, 4))):
            inside[data.draw(st.integers(0, 999)) % len(inside)] = data.draw(st.integers(0, 255))
        place[name] = websafe_encode(bytes(inside))
    else:
        place[name] = data.draw(values)
    text = json.dumps(sent)
    form = {"credential": text, "old_password": PASSWORD, "next": unquote(ORIGIN)}
    for where in ("/account/in/passkey/", "/account/security/passkey/"):
        assert ann.post(where, form).status in (200, 303, 422), text
