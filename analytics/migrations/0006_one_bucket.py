from django.db import migrations, models

COUNTS = ("loads_hour", "loads_day", "touched_hour", "touched_day")
TEXTS = ("hour", "day")


class Migration(migrations.Migration):
    dependencies = [
        ("analytics", "0005_edges"),
    ]

    operations = [
        migrations.DeleteModel("FourWeeks"),
        migrations.DeleteModel("LoadWindow"),
        migrations.DeleteModel("Record"),
        # All of it is rolled up again.
        migrations.RunSQL(
            "TRUNCATE analytics_bucket, analytics_mention, analytics_loadspan", migrations.RunSQL.noop
        ),
        *(
            migrations.AddField("bucket", name, models.IntegerField(default=0), preserve_default=False)
            for name in COUNTS
        ),
        *(migrations.AddField("bucket", name, models.TextField(default="")) for name in TEXTS),
        # Rows stay in one piece up to a page, so that reading them costs no decompression.
        migrations.RunSQL(
            "ALTER TABLE analytics_bucket SET (toast_tuple_target = 8160)", migrations.RunSQL.noop
        ),
        # Those of earlier migrations, in a database that has them.
        migrations.RunSQL(
            "DROP FUNCTION IF EXISTS "
            + ", ".join(
                f"analytics_{table}_{event}"
                for table in (
                    "calls_conversation",
                    "calls_call",
                    "calls_conversationload",
                    "bids_bid",
                    "bids_booking",
                    "carriers_carrier",
                )
                for event in ("insert", "delete", "update")
            )
            + " CASCADE",
            migrations.RunSQL.noop,
        ),
    ]
