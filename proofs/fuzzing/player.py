"""Send hostile requests to the app in the same process and report errors in the responses. Runs inside a site.

Reads {"seed", "requests", "careless"} as JSON; writes the counts and the faults, each with the request.
"""

from __future__ import annotations

import json
import random
import re
import resource
import sys
import time
import traceback
from collections import Counter, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urljoin, urlsplit

import django
from django.conf import settings
from django.http import Http404

from proofs.fuzzing import costly, pages, values
from proofs.fuzzing.addresses import filled, patterns
from proofs.fuzzing.programs import ROOT, Programs, wrong_with_program
from proofs.fuzzing.sending import HEADERS, Sent, costly_file, encoded, on_the_wire

CHUNK = 250  # requests in one world, before a new one replaces it
METHODS = ("GET",) * 10 + ("POST",) * 4 + ("HEAD", "PUT", "DELETE", "OPTIONS", "PATCH")
ABSENT = 0.08  # the share of address parts that don't exist
POOL = 120
MOST_FAULTS = 30
# The most that a request may cost: CPU seconds, and megabytes above the previous peak of the process.
MOST_SECONDS, MOST_MEMORY = 1.0, 150
A_FILE = 0.15  # the share of forms with a file field that get a costly file
PROGRAMS = 0.2  # the share of requests of programs to the API
WORKER = 0.02  # the share of requests of the service workers of phones with notifications
TYPED = ("text", "search", "textarea")  # fields for text
WORDLESS = ("HEAD", "OPTIONS")  # methods with a response that has only headers
HERE = "http://127.0.0.1/"
# Django's admin, in processes where it is on: its first pages, its share of requests, and fields that its lists read.
ADMIN = ("/admin/", "/admin/auth/group/", "/admin/auth/group/add/")
STAFF = 0.6
SIGN_IN = ("/admin/login/", "/account/in/")
OF_LISTS = (
    *("q", "o", "p", "e", "all", "_popup", "_to_field", "_changelist_filters", "id__exact", "name__regex", "id__in"),
    *("permissions__id__exact", "name__isnull", "app_label", "model_name", "field_name", "_selected_action", "action"),
)
_SCRIPT = re.compile(rb"<script>alert", re.I)


@dataclass
class Tally:
    """The counts of requests and responses."""

    counts: Counter[str] = field(default_factory=Counter)
    reached: set[str] = field(default_factory=set)  # addresses that returned a page or accepted a form
    names: set[str] = field(default_factory=set)  # field names
    faults: dict[str, dict[str, Any]] = field(default_factory=dict)
    slowest: float = 0.0  # CPU seconds of one request

    def fault(self, wrong: str, **told: Any) -> None:
        """Count a fault; the first one of its kind is reported with the whole request."""
        self.counts["errors"] += 1
        self.faults.setdefault(wrong, {"wrong": wrong, **told, "times": 0})["times"] += 1

    def log_failed(self, error: BaseException | None) -> None:
        """Count a log line that could not be written."""
        self.fault(f"log: {_where(error)}")


