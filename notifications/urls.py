"""URLs of notifications."""

from django.urls import URLPattern, path

import people.web.converters  # noqa: F401
from notifications.views import receiving, subscribing

app_name = "notifications"
urlpatterns: list[URLPattern] = [
    path("e/<code:code>/players/<seq:entrant>/notify/", subscribing.player, name="notify_player"),
    path("e/<code:code>/desk/notify/", subscribing.desk, name="notify_desk"),
    path("e/<code:code>/rounds/<seq:round>/tables/<seq:table>/notify/", subscribing.table, name="notify_table"),
    path("c/<code:code>/nights/notify/", subscribing.nights, name="notify_nights"),
    path("notifications/", receiving.phone, name="notified"),
    path("notifications/stop/", receiving.stop, name="notify_stop"),
    path("notifications/worker/", receiving.for_worker, name="notify_worker"),
    path("notifications/mail/<id:number>/<code:token>/", receiving.mail, name="notify_mail"),
]
