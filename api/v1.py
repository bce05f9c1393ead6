"""`/api/v1/`: the endpoints together, described by `openapi.json`."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import NinjaAPI

from api import problems
from api.endpoints import clubs, matches, rule_books, tournaments

DESCRIPTION = """
Read what clubs and tournaments have published, without a token. With a token, read and change what its account may in
one club. The guide at `/api/` explains tokens, errors, repeated requests and conflicts.
"""


class PublicApi(NinjaAPI):
    """An API whose public responses, those to reading requests without a token, other websites may use."""

    def create_response(self, request: HttpRequest, data: Any, **options: Any) -> HttpResponse:
        response = super().create_response(request, data, **options)
        if request.method in ("GET", "HEAD") and "Authorization" not in request.headers:
            response["Access-Control-Allow-Origin"] = "*"
        return response


api = PublicApi(
    title="Scorekeeper",
    version="1",
    description=DESCRIPTION,
    docs_url=None,
    urls_namespace="api-v1",
    openapi_url="openapi.json",
)
api.add_router("", rule_books.router)
api.add_router("/clubs", clubs.router)
api.add_router("/matches", matches.router)
api.add_router("/tournaments", tournaments.router)
problems.install(api)
