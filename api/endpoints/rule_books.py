"""Endpoints about rule books, and for scoring hands without a match."""

import json
from contextlib import nullcontext
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Body, Router

from api.access.identification import FOR_ALL
from api.schemas.clubs import RuleBookOut
from api.schemas.values import Problem
from engine import json_api
from engine.rulesets import BOOKS
from engine.rulesets.definitions import Option
from matches import wording
from people.web.one_at_a_time import long_work

router = Router(tags=["Rules"])


@router.get("/rule-books", response=list[RuleBookOut], summary="The games", **FOR_ALL)
def list_rule_books(request: HttpRequest) -> list[dict[str, Any]]:
    """Every game with its options, presets and patterns."""
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
            "described": [_described(option) for option in book.options],
            "patterns": [
                {
                    "key": pattern.id,
                    "title": _(pattern.name),
                    "gloss": wording.item_gloss(pattern),
                    "kind": pattern.kind,
                    "points": pattern.points,
                    "most": pattern.most,
                }
                for pattern in book.patterns
            ],
        }
        for book in BOOKS.values()
    ]


def _described(option: Option) -> dict[str, Any]:
    numbers = option.takes in ("number", "places")
    return {
        "name": option.name,
        "label": _(option.label),
        "help": _(option.help) if option.help else "",
        "takes": option.takes,
        "default": option.default,
        "choices": [*option.whole, *option.choices],
        "least": option.least if numbers else None,
        "most": option.most if numbers else None,
        "optional": option.optional,
    }


REFUSED = dict.fromkeys((422, 503), Problem)


@router.post("/score", response={200: dict[str, Any], **REFUSED}, summary="Score a hand, a claim or a match", **FOR_ALL)
def score(request: HttpRequest, question: Body[dict[str, Any]]) -> dict[str, Any]:
    """One question as an object: `system`, `options` (those that differ from the defaults), `type` and `input`.

    `type` is `hand` (what is it worth?), `claim` (who gets the tile?), `match`, `draw` or `settlement`; not every game
    has all of them. `input` of a hand is a payload by tiles with `hand_no`. Nothing is saved.
    """
    with long_work() if question.get("type") == "match" else nullcontext():
        return json_api.checked_answer(json.dumps(question))
