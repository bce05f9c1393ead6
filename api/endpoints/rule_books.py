"""Rule books, and the scoring of hands without a match."""

import json
from contextlib import nullcontext
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Body, Router

from api.access.identification import FOR_ALL
from api.schemas import Problem, RuleBookOut
from engine import json_api
from engine.rulesets import BOOKS
from people.web.one_at_a_time import long_work

router = Router(tags=["Rules"])


@router.get("/rule-books", response=list[RuleBookOut], summary="The games", **FOR_ALL)
def list_rule_books(request: HttpRequest) -> list[dict[str, Any]]:
    """Every game with its options and presets. The guide explains the options."""
    return [
        {
            "key": book.key,
            "title": _(book.title),
            "version": book.version,
            "options": {option.name: option.default for option in book.options},
            "presets": [
                {"key": preset.key, "title": _(preset.label), "options": dict(preset.options)}
                for preset in book.presets
            ],
        }
        for book in BOOKS.values()
    ]


REFUSED = dict.fromkeys((422, 503), Problem)


@router.post("/score", response={200: dict[str, Any], **REFUSED}, summary="Score a hand, a claim or a match", **FOR_ALL)
def score(request: HttpRequest, question: Body[dict[str, Any]]) -> dict[str, Any]:
    """One question as for `manage.py score`."""
    with long_work() if question.get("type") == "match" else nullcontext():
        return json_api.checked_answer(json.dumps(question))
