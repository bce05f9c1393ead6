"""App configuration."""

from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "notifications"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register with announcements, the roster and the worker. Imports are local because they need the models."""
        from delivery import worker
        from notifications import listener, privacy, sessions, subscriptions, tasks
        from people import announcements, player_data_hooks
        from people.accounts.sessions import session_began, sessions_expiring

        announcements.register(listener.listen)
        player_data_hooks.register(privacy.HOOKS)
        session_began.connect(sessions.bind_subscriptions)
        sessions_expiring.connect(sessions.keep_subscriptions)
        worker.register_queue(tasks.QUEUE, 2)
        worker.register_queue(tasks.SLOW_QUEUE, 1)
        worker.register_housekeeping(tasks.remind)
        worker.register_housekeeping(subscriptions.prune)
