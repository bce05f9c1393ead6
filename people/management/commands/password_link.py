"""Print a link to set a new password, to give to the user in person. Sends no email."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from people.accounts.passwords import address_for, address_hint
from people.actions.accounts import account_named


class Command(BaseCommand):
    help = "Print a link to set an account's password."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")

    def handle(self, *args: Any, username: str, **options: Any) -> None:
        user = account_named(username)
        if user is None or not user.is_active:
            raise CommandError(f"There is no active account called {username}.")
        self.stdout.write(f"{user.username} can set a password here within a day{address_hint()}. It works once:\n\n")
        self.stdout.write(f"  {address_for(user)}\n")
