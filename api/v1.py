"""`/api/v1/`: the endpoints together, described by `openapi.json`."""

from ninja import NinjaAPI

from api import problems
from api.endpoints import clubs, matches, rule_books, tournaments

DESCRIPTION = """
Read what clubs and tournaments have published, without a token. With a token, read and change what its account may in
one club. The guide at `/api/` explains tokens, errors, repeated requests and conflicts.
"""

api = NinjaAPI(
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
