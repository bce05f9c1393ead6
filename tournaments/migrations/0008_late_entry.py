"""Replace the stored sentences about late entries with a flag and the text of each entry."""

from django.db import migrations, models

from tournaments.files.archive.late_notes import BEGINNINGS, late_entry


def split_notes(apps, schema_editor):
    calls = apps.get_model("tournaments", "Call").objects.using(schema_editor.connection.alias)
    for beginning in BEGINNINGS:
        for call in calls.filter(note__startswith=beginning):
            calls.filter(pk=call.pk).update(late_entry=True, note=late_entry(call.note))


def join_notes(apps, schema_editor):
    calls = apps.get_model("tournaments", "Call").objects.using(schema_editor.connection.alias)
    for call in calls.filter(late_entry=True):
        calls.filter(pk=call.pk).update(note=f"{BEGINNINGS[0]}{call.note}")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0007_choice_labels")]

    operations = [
        migrations.AddField("call", "late_entry", models.BooleanField(default=False)),
        migrations.RunPython(split_notes, join_notes),
    ]
