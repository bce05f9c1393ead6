"""One browser: a persistent connection, cookies, and the headers that browsers and htmx send."""

from __future__ import annotations

import http.client
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

BROWSER = {
    "Accept": "text/html,application/xhtml+xml,*/*;q=0.8",
    "Accept-Language": "en",
    "Accept-Encoding": "gzip",
    "User-Agent": "Mozilla/5.0 (bench)",
}


@dataclass(frozen=True, slots=True)
class Answer:
    """A response, read to its end."""

    status: int
    headers: http.client.HTTPMessage  # names in any case
    body: bytes


class Visitor:
    """A client of one site, like a phone that has opened it before."""

    def __init__(self, port: int, cookies: Mapping[str, str] | None = None) -> None:
        self.host = f"127.0.0.1:{port}"
        self.cookies = dict(cookies or {})
        self._line = http.client.HTTPConnection(self.host, timeout=30)

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> Answer:
        """Get a page or, with htmx's headers, a fragment. Reconnects if an idle connection was closed."""
        try:
            return self._ask("GET", path, headers or {})
        except (http.client.RemoteDisconnected, ConnectionError):
            self._line.close()
            return self._ask("GET", path, headers or {})

    def post(self, path: str, fields: Mapping[str, str], page: str = "/") -> Answer:
        """Post a form as htmx sends it from `page`, with the CSRF token from the site's cookie."""
        token = next(value for name, value in self.cookies.items() if "csrf" in name)
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "HX-Request": "true",
            "HX-Current-URL": f"http://{self.host}{page}",
            "HX-Target": "main",
            "X-CSRFToken": token,
            "Origin": f"http://{self.host}",
        }
        return self._ask("POST", path, headers, urlencode(fields).encode())

    def _ask(self, method: str, path: str, headers: Mapping[str, str], body: bytes | None = None) -> Answer:
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        told = {**BROWSER, **headers, **({"Cookie": cookie} if cookie else {})}
        self._line.request(method, path, body, told)
        response = self._line.getresponse()
        for line in response.headers.get_all("Set-Cookie", []):
            name, _equals, rest = line.partition("=")
            self.cookies[name] = rest.partition(";")[0]
        return Answer(response.status, response.headers, response.read())


def wanted(answer: Answer, what: str) -> Answer:
    """Return `answer`. If its status is not 200, end the bench: a refusal would be measured as a fast page."""
    if answer.status != 200:
        raise SystemExit(f"{what}: {answer.status}\n{answer.body.decode(errors='replace')[:2000]}")
    return answer
