"""The URLs of the floor: hello, a page of ten rows, and a form that adds one."""

from django.urls import path

from bench.floor import views

urlpatterns = [
    path("hello", views.hello),
    path("t/<int:table>/", views.page, name="page"),
    path("t/<int:table>/row/", views.row, name="row"),
]
