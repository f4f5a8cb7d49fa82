import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('organizations', '0002_idempotency_keys'),
    ]

    operations = [
        migrations.CreateModel(
            name='Tally',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=20)),
                ('day', models.DateField()),
                ('count', models.BigIntegerField()),
                ('organization', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.DB_CASCADE, related_name='+', to='organizations.organization')),
            ],
            options={
                'verbose_name_plural': 'tallies',
                'indexes': [models.Index(fields=['organization', 'kind', 'day'], name='tally_of_day')],
                'constraints': [models.UniqueConstraint(fields=('organization', 'id'), name='tally_key')],
            },
        ),
    ]
