"""URLs of notifications."""

from django.urls import URLPattern, path

import people.web.converters  # noqa: F401
from notifications.views import receiving, subscribing

app_name = "notifications"
urlpatterns: list[URLPattern] = [
    path("e/<code:code>/players/<seq:entrant>/notify/", subscribing.player, name="player"),
    path("e/<code:code>/desk/notify/", subscribing.desk, name="desk"),
    path("e/<code:code>/rounds/<seq:round>/tables/<seq:table>/notify/", subscribing.table, name="table"),
    path("c/<code:code>/nights/notify/", subscribing.nights, name="nights"),
    path("notifications/", receiving.phone, name="phone"),
    path("notifications/stop/", receiving.stop, name="stop"),
    path("notifications/worker/", receiving.for_worker, name="for_worker"),
    path("notifications/mail/<id:number>/<code:token>/", receiving.mail, name="mail"),
]
