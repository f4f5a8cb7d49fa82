from django.contrib.postgres.indexes import GinIndex, OpClass
from django.contrib.postgres.operations import TrigramExtension
from django.db import migrations, models
from django.db.models.deletion import CASCADE


class Migration(migrations.Migration):
    """The gazetteer's tables. They are made as any other, and only then declared as not managed."""

    dependencies = [
        ('organizations', '0004_member_phone'),
    ]

    operations = [
        TrigramExtension(),
        migrations.CreateModel(
            name='Place',
            fields=[
                ('id', models.IntegerField(primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=200)),
                ('country', models.CharField(help_text='US, CA or MX.', max_length=2)),
                ('region', models.CharField(help_text="Postal code; of Mexico's states that of ISO 3166-2.", max_length=3)),
                ('latitude', models.FloatField()),
                ('longitude', models.FloatField()),
                ('timezone', models.CharField(max_length=64)),
                ('population', models.IntegerField()),
            ],
        ),
        migrations.AddIndex('place', models.Index(fields=['latitude', 'longitude'], name='place_box')),
        migrations.CreateModel(
            name='PlaceName',
            fields=[
                ('pk', models.CompositePrimaryKey('key', 'place_id', blank=True, editable=False, primary_key=True, serialize=False)),
                ('key', models.CharField(max_length=200)),
                ('country', models.CharField(max_length=2)),
                ('region', models.CharField(max_length=3)),
                ('is_alternative', models.BooleanField(help_text='Counts only where no place has it as its own name.')),
                ('place', models.ForeignKey(db_index=False, on_delete=CASCADE, related_name='+', to='organizations.place')),
            ],
        ),
        migrations.AddIndex('placename', GinIndex(
            OpClass('key', name='gin_trgm_ops'), name='place_name_like', condition=models.Q(is_alternative=False),
        )),
        migrations.AlterModelOptions('place', {'managed': False}),
        migrations.AlterModelOptions('placename', {'managed': False}),
    ]
