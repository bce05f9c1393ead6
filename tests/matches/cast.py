"""A test client that reads pages and sends their forms, like a browser without scripts or like htmx.

It only fills in fields that are on the page, and sends the page's hidden values: keys, positions, tokens.
"""

import json
import re
import secrets
from functools import cached_property
from html import unescape

from django.test import Client

from matches.links import links_of
from matches.log.state import open_match
from matches.models import Match
from people.web.codes import new_key

# Text, a start tag or an end tag. Scripts, styles and titles are skipped, because they aren't text of the page.
TOKEN = re.compile(
    r"""(?P<data>[^<]+)|<!--.*?-->|<![^>]*>|<(?P<silent>script|style|title)\b.*?</(?P=silent)>
    |<(?P<start>[a-z][^\s/>]*)(?P<attributes>(?:[^"'>]|"[^"]*"|'[^']*')*)>|</(?P<end>[^>\s]+)\s*>""",
    re.DOTALL | re.VERBOSE,
)
ATTRIBUTE = re.compile(r"""([^\s"'>/=]+)(?:=("[^"]*"|'[^']*'))?""")
READ = {"form", "a", "input", "button", "select", "textarea", "option"}


class Form:
    """One form of a page: its action, current field values and buttons."""

    def __init__(self, attributes):
        self.attributes = attributes
        self.action = attributes.get("action", "")
        self.fields = []
        self.buttons = []
        self.names = set()

    def values(self, name):
        """The values that the form would send for `name`."""
        return [value for field, value in self.fields if field == name]

    def data(self, button=None, **changes):
        """The fields as {name: [values]}, with some of them changed. `button`: the pressed button."""
        sent = {}
        for name, value in [*self.fields, *([button] if button else [])]:
            sent.setdefault(name, []).append(value)
        for name, value in changes.items():
            if value is None:
                sent.pop(name, None)
            else:
                sent[name] = list(value) if isinstance(value, list | tuple) else [value]
        return sent


class _Reader:
    """Parses forms, links and words of a page. Much faster than `HTMLParser`, and sufficient for this site."""

    def __init__(self, html):
        self.forms, self.by_id, self.words, self.links = [], {}, [], []
        self._form, self._select, self._area = None, None, None
        self._silent = 0
        self._late = []
        for token in TOKEN.finditer(html):
            if token["data"]:
                self._data(unescape(token["data"]))
            elif token["start"]:
                self._start(token["start"], token["attributes"])
            elif token["end"]:
                self._end(token["end"])
        for form_id, take in self._late:
            if form_id in self.by_id:
                take(self.by_id[form_id])

    def _start(self, tag, attributes):
        if tag == "svg":
            self._silent += 1
        if tag not in READ:
            return
        found = {name: unescape(value[1:-1]) if value else None for name, value in ATTRIBUTE.findall(attributes)}
        if tag == "form":
            self._form = Form(found)
            self.forms.append(self._form)
            self.by_id[found.get("id")] = self._form
        elif tag == "a" and "href" in found:
            self.links.append(found["href"])
        elif tag in ("input", "button", "select") and "name" in found:
            self._field(tag, found)
        elif tag == "textarea" and self._form:
            self._area = (found["name"], [], self._form)
            self._form.names.add(found["name"])
        elif tag == "option" and self._select and ("selected" in found or self._select[1] is None):
            self._select[1] = found.get("value", "")

    def _field(self, tag, found):
        def take(form):
            form.names.add(found["name"])
            if tag == "button":
                form.buttons.append((found["name"], found.get("value", "")))
            elif "disabled" in found or found.get("type") == "file":
                return
            elif found.get("type") not in ("radio", "checkbox") or "checked" in found:
                form.fields.append((found["name"], found.get("value", "on")))

        if tag == "select" and self._form:
            self._select = [found["name"], None, self._form]
            self._form.names.add(found["name"])
        elif "form" in found and tag != "select":
            self._late.append((found["form"], take))
        elif self._form:
            take(self._form)

    def _end(self, tag):
        if tag == "svg":
            self._silent -= 1
        if tag == "form":
            self._form = None
        if tag == "select" and self._select:
            name, value, form = self._select
            form.fields.append((name, value or ""))
            self._select = None
        if tag == "textarea" and self._area:
            name, typed, form = self._area
            form.fields.append((name, "".join(typed)))
            self._area = None

    def _data(self, data):
        if self._area:
            self._area[1].append(data)
        if not self._silent:
            self.words.append(data)


def tight(html):
    return re.sub(r"\s+(?=<)|(?<=>)\s+", "", html)


class Page:
    """A response: its status, words and forms."""

    def __init__(self, response):
        self.response = response
        self.status = response.status_code
        self.headers = response.headers
        kind = response.headers.get("Content-Type", "")
        self.html = response.content.decode() if kind.startswith("text/html") else ""

    @cached_property
    def _read(self):
        """The parsed page. Parsing is lazy, because it takes as long as some responses."""
        return _Reader(self.html)

    @property
    def tight(self):
        """The HTML without whitespace beside tags, to be independent of the template's layout."""
        return tight(self.html)

    @cached_property
    def text(self):
        return re.sub(r"\s+", " ", " ".join(self._read.words)).strip()

    @property
    def forms(self):
        return self._read.forms

    @property
    def links(self):
        return self._read.links

    def __contains__(self, words):
        return words in self.text

    def __repr__(self):
        return f"<{self.status}: {self.text}>"

    def form(self, ending, **has):
        """The form whose action ends like this and that has these values."""
        for form in self.forms:
            if form.action.endswith(ending) and all(form.values(name) == [value] for name, value in has.items()):
                return form
        raise AssertionError(f"no form to {ending} on this page: {self.text[:2000]}")

    @property
    def goes_to(self):
        """The target of a redirect."""
        assert self.status == 303, (self.status, self.text[:2000])
        return self.headers["Location"]


