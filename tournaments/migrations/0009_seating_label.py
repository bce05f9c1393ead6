from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0008_late_entry'),
    ]

    operations = [
        migrations.AlterField(
            model_name='stage',
            name='seating',
            field=models.CharField(choices=[('fixed', 'Fixed schedule: rematches only if unavoidable'), ('swiss', 'Swiss: neighbours in the standings meet'), ('random', 'Random, with as few rematches as possible'), ('prescribed', 'Imported seating'), ('four', 'Tables of four: one player sits out each hand'), ('groups', 'Groups'), ('final', 'Final table')], default='fixed', max_length=12),
        ),
    ]
