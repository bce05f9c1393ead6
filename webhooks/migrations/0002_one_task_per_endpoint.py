import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('people', '0008_night_sign_ups'),
        ('webhooks', '0001_webhooks'),
    ]

    operations = [
        migrations.CreateModel(
            name='OutboxEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=60)),
                ('type', models.CharField(max_length=24)),
                ('about', models.TextField()),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.RemoveIndex(
            model_name='eventmessage',
            name='webhook_message_new',
        ),
        migrations.RemoveField(
            model_name='eventmessage',
            name='published',
        ),
        migrations.RemoveField(
            model_name='webhookendpoint',
            name='claimed_at',
        ),
        migrations.RemoveField(
            model_name='webhookendpoint',
            name='sending',
        ),
        migrations.AddField(
            model_name='webhookendpoint',
            name='task',
            field=models.UUIDField(null=True),
        ),
        migrations.AddField(
            model_name='outboxevent',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='people.club'),
        ),
    ]
