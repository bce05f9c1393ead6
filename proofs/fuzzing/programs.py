"""Requests of programs to `/api/v1/`: what its description allows, often bent in a place or two."""

from __future__ import annotations

import gzip
import json
import random
import re
import secrets
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from proofs.fuzzing import values
from proofs.fuzzing.addresses import ABSENT
from proofs.fuzzing.sending import Sent, encoded, raw

ROOT = "/api/v1/"
JSON = "application/json"
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE")
KINDS_OF_CODE = {"clubs": "c/code", "matches": "m/code", "tournaments": "e/code"}
# JSON values for any field, as text. An encoder would write few of them.
ODD: dict[str, str] = {
    **{text: text for text in ("NaN", "Infinity", "-Infinity", "1e999", "1e-999", "-0", "-1", "0", "0.5", "1.0")},
    **{text: text for text in ("true", "null", "[]", "{}", '""', "[[]]", "9007199254740993", "01", "'a'", "")},
    "20 digits": "1" + "0" * 20,
    "5000 digits": "9" * 5000,
    "NUL": '"a\\u0000b"',
    "half a character": '"\\ud800"',
    "halves in the wrong order": '"\\udc00\\ud800"',
    "just too deep": "[" * 40 + "]" * 40,
    "deep": "[" * 100_000 + "]" * 100_000,
    "deep objects": '{"a":' * 30 + "1" + "}" * 30,
    "never closed": "[" * 50_000,
    "a name twice": '{"a": 1, "a": 2}',
    "a strange name": '{"\\u0000": 1, "__proto__": {}, "%(key)s": 1, "": 1}',
}
# Bodies just below the limit, which are expensive for code with worse than linear run time.
COSTLY: dict[str, str] = {
    "many marks": '"e' + "\\u0301" * 40_000 + '"',
    "letters that become many": '"' + "\ufdfa" * 80_000 + '"',
    "many names": "{" + ",".join(f'"k{at}":0' for at in range(20_000)) + "}",
    "one name many times": "{" + ",".join(['"k":0'] * 40_000) + "}",
    "many numbers": "[" + "1," * 120_000 + "1]",
    "many players": "[" + ",".join(['{"name":"Ann"}'] * 15_000) + "]",
    "many digits": "9" * 250_000,
    "many brackets": '"' + "[" * 250_000 + '"',
    "a body too large": '"' + "x" * 3_000_000 + '"',
}
TYPES = (
    JSON,
    JSON + "; charset=utf-8",
    JSON + "; charset=utf-16",
    "text/plain",
    "",
    values.KINDS["code"]["xml"],
    "a/b",
)
BEARERS = (
    "",
    "Bearer",
    "Bearer ",
    "Basic eDp5",
    "Bearer sk_",
    "Bearer " + "x" * 5000,
    "Bearer \xff\xfe",
    "bearer sk_a b",
)


@dataclass(frozen=True, slots=True)
class Described:
    """An endpoint of the description. `body`: the schema of its JSON, None without one; `query`: parameters."""

    method: str
    path: str
    query: Sequence[str]
    body: Mapping[str, Any] | None


def described(description: Mapping[str, Any]) -> list[Described]:
    """The endpoints of an OpenAPI description."""
    return [
        Described(
            method.upper(),
            path,
            [each["name"] for each in operation["parameters"] if each["in"] == "query"],
            operation.get("requestBody", {}).get("content", {}).get(JSON, {}).get("schema"),
        )
        for path, operations in description["paths"].items()
        for method, operation in operations.items()
    ]


