"""Static files as they are collected."""

from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage

from scorekeeper.web.static_files import KnownFiles


def test_stylesheets_are_sent_without_their_comments(tmp_path):
    source = FileSystemStorage(tmp_path / "source")
    source.save("a.css", ContentFile(b"/* why\nso */\n@layer a {\n  b { c: d; } /* and this */\n}\n"))
    source.save("a.js", ContentFile(b"/* kept */"))
    collected = KnownFiles(location=tmp_path / "static", base_url="/static/")
    for name in ("a.css", "a.js"):
        with source.open(name) as file:
            collected.save(name, file)
    list(collected.post_process({name: (source, name) for name in ("a.css", "a.js")}))
    sent = {name: (tmp_path / collected.url(name).removeprefix("/")).read_bytes() for name in ("a.css", "a.js")}
    assert sent == {"a.css": b"@layer a {\n  b { c: d; } }\n", "a.js": b"/* kept */"}
