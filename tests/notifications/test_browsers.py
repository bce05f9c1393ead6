"""A push arrives in real browsers: the real service worker fetches the text from the real server and shows it.

Firefox: everything but the push service is real. Firefox itself asks a push service on this machine for an address
(tests/notifications/autopush.py speaks Mozilla's protocol) and our site sends its request there; Firefox gets the
message over its own connection and wakes the service worker.

Chromium: it offers no way to another push service than Google's, so `PushManager.subscribe` is replaced by a function
that returns an address of a push service on this machine. Our site sends its request there; the test then hands an
empty message to the service worker with `ServiceWorker.deliverPushMessage` of the DevTools protocol, as Chromium does
when Google's service delivers one.
"""

import pytest
from playwright.sync_api import expect

from notifications.models import Receiver, Subscription
from tests import other_browsers
from tests.browser.page_checks import WIDTH, barriers_in_themes
from tests.browsing import PHONE, whole_chromium
from tests.notifications.autopush import autopush
from tests.notifications.cast import NotifiedPhone, player_page
from tests.notifications.test_push import seat_of
from tests.tournaments.cast import tournament
from tests.tournaments.table_cast import Hall
from tournaments.draw.write_rounds import publish_rounds
from tournaments.models import Tournament
from tournaments.play import rounds

pytestmark = pytest.mark.django_db(transaction=True)

SHOWN = """navigator.serviceWorker.ready.then((worker) => worker.getNotifications()).then((all) =>
  all.map(({ title, body, tag, data, actions }) => ({ title, body, tag, path: data.path,
  actions: (actions || []).map(({ title }) => title) })))"""
NO_SERVICE = """PushManager.prototype.getSubscription = async () => null;
PushManager.prototype.subscribe = async () => ({ endpoint: "%s", options: {} });"""


def shown(page, many=1):
    """The notifications that the browser shows, when there are as many."""
    for _try in range(100):
        found = page.evaluate(SHOWN)
        if len(found) >= many:
            return found
        page.wait_for_timeout(100)
    raise AssertionError(found)


@pytest.fixture
def hall():
    return Hall(public=True)


def start(hall):
    rounds.start_clock(tournament=hall.tournament, by=hall.owner.user, round=1)


class Chromium:
    """A phone with Chromium that has tapped *Notify me*."""

    def __init__(self, context, service, path):
        self.context = context
        self.context.grant_permissions(["notifications"])
        self.context.add_init_script(NO_SERVICE % service.endpoint())
        self.page = self.context.new_page()
        self.registration = ""
        session = self.context.new_cdp_session(self.page)
        session.on("ServiceWorker.workerRegistrationUpdated", self._registered)
        session.send("ServiceWorker.enable")
        self.session = session
        self.page.goto(path)
        self.page.get_by_role("button", name="Notify me").click()
        expect(self.page.get_by_text("On ✓")).to_be_visible()

    def _registered(self, event):
        for each in event["registrations"]:
            if not each["isDeleted"]:
                self.registration = each["registrationId"]

    def deliver(self):
        """Give the service worker an empty push message."""
        url = self.page.url.split("/")
        told = {"origin": f"{url[0]}//{url[2]}", "registrationId": self.registration, "data": ""}
        self.session.send("ServiceWorker.deliverPushMessage", told)


@pytest.fixture(scope="module")
def whole_browser(browser_type, browser_type_launch_args):
    """A whole Chromium: the headless shell has no notifications."""
    with browser_type.launch(**{**browser_type_launch_args, "executable_path": whole_chromium()}) as browser:
        yield browser


@pytest.fixture
def chromium(whole_browser, complaints, live_server, service, hall):
    with whole_browser.new_context(**PHONE, locale="en-GB", base_url=live_server.url) as context:
        complaints.watch(context)
        yield Chromium(context, service, player_page(hall.tournament))


@pytest.mark.whole_browser
def test_chromium_shows_the_text_that_it_has_fetched(chromium, hall, service, work):
    start(hall)
    work()
    assert len(service.messages) == 1
    chromium.deliver()
    table, wind = seat_of(hall.tournament)
    (found,) = shown(chromium.page)
    assert found["title"] == f"Round 1 has started: table {table}, {wind}"
    assert found["body"].endswith(" Spring cup")
    assert found["path"] == f"/e/{hall.tournament.code}/players/1/"
    assert found["actions"] == ["Stop these"]
    chromium.deliver()  # a message that comes twice replaces the first
    chromium.page.wait_for_timeout(500)
    assert len(chromium.page.evaluate(SHOWN)) == 1


