"""URLs of matches, house rules and the home page."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter
from django.views.decorators.http import require_safe
from django.views.generic import TemplateView

import people.web.converters  # noqa: F401
from matches.links import ROLES
from matches.views import end, entry, home, house_rules, links, recorded_hands, table
from people.text.print_language import in_print_language

app_name = "matches"


class LinkRole(StringConverter):
    """The role of a link: "watching" or "scoring"."""

    regex = "|".join(ROLES)


register_converter(LinkRole, "role")

urlpatterns = [
    # The table first: it is requested at every hand, and the first matching path wins.
    path("m/<code:code>/", table.match, name="match"),
    path("m/<code:code>/hand/", entry.hand, name="entry"),
    path("m/<code:code>/draw/", entry.draw, name="draw"),
    path("m/<code:code>/later/", table.later, name="later"),
    path("m/<code:code>/balance/", table.side, name="balance"),
    path("m/<code:code>/screen/", table.screen, name="screen"),
    path("m/<code:code>/overlay/", table.overlay, name="overlay"),
    path("m/<code:code>/embed/", table.embed, name="embed"),
    path("m/<code:code>/penalty/", entry.penalty, name="penalty"),
    path("m/<code:code>/declare/", entry.declare, name="declare"),
    path("m/<code:code>/claims/", entry.claims, name="claims"),
    path("m/<code:code>/waits/", entry.waits, name="waits"),
    path("m/<code:code>/undo/", entry.undo, name="undo"),
    path("m/<code:code>/redo/", entry.redo, name="redo"),
    path("m/<code:code>/extend/", entry.extend, name="extend"),
    path("m/<code:code>/close/", entry.close, name="close"),
    path("m/<code:code>/reopen/", entry.reopen, name="reopen"),
    path("m/<code:code>/hands/<seq:seq>/", recorded_hands.hand, name="hand"),
    path("m/<code:code>/hands/<seq:seq>/correct/", recorded_hands.correct, name="correct"),
    path("m/<code:code>/hands/<seq:seq>/void/", recorded_hands.void, name="void"),
    path("m/<code:code>/hands/after/<seq:seq>/", recorded_hands.insert, name="insert"),
    path("m/<code:code>/end/", end.end, name="end"),
    path("m/<code:code>/guests/", end.link_guest, name="link_guest"),
    path("m/<code:code>/value/", end.point_value, name="value"),
    path("m/<code:code>/players/", end.players, name="players"),
    path("m/<code:code>/rules/", end.rules, name="rules"),
    path("m/<code:code>/card/", house_rules.match_card, name="card"),
    path("m/<code:code>/share/", links.share, name="share"),
    path("m/<code:code>/share/<role:role>/", links.renew, name="renew_link"),
    path("m/<code:code>/share/public/", links.publish, name="publish"),
    path("m/<code:code>/share/phones/<seq:number>/", links.revoke, name="revoke"),
    path("m/<code:code>/join/", links.join_here, name="join_here"),
    path("m/<code:code>/sheet/", end.sheet, name="sheet"),
    path("m/<code:code>/archive/", end.archive, name="archive"),
    path("m/<code:code>/delete/", end.delete, name="delete"),
    path("m/<code:code>/rematch/", home.rematch, name="rematch"),
    path("m/<code:code>/copy/", home.copy, name="copy"),
    path("m/<code:code>/match.csv", end.csv, name="csv"),
    path("m/<code:code>/match.xlsx", end.xlsx, name="xlsx"),
    path("m/<code:code>/match.json", end.json, name="json"),
    path("", home.home, name="home"),
    path("start/", home.start, name="start"),
    path("import/", home.import_file, name="import"),
    path("import/log/", home.import_log, name="import_log"),
    # A page to print: how to enter a hand, and what to do when something is wrong.
    path(
        "help/",
        in_print_language(require_safe(TemplateView.as_view(template_name="matches/home/help.html"))),
        name="help",
    ),
    path("theme/", home.theme, name="theme"),
    # For phones without a network: the texts of `table.later`, and the list of matches the phone has seen.
    path(
        "later/",
        require_safe(TemplateView.as_view(template_name="matches/offline/_unsent_entries.html")),
        name="later_words",
    ),
    path("offline/", require_safe(TemplateView.as_view(template_name="matches/offline/offline.html")), name="offline"),
    path("rules/<slug:system>/<slug:preset>/", house_rules.preset_card, name="preset_card"),
    path("house/", house_rules.listed, name="houses"),
    path("house/new/", house_rules.new, name="house_new"),
    path("house/import/", house_rules.import_profile, name="house_import"),
    path("house/<code:code>/", house_rules.shown, name="house"),
    path("house/<code:code>/<seq:number>/", house_rules.shown, name="house_version"),
    path("house/<code:code>/<seq:number>/card/", house_rules.card, name="house_version_card"),
    path("house/<code:code>/edit/", house_rules.edit, name="house_edit"),
    path("house/<code:code>/hide/", house_rules.hide, name="house_hide"),
    path("house/<code:code>/house-rules.json", house_rules.file, name="house_file"),
    path("house/<code:code>/<seq:number>/house-rules.json", house_rules.file, name="house_version_file"),
    # A match's links: a token instead of a code.
    path("s/<code:token>", links.watch, name="watch"),
    path("t/<code:token>", links.join, name="join"),
]
