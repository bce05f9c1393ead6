"""App configuration: registers the start-up checks and makes SQLite files private."""

from django.apps import AppConfig


class OperationsConfig(AppConfig):
    name = "operations"

    def ready(self) -> None:
        from django.db.backends.signals import connection_created

        from operations import checks  # noqa: F401  (importing registers them)
        from operations.filesystem import keep_private

        connection_created.connect(keep_private)
