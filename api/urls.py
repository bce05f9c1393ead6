"""URLs of the API."""

from django.urls import URLPattern, URLResolver, path

from api.v1 import api

app_name = "api"
urlpatterns: list[URLPattern | URLResolver] = [path("v1/", api.urls)]
