"""The headers of every response, exactly as in docs/security.md."""

PAGE = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
    "object-src 'none'; report-uri /csp-report"
)
FILE = "default-src 'none'; sandbox"
EVERYWHERE = {
    "Content-Security-Policy": PAGE,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": (
        "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=(), screen-wake-lock=(self)"
    ),
    "X-Frame-Options": "DENY",
    "X-Robots-Tag": "noindex",
    "Cache-Control": "no-store",
}


def unlike(headers, others=()):
    """{name: value} of headers that differ from those of every response and from `others`."""
    right = EVERYWHERE | dict(others)
    if headers.get("Content-Disposition", "").startswith("attachment"):
        right["Content-Security-Policy"] = FILE
    if headers.get("Content-Type", "").startswith("text/html") and "charset=utf-8" not in headers["Content-Type"]:
        return {"Content-Type": headers["Content-Type"]}
    return {name: headers.get(name) for name, value in right.items() if headers.get(name) != value}
