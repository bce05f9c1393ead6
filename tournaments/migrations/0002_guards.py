"""The triggers that keep results, verdicts and changes of seats append-only."""

from django.db import migrations

from tournaments import guards


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]

    operations = [migrations.RunPython(guards.install, guards.remove)]
