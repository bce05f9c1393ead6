"""A program that uses the API with a token, and the club that it belongs to."""

import json
from typing import Any

from django.test import Client

from people.accounts.tokens import make_token
from people.models import Club, Scope, User
from people.web.codes import new_key

NAMES = {"P1": "Ann", "P2": "Bea", "P3": "Cho"}


class Program:
    """A JSON client with a token; without one, an anonymous client."""

    def __init__(self, token: str = "") -> None:
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.client = Client()

    def get(self, path: str, **headers: str) -> Any:
        return self.client.get(f"/api/v1/{path}", headers={**self.headers, **headers})

    def send(self, path: str, content: Any = None, method: str = "post", key: str = "", **headers: str) -> Any:
        """Send JSON. `key`: the Idempotency-Key; a new one by default."""
        return self.client.generic(
            method.upper(),
            f"/api/v1/{path}",
            json.dumps({} if content is None else content),
            content_type="application/json",
            headers={**self.headers, "Idempotency-Key": key or new_key(), **headers},
        )


def program(user: User, club: Club, scope: str = "score", name: str = "The club's website") -> Program:
    """Create a token for this account, and return a program that uses it."""
    return Program(make_token(user=user, club=club, name=name, scope=Scope(scope), days=30))
