"""The triggers that keep results, verdicts and seat changes append-only."""

from django.db import migrations

from tournaments.models import append_only


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]

    operations = [migrations.RunPython(append_only.install, append_only.remove)]
