from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0003_tables")]

    operations = [
        migrations.AddField(
            model_name="entrant",
            name="wish",
            field=models.CharField(blank=True, max_length=160),
        ),
    ]
