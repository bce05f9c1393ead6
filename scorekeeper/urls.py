"""The site map, on one screen."""

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path
from django.views.i18n import set_language

from scorekeeper import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("matches.urls")),
    path("language", set_language, name="set_language"),
    path("healthz", views.healthz, name="healthz"),
    path("csp-report", views.csp_report, name="csp_report"),
    path("favicon.ico", views.favicon, name="favicon"),
]

if settings.ENABLE_ADMIN:
    from django.contrib import admin

    urlpatterns += [path("admin/", admin.site.urls)]

handler400 = "scorekeeper.errors.bad_request"
handler403 = "scorekeeper.errors.permission_denied"
handler404 = "scorekeeper.errors.page_not_found"
handler500 = "scorekeeper.errors.server_error"
