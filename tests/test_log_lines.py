"""The log of the server: no secrets, no forged lines, one short line for each request."""

import json
import logging
import re

import pytest
from django.urls import get_resolver

from scorekeeper.web import logs


def test_links_do_not_reach_the_log():
    assert logs.redact("Not Found: /m/abcdEFGH1234567890-_xx/hand/") == "Not Found: /m/abcd…/hand/"
    card = "/e/abcdEFGH1234567890-_xx/i/12/wxyzEFGH1234567890-_xx"
    assert logs.redact(f"Not Found: {card}") == "Not Found: /e/abcd…/i/12/wxyz…"


def test_no_code_of_any_page_reaches_the_log():
    shown = {"id": "1234567", "seq": "12", "code": "abcdEFGH1234567890-_xx"}
    patterns = [pattern for pattern in routes(get_resolver()) if "<code:" in pattern]
    assert len(patterns) > 100
    for pattern in patterns:
        path = "/" + re.sub(r"<(\w+):\w+>", lambda part: shown.get(part[1], "x"), pattern)
        assert logs.redact(path) == path.replace(shown["code"], "abcd…")


def routes(resolver, before=""):
    for each in resolver.url_patterns:
        path = before + str(each.pattern)
        yield from routes(each, path) if hasattr(each, "url_patterns") else [path]


def test_a_request_cannot_forge_a_line_of_the_log():
    told = "Not Found: /\nWARNING django.security somebody came in\r\x1b[31m\0"
    record = logging.LogRecord("django.request", logging.WARNING, __file__, 1, told, None, None)
    line = logs.LineFormatter("{levelname} {message}", style="{").format(record)
    assert line == "WARNING Not Found: /\\x0aWARNING django.security somebody came in\\x0d\\x1b[31m\\x00"


@pytest.mark.parametrize("formatter", [logs.LineFormatter("{message}", style="{"), logs.JsonFormatter()])
def test_a_very_long_address_makes_a_short_line(formatter):
    record = logging.LogRecord(
        "django.request", logging.WARNING, __file__, 1, "Not Found: /" + "a" * 30_000, None, None
    )
    line = formatter.format(record)
    assert "Not Found: /aaa" in line
    assert len(line) < 800


def test_a_json_log_has_an_object_per_line_and_no_tokens():
    record = logging.LogRecord("django.request", logging.WARNING, "", 0, "Not Found: %s\nforged", None, None)
    record.args = ("/m/abcdEFGH1234ijklMNOP56/",)
    record.status_code = 404
    line = logs.JsonFormatter().format(record)
    assert "\n" not in line
    told = json.loads(line)
    assert told["message"] == "Not Found: /m/abcd…/\nforged"
    assert (told["level"], told["logger"], told["status"]) == ("WARNING", "django.request", 404)
    assert told["at"].endswith("+00:00")
