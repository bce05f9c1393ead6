"""App configuration: registers the start-up checks and makes SQLite files private."""

from django.apps import AppConfig
from django.db.backends.signals import connection_created

from operations import checks  # importing it registers the checks


class OperationsConfig(AppConfig):
    name = "operations"

    def ready(self) -> None:
        connection_created.connect(checks.keep_private)
