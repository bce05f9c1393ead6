"""Remove the passkeys, authenticator app and recovery codes of an account whose owner has lost them."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from people.actions.accounts import account_named
from people.actions.second_factors import remove_by_server


class Command(BaseCommand):
    help = "Remove an account's passkeys, authenticator app and recovery codes, so that its password is enough again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")

    def handle(self, *args: Any, username: str, **options: Any) -> None:
        user = account_named(username)
        if user is None:
            raise CommandError(f"There is no account called {username}.")
        if not remove_by_server(user=user):
            raise CommandError(f"{user.username} has no passkeys, authenticator app or recovery codes.")
        self.stdout.write(f"{user.username} can sign in with the password only.")
