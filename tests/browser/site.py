"""Every page and every sheet of the site, with data, for the tests of accessibility and layout."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from playwright.sync_api import Page, expect

from matches import actions
from matches.links import links_of
from matches.models import Match
from people.accounts.passwords import link_for
from people.models import Club, User
from tests.browser import halls
from tests.browser.clubs import friday, half_sign_in
from tests.browser.pages import Table
from tests.matches import seasons
from tests.matches.table import discard, new_key, wall
from tests.thorough import sized

# Four hands, one entry of each kind: their seqs are 1 to 5.
ENTRIES = (
    ("hand", wall("P2", 4)),
    ("draw", {"draw": True}),
    ("hand", {**discard("P1", "P3", 6), "waiting": {"P3": True}}),
    ("penalty", {"penalty": {"P1": 5, "P2": -10, "P3": 5}, "ends_hand": False}),
    (
        "hand",
        {
            "winner": "P3",
            "win": {"by": "wall"},
            "patterns": ["seven_pairs", "concealed", "concealed_wall"],
            "bonus_items": {"wall": 1, "concealed": 2, "concealed_wall": 2, "flower": 2},
        },
    ),
)

# Each address is a page: URL name -> its path below the match (or the site).
PAGES = {
    "home": ["/"],
    "offline": ["/offline/"],
    "start": ["/start/", "/start/?preset=experts", "/start/?system=malaysian_fan", "/start/?system=riichi_sanma"],
    "import": ["/import/"],
    "glossary": ["/glossary/"],
    "help": ["/help/"],
    "preset_card": ["/rules/korean_japanese/experts/", "/rules/malaysian_fan/club/", "/rules/riichi_sanma/parlour/"],
    "houses": ["/house/"],
    "house_new": ["/house/new/", "/house/new/?system=malaysian_recap&preset=club"],
    "house_import": ["/house/import/"],
    "house": ["/house/{house}/"],
    "house_version": ["/house/{house}/1/"],
    "house_version_card": ["/house/{house}/1/card/"],
    "house_edit": ["/house/{house}/edit/"],
    "season": ["/c/{season}/season/", "/c/{season}/season/?from=2026-12-01&to=2026-12-31"],
    "player": ["/c/{season}/players/{regular}/"],
    "awards": ["/c/{season}/season/awards/"],
    "ratings": ["/c/{season}/ratings/", "/c/{season}/ratings/?game=honshu"],
    "match": [""],
    "balance": ["balance/"],
    "screen": ["screen/"],
    "overlay": ["overlay/"],
    "embed": ["embed/"],
    "entry": ["hand/?winner=P2", "hand/?winner=P2&way=list", "hand/?winner=P2&way=tiles", "hand/"],
    "draw": ["draw/"],
    "penalty": ["penalty/"],
    "claims": ["claims/"],
    "hand": ["hands/1/", "hands/2/", "hands/4/", "hands/5/"],
    "correct": [
        "hands/1/correct/",
        "hands/2/correct/",
        "hands/4/correct/",
        "hands/5/correct/",
        "hands/1/correct/?kind=draw",
        "hands/1/correct/?way=tiles",
    ],
    "void": ["hands/1/void/"],
    "insert": ["hands/after/1/"],
    "history": ["history/"],
    "end": ["end/"],
    "players": ["players/"],
    "rules": ["rules/"],
    "card": ["card/"],
    "waits": [
        "waits/",
        "waits/?tiles=34p+678m+99m&melds=pong:dR+ckong:dG&seen=2p",
        "waits/?at=1&tiles=dW+dW+567p+678m+345m+99m&holder=P2",
        "waits/?tiles=234p+678p+345m+dW&melds=&declared_ready=1",
        "waits/?tiles=234p+xx&flowers=9",
    ],
    "share": ["share/"],
    "renew_link": ["share/watching/", "share/scoring/"],
    "join": ["/t/{scoring}"],
    "sheet": ["sheet/"],
    "delete": ["delete/"],
    "sign_up": ["/account/new/"],
    "sign_in": ["/account/in/", "/account/in/?show=1"],
    "account": ["/account/"],
    "password": ["/account/password/"],
    "signed_in": ["/account/sessions/"],
    "security": ["/account/security/"],
    "guide": ["/api/"],
    "tokens": ["/account/tokens/"],
    "token_new": ["/account/tokens/new/"],
    "passkey_add": ["/account/security/passkey/"],
    "authenticator_add": ["/account/security/app/"],
    "second_step": ["/account/in/code/", "/account/in/code/?recovery=1"],
    "set_password": ["{link}"],
    "match_club": ["club/"],
    "clubs": ["/c/"],
    "club_new": ["/c/new/"],
    "club_join": ["/c/join/{token}"],
    "club": ["/c/{club}/"],
    "club_matches": ["/c/{club}/matches/"],
    "club_tables": ["/c/{club}/tables/"],
    "club_house": ["/c/{club}/house/"],
    "club_audit": ["/c/{club}/audit/", "/c/{club}/audit/?kind=nights"],
    "account_history": ["/account/history/"],
    "club_settings": ["/c/{club}/settings/"],
    "club_members": ["/c/{club}/members/"],
    "member_remove": ["/c/{club}/members/{member}/remove/"],
    "club_links": ["/c/{club}/links/", "/c/{club}/links/?role=organiser"],
    "roster": ["/c/{club}/players/"],
    "roster_add": ["/c/{club}/players/add/"],
    "player_entry": ["/c/{club}/players/{player}/entry/"],
    "player_erase": ["/c/{club}/players/{player}/erase/"],
    "nights": ["/c/{club}/nights/"],
    "nights_add": ["/c/{club}/nights/add/"],
    "night": ["/c/{club}/nights/{night}/"],
    "night_change": ["/c/{club}/nights/{night}/change/"],
    "night_guests": ["/c/{club}/nights/{night}/guests/"],
    "night_guest": ["/n/{night_token}", "/n/{full_night_token}"],
    "guest": ["/g/{guest_token}"],
    "guest_withdrawn": ["/g/"],
    "webhooks": ["/c/{club}/webhooks/"],
    "webhook_add": ["/c/{club}/webhooks/add/json/", "/c/{club}/webhooks/add/telegram/"],
    "webhook": ["/c/{club}/webhooks/{endpoint}/", "/c/{club}/webhooks/{off}/"],
    "webhook_change": ["/c/{club}/webhooks/{endpoint}/change/"],
    "webhook_remove": ["/c/{club}/webhooks/{endpoint}/remove/"],
    "webhook_message": ["/c/{club}/webhooks/{endpoint}/{message}/"],
    "notify_player": ["/e/{event}/players/1/notify/"],
    "notify_desk": ["/e/{event}/desk/notify/"],
    "notify_table": ["/e/{event}/rounds/2/tables/1/notify/"],
    "notify_nights": ["/c/{club}/nights/notify/"],
    "notified": ["/notifications/"],
    "person": ["/my-data/"],
    "person_erase": ["/my-data/erase/"],
}
# Not pages: URLs that only accept a form or return a file.
NO_PAGES = {
    *(
        "theme",
        "declare",
        "undo",
        "redo",
        "extend",
        "close",
        "reopen",
        "value",
        "archive",
        "rematch",
        "copy",
        "import_log",
    ),
    *("watch", "join_here", "publish", "revoke", "link_guest"),
    *("csv", "xlsx", "json", "house_file", "house_version_file", "house_hide"),
    *("season_csv", "season_hands", "season_xlsx", "season_json", "ratings_csv", "ratings_json"),
    *("sign_out", "end_sessions", "passkey_sign_in", "passkey_challenge", "security_change", "security_txt"),
    *("night_ics", "night_come", "night_add", "night_remove", "guest_ics"),
    *("webhook_step", "member_role", "night_cancel", "nights_rotate", "nights_ics", "nights_key"),
    *("player_claim", "player_give", "player_merge", "player_left", "player_json", "player_csv"),
    *("person_json", "person_csv", "club_audit_csv"),
    *("token_revoke", "openapi"),
    *("notify_stop", "notify_worker", "notify_mail"),
    *("set_language", "healthz", "readyz", "csp_report", "favicon", "worker", "manifest", "later", "later_words"),
}


def profile(table: Table) -> str:
    """The code of a house rules profile with custom items, saved by the phone that scores the match."""
    own = [
        {"key": "song", "name": "Club song", "kind": "bonus", "points": 3, "most": 2, "note": "Sung before the win."},
        {"key": "eight", "name": "Eight winds", "kind": "half"},
    ]
    version = actions.save_house_rules(
        device=Match.objects.get(code=table.code).started_by,
        system="korean_japanese",
        name="Friday club",
        note="Since 2019",
        options={"limit": 60, "own_items": own},
        key=new_key(),
    )
    return version.rules.code


def played_in_a_club() -> dict[str, object]:
    """A public club with a season, and the player with the most data."""
    names = (
        "Bartholomäus Nepomuk Freiherr von Ostsee",
        "Wilhelmina-Philippa van der Oosterscheld",
        "Cho",
        "あいうえおかきくけこさしすせそ",
    )
    friday = seasons.club(name="Donaudampfschifffahrtsgesellschaft")
    people = seasons.players(friday, *names)
    for no in range(4):
        three = [people[(no + shift) % 4] for shift in range(3)]
        seasons.match(friday, three, ENTRIES[0], ENTRIES[1], ENTRIES[2], *ENTRIES[3:4] * no)
    return {"season": friday.code, "regular": people[0].pk}


def addresses(table: Table, every: bool = True) -> Iterator[str]:
    """Yield the paths of every page for this match: all paths of each page, or only its first."""
    scoring = links_of(Match.objects.get(code=table.code))["scoring"].token or ""
    # For a phone that has joined, the scoring link redirects to the table. test_accessibility.py
    # checks the page of the link.
    known = {
        "house": profile(table),
        "link": link_for(User.objects.get_or_create(username="chief")[0]),
        "scoring": scoring,
        **friday(table),
        **played_in_a_club(),
    }
    known |= halls.day(Club.objects.get(code=known["club"]))
    for paths in (*PAGES.values(), *halls.PAGES.values()):
        for path in paths if every else paths[:1]:
            if path.startswith("/account/in/code/"):
                half_sign_in(table, User.objects.get(username="olga"))
            for name, value in known.items():
                path = path.replace(f"{{{name}}}", str(value))
            yield path if path.startswith("/") else f"/m/{table.code}/{path}"


@dataclass(frozen=True)
class Sheet:
    """A sheet that opens on the score page."""

    name: str
    open: Callable[[Page], None]


def _card(page: Page) -> None:
    page.locator("a.player").first.tap()
    expect(page.locator("#sheet-title")).to_be_visible()


def _complete(page: Page) -> None:
    _card(page)
    page.locator("label[for=source-wall]").tap()
    page.locator("label[for=points-5]").tap()
    expect(page.locator("#sheet-bar .words")).to_be_visible()
    page.locator("#sheet-bar summary").tap()


def _list(page: Page) -> None:
    _card(page)
    page.locator("label[for=way-list]").tap()
    expect(page.locator("#ticks")).to_be_visible()
    page.locator("label.pat:has([name='t.all_pongs'])").tap()
    expect(page.locator("[name='t.all_chows']")).to_be_disabled()


def _tiles(page: Page) -> None:
    _card(page)
    page.locator("label[for=way-tiles]").tap()
    page.locator("[data-meld=pong]").tap()
    for tile in ("dR", "dG", "dG", "dG", "1p", "2p", "3p", "6m", "7m"):
        page.locator(f"[data-tile='{tile}']").tap()
    expect(page.locator("#sheet-bar .pts")).to_be_visible()


def _all_tiles(page: Page) -> None:
    _tiles(page)
    for tile in ("8m", "9m", "9m"):
        page.locator(f"[data-tile='{tile}']").tap()
    page.locator("label[for=source-wall]").tap()
    expect(page.locator("#sheet-bar .words")).to_be_visible()


def _two_by_tiles(page: Page) -> None:
    _all_tiles(page)
    page.locator("label[for=source-P2]").tap()
    page.locator("#sheet .if-player a").tap()
    expect(page.locator("label[for=as-it-came]")).to_be_visible()


def _draw(page: Page) -> None:
    page.locator(".bar a[href$='/draw/']").tap()
    expect(page.locator("#sheet-title")).to_be_visible()


def _menu(page: Page) -> None:
    page.locator("details.menu summary").tap()
    expect(page.locator(".menu-list")).to_be_visible()


def _from_menu(ending: str) -> Callable[[Page], None]:
    def open_it(page: Page) -> None:
        _menu(page)
        page.locator(f".menu-list a[href$='{ending}']").tap()
        expect(page.locator("#sheet-title")).to_be_visible()

    return open_it


MAIN = (
    Sheet("hand, complete, with its reasons", _complete),
    Sheet("hand by list", _list),
    Sheet("hand by tiles, complete", _all_tiles),
    Sheet("menu", _menu),
)
OTHERS = (  # similar to MAIN, or to the pages with the same forms
    Sheet("hand", _card),
    Sheet("hand by tiles", _tiles),
    Sheet("goulash", _draw),
    Sheet("penalty", _from_menu("/penalty/")),
    Sheet("two claims", _from_menu("/claims/")),
    Sheet("two claims, one by its tiles", _two_by_tiles),
)
SHEETS = sized(MAIN, MAIN + OTHERS)
