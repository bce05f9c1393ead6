"""A finished match as a link to the app BG Stats, which shows the result and asks before it stores anything.

The format is the one that BG Stats documents under "Push plays to BG Stats from other apps or websites".
"""

import json
from datetime import UTC
from typing import Any
from urllib.parse import quote

from engine.rulesets import BOOKS
from matches.files.match_file import standings
from matches.log.state import MatchState

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
BOARD_GAME_GEEK = 2093  # the entry "Mahjong" of boardgamegeek.com


def play_url(reading: MatchState, ranks: dict[str, int] | None = None) -> str:
    """Return the link for a match that is over. `ranks`: the places by seat, if they differ from those by points."""
    match = reading.match
    places = ranks or {row["player"]: row["rank"] for row in standings(reading.log)}
    played = reading.events[-1].at if reading.events else match.created_at
    play: dict[str, Any] = {
        "sourceName": "Scorekeeper",
        "sourcePlayId": match.code,
        "playDate": f"{played.astimezone(UTC):%Y-%m-%d %H:%M:%S}",
        "location": match.club.name if match.club else "",
        "game": {
            "name": f"Mahjong: {BOOKS[match.system].title}",
            "sourceGameId": match.system,
            "bggId": BOARD_GAME_GEEK,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": name,
                "sourcePlayerId": name,
                "startPlayer": seat == "P1",
                "rank": places[seat],
                "score": str(reading.log.state.balances.as_dict()[seat]),
                "winner": places[seat] == 1,
            }
            for seat, name in reading.names.as_dict().items()
        ],
    }
    return ADDRESS + quote(json.dumps(play, ensure_ascii=False), safe="")