class Fuzzer:
    """One world and its clients. The same `seed` makes the same choices."""

    def __init__(self, seed: str, tally: Tally) -> None:
        from django.urls import get_resolver

        from proofs.fuzzing.world import found_world

        self.seed, self.tally, self.chance = seed, tally, random.Random(seed)
        self.admin = bool(settings.ENABLE_ADMIN)
        if self.admin:
            tally.names.update(OF_LISTS)
        self.kinds = values.kinds_of_a_chunk(self.chance)
        self.patterns = [path for _name, path in patterns(get_resolver())]
        self.of_admin = [path for path in self.patterns if path.startswith("admin/")]
        self.world = found_world(self.chance)
        self.forms: dict[str, deque[pages.Form]] = {role: deque(maxlen=POOL) for role in self.world.clients}
        self.links: dict[str, deque[str]] = {role: deque(maxlen=POOL) for role in self.world.clients}
        self.fresh: list[tuple[str, pages.Form]] = []
        self.bending = self.chance.choice([0.0, 0.1, 0.3])
        self.files = costly.files()
        self.programs = Programs(self.chance, self.kinds, self.world.known)

    def play(self, requests: int) -> None:
        """Send about `requests` requests."""
        until = self.tally.counts["requests"] + requests
        roles = list(self.world.clients)
        for role in roles:
            for path in self._doors():
                self._ask(role, Sent("GET", path))
        while self.tally.counts["requests"] < until and len(self.tally.faults) < MOST_FAULTS:
            role = "administrator" if self.admin and self.chance.random() < STAFF else self.chance.choice(roles)
            turn = self.chance.random()
            if self.chance.random() < PROGRAMS:
                self._ask(role, self.programs.request())
            elif self.chance.random() < WORKER:
                self._send_form(role, self.world.worker)
            elif self.fresh and turn < 0.3:  # the form of a page that was just opened
                self._send_form(*self.chance.choice(self.fresh))
            elif self.forms[role] and turn < 0.6:
                self._send_form(role, self.chance.choice(self.forms[role]))
            else:
                self._go(role)

    def send_costly(self) -> None:
        """Send costly texts to every form, costly files to those with a file field, and costly JSON to the API."""
        long_match = {**self.world.known, "m/code": [self.world.matches[-1].code]}
        of_each = [{**long_match, "e/code": [code]} for code in long_match["e/code"]]
        for role in ("owner", "phone"):
            sent: set[str] = set()
            for path in self.patterns:
                for known in of_each if path.startswith("e/<code:code>/") else of_each[:1]:
                    self._fill_costly(role, filled(path, known, self.chance, 0.0), sent)
        for request in self.programs.costly():
            self._ask("guest", request)

    def _fill_costly(self, role: str, path: str, sent: set[str]) -> None:
        """Send each form of one page, except those with an action in `sent`."""
        self.world.sign_in(role)  # an earlier form or cookie may have ended the session
        self.fresh = []
        self._ask(role, Sent("GET", path))
        for _role, form in list(self.fresh):
            if form.method == "post" and form.action not in sent:
                sent.add(form.action)
                self._send_costly(role, form)

    def _send_costly(self, role: str, form: pages.Form) -> None:
        fields = {name: self._filled_in(each) for name, each in form.fields.items()}
        self._up_to_date(form.action, fields)
        for content in self.files.values() if "file" in fields else ():
            pairs = [(name, value) for name, several in fields.items() for value in several]
            self._ask(role, costly_file("POST", form.action, [*pairs, *form.buttons[:1]], content))
        text = self.chance.choice(list(costly.TEXTS.values()))
        typed = {name: [text] for name, each in form.fields.items() if each.kind in TYPED}
        if typed:
            pairs = [(name, value) for name, several in (fields | typed).items() for value in several]
            self._ask(role, Sent("POST", form.action, encoded([*pairs, *form.buttons[:1]]).encode()))

    def _doors(self) -> list[str]:
        """A few pages with forms, from which everything else can be reached."""
        known = self.world.known
        match = self.chance.choice(known["m/code"])
        more = ("hand/?winner=P1", "penalty/", "claims/", "players/", "hands/1/correct/", "hand/?winner=P2&way=tiles")
        return [f"/m/{match}/", f"/m/{match}/{self.chance.choice(more)}", *(ADMIN if self.admin else ())]

    # ── an address ───────────────────────────────────────────────────────────

    def _go(self, role: str) -> None:
        chance = self.chance
        method = chance.choice(METHODS)
        if self.links[role] and chance.random() < 0.3:
            path = chance.choice(self.links[role])
        else:
            path = filled(chance.choice(self.patterns), self.world.known, chance, ABSENT)
        if self.admin and role == "administrator" and chance.random() < STAFF:
            path = filled(chance.choice(self.of_admin), self.world.known, chance, ABSENT)
        if chance.random() < 0.35:
            path += ("&" if "?" in path else "?") + encoded(self._pairs(chance.choice([1, 1, 2, 4])))
        if method in ("GET", "HEAD", "OPTIONS"):
            self._ask(role, Sent(method, path))
        else:
            self._ask(role, on_the_wire(method, path, self._pairs(chance.choice([0, 1, 3, 8])), chance, 0.3))

    def _pairs(self, many: int) -> list[tuple[str, str]]:
        """Fields that exist in some form, with values that belong elsewhere."""
        known = sorted(self.tally.names) or ["code"]
        names = (self.chance.choice(known) if self.chance.random() < 0.85 else self._value()[:50] for _ in range(many))
        return [(name, self._value()) for name in names]

    def _value(self) -> str:
        return values.hostile(self.chance, self.kinds)

    # ── a form ───────────────────────────────────────────────────────────────

    def _send_form(self, role: str, form: pages.Form) -> None:
        chance = self.chance
        fields = {name: self._filled_in(each) for name, each in form.fields.items()}
        self._up_to_date(form.action, fields)
        names = sorted(fields)
        for name in chance.sample(names, k=min(len(names), chance.choice([0, 0, 0, 1, 1, 1, 2, 3, 6]))):
            fields[name] = self._bent()
        pairs = [(name, value) for name, several in fields.items() for value in several]
        if form.buttons and chance.random() < 0.85:
            pairs.append(chance.choice(form.buttons))
        if chance.random() < 0.08:
            pairs += self._pairs(2)
        where = form.action
        if chance.random() < 0.05:  # send it to another address
            where = filled(chance.choice(self.patterns), self.world.known, chance, ABSENT)
        if form.method == "post" and "file" in fields and chance.random() < A_FILE:
            name = chance.choice(sorted(self.files))
            self._ask(role, costly_file("POST", where, pairs, self.files[name]))
        elif form.method == "post":
            self._ask(role, on_the_wire("POST", where, pairs, chance, self.bending))
        else:
            self._ask(role, Sent("GET", where.partition("?")[0] + "?" + encoded(pairs)))

    def _filled_in(self, each: pages.Field) -> list[str]:
        """The current values, one of the choices, or a plausible text."""
        chance = self.chance
        if each.choices:
            if each.kind == "checkbox":
                return [value for value in each.choices if (value in each.values) != (chance.random() < 0.15)]
            return [chance.choice(each.choices)] if not each.values or chance.random() < 0.5 else each.values
        if each.kind == "hidden" or (any(each.values) and chance.random() < 0.7):
            return each.values
        return [values.fitting(chance, each.name, each.kind, each.least, each.most)]

    def _up_to_date(self, action: str, fields: dict[str, list[str]]) -> None:
        """Usually update the key and the expected number, as if the page had just been opened."""
        if "key" in fields and self.chance.random() < 0.8:
            fields["key"] = [values.fitting(self.chance, "key", "hidden", "", "")]
        found = re.match("/m/([^/]{22})/", action)
        if found and "expected_seq" in fields and self.chance.random() < 0.85:
            from matches.models import Match

            version = Match.objects.filter(code=found[1]).values_list("version", flat=True).first() or 0
            fields["expected_seq"] = [str(version + 1)]

    def _bent(self) -> list[str]:
        turn = self.chance.random()
        return [] if turn < 0.1 else [self._value(), self._value()] if turn < 0.2 else [self._value()]

    # ── a request and its answer ─────────────────────────────────────────────

    def _ask(self, role: str, sent: Sent) -> None:
        client, chance, tally = self.world.clients[role], self.chance, self.tally
        headers = {"REMOTE_ADDR": ".".join(str(chance.randrange(1, 255)) for _ in range(4))}  # against rate limits
        if chance.random() < 0.4:
            headers["HTTP_HX_REQUEST"] = "true"
        if chance.random() < 0.05:
            name, value = chance.choice(HEADERS), self._value().encode("latin-1", "replace").decode("latin-1")
            headers[name] = _cookie(value) if name == "HTTP_COOKIE" and chance.random() < 0.5 else value
        client.handler.enforce_csrf_checks = chance.random() < 0.03
        before = _spent()
        try:
            told: dict[str, Any] = {**headers, **sent.headers}
            answer: Any = client.generic(sent.method, sent.path, sent.body, sent.kind, secure=False, **told)
            content = b"".join(answer.streaming_content) if answer.streaming else answer.content
        except Exception as error:
            self._fault(role, sent, f"raised {_where(error)}")
            return
        tally.counts["requests"] += 1
        tally.counts[f"{answer.status_code // 100}xx"] += 1
        inside = not answer.headers.get("Location", "").startswith(SIGN_IN)
        tally.counts["admin"] += inside and role == "administrator" and sent.path.startswith("/admin/")
        tally.counts["429"] += answer.status_code == 429
        after = _spent()
        tally.slowest = max(tally.slowest, after.seconds - before.seconds)
        wrong = wrong_with(sent.method, answer, content) or wrong_with_program(sent.path, answer, content)
        if wrong := wrong or too_much(before, after, _route(answer)):
            self._fault(role, sent, wrong)
        self._note(role, sent, answer, content)

    def _note(self, role: str, sent: Sent, answer: Any, content: bytes) -> None:
        """Collect the forms and links of the response for later requests."""
        if self.admin and role == "administrator" and answer.headers.get("Location", "").startswith(SIGN_IN):
            self.world.sign_in(role)  # signed out: sign in again
        away = answer.headers.get("Location", "").startswith("/account/in/")
        if answer.status_code < 400 and not away:
            program = sent.path.startswith(ROOT)
            self.tally.counts["programs"] += program and sent.method in ("POST", "PUT")
            self.tally.counts["taken"] += sent.method == "POST" and not program
            self.tally.reached.add(_route(answer))
        html = answer.headers.get("Content-Type", "").startswith("text/html")
        if html and content and sent.method in ("GET", "POST") and answer.status_code in (200, 409, 422):
            page = pages.read(content.decode("utf-8", "replace"))
            own = [form for form in page.forms if not _common(form) or self.chance.random() < 0.03]
            self.forms[role].extend(own)
            self.fresh = [(role, form) for form in own]
            self.links[role].extend(self.chance.sample(page.links, k=min(5, len(page.links))))
            self.tally.names.update(pages.field_names(page.forms))

    def _fault(self, role: str, sent: Sent, wrong: str) -> None:
        self.tally.fault(wrong, role=role, seed=self.seed, **sent.told())


