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
        from tournaments.play.penalties import call_about_entry

        player_data_hooks.register(
            player_data_hooks.PlayerDataHooks(
                forget=privacy.forget, merge=privacy.merge, rename=privacy.call, export=privacy.personal_data
            )
        )
        event_hooks.register(
            event_hooks.ContainingEventHooks(
                stopped=match_hooks.stopped,
                plays=match_hooks.plays,
                stand=match_hooks.stand,
                shown=match_hooks.shown,
                late=call_about_entry,
            )
        )
