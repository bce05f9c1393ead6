"""Add the kind of notice for a planned start."""

from django.db import migrations, models

KINDS = ["seated", "changed", "soon", "started", "disputed", "called", "asked", "waits", "night"]


class Migration(migrations.Migration):
    dependencies = [("notifications", "0001_initial")]

    operations = [
        migrations.AlterField(
            "notice", "kind", models.CharField(choices=[(kind, kind.capitalize()) for kind in KINDS], max_length=8)
        )
    ]
