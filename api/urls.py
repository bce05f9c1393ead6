"""URLs of the API: the guide, the tokens of an account, and the endpoints."""

from django.urls import URLPattern, URLResolver, path

from api import views

app_name = "api"
urlpatterns: list[URLPattern | URLResolver] = [
    path("account/tokens/", views.listed, name="tokens"),
    path("account/tokens/new/", views.new, name="token_new"),
    path("account/tokens/revoke/", views.revoke, name="token_revoke"),
    path("api/v1/openapi.json", views.openapi, name="openapi"),
    path("api/", views.guide, name="guide"),
]