class Phone:
    """A browser with its own cookies, whose CSRF tokens are checked."""

    def __init__(self):
        self.client = Client(enforce_csrf_checks=True)

    def get(self, url, *, htmx=False, status=200, **options):
        """Open an address."""
        headers = {"HX-Request": "true"} if htmx else {}
        page = Page(self.client.get(url, headers=headers, **options))
        assert status is None or page.status == status, (url, page.status, page.text[:2000])
        return page

    def post(self, url, data=(), *, htmx=False, status=None):
        """Post values to an address with a CSRF token, like a page."""
        if "csrf" not in self.client.cookies:
            self.client.cookies["csrf"] = secrets.token_hex(16)
        token = self.client.cookies["csrf"].value
        headers = {"HX-Request": "true", "X-CSRFToken": token} if htmx else {}
        sent = {"csrfmiddlewaretoken": token, **dict(data)}
        page = Page(self.client.post(url, sent, headers=headers))
        assert status is None or page.status == status, (url, page.status, page.text[:2000])
        return page

    def send(self, form, *, button=None, htmx=False, status=None, **changes):
        """Send a form of a page. Every given field must be in the form."""
        assert set(changes) <= form.names, (set(changes) - form.names, form.action)
        return self.post(form.action, form.data(button, **changes), htmx=htmx, status=status)

    def follow(self, page):
        """The page after the redirect of a plain form."""
        return self.get(page.goes_to)

    # ── actions at a table ───────────────────────────────────────────────────

    def start(self, names=("Ann", "Bea", "Cho"), **fields):
        """Start a match, and return its code.

        The start page is opened only if `fields` change its options. Otherwise the server uses the default rules.
        """
        told = {**dict(zip(("P1", "P2", "P3"), names, strict=True)), **fields}
        if any(name.startswith("o.") for name in fields):
            page = self.send(self.get("/start/").form("/start/"), button=("action", "start"), **told)
        else:
            page = self.post("/start/", {"key": new_key(), "action": "start", **told})
        return re.fullmatch("/m/([^/]{22})/", page.goes_to).group(1)

    def hand(self, code, winner="P1", source="wall", points="5", htmx=False, status=None, **fields):
        """Enter a hand by numbers. The sheet is only opened if the hand isn't a standard one of the default game."""
        if not fields and not htmx and status is None and (place := _next_place(code)):
            told = {"winner": winner, "source": source, "points": points, "way": "numbers", "save": "1"}
            return self.post(f"/m/{code}/hand/", {**place, **told})
        form = self.get(f"/m/{code}/hand/?winner={winner}").form("/hand/")
        told = {"source": source, "points": points, **fields}
        return self.send(form, button=("save", "1"), htmx=htmx, status=status, **told)

    def draw(self, code, htmx=False, status=None):
        """Enter a goulash. The sheet is only opened if the match isn't of the default game."""
        if not htmx and status is None and (place := _next_place(code)):
            return self.post(f"/m/{code}/draw/", place)
        form = self.get(f"/m/{code}/draw/").form("/draw/")
        return self.send(form, htmx=htmx, status=status)

    def table(self, code):
        """The score page."""
        return self.get(f"/m/{code}/")

    def undo(self, code, htmx=False):
        """Press Undo on the score page."""
        return self.send(self.table(code).form("/undo/"), htmx=htmx)

    def redo(self, code, htmx=False):
        """Press Redo on the score page."""
        return self.send(self.table(code).form("/redo/"), htmx=htmx)


def _next_place(code):
    """The hidden values of an entry sheet that is opened now, in a match of the default game."""
    version, system = Match.objects.values_list("version", "system").get(code=code)
    return {"key": new_key(), "expected_seq": version + 1} if system == "korean_japanese" else None


def balances(code):
    """The balances that the engine calculates from the events, as (P1, P2, P3)."""
    return tuple(open_match(code).log.state.balances)


def payments(code):
    """The payments of each counting entry, calculated by the engine."""
    return [tuple(row.payments) for row in open_match(code).log.rows]


def link(code, role):
    """The address in the match's QR code: "/s/…" to watch, "/t/…" to score."""
    token = links_of(Match.objects.get(code=code))[role].token
    return {"watching": f"/s/{token}", "scoring": f"/t/{token}"}[role]


def join(code, phone):
    """Give a phone the right to score with the scoring link, like a tap on the page."""
    phone.post(link(code, "scoring"), {"key": new_key()}, status=303)


def watch(code, phone):
    """Give a phone the right to watch with the watch link."""
    assert phone.get(link(code, "watching"), status=303).goes_to == f"/m/{code}/"


def signed(points):
    """A number as the pages show it."""
    text = f"{abs(points):,}" if abs(points) >= 1000 else str(abs(points))
    return f"+{text}" if points > 0 else f"\u2212{text}" if points < 0 else "0"


def match_file(phone, code):
    """The match file, as bytes and as an object."""
    response = phone.client.get(f"/m/{code}/match.json")
    data = b"".join(response.streaming_content) if response.streaming else response.content
    return data, json.loads(data)