def _cookie(value: str) -> str:
    """A session cookie with this value, which can contain any characters because they are escaped."""
    letters = "".join(rf"\{ord(letter):03o}" for letter in value)
    return f'{settings.SESSION_COOKIE_NAME}="{letters}"'


def wrong_with(method: str, answer: Any, content: bytes) -> str:
    """The error in a response, or "": a server error, no words, an injected script, or an external redirect."""
    if caught := getattr(answer, "exc_info", None):
        return f"{answer.status_code} {_where(caught[1])}"
    if answer.status_code >= 500 or answer.status_code < 200:
        return f"{answer.status_code}"
    where = answer.headers.get("Location", "/")
    if "\\" in where or urlsplit(urljoin(HERE, where))[:2] != urlsplit(HERE)[:2]:
        return f"leads away, to {where[:100]}"
    html = answer.headers.get("Content-Type", "").startswith("text/html")
    if not html or method in WORDLESS or 300 <= answer.status_code < 400 or answer.status_code == 204:
        return ""
    if not pages.has_words(content):
        return f"{answer.status_code} without a word, at {_route(answer)}"
    return f"a script that was sent, at {_route(answer)}" if _SCRIPT.search(content) else ""


@dataclass(frozen=True)
class Spent:
    """The cost of a process so far: CPU seconds, and the peak memory in megabytes."""

    seconds: float
    memory: float


