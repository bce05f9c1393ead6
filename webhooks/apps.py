"""App configuration."""

from functools import partial

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
        worker.register_work("webhooks", outbox.publish_next, 1)
        worker.register_work("deliveries", deliveries.deliver_next, deliveries.THREADS)
        worker.register_work("quick deliveries", partial(deliveries.deliver_next, True), deliveries.QUICK_THREADS)
        worker.register_housekeeping(deliveries.prune)
