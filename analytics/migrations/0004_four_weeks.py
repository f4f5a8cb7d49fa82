import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('analytics', '0003_new_loads'),
        ('organizations', '0003_tallies'),
    ]

    operations = [
        migrations.CreateModel(
            name='FourWeeks',
            fields=[
                ('pk', models.CompositePrimaryKey('organization', 'day', blank=True, editable=False, primary_key=True, serialize=False)),
                ('day', models.IntegerField(help_text='Since 1970.')),
                ('numbers', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField())),
                ('tags', models.JSONField()),
                ('new_loads', models.IntegerField()),
                ('new_touched', models.IntegerField()),
                ('organization', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.DB_CASCADE, related_name='+', to='organizations.organization')),
            ],
            options={
                'abstract': False,
            },
        ),
    ]
