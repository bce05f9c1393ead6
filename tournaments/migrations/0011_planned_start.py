"""Add the planned start of a round. No table with triggers changes."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0010_chips")]

    operations = [migrations.AddField("round", "starts_at", models.DateTimeField(null=True))]
