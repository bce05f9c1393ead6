"""Make an account a site administrator, and create it without a password if it does not exist."""

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError

from people.accounts.passwords import address_for, address_hint
from people.actions import accounts
from people.models import User


class Command(BaseCommand):
    help = "Make an account an administrator, creating it if necessary, and print a link to set its password."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="lower-case letters, digits and @ . + - _")

    def handle(self, *args: Any, username: str, **options: Any) -> None:
        try:
            User._meta.get_field("username").clean(username, None)
        except ValidationError as refused:
            raise CommandError(" ".join(refused.messages)) from refused
        user = accounts.make_admin(username=username)
        self.stdout.write(f"{user.username} is now an administrator of this site.")
        self.stdout.write(f"To set the password, open this within a day{address_hint()}. It works once:\n\n")
        self.stdout.write(f"  {address_for(user)}\n")
