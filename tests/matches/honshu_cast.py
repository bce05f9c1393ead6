"""Helpers that play Honshu sanma on the pages: drawn hands, a match of four hands."""

from matches.models import Event


def draw(phone, code, tenpai=(), riichi_by=()):
    """Enter a drawn hand: who was tenpai, who had declared riichi."""
    form = phone.get(f"/m/{code}/draw/").form("/draw/")
    phone.send(form, status=303, tenpai=list(tenpai), riichi_by=list(riichi_by))


def play(phone, code):
    """Ann tsumo with riichi; drawn, Ann alone tenpai; drawn, Cho alone tenpai, Bea's stick stays; Bea ron from Cho."""
    phone.hand(code, "P1", "wall", "6", riichi_by=["P1"])
    draw(phone, code, ["P1"], ["P1", "P2"])
    draw(phone, code, ["P3"], ["P3"])
    phone.hand(code, "P3", "P2", "5", riichi_by=["P1"])


def sheet(phone, code, query="?winner=P1", **options):
    return phone.get(f"/m/{code}/hand/{query}", **options)


def check(phone, form, htmx=False, **told):
    """Press "Work out", and check that nothing is saved."""
    page = phone.send(form, button=("action", "check"), htmx=htmx, status=200, **told)
    assert not Event.objects.exists()
    return page


def save(phone, form, htmx=False, **told):
    page = phone.send(form, button=("save", "1"), htmx=htmx, **told)
    assert page.status == (200 if htmx else 303), page
    return Event.objects.order_by("pk").last().payload


def shown_again(phone, code, seq, *names):
    """The values of these fields in the correction of an entry."""
    form = phone.get(f"/m/{code}/hands/{seq}/correct/").form("/correct/")
    return {name: form.values(name) for name in names}
