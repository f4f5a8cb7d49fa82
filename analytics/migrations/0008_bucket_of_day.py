from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("analytics", "0007_mark_triggers"),
    ]

    operations = [
        # The last bucket of each day: how many loads were new, or last discussed, in all the days before another.
        migrations.RunSQL(
            "CREATE INDEX bucket_of_day ON analytics_bucket (organization_id, quarter) "
            "INCLUDE (new_loads, new_touched, last_loads, last_touched) WHERE (quarter + 1) % 96 = 0",
            "DROP INDEX bucket_of_day",
        ),
    ]
