"""The table of rights: a row for every URL and method, a column for every role. Data only.

A cell is the status of the response. `.` is 404: a forbidden page looks like one that doesn't exist. 410: the right to
score was revoked, and the page says so. 302 and 303 for roles without the right: redirected to sign in. A method
without a row gets 405 for every role. `@` marks a variant of the same URL. `public`: the club and the match are public
(without such a row, the responses stay the same); `demo`; `loose`: in no club; `club`: owned by the club; `unknown`: an
invalid token; `link`: a valid token; `wrong`: an invalid code.

tests/rights/cast.py explains the columns and has the parameters of each URL; bodies.py has the form data. Add the rows
of a new URL here (for tournaments in tournament_table.py, for `/api/v1/` in api_table.py) and, if it has other
parameters than a code, add them to cast.py.

The last three columns of `COLUMNS` are programs with a token. Outside `/api/v1/` a token has no effect, so the rows
here have no cells for them: they get the response of a browser without cookies.
"""

from tests.rights.api_table import API
from tests.rights.tournament_table import TOURNAMENTS

TABLE = """
name                       how  anon view join mine gone old  acct memb seat scor ref  org  own  away site shut

# What is open to everybody; files for machines; what is a phone's own.
matches:home               GET  all 200
matches:start              GET  all 200
matches:start              POST all 303
matches:import             GET  all 200
matches:import             POST all 422
matches:import_log         GET  all 405
matches:import_log         POST all 303
clubs:glossary             GET  all 200
matches:help               GET  all 200
matches:theme              POST all 303
matches:preset_card        GET  all 200
matches:houses             GET  all 200
matches:house_new          GET  all 200
matches:house_new          POST all 303
matches:house_import       GET  all 200
matches:house_import       POST all 422
matches:house              GET  all 200
matches:house_version      GET  all 200
matches:house_version_card GET  all 200
matches:house_edit         GET  .    .    .    200  .    .    .    .    .    .    .    .    .    .    .    .
matches:house_edit@club    GET  .    .    .    .    .    .    .    .    .    .    .    200  200  .    200  .
matches:house_edit         POST .    .    .    303  .    .    .    .    .    .    .    .    .    .    .    .
matches:house_edit@club    POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
matches:house_hide         POST .    .    .    303  .    .    .    .    .    .    .    .    .    .    .    .
matches:house_hide@club    POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
matches:house_file         GET  all 200
matches:house_version_file GET  all 200
matches:offline            GET  all 200
matches:later_words        GET  all 200
worker                     GET  all 200
manifest                   GET  all 200
set_language               POST all 302
healthz                    GET  all 200
readyz                     GET  all 200
csp_report                 POST all 204
favicon                    GET  all 302
security_txt               GET  all 404
api:guide                  GET  all 200
api:openapi                GET  all 200
notifications:notified     GET  all 200
notifications:notify_stop  POST all 303
notifications:notify_worker POST all 404
notifications:notify_mail  GET  all 200
notifications:notify_mail  POST all 200

# Links: who has the token may. One that opens nothing is a page that is not there.
people:set_password        GET  all 404
people:set_password        POST all 404
people:set_password@link   GET  all 200
people:set_password@link   POST all 303
people:club_join           GET  all 200
people:club_join           POST 302  302  302  302  302  302  303  303  303  303  303  303  303  303  303  302
people:club_join@unknown   GET  all 404
people:club_join@unknown   POST all 404
people:nights_key          GET  all 200
people:nights_key@unknown  GET  all 404
people:night_guest         GET  all 200
people:night_guest         POST all 303
people:night_guest@unknown GET  all 404
people:night_guest@unknown POST all 404
people:guest               GET  all 200
people:guest               POST all 303
people:guest@unknown       GET  all 404
people:guest@unknown       POST all 404
people:guest_ics           GET  all 200
people:guest_ics@unknown   GET  all 404
people:guest_withdrawn     GET  all 200
matches:watch              GET  all 303
matches:watch@unknown      GET  all 404
matches:join               GET  200  200  303  303  200  200  200  200  200  200  200  200  200  200  200  200
matches:join               POST all 303
matches:join@unknown       GET  all 404
matches:join@unknown       POST all 404

# A match: looked at.
matches:match              GET  .    200  200  200  200  .    .    200  200  200  200  200  200  .    200  .
matches:match@public       GET  all 200
matches:match@demo         GET  all 200
matches:later              GET  .    200  200  200  200  .    .    200  200  200  200  200  200  .    200  .
matches:later@public       GET  all 200
matches:screen             GET  .    200  200  200  200  .    .    200  200  200  200  200  200  .    200  .
matches:screen@public      GET  all 200
matches:overlay            GET  .    200  200  200  200  .    .    200  200  200  200  200  200  .    200  .
matches:overlay@public     GET  all 200
matches:embed              GET  .    200  200  200  200  .    .    200  200  200  200  200  200  .    200  .
matches:embed@public       GET  all 200
matches:balance            GET  .    200  200  200  200  .    .    200  200  200  200  200  200  .    200  .
matches:balance@public     GET  all 200
matches:waits              GET  .    200  200  200  200  .    .    200  200  200  200  200  200  .    200  .
matches:waits@public       GET  all 200
matches:hand               GET  .    200  200  200  200  .    .    200  200  200  200  200  200  .    200  .
matches:hand@public        GET  all 200
clubs:history            GET  .    200  200  200  200  .    .    200  200  200  200  200  200  .    200  .
clubs:history@public     GET  all 200
matches:end                GET  .    200  200  200  200  .    .    200  200  200  200  200  200  .    200  .
matches:end@public         GET  all 200
matches:rules              GET  .    200  200  200  200  .    .    200  200  200  200  200  200  .    200  .
matches:rules@public       GET  all 200
matches:card               GET  .    200  200  200  200  .    .    200  200  200  200  200  200  .    200  .
matches:card@public        GET  all 200
matches:share              GET  .    200  200  200  200  .    .    200  200  200  200  200  200  .    200  .
matches:share@public       GET  all 200
matches:sheet              GET  .    200  200  200  200  .    .    200  200  200  200  200  200  .    200  .
matches:sheet@public       GET  all 200
matches:csv                GET  .    200  200  200  200  .    .    200  200  200  200  200  200  .    200  .
matches:csv@public         GET  all 200
matches:xlsx               GET  .    200  200  200  200  .    .    200  200  200  200  200  200  .    200  .
matches:xlsx@public        GET  all 200
matches:json               GET  .    200  200  200  200  .    .    200  200  200  200  200  200  .    200  .
matches:json@public        GET  all 200

# A match: scored.
matches:entry              GET  .    .    200  200  410  .    .    .    .    .    .    .    .    .    .    .
matches:entry              POST .    .    303  303  410  .    .    .    .    .    .    .    .    .    .    .
matches:entry@demo         GET  all 404
matches:entry@demo         POST all 404
matches:draw               GET  .    .    200  200  410  .    .    .    .    .    .    .    .    .    .    .
matches:draw               POST .    .    303  303  410  .    .    .    .    .    .    .    .    .    .    .
matches:penalty            GET  .    .    200  200  410  .    .    .    .    .    .    .    .    .    .    .
matches:penalty            POST .    .    303  303  410  .    .    .    .    .    .    .    .    .    .    .
matches:declare            POST .    .    .    .    410  .    .    .    .    .    .    .    .    .    .    .
matches:claims             GET  .    .    200  200  410  .    .    .    .    .    .    .    .    .    .    .
matches:claims             POST .    .    303  303  410  .    .    .    .    .    .    .    .    .    .    .
matches:undo               POST .    .    303  303  410  .    .    .    .    .    .    .    .    .    .    .
matches:redo               POST .    .    422  422  410  .    .    .    .    .    .    .    .    .    .    .
matches:extend             POST .    .    303  303  410  .    .    .    .    .    .    .    .    .    .    .
matches:close              POST .    .    303  303  410  .    .    .    .    .    .    .    .    .    .    .
matches:reopen             POST .    .    422  422  410  .    .    .    .    .    .    .    .    .    .    .
matches:correct            GET  .    .    200  200  410  .    .    .    .    .    .    .    .    .    .    .
matches:correct            POST .    .    303  303  410  .    .    .    .    .    .    .    .    .    .    .
matches:void               GET  .    .    200  200  410  .    .    .    .    .    .    .    .    .    .    .
matches:void               POST .    .    303  303  410  .    .    .    .    .    .    .    .    .    .    .
matches:insert             GET  .    .    200  200  410  .    .    .    .    .    .    .    .    .    .    .
matches:insert             POST .    .    303  303  410  .    .    .    .    .    .    .    .    .    .    .
matches:value              POST .    .    303  303  410  .    .    .    .    .    .    .    .    .    .    .
matches:players            GET  .    .    200  200  410  .    .    .    .    .    .    .    .    .    .    .
matches:players            POST .    .    303  303  410  .    .    .    .    .    .    .    .    .    .    .
matches:rematch            POST .    .    303  303  410  .    .    .    .    .    .    .    .    .    .    .

# A match: managed, joined, copied; into a club and out of it.
matches:link_guest         POST .    .    .    .    .    .    .    .    .    303  303  303  303  .    303  .
clubs:match_club         GET  .    .    .    .    .    .    .    .    .    .    .    200  200  .    200  .
clubs:match_club         POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
clubs:match_club@loose   GET  .    .    .    302  .    .    .    .    .    .    .    .    .    .    .    .
clubs:match_club@loose   POST .    .    .    302  .    .    .    .    .    .    .    .    .    .    .    .
matches:renew_link         GET  .    .    .    200  410  .    .    .    .    .    .    200  200  .    200  .
matches:renew_link         POST .    .    .    303  410  .    .    .    .    .    .    303  303  .    303  .
matches:publish            POST .    .    .    303  410  .    .    .    .    .    .    303  303  .    303  .
matches:revoke             POST .    .    .    303  410  .    .    .    .    .    303  303  303  .    303  .
matches:join_here          POST .    .    303  303  410  .    .    .    .    303  303  303  303  .    303  .
matches:archive            POST .    .    .    303  410  .    .    .    .    .    .    303  303  .    303  .
matches:delete             GET  .    .    .    200  410  .    .    .    .    .    .    200  200  .    200  .
matches:delete             POST .    .    .    303  410  .    .    .    .    .    .    303  303  .    303  .
matches:copy               POST all 404
matches:copy@demo          POST all 303

# A club: read.
people:club_members        GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
people:roster              GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
people:nights              GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
people:nights@public       GET  all 200
people:nights_ics          GET  all 404
people:nights_ics@public   GET  all 200
people:night               GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
people:night@public        GET  all 200
people:night_ics           GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
people:night_ics@public    GET  all 200
clubs:season             GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
clubs:season@public      GET  all 200
clubs:season_csv         GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
clubs:season_csv@public  GET  all 200
clubs:season_hands       GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
clubs:season_hands@public GET all 200
clubs:season_xlsx        GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
clubs:season_xlsx@public GET  all 200
clubs:season_json        GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
clubs:season_json@public GET  all 200
clubs:awards             GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
clubs:ratings            GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
clubs:awards@public      GET  all 200
clubs:ratings@public     GET  all 200
clubs:ratings_csv        GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
clubs:ratings_csv@public GET  all 200
clubs:ratings_json       GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
clubs:ratings_json@public GET all 200
clubs:player             GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
clubs:player@public      GET  all 200
clubs:club               GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
clubs:club@public        GET  all 200
clubs:club_matches       GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
clubs:club_house         GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .

# A club: its people, nights and settings.
clubs:club_audit         GET  .    .    .    .    .    .    .    .    .    .    .    200  200  .    200  .
clubs:club_audit_csv     GET  .    .    .    .    .    .    .    .    .    .    .    200  200  .    200  .
clubs:club_tables        GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
clubs:club_tables@public GET  all 200
people:club_settings       GET  .    .    .    .    .    .    .    .    .    .    .    200  200  .    200  .
people:club_settings       POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
people:member_role         POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
people:member_remove       GET  .    .    .    .    .    .    .    .    .    .    .    200  200  .    200  .
people:member_remove       POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
people:club_links          GET  .    .    .    .    .    .    .    .    .    .    .    200  200  .    200  .
people:club_links          POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
people:roster_add          GET  .    .    .    .    .    .    .    .    .    200  200  200  200  .    200  .
people:roster_add          POST .    .    .    .    .    .    .    .    .    303  303  303  303  .    303  .
notifications:notify_nights GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
notifications:notify_nights POST .    .    .    .    .    .    .    422  422  422  422  422  422  .    422  .
people:nights_add          GET  .    .    .    .    .    .    .    .    .    .    .    200  200  .    200  .
people:nights_add          POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
people:night_change        GET  .    .    .    .    .    .    .    .    .    .    .    200  200  .    200  .
people:night_change        POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
people:night_come          POST .    .    .    .    .    .    .    303  303  303  303  303  303  .    303  .
people:night_add           POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
people:night_remove        POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
people:night_guests        GET  .    .    .    .    .    .    .    .    .    .    .    200  200  .    200  .
people:night_guests        POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
people:night_cancel        POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
people:nights_rotate       POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
clubs:player_entry       GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
clubs:player_entry       POST .    .    .    .    .    .    .    .    303  .    .    303  303  .    303  .
clubs:player_claim       POST .    .    .    .    .    .    .    303  303  303  303  303  303  .    303  .
clubs:player_give        POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
clubs:player_merge       POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
clubs:player_left        POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
clubs:player_erase       GET  .    .    .    .    .    .    .    .    200  .    .    200  200  .    200  .
clubs:player_erase       POST .    .    .    .    .    .    .    .    303  .    .    303  303  .    303  .
clubs:player_json        GET  .    .    .    .    .    .    .    .    200  .    .    200  200  .    200  .
clubs:player_csv         GET  .    .    .    .    .    .    .    .    200  .    .    200  200  .    200  .

# A club: its webhooks.
webhooks:webhooks            GET  .    .    .    .    .    .    .    .    .    .    .    200  200  .    200  .
webhooks:webhook_add             GET  .    .    .    .    .    .    .    .    .    .    .    200  200  .    200  .
webhooks:webhook_add             POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
webhooks:webhook        GET  .    .    .    .    .    .    .    .    .    .    .    200  200  .    200  .
webhooks:webhook_change          GET  .    .    .    .    .    .    .    .    .    .    .    200  200  .    200  .
webhooks:webhook_change          POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
webhooks:webhook_step            POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
webhooks:webhook_remove          GET  .    .    .    .    .    .    .    .    .    .    .    200  200  .    200  .
webhooks:webhook_remove          POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
webhooks:webhook_message         GET  .    .    .    .    .    .    .    .    .    .    .    200  200  .    200  .
webhooks:webhook_message         POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .

# Accounts: a guest is sent to sign in.
clubs:account_history    GET  302  302  302  302  302  302  200  200  200  200  200  200  200  200  200  302
people:account             GET  303  303  303  303  303  303  200  200  200  200  200  200  200  200  200  303
people:account             POST all 303
people:sign_up             GET  all 200
people:sign_up             POST all 303
people:sign_in             GET  all 200
people:sign_in             POST all 422
people:second_step         GET  all 303
people:second_step         POST all 303
people:passkey_sign_in     POST all 422
people:passkey_challenge   GET  all 200
people:sign_out            POST all 303
people:password            GET  303  303  303  303  303  303  200  200  200  200  200  200  200  200  200  303
people:password            POST all 303
people:security            GET  303  303  303  303  303  303  200  200  200  200  200  200  200  200  200  303
people:security_change     POST all 303
people:passkey_add         GET  303  303  303  303  303  303  200  200  200  200  200  200  200  200  200  303
people:passkey_add         POST 303  303  303  303  303  303  422  422  422  422  422  422  422  422  422  303
people:authenticator_add   GET  303  303  303  303  303  303  200  200  200  200  200  200  200  200  200  303
people:authenticator_add   POST 303  303  303  303  303  303  422  422  422  422  422  422  422  422  422  303
api:tokens                 GET  303  303  303  303  303  303  200  200  200  200  200  200  200  200  200  303
api:token_new              GET  303  303  303  303  303  303  200  200  200  200  200  200  200  200  200  303
api:token_new              POST 303  303  303  303  303  303  422  200  200  200  200  200  200  422  422  303
api:token_revoke           POST 303  303  303  303  303  303  .    .    .    .    .    .    .    .    .    303
people:signed_in           GET  303  303  303  303  303  303  200  200  200  200  200  200  200  200  200  303
people:end_sessions        POST all 303
people:clubs               GET  all 200
people:club_new            GET  302  302  302  302  302  302  200  200  200  200  200  200  200  200  200  302
people:club_new            POST 302  302  302  302  302  302  303  303  303  303  303  303  303  303  303  302
clubs:person             GET  302  302  302  302  302  302  200  200  200  200  200  200  200  200  200  302
clubs:person_json        GET  302  302  302  302  302  302  200  200  200  200  200  200  200  200  200  302
clubs:person_csv         GET  302  302  302  302  302  302  200  200  200  200  200  200  200  200  200  302
clubs:person_erase       GET  302  302  302  302  302  302  200  200  200  200  200  200  200  200  200  302
clubs:person_erase       POST 302  302  302  302  302  302  303  303  303  303  303  303  303  303  303  302
"""

