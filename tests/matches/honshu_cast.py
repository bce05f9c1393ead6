"""What a table of Honshu sanma does on the pages: hands that are drawn, a match of four hands."""


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
