"""Add the chips of each player to the results of tables."""

from django.db import migrations, models

from tournaments.models import append_only


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0009_seating_label")]

    operations = [
        migrations.RunPython(append_only.remove, append_only.install),
        *(
            migrations.AddField("result", name, models.IntegerField(default=0))
            for name in ("c1", "c2", "c3", "c4")
        ),
        migrations.AddConstraint(
            "result",
            models.CheckConstraint(
                condition=models.Q(c1=-models.F("c2") - models.F("c3") - models.F("c4")),
                name="result_chips_sum_to_zero",
            ),
        ),
        migrations.RunPython(append_only.install, append_only.remove),
    ]
