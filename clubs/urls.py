"""URLs of club pages that show matches, and of an account's personal data."""

from django.urls import path

import people.web.converters  # noqa: F401
from clubs.views import audit, club, match_membership, roster, season

app_name = "clubs"

urlpatterns = [
    path("m/<code:code>/club/", match_membership.club, name="match_club"),
    path("m/<code:code>/history/", audit.history, name="history"),
    path("glossary/", club.glossary_page, name="glossary"),
    path("c/<code:code>/season/", season.season, name="season"),
    path("c/<code:code>/season.csv", season.season_file, {"kind": "csv"}, name="season_csv"),
    path("c/<code:code>/season/hands.csv", season.season_file, {"kind": "hands.csv"}, name="season_hands"),
    path("c/<code:code>/season.xlsx", season.season_file, {"kind": "xlsx"}, name="season_xlsx"),
    path("c/<code:code>/season.json", season.season_file, {"kind": "json"}, name="season_json"),
    path("c/<code:code>/season/awards/", season.awards, name="awards"),
    path("c/<code:code>/ratings/", season.ratings, name="ratings"),
    path("c/<code:code>/ratings.csv", season.ratings_file, {"kind": "csv"}, name="ratings_csv"),
    path("c/<code:code>/ratings.json", season.ratings_file, {"kind": "json"}, name="ratings_json"),
    path("c/<code:code>/players/<seq:player>/", season.player, name="player"),
    path("c/<code:code>/", club.club, name="club"),
    path("c/<code:code>/matches/", club.matches, name="club_matches"),
    path("c/<code:code>/tables/", club.tables, name="club_tables"),
    path("c/<code:code>/house/", club.house, name="club_house"),
    path("c/<code:code>/players/<id:number>/entry/", roster.entry, name="player_entry"),
    path("c/<code:code>/players/<id:number>/claim/", roster.claim, name="player_claim"),
    path("c/<code:code>/players/<id:number>/give/", roster.give, name="player_give"),
    path("c/<code:code>/players/<id:number>/merge/", roster.merge, name="player_merge"),
    path("c/<code:code>/players/<id:number>/left/", roster.keep, name="player_left"),
    path("c/<code:code>/players/<id:number>/erase/", roster.erase, name="player_erase"),
    path("c/<code:code>/players/<id:number>/person.json", roster.file, {"kind": "json"}, name="player_json"),
    path("c/<code:code>/players/<id:number>/person.csv", roster.file, {"kind": "csv"}, name="player_csv"),
    path("c/<code:code>/audit/", audit.club, name="club_audit"),
    path("c/<code:code>/audit.csv", audit.club_csv, name="club_audit_csv"),
    path("account/history/", audit.account, name="account_history"),
    path("my-data/", roster.person, name="person"),
    path("my-data/person.json", roster.person_file, {"kind": "json"}, name="person_json"),
    path("my-data/person.csv", roster.person_file, {"kind": "csv"}, name="person_csv"),
    path("my-data/erase/", roster.erase_person, name="person_erase"),
]
