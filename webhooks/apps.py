"""App configuration."""

from django.apps import AppConfig


class WebhooksConfig(AppConfig):
    name = "webhooks"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Listen to what is announced, and register with the roster. Imports are local because they need the models."""
        from delivery import worker
        from people import announcements, player_data_hooks
        from webhooks import outbox, privacy, sending

        announcements.register(outbox.listen)
        player_data_hooks.register(privacy.HOOKS)
        worker.register_housekeeping(sending.prune)