@pytest.mark.thorough
@pytest.mark.whole_browser
def test_chromium_shows_a_general_sentence_where_there_is_no_text(chromium, hall):
    Subscription.objects.all().delete()
    chromium.deliver()
    (found,) = shown(chromium.page)
    assert (found["title"], found["path"]) == ("News from Scorekeeper", "/notifications/")
    assert found["body"] == "The text couldn’t be loaded. Tap to open the page."


# What the browser does on a tap. The test makes the event, and events made by scripts can't keep a worker alive.
TAP = """async (action) => {
  ExtendableEvent.prototype.waitUntil = () => {};
  const [notification] = await self.registration.getNotifications();
  self.dispatchEvent(new NotificationEvent("notificationclick", { notification, action }));
}"""


@pytest.mark.thorough
@pytest.mark.whole_browser
def test_stop_on_the_notification_stops_it_and_closes_it(chromium, hall, service, work):
    start(hall)
    work()
    chromium.deliver()
    shown(chromium.page)
    (worker,) = chromium.context.service_workers
    worker.evaluate(TAP, "stop")
    for _try in range(100):
        if not Subscription.objects.exists():
            break
        chromium.page.wait_for_timeout(100)
    assert (Subscription.objects.count(), chromium.page.evaluate(SHOWN)) == (0, [])
    chromium.page.reload()
    expect(chromium.page.get_by_role("button", name="Notify me")).to_be_visible()


@pytest.mark.thorough
@pytest.mark.whole_browser
def test_a_browser_that_has_lost_its_subscription_offers_to_turn_it_on_again(chromium, hall):
    chromium.page.get_by_role("button", name="Turn on again").click()  # it has none: see NO_SERVICE
    expect(chromium.page.get_by_text("On ✓")).to_be_visible()
    endpoint = Receiver.objects.get().endpoint
    chromium.context.add_init_script(
        f"PushManager.prototype.getSubscription = async () => ({{ endpoint: '{endpoint}' }});"
    )
    chromium.page.reload()
    expect(chromium.page.get_by_text("On ✓")).to_be_visible()
    chromium.page.wait_for_timeout(500)
    expect(chromium.page.get_by_role("button", name="Turn on again")).to_be_hidden()


@pytest.mark.thorough
@pytest.mark.whole_browser
def test_the_list_on_the_phone_stops_it(chromium, hall):
    chromium.page.goto("/notifications/")
    chromium.page.get_by_role("button", name="Stop").click()
    expect(chromium.page.get_by_text("Stopped ✓")).to_be_visible()
    assert Subscription.objects.count() == 0


@pytest.mark.thorough
@pytest.mark.whole_browser
def test_after_another_language_is_chosen_notifications_are_in_that_language(chromium, hall):
    page = chromium.page
    page.locator("form[action='/language'] button[value='cs']").evaluate("button => button.click()")
    expect(page.locator("html")).to_have_attribute("lang", "cs")
    for _try in range(100):
        if Receiver.objects.get().language == "cs":
            break
        page.wait_for_timeout(100)
    page.wait_for_timeout(300)
    Subscription.objects.all().delete()
    chromium.deliver()
    (found,) = shown(page)
    assert (found["title"], found["body"]) == (
        "Zpráva ze Scorekeeperu",
        "Text se nepodařilo načíst. Klepnutím otevřete stránku.",
    )


@pytest.mark.thorough
@pytest.mark.whole_browser
def test_a_page_that_may_no_longer_be_seen_says_so_instead_of_a_busy_server(chromium, hall, complaints):
    complaints.allow("404")
    page = chromium.page
    page.goto(player_page(hall.tournament, 3))
    expect(page.get_by_role("button", name="Notify me")).to_be_visible()
    Tournament.objects.update(public=False)
    page.get_by_role("button", name="Notify me").click()
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()


@pytest.mark.thorough
@pytest.mark.whole_browser
def test_a_form_that_is_too_old_is_loaded_again(chromium, hall, complaints):
    complaints.allow("403")
    page = chromium.page
    page.goto(player_page(hall.tournament, 3))
    page.locator("[data-can] [name=csrfmiddlewaretoken]").evaluate("field => { field.value = 'old'; }")
    page.get_by_role("button", name="Notify me").click()
    expect(page.locator("[data-can] [name=csrfmiddlewaretoken]")).not_to_have_value("old")
    page.get_by_role("button", name="Notify me").click()
    expect(page.get_by_text("On ✓")).to_be_visible()


