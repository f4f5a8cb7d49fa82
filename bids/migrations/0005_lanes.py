from django.db import migrations

from bids.lanes import triggers
from bids.lanes.rebuilding import INSERT


class Migration(migrations.Migration):

    dependencies = [
        ('bids', '0004_agreed_at'),
        ('carriers', '0004_lanes'),
        ('loads', '0004_places'),
    ]

    operations = [
        migrations.RunSQL(triggers.create(), triggers.drop()),
        migrations.RunSQL(INSERT, 'DELETE FROM carriers_carrierlane'),
    ]
