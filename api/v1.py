"""`/api/v1/`: all endpoints of version 1, described by `openapi.json`."""

from collections.abc import Collection
from functools import cached_property, partial
from typing import Any

from django.urls import URLPattern, URLResolver, path
from ninja import NinjaAPI
from ninja.operation import Operation

from api import http, problems
from api.endpoints import clubs, matches, rule_books, tournaments
from api.guide import description
from api.request_bodies import JsonBodyParser, json_body_only

ROOT = "/api/v1/"
BRACES = str.maketrans("<>", "{}")  # Django and OpenAPI write the parts of a path differently
DESCRIPTION = """
Read what clubs and tournaments have published, without a token. With a token, read and change what its account may in
one club. The guide at `/api/` explains tokens, errors, repeated requests and conflicts.
"""


class FirstVersion(NinjaAPI):
    """The endpoints of version 1. The name of each URL is its path, such as "api-v1:clubs/<code>"."""

    @property
    def urls(self) -> tuple[list[URLResolver | URLPattern], str, str]:
        """The URLs, one for each path."""
        patterns, _app, namespace = super().urls
        views = {str(each.pattern): each.callback for each in patterns if isinstance(each, URLPattern)}
        whole = {
            route: http.complete(view, partial(self.query_names, route), asks=route == "score")
            for route, view in views.items()
            if route
        }
        return [path(route, view, name=route) for route, view in whole.items()], namespace, namespace

    def query_names(self, route: str, method: str) -> Collection[str] | None:
        """Return the names allowed in the query string of a URL; None if the URL doesn't accept the method."""
        operation = self._described_paths[ROOT + route.translate(BRACES)].get(method.lower())
        return operation and [each["name"] for each in operation["parameters"] if each["in"] == "query"]

    @cached_property
    def _described_paths(self) -> dict[str, Any]:
        paths: dict[str, Any] = self.get_openapi_schema(path_prefix=ROOT)["paths"]
        return paths

    def get_openapi_operation_id(self, operation: Operation) -> str:
        """Return an operation id that doesn't change when code moves, such as "matches_add_entry"."""
        room = operation.view_func.__module__.rpartition(".")[2]
        return f"{room}_{operation.view_func.__name__}"

    def openapi(self) -> dict[str, Any]:
        """The OpenAPI description."""
        return description.complete(self.get_openapi_schema(path_prefix=ROOT))


api = FirstVersion(
    title="Scorekeeper",
    version="1",
    description=DESCRIPTION,
    docs_url=None,
    openapi_url=None,
    urls_namespace="api-v1",
    parser=JsonBodyParser(),
)
api.add_decorator(json_body_only, mode="view")
api.add_router("", rule_books.router)
api.add_router("/clubs", clubs.router)
api.add_router("/matches", matches.router)
api.add_router("/tournaments", tournaments.router)
problems.install(api)
