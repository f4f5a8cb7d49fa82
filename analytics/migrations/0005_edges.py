from django.db import migrations, models

# What buckets would count of spans that are there already; what bears a mark is counted when it is rolled up.
FILL = """
UPDATE analytics_bucket AS bucket SET last_loads = counted.loads, last_touched = counted.touched
FROM (
    SELECT bucket.organization_id, bucket.quarter,
        sum(coalesce(span.loads, 0)) OVER since_midnight AS loads,
        sum(coalesce(span.touched, 0)) OVER since_midnight AS touched
    FROM analytics_bucket AS bucket
    LEFT JOIN (
        SELECT organization_id, last AS quarter, count(*) FILTER (WHERE NOT is_touched) AS loads,
            count(*) FILTER (WHERE is_touched) AS touched
        FROM analytics_loadspan GROUP BY organization_id, last
    ) AS span USING (organization_id, quarter)
    WINDOW since_midnight AS (
        PARTITION BY bucket.organization_id, floor(bucket.quarter / 96.0) ORDER BY bucket.quarter
    )
) AS counted
WHERE bucket.organization_id = counted.organization_id AND bucket.quarter = counted.quarter
    AND (counted.loads > 0 OR counted.touched > 0)
"""


class Migration(migrations.Migration):

    dependencies = [
        ('analytics', '0004_four_weeks'),
    ]

    operations = [
        migrations.AddField(
            model_name='bucket',
            name='last_loads',
            field=models.IntegerField(default=0, help_text='Discussed for the last time so far.'),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='bucket',
            name='last_touched',
            field=models.IntegerField(default=0, help_text='The same, with capacity carriers.'),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='fourweeks',
            name='last_loads',
            field=models.IntegerField(default=0),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='fourweeks',
            name='last_touched',
            field=models.IntegerField(default=0),
            preserve_default=False,
        ),
        migrations.AddIndex(
            model_name='loadspan',
            index=models.Index(fields=['organization', 'is_touched', 'last'], name='load_span_last'),
        ),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
    ]
