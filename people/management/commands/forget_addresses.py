"""Delete old network addresses and sign-ups for club nights. A running server does this too."""

from typing import Any

from django.core.management.base import BaseCommand

from people.actions.retention import delete_old_data


class Command(BaseCommand):
    help = (
        "Delete IP addresses older than thirty days from the activity log, whose entries stay, and sign-ups for club "
        "nights: of guests thirty days after the night, of members a year after it. A running server does this too."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        deleted = delete_old_data()
        self.stdout.write(
            f"IP addresses deleted: {deleted.addresses}. Sign-ups for club nights deleted: {deleted.sign_ups}."
        )
