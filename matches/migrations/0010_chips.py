"""Add the chips of each player to matches, ledger rows and sittings."""

from django.db import migrations, models

from matches.log import append_only

SUM_TO_ZERO = models.Q(c1=-models.F("c2") - models.F("c3"))
NAMES = ("c1", "c2", "c3")


class Migration(migrations.Migration):
    dependencies = [("matches", "0009_within")]

    operations = [
        # As in 0004: SQLite rebuilds a table.
        migrations.RunPython(append_only.remove, append_only.install),
        migrations.RemoveIndex(model_name="sitting", name="sitting_season"),
        *(migrations.AddField("ledgerrow", name, models.IntegerField(default=0)) for name in NAMES),
        *(migrations.AddField("match", name, models.IntegerField(default=0)) for name in NAMES),
        migrations.AddField("sitting", "chips", models.IntegerField(null=True)),
        migrations.AddIndex(
            model_name="sitting",
            index=models.Index(
                fields=["player", "system", "played_on", "hands", "points", "won", "dealt_in", "drawn", "received"]
                + ["best", "rank", "halves", "chips"],
                condition=models.Q(played_on__isnull=False),
                name="sitting_season",
            ),
        ),
        migrations.AddConstraint("ledgerrow", models.CheckConstraint(condition=SUM_TO_ZERO, name="row_chips_sum_to_zero")),
        migrations.AddConstraint("match", models.CheckConstraint(condition=SUM_TO_ZERO, name="match_chips_sum_to_zero")),
        migrations.RunPython(append_only.install, append_only.remove),
    ]
