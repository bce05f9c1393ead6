"""Put a club into a site's database and print its code and tokens for programs as JSON."""

from __future__ import annotations

import json
import sys

import django


def main(programs: int) -> None:
    """Make two tokens for each of up to ten programs: one to score, one to read."""
    from people.accounts.tokens import make_token
    from people.actions import accounts, clubs
    from people.models import Scope

    owner = accounts.make_account(username="owner-of-the-proof", name="Owner")
    club = clubs.create_club(by=owner, name="Programs", key="club-of-the-proof-0001")

    def token(number: int, scope: Scope) -> str:
        return make_token(user=owner, club=club, name=f"{scope} {number}", scope=scope, days=9)

    told = [{"score": token(number, Scope.SCORE), "read": token(number, Scope.READ)} for number in range(programs)]
    sys.stdout.write(json.dumps({"club": club.code, "programs": told}))


if __name__ == "__main__":
    django.setup()
    main(int(sys.argv[1]))
