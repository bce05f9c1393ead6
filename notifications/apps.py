"""App configuration."""

from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "notifications"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register with announcements and with the roster. Imports are local because they need the models."""
        from notifications import listener, privacy
        from people import announcements, player_data_hooks

        announcements.register(listener.listen)
        player_data_hooks.register(privacy.HOOKS)