class Programs:
    """Draws requests to the API of this site. `known`: the values for parts of paths, and the tokens."""

    def __init__(self, chance: random.Random, kinds: Collection[str], known: Mapping[str, Sequence[Any]]) -> None:
        from api.v1 import api

        description = api.openapi()
        self.chance, self.kinds, self.known = chance, kinds, known
        self.endpoints = described(description)
        self.schemas: Mapping[str, Any] = description["components"]["schemas"]
        self.keys = [secrets.token_urlsafe(16)]

    def request(self) -> Sent:
        """A request to one of the endpoints, often with something wrong in it."""
        chance, endpoint = self.chance, self.chance.choice(self.endpoints)
        method = endpoint.method if chance.random() < 0.95 else chance.choice(METHODS)
        path, match = self._path(endpoint)
        pairs = [(name, self._parameter(name)) for name in endpoint.query if chance.random() < 0.7]
        path += "?" + encoded(pairs) if pairs else ""
        if endpoint.body is None:
            return Sent(method, path, b"", "", self._headers(0.15))
        body = self._body(endpoint, match)
        text = self._bent(body) if chance.random() < 0.4 else json.dumps(body)
        content, kind, headers = raw(text), JSON, self._headers(0.08)
        if chance.random() < 0.1:
            content, kind, more = self._odd(content)
            headers |= more
        return Sent(method, path, content, kind, headers)

    def costly(self) -> Iterator[Sent]:
        """Every expensive body, as a whole or as the value of a field, for each endpoint that takes JSON."""
        for endpoint in self.endpoints:
            for text in COSTLY.values() if endpoint.body is not None else ():
                path, match = self._path(endpoint, absent=0.0)
                body = self._body(endpoint, match)
                whole = not body or not isinstance(body, dict) or self.chance.random() < 0.2
                content = text if whole else _with(body, self.chance.choice(list(body)), text)
                yield Sent(endpoint.method, path, raw(content), JSON, self._headers(0.0))

    # ── the parts of a request ───────────────────────────────────────────────

    def _path(self, endpoint: Described, absent: float = 0.06) -> tuple[str, str]:
        """The path of the endpoint with its parts filled in, and the code in it."""
        code = ""

        def part(found: re.Match[str]) -> str:
            nonlocal code
            if self.chance.random() < absent:
                kind = "code" if found[1] == "code" else "seq"
                return quote(self.chance.choice(ABSENT[kind]), safe="", errors="surrogatepass")
            if found[1] != "code":
                return str(self.chance.choice((1, 1, 2, 3, 0)))
            kind = KINDS_OF_CODE[endpoint.path.split("/")[3]]
            if kind == "m/code" and self.chance.random() < 0.8:
                kind = "c/match"
            code = str(self.chance.choice(list(self.known[kind])))
            return code

        return re.sub(r"\{(\w+)\}", part, endpoint.path), code

    def _parameter(self, name: str) -> str:
        if self.chance.random() < 0.25:
            return values.hostile(self.chance, self.kinds)
        likely = {
            "club": list(self.known["c/code"]),
            "system": list(self.known["system"]),
            "from": ["2026-01-01", "2031-12-31"],
            "to": ["2026-12-31", "2020-01-01"],
        }
        return str(self.chance.choice(likely.get(name, ["0", "1", "2", "3", ""])))

    def _headers(self, wrong: float) -> dict[str, str]:
        """The token and the key; `wrong`: how often one of them is."""
        chance = self.chance
        token = f"Bearer {chance.choice(list(self.known['token']))}"
        key = self.keys[0] if chance.random() < 0.1 else secrets.token_urlsafe(16)
        if chance.random() < wrong:
            token = chance.choice(BEARERS)
        if chance.random() < wrong:
            key = values.hostile(chance, self.kinds)[:5000].encode("latin-1", "replace").decode("latin-1")
        return {"HTTP_IDEMPOTENCY_KEY": key} | ({"HTTP_AUTHORIZATION": token} if token else {})

    def _odd(self, content: bytes) -> tuple[bytes, str, dict[str, str]]:
        """An odd body with its content type and headers, as no ordinary program sends them."""
        chance = self.chance
        if chance.random() < 0.2:
            return gzip.compress(content, mtime=0), JSON, {"HTTP_CONTENT_ENCODING": "gzip"}
        forms = (b"", b"\xef\xbb\xbf" + content, content.decode("utf-8", "replace").encode("utf-16"), content[:-1])
        more = (content + b"}", content + b" " * 300_000, b"\xff" + content, content * 2, content[: len(content) // 2])
        return chance.choice((*forms, *more)), chance.choice((JSON, JSON, chance.choice(TYPES))), {}

    # ── its JSON ─────────────────────────────────────────────────────────────

    def _body(self, endpoint: Described, code: str) -> Any:
        if endpoint.path == f"{ROOT}score":
            from api.guide.examples import SCORE

            return dict(SCORE.body or {})
        assert endpoint.body is not None
        body = self._drawn(endpoint.body)
        if isinstance(body, dict) and "expected_seq" in body:
            self._fit(body, code)
        return body

    def _fit(self, body: dict[str, Any], code: str) -> None:
        """Usually make an entry fit the current state of the match."""
        from matches.models import Match
        from proofs.fuzzing.world import WINS

        match = Match.objects.filter(code=code).first()
        if match is None or self.chance.random() < 0.1:
            return
        body["expected_seq"] = match.version + 1
        if "target" in body:
            body["target"] = match.version
        if "payload" in body:
            win = {"winner": self.chance.choice(("P1", "P2", "P3")), **WINS[match.system]}
            likely = {"hand": win, "draw": {"draw": True}, "penalty": {"penalty": {"P1": 6, "P2": -3, "P3": -3}}}
            body["payload"] = likely[body["kind"]]

    def _drawn(self, schema: Mapping[str, Any], name: str = "") -> Any:
        """A value that the schema allows, as a program would send it."""
        chance = self.chance
        if "$ref" in schema:
            return self._drawn(self.schemas[schema["$ref"].rpartition("/")[2]], name)
        if "anyOf" in schema:
            return self._drawn(chance.choice(schema["anyOf"]), name)
        if "enum" in schema:
            return chance.choice(schema["enum"])
        match schema.get("type"):
            case "array":
                return [self._drawn(schema["items"], name) for _item in range(chance.choice((1, 3, 3, 3)))]
            case "object":
                told, needed = schema.get("properties", {}), schema.get("required", ())
                chosen = [each for each in told if each in needed or chance.random() < 0.6]
                return {each: self._drawn(told[each], each) for each in chosen}
            case "integer":
                return chance.choice((0, 1, 1, 2, 3, 10))
            case "boolean":
                return chance.random() < 0.7
            case "null":
                return None
        if "pattern" in schema:
            return chance.choice(list(self.known["c/code"]))
        return f"{name[:10]} {chance.randrange(10**6)}"

    def _bent(self, body: Any) -> str:
        """The body as text, with one or two odd values, an additional name, or a missing one."""
        chance = self.chance
        held = json.loads(json.dumps(body))
        for _place in range(chance.choice((1, 1, 2))):
            inner: Any = held
            while isinstance(inner, dict | list) and inner:
                at = chance.choice(list(inner) if isinstance(inner, dict) else range(len(inner)))
                if not inner[at] or not isinstance(inner[at], dict | list) or chance.random() < 0.4:
                    inner[at] = "\x01"
                    break
                inner = inner[at]
        if held and isinstance(held, dict) and chance.random() < 0.2:
            held.pop(chance.choice(list(held)), None)
        text = re.sub(r'"\\u0001"', lambda _found: self._odd_value(), json.dumps(held))
        return text.replace("{", '{"kind": "draw", ', 1) if chance.random() < 0.1 else text

    def _odd_value(self) -> str:
        if self.chance.random() < 0.4:
            return json.dumps(values.hostile(self.chance, self.kinds))
        return ODD[self.chance.choice(list(ODD))]


def _with(body: Any, name: str, text: str) -> str:
    """The body as text, with this JSON as the value of one of its fields."""
    return json.dumps({**body, name: "\x01"}).replace('"\\u0001"', text)


def wrong_with_program(path: str, answer: Any, content: bytes) -> str:
    """The error in a response of the API, or "": a cookie, no problem where one belongs, or no JSON."""
    if not path.startswith(ROOT):
        return ""
    kind = answer.headers.get("Content-Type", "")
    if any(cookie.value for cookie in answer.cookies.values()):  # one of an ended session is deleted
        return f"{answer.status_code} of the API with a cookie"
    if answer.status_code >= 400 and kind != "application/problem+json":
        return f"{answer.status_code} of the API without a problem"
    if not content or not kind.endswith("json"):
        return ""
    try:
        told = json.loads(content, parse_constant=_no_json)
    except ValueError:
        return f"{answer.status_code} of the API with what is no JSON"
    if answer.status_code >= 400 and (told.get("status") != answer.status_code or not told.get("title")):
        return f"{answer.status_code} of the API with another status in its problem"
    return ""


def _no_json(text: str) -> None:
    raise ValueError(text)
