"""The pages of one table."""

from django.urls import path, register_converter

from matches.views import cards, course, end, files, hand, home, house, table, waits

app_name = "matches"


class Code:
    """The code of a match in an address."""

    regex = "[A-Za-z0-9_-]{22}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class Seq:
    """The number of an event: small enough for every database."""

    regex = "[0-9]{1,6}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


register_converter(Code, "code")
register_converter(Seq, "seq")

urlpatterns = [
    path("", home.home, name="home"),
    path("start/", home.start, name="start"),
    path("import/", home.import_file, name="import"),
    path("glossary/", home.glossary_page, name="glossary"),
    path("theme/", home.theme, name="theme"),
    path("rules/<slug:system>/<slug:preset>/", cards.preset_card, name="preset_card"),
    path("house/", house.listed, name="houses"),
    path("house/new/", house.new, name="house_new"),
    path("house/import/", house.bring_in, name="house_import"),
    path("house/<code:code>/", house.shown, name="house"),
    path("house/<code:code>/<seq:number>/", house.shown, name="house_version"),
    path("house/<code:code>/<seq:number>/card/", house.card, name="house_version_card"),
    path("house/<code:code>/edit/", house.edit, name="house_edit"),
    path("house/<code:code>/hide/", house.hide, name="house_hide"),
    path("house/<code:code>/house-rules.json", house.file, name="house_file"),
    path("house/<code:code>/<seq:number>/house-rules.json", house.file, name="house_version_file"),
    path("m/<code:code>/", table.match, name="match"),
    path("m/<code:code>/balance/", table.side, name="balance"),
    path("m/<code:code>/hand/", table.entry, name="entry"),
    path("m/<code:code>/draw/", table.draw, name="draw"),
    path("m/<code:code>/penalty/", table.penalty, name="penalty"),
    path("m/<code:code>/claims/", table.claims, name="claims"),
    path("m/<code:code>/waits/", waits.waits, name="waits"),
    path("m/<code:code>/undo/", course.undo, name="undo"),
    path("m/<code:code>/redo/", course.redo, name="redo"),
    path("m/<code:code>/extend/", course.extend, name="extend"),
    path("m/<code:code>/close/", course.close, name="close"),
    path("m/<code:code>/reopen/", course.reopen, name="reopen"),
    path("m/<code:code>/hands/<seq:seq>/", hand.hand, name="hand"),
    path("m/<code:code>/hands/<seq:seq>/correct/", hand.correct, name="correct"),
    path("m/<code:code>/hands/<seq:seq>/void/", hand.void, name="void"),
    path("m/<code:code>/hands/after/<seq:seq>/", hand.insert, name="insert"),
    path("m/<code:code>/history/", hand.history, name="history"),
    path("m/<code:code>/end/", end.end, name="end"),
    path("m/<code:code>/value/", end.point_value, name="value"),
    path("m/<code:code>/players/", end.players, name="players"),
    path("m/<code:code>/rules/", end.rules, name="rules"),
    path("m/<code:code>/card/", cards.card, name="card"),
    path("m/<code:code>/share/", end.share, name="share"),
    path("m/<code:code>/sheet/", end.sheet, name="sheet"),
    path("m/<code:code>/archive/", end.archive, name="archive"),
    path("m/<code:code>/delete/", end.delete, name="delete"),
    path("m/<code:code>/rematch/", home.rematch, name="rematch"),
    path("m/<code:code>/copy/", home.copy, name="copy"),
    path("m/<code:code>/match.csv", files.csv, name="csv"),
    path("m/<code:code>/match.xlsx", files.xlsx, name="xlsx"),
    path("m/<code:code>/match.json", files.json, name="json"),
]
