from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('bids', '0004_agreed_at'),
        ('carriers', '0004_lanes'),
        ('loads', '0004_places'),
    ]

    # Its triggers come later, from what `organizations.projections` are declared.
    operations = []
