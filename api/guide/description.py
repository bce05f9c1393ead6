"""Additions to the generated OpenAPI description: the responses common to all endpoints, media types and ETags."""

from http import HTTPStatus
from typing import Any

from api.problems import MEDIA_TYPE

Described = dict[str, Any]
EVERYWHERE = (401, 429, 503)
WITH_BODY = (400, 413, 415, 422, 507)  # requests that send JSON; changes need space on the disk
TO_REPEAT = ("429", "503", "507")  # problems that end by themselves
PROBLEM = {"$ref": "#/components/schemas/Problem"}
TEXT = {"schema": {"type": "string"}}
RETRY_AFTER = {"description": "Seconds to wait before the request is sent again", "schema": {"type": "integer"}}
ETAG = {"description": "Names this state of the document", **TEXT}
IF_NONE_MATCH = {
    "in": "header",
    "name": "If-None-Match",
    "description": "The ETag of the document that you have. Unless it has changed, the response is 304.",
    "required": False,
    **TEXT,
}


def complete(schema: Described) -> Described:
    """Add the parts that all endpoints share to a description, and return it."""
    schema["servers"] = [{"url": "/", "description": "The site that gives this description"}]
    for operations in schema["paths"].values():
        for method, operation in operations.items():
            _complete(operation, reads=method == "get")
    return schema


def _complete(operation: Described, *, reads: bool) -> None:
    responses = {str(status): response for status, response in operation["responses"].items()}
    for status in EVERYWHERE if reads else (*EVERYWHERE, *WITH_BODY):
        responses.setdefault(str(status), _problem(status))
    for code, response in responses.items():
        if code >= "400":
            response["content"] = {MEDIA_TYPE: next(iter(response["content"].values()))}
        if code in TO_REPEAT:
            response["headers"] = {"Retry-After": RETRY_AFTER}
    if reads and "application/json" in responses["200"]["content"]:
        responses["200"]["headers"] = {"ETag": ETAG}
        responses["304"] = {"description": HTTPStatus(304).phrase, "headers": {"ETag": ETAG}}
        operation["parameters"].append(IF_NONE_MATCH)
    operation["responses"] = dict(sorted(responses.items()))


def _problem(status: int) -> Described:
    return {"description": HTTPStatus(status).phrase, "content": {MEDIA_TYPE: {"schema": PROBLEM}}}
