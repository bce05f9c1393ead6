"""Note since when deliveries to a receiver fail, and rename the seats that it knows."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("notifications", "0002_planned_start")]

    operations = [
        migrations.AddField("receiver", "failing_since", models.DateTimeField(null=True)),
        migrations.RenameField("subscription", "told", "known_seats"),
    ]
