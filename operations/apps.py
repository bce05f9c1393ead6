"""App configuration: registers the start-up checks and the deletion of old data, and makes SQLite files private."""

from django.apps import AppConfig
from django.db.backends.signals import connection_created

from operations import checks  # importing it registers the checks


class OperationsConfig(AppConfig):
    name = "operations"

    def ready(self) -> None:
        """Register what a server does from its start. Imports are local because they need the models."""
        from delivery import worker
        from people.actions.retention import delete_old_data

        connection_created.connect(checks.keep_private)
        worker.register_housekeeping(delete_old_data)
