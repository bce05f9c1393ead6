"""Add the number of goulashes that a sitting broke, also to the sittings of finished matches."""

from django.db import migrations, models

from engine.errors import RuleViolation
from engine.match.ledger import LoggedEvent, replay
from engine.match_totals import tallies
from engine.rulesets import rule_book
from matches.log import append_only


def count(apps, schema_editor):
    """Count the goulashes of finished matches in which a hand was drawn."""
    drawn = apps.get_model("matches", "Sitting").objects.filter(played_on__isnull=False, drawn__gt=0, won__gt=0)
    for match in apps.get_model("matches", "Match").objects.filter(pk__in=drawn.values("match")).iterator():
        try:
            book = rule_book(match.system, match.options, match.rules_version)
            facts = match.events.order_by("seq").values_list("seq", "kind", "payload")
            log = replay(book, [LoggedEvent(*each) for each in facts.iterator()])
        except RuleViolation:
            continue
        for (chair, start), tally in tallies(book, log, list(match.sittings.values_list("chair", "from_hand"))).items():
            if tally.broken:
                match.sittings.filter(chair=chair, from_hand=start).update(broken=tally.broken)


class Migration(migrations.Migration):
    dependencies = [("matches", "0010_chips")]

    operations = [
        # As in 0004: SQLite rebuilds a table.
        migrations.RunPython(append_only.remove, append_only.install),
        migrations.AddField("sitting", "broken", models.PositiveIntegerField(default=0)),
        migrations.RunPython(count, migrations.RunPython.noop),
        migrations.RunPython(append_only.install, append_only.remove),
    ]
