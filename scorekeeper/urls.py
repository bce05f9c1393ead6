"""URLs of the site."""

from typing import NoReturn

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from api.v1 import api
from scorekeeper.web import static_files, views

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("matches.urls")),
    path("", include("clubs.urls")),
    path("", include("people.urls")),
    path("", include("tournaments.urls")),
    path("", include("api.urls")),
    path("", include("webhooks.urls")),
    path("", include("notifications.urls")),
    path("api/v1/", api.urls),
    path("language", require_POST(set_language), name="set_language"),
    path("healthz", views.healthz, name="healthz"),
    path("readyz", views.readyz, name="readyz"),
    path("csp-report", views.csp_report, name="csp_report"),
    path(".well-known/security.txt", views.security_file, name="security_txt"),
    path("favicon.ico", views.favicon, name="favicon"),
    path("sw.js", static_files.worker, name="worker"),
    path("manifest.webmanifest", static_files.manifest, name="manifest"),
]

if settings.ENABLE_ADMIN:
    from django.contrib import admin
    from django.contrib.auth.admin import GroupAdmin
    from django.contrib.auth.models import Group
    from django.http import Http404, HttpRequest
    from django.views.generic import RedirectView
    from django_tasks_db.models import DBTaskResult

    from people.views.accounts import sign_out

    class Groups(GroupAdmin):
        """The admin list of groups, without filters from the URL: `name__regex=(` caused a database error."""

        def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
            return False

    admin.site.unregister(Group)
    admin.site.unregister(DBTaskResult)
    admin.site.register(Group, Groups)

    def not_there(request: HttpRequest, rest: str) -> NoReturn:
        raise Http404

    # The admin's "view on site" URL, which none of our models use. A NUL in it caused an error.
    urlpatterns += [path("admin/r/<path:rest>", not_there)]
    # Use the site's own pages: they limit password guessing, keep the phone's part of the session at sign-out, end the
    # other sessions after a password change, and write to the audit log.
    sign_in = RedirectView.as_view(pattern_name="people:sign_in", query_string=True)
    password = RedirectView.as_view(pattern_name="people:password")
    urlpatterns += [path("admin/login/", sign_in), path("admin/logout/", sign_out)]
    urlpatterns += [path("admin/password_change/", password), path("admin/", admin.site.urls)]

handler400 = "scorekeeper.web.errors.bad_request"
handler403 = "scorekeeper.web.errors.permission_denied"
handler404 = "scorekeeper.web.errors.page_not_found"
handler500 = "scorekeeper.web.errors.server_error"
