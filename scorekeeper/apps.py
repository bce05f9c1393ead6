"""Registers the start-up checks; everything else about the wiring stands in settings.py."""

from django.apps import AppConfig


class ScorekeeperConfig(AppConfig):
    name = "scorekeeper"

    def ready(self) -> None:
        from scorekeeper import checks  # noqa: F401  (importing registers them)
