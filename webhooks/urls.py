"""URLs of a club's webhooks."""

from django.urls import path

import people.web.converters  # noqa: F401
from webhooks import views

app_name = "webhooks"
CLUB = "c/<code:code>/webhooks/"
ENDPOINT = f"{CLUB}<id:endpoint>/"

urlpatterns = [
    path(CLUB, views.listed, name="webhooks"),
    path(f"{CLUB}add/<slug:kind>/", views.add, name="webhook_add"),
    path(ENDPOINT, views.endpoint_page, name="webhook"),
    path(f"{ENDPOINT}change/", views.change, name="webhook_change"),
    path(f"{ENDPOINT}step/", views.step, name="webhook_step"),
    path(f"{ENDPOINT}remove/", views.remove, name="webhook_remove"),
    path(f"{ENDPOINT}<id:number>/", views.message, name="webhook_message"),
]
