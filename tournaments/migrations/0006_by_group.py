from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0005_forgetting")]

    operations = [
        migrations.AddField(
            model_name="stage",
            name="by_group",
            field=models.BooleanField(default=False),
        ),
    ]
