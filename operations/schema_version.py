"""The migrations that this version has, and those that the database has applied."""

from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules

from django.apps import apps
from django.db import connection

AppMigration = tuple[str, str]  # app label, migration name


def known_migrations() -> set[AppMigration]:
    """Every migration of the installed apps. Does not query the database."""
    known = set()
    for config in apps.get_app_configs():
        if find_spec(f"{config.name}.migrations"):
            folder = import_module(f"{config.name}.migrations").__path__
            known |= {(config.label, module.name) for module in iter_modules(folder)}
    return known


def applied_migrations() -> set[AppMigration]:
    """Every migration that the database has applied, including those of apps that are turned off."""
    if "django_migrations" not in connection.introspection.table_names():
        return set()
    with connection.cursor() as cursor:
        cursor.execute("SELECT app, name FROM django_migrations")
        return {(app, name) for app, name in cursor.fetchall()}