@pytest.mark.thorough  # for every change, test_every_page.py opens these pages
def test_the_pages_shut_nobody_out_and_fit_a_phone(new_context, settings, live_server, hall, service):
    settings.EMAIL_URL = "smtp://mail.example"
    known = NotifiedPhone(service)
    for number in (1, 2):
        known.subscribe(player_page(hall.tournament, number))
    context = new_context()
    for name, cookie in known.phone.client.cookies.items():
        context.add_cookies([{"name": name, "value": cookie.value, "url": live_server.url}])
    page = context.new_page()
    found = []
    table = f"/e/{hall.tournament.code}/rounds/1/tables/1/notify/"
    for path in (player_page(hall.tournament, 1), player_page(hall.tournament, 3), "/notifications/", table):
        page.goto(path)
        found += barriers_in_themes(page, path)
        assert page.evaluate(WIDTH) <= 360
    assert found == []


def test_without_scripts_the_page_offers_email_and_the_calendar(new_context, settings, hall):
    settings.EMAIL_URL = "smtp://mail.example"
    page = new_context(java_script_enabled=False).new_page()
    page.goto(player_page(hall.tournament))
    expect(page.get_by_text("This needs JavaScript, which is off in this browser.")).to_be_visible()
    expect(page.get_by_role("button", name="Notify me")).to_be_hidden()
    page.get_by_label("Email address").fill("ann@mail.example")
    page.get_by_role("button", name="Send link").tap()
    expect(page.get_by_text("Check your mailbox")).to_be_visible()
    expect(page.get_by_role("link", name="Calendar file")).to_be_visible()


def test_a_site_without_the_service_worker_says_so(new_context, settings, hall):
    settings.SERVICE_WORKER = False
    page = new_context().new_page()
    page.goto(player_page(hall.tournament))
    expect(page.get_by_text("Its administrator has switched the service worker off.")).to_be_visible()
    expect(page.get_by_role("button", name="Notify me")).to_be_hidden()


@pytest.mark.parametrize("secure", [pytest.param(True, marks=pytest.mark.thorough), False])
def test_the_empty_list_says_that_a_site_without_encryption_sends_none(new_context, base_url, secure):
    page = new_context().new_page()
    if not secure:
        page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    page.goto("/notifications/")
    expect(page.get_by_role("heading", name="No notifications")).to_be_visible()
    expect(page.get_by_text("This site runs on a local network without encryption.")).to_be_visible(visible=not secure)
    expect(page.get_by_text("To get some, open a player’s page")).to_be_visible(visible=secure)
    assert barriers_in_themes(page, "/notifications/") == []


FIREFOX_PREFS = {
    "dom.push.enabled": True,
    "dom.push.connection.enabled": True,
    "dom.push.testing.allowInsecureServerURL": True,
    "dom.push.alwaysConnect": True,
    "permissions.default.desktop-notification": 1,
    "dom.webnotifications.enabled": True,
    "dom.serviceWorkers.enabled": True,
    "alerts.useSystemBackend": False,
}


@pytest.mark.thorough
@pytest.mark.firefox
def test_firefox_subscribes_at_a_push_service_and_shows_what_it_delivers(playwright, live_server, hall, service, work):
    event = tournament(hall.club, drawn=1, public=True, name="Autumn cup")
    with autopush(service.endpoint("{channel}")) as server:
        service.on_message = lambda message: server.notify(message.path.rpartition("/")[2])
        prefs = {**FIREFOX_PREFS, "dom.push.serverURL": server.url}
        with other_browsers.firefox(playwright, prefs) as browser:
            page = browser.new_context(locale="en-GB").new_page()
            page.goto(live_server.url + player_page(event))
            page.get_by_role("button", name="Notify me").click()
            expect(page.get_by_text("On ✓")).to_be_visible()
            publish_rounds(tournament=event, by=hall.owner.user, upto=1)
            work()
            (message,) = service.messages
            assert message.body == b""
            table, wind = seat_of(event)
            (found,) = shown(page)
            assert found["title"] == f"Round 1: table {table}, {wind}"
            assert found["body"].endswith(" Autumn cup")
