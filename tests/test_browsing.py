"""The watch over the browser is itself watched: what it must catch, it catches."""


def test_a_plain_page_opens_without_complaint(phone):
    assert phone.goto("/healthz").text() == "ok\n"


def test_an_inline_script_is_refused_and_heard(phone, complaints):
    phone.goto("/healthz")
    phone.evaluate("document.body.innerHTML = '<img src=x onerror=document.title=1>'")
    phone.wait_for_timeout(100)
    assert phone.title() == ""
    assert any("Content Security Policy" in text for text in complaints.left())
    complaints.allow("Content Security Policy|404")


def test_a_request_to_a_foreign_host_is_heard(desktop, complaints):
    desktop.goto("/healthz")
    desktop.evaluate("fetch('http://example.invalid/').catch(() => 0)")
    desktop.wait_for_timeout(100)
    assert complaints.left() != []
    complaints.allow("example.invalid")