# Headers that differ from those of other responses (tests/test_wiring.py checks them).
HEADERS = {
    "favicon": {"Cache-Control": "max-age=86400"},
    "worker": {"Cache-Control": "no-cache"},
    "manifest": {"Cache-Control": "no-cache"},
    "people:nights_key": {"Content-Security-Policy": "default-src 'none'; sandbox"},
    "tournaments:ics": {"Content-Security-Policy": "default-src 'none'; sandbox"},
    "tournaments:file_tsv": {"Content-Security-Policy": "default-src 'none'; sandbox"},
    "people:night_ics": {"Content-Security-Policy": "default-src 'none'; sandbox"},
    "people:guest_ics": {"Content-Security-Policy": "default-src 'none'; sandbox"},
    "people:nights_ics": {"Content-Security-Policy": "default-src 'none'; sandbox"},
}


TOKENS = ("tokr", "toks", "toko")


def lines_of(text: str) -> tuple[list[str], list[list[str]]]:
    """The names of the columns, and the rows split into words."""
    (_name, _how, *columns), *rows = [
        line.split() for line in text.splitlines() if line.strip() and not line.startswith("#")
    ]
    return columns, rows


def read(text: str, api: str) -> tuple[tuple[str, ...], dict[tuple[str, str], dict[str, int]]]:
    """The columns, and {(name, method): {role: status}}."""
    browsers, rows = lines_of(text)
    columns = (*browsers, *TOKENS)
    found: dict[tuple[str, str], dict[str, int]] = {}
    for name, how, *cells in [*rows, *lines_of(api)[1]]:
        assert (name, how) not in found, f"two rows for {name} {how}"
        if cells[0] == "all":
            statuses = cells[1:] * len(columns)
        elif name.startswith("api-v1:"):
            statuses = cells[:1] * len(browsers) + cells[1:]
        else:
            statuses = cells + cells[:1] * len(TOKENS)
        assert len(statuses) == len(columns), f"{name} {how} has {len(cells)} cells"
        found[name, how] = {
            role: 404 if cell == "." else int(cell) for role, cell in zip(columns, statuses, strict=True)
        }
    return columns, found


COLUMNS, ROWS = read(TABLE + TOURNAMENTS, API)
