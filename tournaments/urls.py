"""URLs of tournaments."""

from django.urls import URLPattern, path

import people.web.converters  # noqa: F401
from tournaments.views import files, screens
from tournaments.views.draw import draw, rounds, seats
from tournaments.views.entries import check_in, entries, self_registration
from tournaments.views.play import referee, results, substitutions, tables
from tournaments.views.setup import counting, series, stages, tournament

app_name = "tournaments"

ROUND = "e/<code:code>/rounds/<seq:round>/"
TABLE = f"{ROUND}tables/<seq:table>/"

urlpatterns: list[URLPattern] = [
    path("e/<code:code>/draw/", draw.draw, name="draw"),
    path("e/<code:code>/draw/<seq:stage>/", draw.draw_stage, name="draw_stage"),
    path("e/<code:code>/rounds/", rounds.rounds, name="rounds"),
    path("e/<code:code>/rounds/next/", rounds.generate, name="round_next"),
    path("e/<code:code>/rounds/publish/", rounds.publish_rounds, name="round_publish"),
    path(ROUND, rounds.one_round, name="round"),
    path(f"{ROUND}hide/", rounds.hide, name="round_hide"),
    path(f"{ROUND}lock/", rounds.lock, name="round_lock"),
    path(f"{ROUND}drop/", rounds.drop, name="round_drop"),
    path(f"{ROUND}why/", rounds.why, name="why"),
    path(f"{ROUND}swap/", seats.swap, name="round_swap"),
    path("e/<code:code>/late/", seats.late, name="late"),
    # Tables, results and penalties.
    path("e/<code:code>/t/<seq:table>/<code:token>", tables.card, name="table_card"),
    path("at/", tables.typed, name="typed"),
    path("at/<str:code>", tables.typed, name="typed_code"),
    path(f"{ROUND}tables/", tables.listed, name="tables"),
    path(f"{ROUND}results/", results.round_results, name="round_results"),
    path(f"{ROUND}clock/", referee.clock, name="clock"),
    path(f"{ROUND}close/", results.close, name="close"),
    path(f"{ROUND}reopen/", results.reopen, name="reopen"),
    path(TABLE, tables.table, name="table"),
    path(f"{TABLE}open/", tables.open_table, name="table_open"),
    path(f"{TABLE}result/", results.result, name="result"),
    path(f"{TABLE}confirm/", results.confirm, name="confirm"),
    path(f"{TABLE}dispute/", results.dispute, name="dispute"),
    path(f"{TABLE}correct/", results.correct, name="result_correct"),
    path(f"{TABLE}call/", referee.call, name="call"),
    path(f"{TABLE}answer/", referee.answer, name="answer"),
    path(f"{TABLE}substitute/", substitutions.substitute, name="substitute"),
    path(f"{TABLE}reseat/", substitutions.reseat, name="reseat"),
    path(f"{TABLE}exchange/", substitutions.exchange, name="table_exchange"),
    path("e/<code:code>/penalties/", referee.listed, name="penalties"),
    path("e/<code:code>/penalties/<id:penalty>/cancel/", referee.cancel, name="penalty_cancel"),
    path("e/<code:code>/", screens.tournament, name="tournament"),
    path("e/<code:code>/desk/", screens.desk, name="desk"),
    path("e/<code:code>/finish/", tournament.finish, name="finish"),
    path("e/<code:code>/resume/", tournament.resume, name="resume"),
    path("e/<code:code>/screen/", screens.screen, name="screen"),
    path("e/<code:code>/standings/", screens.standings, name="standings"),
    path("e/<code:code>/met/", screens.met, name="met"),
    path("e/<code:code>/players/<seq:entrant>/", screens.player, name="player"),
    path("c/<code:code>/tournaments/import/", tournament.import_archive, name="import"),
    path("e/<code:code>/files/", files.files, name="files"),
    path("e/<code:code>/files/archive.zip", files.archive, name="file_archive"),
    path("e/<code:code>/files/seating.txt", files.seating, name="file_seating"),
    path("e/<code:code>/files/rounds.ics", files.ics, name="ics"),
    path("e/<code:code>/files/<slug:sheet>.csv", files.export, {"kind": "csv"}, name="file_csv"),
    path("e/<code:code>/files/<slug:sheet>.tsv", files.export, {"kind": "tsv"}, name="file_tsv"),
    path("e/<code:code>/files/<slug:sheet>.xlsx", files.export, {"kind": "xlsx"}, name="file_xlsx"),
    path("e/<code:code>/files/<slug:sheet>.json", files.export, {"kind": "json"}, name="file_json"),
    path("e/<code:code>/print/<slug:sheet>/", files.printed, name="print"),
    # Setup, registration and check-in.
    path("c/<code:code>/tournaments/", tournament.listed, name="list"),
    path("c/<code:code>/tournaments/new/", tournament.new, name="new"),
    path("e/<code:code>/settings/", tournament.settings, name="settings"),
    path("e/<code:code>/settings/archive/", tournament.archive, name="archive"),
    path("e/<code:code>/rules/", tournament.rules, name="rules"),
    path("e/<code:code>/scoring/", tournament.scoring, name="scoring"),
    path("e/<code:code>/stages/", stages.listed, name="stages"),
    path("e/<code:code>/stages/add/", stages.add, name="stage_add"),
    path("e/<code:code>/stages/<seq:stage>/", stages.change, name="stage"),
    path("e/<code:code>/stages/<seq:stage>/remove/", stages.remove, name="stage_remove"),
    path("e/<code:code>/entries/", entries.listed, name="entries"),
    path("e/<code:code>/entries/add/", entries.add, name="entries_add"),
    path("e/<code:code>/entries/<seq:entrant>/", entries.change, name="entry_edit"),
    path("e/<code:code>/entries/<seq:entrant>/move/", entries.move, name="entry_move"),
    path("e/<code:code>/enter/", self_registration.enter, name="enter"),
    path("e/<code:code>/i/<seq:entrant>/<code:token>", self_registration.own, name="own"),
    path("e/<code:code>/check-in/", check_in.listed, name="checkin"),
    path("e/<code:code>/check-in/<seq:entrant>/", check_in.one, name="checkin_one"),
    path("e/<code:code>/check-in/absent/", check_in.absent, name="checkin_absent"),
    path("e/<code:code>/cards/", check_in.cards, name="cards"),
    path("e/<code:code>/cards/renew/", check_in.renew, name="cards_renew"),
    path("e/<code:code>/apart/", entries.teams_page, name="apart"),
    path("e/<code:code>/apart/pair/", entries.apart_pair, name="apart_pair"),
    path("e/<code:code>/apart/groups/", entries.apart_groups, name="apart_groups"),
    path("e/<code:code>/teams/", entries.team, name="team"),
    # Counting rules, teams and series.
    path("e/<code:code>/counting/", counting.counting, name="counting"),
    path("e/<code:code>/lots/", counting.lots, name="lots"),
    path("e/<code:code>/standings/teams/", counting.teams, name="team_standings"),
    path("c/<code:code>/series/", series.listed, name="series_list"),
    path("c/<code:code>/series/new/", series.new, name="series_new"),
    path("c/<code:code>/series/<code:series>/", series.series, name="series"),
    path("c/<code:code>/series/<code:series>/settings/", series.settings, name="series_settings"),
    path("c/<code:code>/series/<code:series>/events/", series.events, name="series_events"),
    path("c/<code:code>/series/<code:series>/standings.csv", series.csv, name="series_csv"),
    path("c/<code:code>/series/<code:series>/standings.json", series.json, name="series_json"),
]
