"""Close an account: sign-in is blocked and all sessions of the account end. Nothing is deleted."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from people.actions import accounts


class Command(BaseCommand):
    help = "Close an account and sign it out on all devices. Its matches and entries stay."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")

    def handle(self, *args: Any, username: str, **options: Any) -> None:
        user = accounts.account_named(username)
        if user is None:
            raise CommandError(f"There is no account called {username}.")
        accounts.deactivate(user=user)
        self.stdout.write(f"The account {user.username} is closed.")
