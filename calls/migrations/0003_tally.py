from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('calls', '0002_mail_and_import'),
        ('organizations', '0003_tallies'),
    ]

    # Its triggers come later, from what `organizations.projections` are declared.
    operations = []
