"""Static files as they are collected."""

from django.core.files.base import ContentFile

from scorekeeper.storage import KnownFiles


def test_stylesheets_are_sent_without_their_comments(tmp_path):
    storage = KnownFiles(location=tmp_path, base_url="/static/")
    storage.save("a.css", ContentFile(b"/* why\nso */\n@layer a {\n  b { c: d; } /* and this */\n}\n"))
    storage.save("a.js", ContentFile(b"/* kept */"))
    assert (tmp_path / "a.css").read_bytes() == b"@layer a {\n  b { c: d; } }\n"
    assert (tmp_path / "a.js").read_bytes() == b"/* kept */"
