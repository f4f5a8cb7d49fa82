"""Carriers found by part of their name or by what they ran with. The indexes are built without a lock, in seconds."""

from django.contrib.postgres.indexes import GinIndex, OpClass
from django.contrib.postgres.operations import AddIndexConcurrently, BtreeGinExtension
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [
        ("carriers", "0006_lanes_recent"),
        ("organizations", "0005_places"),
    ]

    operations = [
        BtreeGinExtension(),
        AddIndexConcurrently(
            model_name="carrier",
            index=GinIndex(
                models.F("organization"),
                OpClass("name", name="gin_trgm_ops"),
                OpClass("dba_name", name="gin_trgm_ops"),
                OpClass("legal_name", name="gin_trgm_ops"),
                name="carrier_name_like",
            ),
        ),
        AddIndexConcurrently(
            model_name="carrierlane",
            index=models.Index(
                fields=["organization", "equipment", "carrier"], name="carrier_lane_by_equipment"
            ),
        ),
    ]
