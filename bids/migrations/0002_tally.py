from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('bids', '0001_initial'),
        ('organizations', '0003_tallies'),
    ]

    # Its triggers come later, from what `organizations.projections` are declared.
    operations = []
