"""Registers the commands and the start-up checks."""

from django.apps import AppConfig


class OperationsConfig(AppConfig):
    name = "operations"

    def ready(self) -> None:
        from operations import checks  # noqa: F401  (importing registers them)
