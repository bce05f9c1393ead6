"""The tournaments app."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register hooks with the roster and with matches. Imports are local because they need the models."""
        from matches import event_hooks
        from people import player_data_hooks
        from tournaments import match_hooks, privacy

        player_data_hooks.register(privacy.HOOKS)
        event_hooks.register(match_hooks.HOOKS)
