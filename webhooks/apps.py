"""App configuration."""

from django.apps import AppConfig


class WebhooksConfig(AppConfig):
    name = "webhooks"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register with announcements, the roster and the worker. Imports are local because they need the models."""
        from delivery import worker
        from people import announcements, player_data_hooks
        from webhooks import deliveries, outbox, privacy

        announcements.register(outbox.listen)
        player_data_hooks.register(privacy.HOOKS)
        worker.register_work(outbox.WORK, outbox.publish_next, 1)
        worker.register_queue(deliveries.QUEUE, 4)
        worker.register_queue(deliveries.SLOW_QUEUE, 2)
        worker.register_housekeeping(deliveries.queue_missing)
        worker.register_housekeeping(deliveries.prune)