def _spent() -> Spent:
    return Spent(time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def too_much(before: Spent, after: Spent, route: str) -> str:
    """The cost of a request that is too high, or ""."""
    seconds, memory = after.seconds - before.seconds, after.memory - before.memory
    if seconds > MOST_SECONDS:
        return f"more than {MOST_SECONDS} s, at {route}"
    return f"more than {MOST_MEMORY} MB, at {route}" if memory > MOST_MEMORY else ""


def _route(answer: Any) -> str:
    """The URL pattern that responded."""
    try:
        return str(answer.resolver_match.route)
    except Http404:
        return "no address"


def _where(error: BaseException | None) -> str:
    """The error and the last place in our code that it passed, so that the same fault is reported once."""
    frames = traceback.extract_tb(error.__traceback__ if error else None)
    ours = [each for each in frames if "site-packages" not in each.filename and "/lib/python" not in each.filename]
    place = f"{ours[-1].filename.rsplit('/', 2)[-2:]}:{ours[-1].lineno} {ours[-1].name}" if ours else ""
    return f"{type(error).__name__} {place}: {str(error)[:80]}"


def _common(form: pages.Form) -> bool:
    """Whether the form is on every page, so that it need not be sent often."""
    return form.action in ("/theme/", "/language", "/account/out/")


def main() -> None:
    """Send chunk after chunk, each in a new world and with different kinds of values."""
    from proofs.fuzzing.lighter import (
        cheap_passwords,
        lines_nowhere,
        nobody_waits,
        parse_numbers_carelessly,
        unsynced_writes,
    )

    told: Mapping[str, Any] = json.load(sys.stdin)
    tally, began, chunk = Tally(), time.monotonic(), 0
    cheap_passwords()
    nobody_waits()
    unsynced_writes()
    lines_nowhere(tally.log_failed)
    if told["careless"]:
        parse_numbers_carelessly()
    if not told["careless"]:
        Fuzzer(f"{told['seed']}/costly", tally).send_costly()
    until = tally.counts["requests"] + told["requests"]
    while tally.counts["requests"] < until and len(tally.faults) < MOST_FAULTS:
        if told["careless"] and tally.faults:
            break
        left = until - tally.counts["requests"]
        Fuzzer(f"{told['seed']}/{chunk}", tally).play(min(CHUNK, left))
        chunk += 1
    sys.stdout.write(json.dumps(_summary(tally, time.monotonic() - began)))


def _summary(tally: Tally, seconds: float) -> dict[str, Any]:
    faults: Sequence[dict[str, Any]] = list(tally.faults.values())
    found = {
        "reached": sorted(tally.reached),
        "names": sorted(tally.names),
        "faults": faults,
        "seconds": seconds,
        "slowest": tally.slowest,
    }
    return {"counts": dict(tally.counts), **found}


if __name__ == "__main__":
    django.setup()
    main()
