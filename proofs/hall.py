"""Put a tournament with a round into a site's database and print its code and the referee's cookies as JSON."""

from __future__ import annotations

import json
import sys

import django


def main() -> None:
    """Create a tournament of four players with one published round and a paused clock."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    from tournaments.demo.event import DemoOptions, DemoTournament, accounts, clubs
    from tournaments.draw import draw, write_rounds
    from tournaments.draw.draw_tasks import DrawOptions

    by = accounts.make_account(username="referee-of-the-proof", name="Referee")
    club = clubs.create_club(by=by, name="Proof", key="club-of-the-proof-0000")
    event = DemoTournament(DemoOptions(4, 1, "proof", typed=True), club, by, lambda done, of, what: None)
    event.enter()
    seed = DrawOptions(seed="proof")
    draw.promise_draw(tournament=event.tournament, stage=1, by=by, options=seed)
    draw.draw_stage(tournament=event.tournament, stage=1, key=event.key("draw"), by=by)
    write_rounds.publish_rounds(tournament=event.tournament, upto=1, by=by)
    session = SessionStore()
    session[SESSION_KEY] = str(by.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = by.get_session_auth_hash()
    session.create()
    cookies = {settings.SESSION_COOKIE_NAME: str(session.session_key)}
    sys.stdout.write(json.dumps({"code": event.tournament.code, "cookies": cookies}))


if __name__ == "__main__":
    django.setup()
    main()
