"""The storage of static files, the service worker with its list of files, and the web app manifest."""

import hashlib
import json
import re
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.files.base import ContentFile, File
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from whitenoise.storage import CompressedManifestStaticFilesStorage

# The files that a table and the list of matches need offline; a change to SOURCES is a new version.
SCRIPTS = ("app", "table", "live", "later", "outbox", "offline")
SOURCES = ("css/app.css", "css/later.css", *(f"js/{name}.js" for name in SCRIPTS))
SHELL = (*SOURCES, "django_htmx/htmx-2.min.js", "img/favicon.svg", "img/sprite.svg", "img/tiles.svg")
ICONS = (("192", "any"), ("512", "any"), ("512", "maskable"))
REVALIDATED = {"Cache-Control": "no-cache"}
COMMENT = re.compile(rb"/\*.*?\*/\s*", re.DOTALL)


class KnownFiles(CompressedManifestStaticFilesStorage):
    """A storage for the files of the manifest, which never changes while a process runs: URLs are computed once."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self._known: dict[str, str] = {}

    def url(self, name: str, force: bool = False) -> str:
        """The URL of a file, with the hash of its content. Raises `ValueError` if the file is not in the manifest."""
        if force or name not in self._known:
            self._known[name] = super().url(name, force)
        return self._known[name]

    def _save(self, name: str, content: File) -> str:
        if name.endswith(".css"):
            content = ContentFile(COMMENT.sub(b"", b"".join(content.chunks())))
        return str(super()._save(name, content))


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The script static/js/worker.js with its version and its list of files.

    The worker unregisters itself if `SERVICE_WORKER` is off. Browsers request the script at each visit and compare it
    byte by byte.
    """
    kit = {
        "on": settings.SERVICE_WORKER,
        "version": version(),
        "icon": static("img/icon-192.png"),
        "shell": [reverse("matches:offline"), reverse("matches:later_words"), *map(static, SHELL)],
    }
    script = f"const KIT = {json.dumps(kit)};\n{_source('js/worker.js')}"
    return HttpResponse(script, content_type="text/javascript; charset=utf-8", headers=REVALIDATED)


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """The web app manifest, in the language of the request."""
    content = {
        "id": "/",
        "name": _("Scorekeeper"),
        "short_name": _("Scorekeeper"),
        "description": _("Score three-player mahjong on one phone passed round the table."),
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
    return JsonResponse(content, content_type="application/manifest+json", headers=REVALIDATED)


def version() -> str:
    """A version that changes with the static files: the hash of the manifest or, without one, of the main files."""
    if manifest_hash := getattr(staticfiles_storage, "manifest_hash", ""):
        return str(manifest_hash)
    return hashlib.sha256("".join(map(_source, SOURCES)).encode()).hexdigest()[:12]


def _source(name: str) -> str:
    path = finders.find(name)
    assert isinstance(path, str)
    return Path(path).read_text(encoding="utf-8")
