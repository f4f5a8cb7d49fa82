from django.db import migrations

from organizations.tallies import KeepTally


class Migration(migrations.Migration):

    dependencies = [
        ('calls', '0002_mail_and_import'),
        ('organizations', '0003_tallies'),
    ]

    operations = [
        KeepTally(kind='calls', table='calls_conversation', at='created_at', where={'channel': 'phone'}),
    ]
