"""The reference of the guide, read from the OpenAPI description: the endpoints, their parameters and responses."""

from functools import cache
from typing import Any, NamedTuple

from api.v1 import ROOT, api

METHODS = ("get", "post", "put", "delete")


class Parameter(NamedTuple):
    """A parameter in the path or in the query string."""

    name: str
    place: str
    required: bool
    kind: str


class Field(NamedTuple):
    """A field of a JSON object. `kind`: its type in words, such as "EntryOut[]"; `about`: what it means."""

    name: str
    kind: str
    required: bool
    about: str


class Endpoint(NamedTuple):
    """An endpoint. `token` and `key`: whether it needs a token, and an Idempotency-Key.

    `body`: the fields of the JSON that it takes; `answer`: the type of its response; `short`: the path below `/api/v1`.
    """

    id: str
    method: str
    path: str
    short: str
    summary: str
    description: str
    token: bool
    key: bool
    parameters: list[Parameter]
    body: list[Field]
    answer: str


@cache
def openapi() -> dict[str, Any]:
    """Return the OpenAPI description of `/api/v1/`."""
    return api.openapi()


@cache
def endpoints() -> list[Endpoint]:
    """Return all endpoints, in the order in which they are declared."""
    schema = openapi()
    return [
        _endpoint(schema, path, method, operations[method])
        for path, operations in schema["paths"].items()
        for method in METHODS
        if method in operations
    ]


@cache
def types() -> dict[str, tuple[str, list[Field]]]:
    """Return the description and the fields of each JSON object, by name."""
    schemas = openapi()["components"]["schemas"]
    return {name: (_plain(schema.get("description", "")), _fields(schema)) for name, schema in sorted(schemas.items())}


def _plain(markdown: str) -> str:
    return markdown.replace("`", "")


def _endpoint(schema: dict[str, Any], path: str, method: str, operation: dict[str, Any]) -> Endpoint:
    sent: dict[str, Any] = operation.get("requestBody", {})
    content = sent.get("content", {}).get("application/json", {}).get("schema", {})
    first = _good_answer(operation["responses"]).get("content", {}).get("application/json", {}).get("schema", {})
    return Endpoint(
        id=operation["operationId"],
        method=method.upper(),
        path=path,
        short=path.removeprefix(ROOT.rstrip("/")),
        summary=operation.get("summary", ""),
        description=_plain(operation.get("description", "")),
        token={} not in operation.get("security", []),
        key=any(each["name"] == "Idempotency-Key" for each in operation["parameters"]),
        parameters=[
            Parameter(each["name"], each["in"], each.get("required", False), _kind(each["schema"]))
            for each in operation["parameters"]
            if each["in"] != "header"
        ],
        body=_fields(_resolved(schema, content)),
        answer=_kind(first) if first else "",
    )


def _good_answer(responses: dict[str, dict[str, Any]]) -> dict[str, Any]:
    return next((answer for code, answer in responses.items() if str(code).startswith("2")), {})


def _resolved(schema: dict[str, Any], part: dict[str, Any]) -> dict[str, Any]:
    name = part.get("$ref", "").rpartition("/")[2]
    found: dict[str, Any] = schema["components"]["schemas"][name] if name else part
    return found


def _fields(schema: dict[str, Any]) -> list[Field]:
    required = schema.get("required", [])
    return [
        Field(name, _kind(part), name in required, part.get("description", ""))
        for name, part in schema.get("properties", {}).items()
    ]


def _kind(part: dict[str, Any]) -> str:
    """Return the name of a JSON type, such as "string" or "EntryOut[]"."""
    if "$ref" in part:
        return str(part["$ref"].rpartition("/")[2])
    if "anyOf" in part:
        return " | ".join(_kind(each) for each in part["anyOf"])
    if "enum" in part:
        return " | ".join(f'"{value}"' for value in part["enum"])
    if part.get("type") == "array":
        return f"{_kind(part.get('items', {}))}[]"
    return str(part.get("format") or part.get("type") or "any")
