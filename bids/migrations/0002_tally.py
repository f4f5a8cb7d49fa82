from django.db import migrations

from organizations.tallies import KeepTally


class Migration(migrations.Migration):

    dependencies = [
        ('bids', '0001_initial'),
        ('organizations', '0003_tallies'),
    ]

    operations = [
        KeepTally(kind='bids', table='bids_bid', at='discussed_at'),
    ]
