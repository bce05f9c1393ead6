"""The service worker, its list of files, and the web app manifest."""

import hashlib
import json
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

# The files that a table and the list of matches need offline.
SHELL = (
    "css/app.css",
    "css/later.css",
    "django_htmx/htmx-2.min.js",
    "js/app.js",
    "js/table.js",
    "js/live.js",
    "js/later.js",
    "js/outbox.js",
    "js/offline.js",
    "img/favicon.svg",
    "img/sprite.svg",
    "img/tiles.svg",
)
ICONS = (("192", "any"), ("512", "any"), ("512", "maskable"))


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The script static/js/worker.js with its version and its list of files. It unregisters itself if `SERVICE_WORKER`
    is off. Browsers request it at each visit and compare it byte by byte.
    """
    kit = {
        "on": settings.SERVICE_WORKER,
        "version": version(),
        "shell": [reverse("matches:offline"), reverse("matches:later_words"), *map(static, SHELL)],
    }
    script = f"const KIT = {json.dumps(kit)};\n{_source('js/worker.js')}"
    response = HttpResponse(script, content_type="text/javascript; charset=utf-8")
    response.headers["Cache-Control"] = "no-cache"
    return response


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """The web app manifest, in the language of the request."""
    content = {
        "id": "/",
        "name": _("Scorekeeper"),
        "short_name": _("Scorekeeper"),
        "description": _("Keep score of three-player mahjong on one phone passed round the table."),
        "lang": get_language(),
        "start_url": reverse("matches:home"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#17463b",
        "theme_color": "#17463b",
        "icons": [
            {
                "src": static(f"img/icon-{'maskable-' if purpose == 'maskable' else ''}{size}.png"),
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": purpose,
            }
            for size, purpose in ICONS
        ],
    }
    response = JsonResponse(content, content_type="application/manifest+json")
    response.headers["Cache-Control"] = "no-cache"
    return response


def version() -> str:
    """A version that changes with the static files: the hash of the manifest or, without one, of the main files."""
    if manifest_hash := getattr(staticfiles_storage, "manifest_hash", ""):
        return str(manifest_hash)
    return hashlib.sha256("".join(map(_source, (*SHELL[:2], *SHELL[3:9]))).encode()).hexdigest()[:12]


def _source(name: str) -> str:
    path = finders.find(name)
    assert isinstance(path, str)
    return Path(path).read_text(encoding="utf-8")
