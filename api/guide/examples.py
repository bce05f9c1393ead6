"""The example requests of the guide, for curl, Python and JavaScript. A test runs all of them."""

import json
import shlex
from dataclasses import dataclass
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from django.utils.translation import gettext_lazy as _

from api.guide.payloads import HAND


@dataclass(frozen=True, slots=True)
class RequestExample:
    """A request. `path`: below `/api/v1/`; readers replace TOKEN, CLUB, MATCH and TOURNAMENT with their own values."""

    title: Any
    method: str
    path: str
    body: dict[str, Any] | None = None
    public: bool = False

    def headers(self, site: str) -> dict[str, str]:
        """The headers of the request."""
        found = {} if self.public else {"Authorization": "Bearer TOKEN"}
        if self.body is not None:
            found |= {"Content-Type": "application/json", "Idempotency-Key": str(uuid5(NAMESPACE_URL, self.path))}
        return found

    def url(self, site: str) -> str:
        """The URL of the request at this site."""
        return f"{site}/api/v1/{self.path}"

    def programs(self, site: str) -> list[tuple[str, str]]:
        """The request in each language: the name of the language, and the program."""
        return [("curl", self.curl(site)), ("Python", self.python(site)), ("JavaScript", self.javascript(site))]

    def curl(self, site: str) -> str:
        """The request as a shell command."""
        lines = [
            f"curl -X {self.method} {shlex.quote(self.url(site))}"
            if self.body
            else f"curl {shlex.quote(self.url(site))}"
        ]
        lines += [f"-H {shlex.quote(f'{name}: {value}')}" for name, value in self.headers(site).items()]
        if self.body is not None:
            lines.append(f"-d {shlex.quote(json.dumps(self.body))}")
        return " \\\n  ".join(lines)

    def python(self, site: str) -> str:
        """The request as a Python program that needs no packages."""
        data = f",\n    data=json.dumps({self.body!r}).encode()" if self.body is not None else ""
        return (
            "import json\nimport urllib.error\nimport urllib.request\n\n"
            f"request = urllib.request.Request(\n    {self.url(site)!r},\n    method={self.method!r},\n"
            f"    headers={self.headers(site)!r}{data},\n)\n"
            "try:\n    with urllib.request.urlopen(request) as response:\n        print(json.load(response))\n"
            "except urllib.error.HTTPError as error:\n    raise SystemExit(error.read().decode())\n"
        )

    def javascript(self, site: str) -> str:
        """The request as JavaScript for a browser or for Node.js."""
        options: list[str] = [f'method: "{self.method}"', f"headers: {json.dumps(self.headers(site))}"]
        if self.body is not None:
            options.append(f"body: JSON.stringify({json.dumps(self.body)})")
        joined = ",\n  ".join(options)
        return (
            f"const response = await fetch({json.dumps(self.url(site))}, {{\n  {joined},\n}});\n"
            "console.log(await response.json());\n"
        )


NAMES = {"P1": "Ann", "P2": "Bea", "P3": "Cho"}
OWN_CLUB = RequestExample(_("The club of your token"), "GET", "clubs")
FIRST = RequestExample(_("A public match"), "GET", "matches/MATCH", public=True)
START = RequestExample(
    _("Start a match"), "POST", "matches", {"club": "CLUB", "system": "korean_japanese", "players": NAMES, "name": ""}
)
ENTER = RequestExample(
    _("Enter a hand"), "POST", "matches/MATCH/entries", {"kind": "hand", "payload": HAND, "expected_seq": 1, "note": ""}
)
UNDO = RequestExample(_("Undo it"), "POST", "matches/MATCH/undo", {"target": 1, "expected_seq": 2})
FOLLOW = RequestExample(_("Wait for the next event"), "GET", "matches/MATCH/events?after=2&wait=1")
SCORE = RequestExample(
    _("Score a hand without a match"),
    "POST",
    "score",
    {
        "system": "riichi_sanma",
        "type": "hand",
        "input": {
            "hand_no": 1,
            "winner": "P1",
            "win": {"by": "tsumo", "tile": "4p"},
            "riichi": "riichi",
            "concealed": ["2p", "3p", "4p", "6p", "7p", "8p", "3s", "4s", "5s", "9m", "9m", "dR", "dR", "dR"],
            "dora_indicators": ["8s"],
        },
    },
    public=True,
)
ROUNDS = RequestExample(_("Rounds, tables and results"), "GET", "tournaments/TOURNAMENT/rounds")
WAIT = RequestExample(_("Wait for a change of the tournament"), "GET", "tournaments/TOURNAMENT?after=0&wait=1")
RESULT = RequestExample(
    _("Enter the result of table 1 in round 1"),
    "POST",
    "tournaments/TOURNAMENT/rounds/1/tables/1/result",
    {"points": [30, 0, -30], "after": 0},
)
# By section of the guide.
SECTIONS = {
    "token": (OWN_CLUB,),
    "match": (START, ENTER, UNDO),
    "score": (SCORE,),
    "live": (FIRST, FOLLOW),
    "tournament": (ROUNDS, WAIT, RESULT),
}
ALL = tuple(example for section in SECTIONS.values() for example in section)
