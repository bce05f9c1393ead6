"""The triggers that keep the log append-only."""

from django.db import migrations

from matches import guards


class Migration(migrations.Migration):
    dependencies = [("matches", "0001_log")]

    operations = [migrations.RunPython(guards.install, guards.remove)]
