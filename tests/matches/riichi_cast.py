"""Helpers that play riichi sanma on the pages."""

from engine.rulesets import BOOKS
from matches.models import Event


def start(phone, preset="tenhou", **house):
    """A match of Ann, Bea and Cho; Ann deals. `house`: options that differ from the preset, as typed."""
    if not house:
        return phone.start(system="riichi_sanma", preset=preset)
    form = phone.get(f"/start/?system=riichi_sanma&preset={preset}").form("/start/")
    named = {option.name: option for option in BOOKS["riichi_sanma"].options}
    told = {f"o.{name}": value for name, value in house.items() if named[name].takes != "list" or value != "none"}
    told |= {f"o.{name}": None for name, value in house.items() if value == "none" and named[name].takes == "list"}
    page = phone.send(form, button=("action", "start"), P1="Ann", P2="Bea", P3="Cho", **told)
    return page.goes_to.split("/")[2]


def sheet(phone, code, query="?winner=P2", **options):
    return phone.get(f"/m/{code}/hand/{query}", **options)


def win(phone, code, winner, source, han, fu="", **told):
    """Enter a hand by numbers."""
    form = sheet(phone, code, f"?winner={winner}").form("/hand/")
    return phone.send(form, button=("save", "1"), status=303, source=source, points=han, bonus=fu, **told)


def draw(phone, code, tenpai=(), riichi_by=(), **told):
    """Enter a drawn hand."""
    form = phone.get(f"/m/{code}/draw/").form("/draw/")
    phone.send(form, status=303, tenpai=list(tenpai), riichi_by=list(riichi_by), **told)


def check(phone, form, htmx=False, **told):
    """Press "Calculate", and check that nothing is saved."""
    page = phone.send(form, button=("action", "check"), htmx=htmx, status=200, **told)
    assert not Event.objects.exists()
    return page


def save(phone, form, htmx=False, **told):
    page = phone.send(form, button=("save", "1"), htmx=htmx, **told)
    assert page.status == (200 if htmx else 303), page
    return Event.objects.order_by("pk").last().payload


def shown_again(phone, code, *names):
    """The values of these fields in the correction of the first entry."""
    form = phone.get(f"/m/{code}/hands/1/correct/").form("/correct/")
    return {name: form.values(name) for name in names}
