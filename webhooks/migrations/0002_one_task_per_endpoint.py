from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('webhooks', '0001_webhooks'),
    ]

    operations = [
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
    ]
