"""How many calls have ended, by hour and kind."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("calls", "0010_calls_by_persons"),
        ("organizations", "0005_places"),
    ]

    operations = [
        migrations.CreateModel(
            name="CallCount",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("hour", models.DateTimeField()),
                ("direction", models.CharField(max_length=10)),
                ("status", models.CharField(max_length=20)),
                ("tag", models.CharField(max_length=40)),
                ("count", models.IntegerField()),
                (
                    "organization",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.DB_CASCADE,
                        related_name="+",
                        to="organizations.organization",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        fields=["organization", "tag", "hour", "direction", "status"],
                        include=("count",),
                        name="call_count_of_hour",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("organization", "id"), name="call_count_key")
                ],
            },
        ),
    ]
