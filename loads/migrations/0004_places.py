import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('loads', '0003_owner'),
        ('organizations', '0005_places'),
    ]

    operations = [
        migrations.AddField(
            model_name='load',
            name='destination_place',
            field=models.ForeignKey(db_constraint=False, db_index=False, editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='organizations.place'),
        ),
        migrations.AddField(
            model_name='load',
            name='origin_place',
            field=models.ForeignKey(db_constraint=False, db_index=False, editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='organizations.place'),
        ),
    ]
