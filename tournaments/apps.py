"""The tournaments app."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Tell the roster what tournaments keep about players, and matches that they may be a part of one; models can
        be imported only now."""
        from matches import event_hooks
        from people import player_data_hooks
        from tournaments import person, within
        from tournaments.actions import people
        from tournaments.actions.penalties import call_about_entry

        player_data_hooks.register(
            player_data_hooks.Keeper(forget=people.forget, merge=people.merge, call=people.call, told=person.told)
        )
        event_hooks.register(
            event_hooks.Whole(
                stopped=within.stopped,
                plays=within.plays,
                stand=within.stand,
                shown=within.shown,
                late=call_about_entry,
            )
        )
