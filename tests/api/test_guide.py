"""The guide at /api/: everything that a program needs, on one page without scripts."""

import re
from html import unescape

from api.guide import reference
from api.guide.examples import ALL
from tests.matches.cast import Phone


def test_the_guide_shows_every_example_and_every_endpoint(db):
    html = Phone().get("/api/").html
    text = unescape(html)
    for example in ALL:
        for _name, program in example.programs("http://testserver"):
            assert program in text
    for endpoint in reference.endpoints():
        assert f'id="{endpoint.id}"' in html
        assert endpoint.short in text
    assert re.search(r'href="/api/v1/openapi.json"', html)
