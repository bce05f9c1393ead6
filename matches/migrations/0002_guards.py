"""The triggers that keep the log append-only."""

from django.db import migrations

from matches.log import append_only


class Migration(migrations.Migration):
    dependencies = [("matches", "0001_log")]

    operations = [migrations.RunPython(append_only.install, append_only.remove)]
