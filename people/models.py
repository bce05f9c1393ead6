"""Who signs in. Knows no match and no score."""

from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """Our own from the first migration on: swapping the user model later is a rewrite."""
