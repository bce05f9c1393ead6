"""Add a table that the triggers check: its rows permit changes to the reasons that name a person being erased."""

from django.db import migrations, models

from tournaments.models import append_only


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0004_wish")]

    operations = [
        migrations.RunPython(append_only.remove, append_only.install),
        migrations.CreateModel(
            name="Forgetting",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(max_length=160)),
            ],
        ),
        migrations.RunPython(append_only.install, append_only.remove),
    ]
