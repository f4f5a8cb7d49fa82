from django.db import migrations

from organizations.partitions import PartitionByMonth


class Migration(migrations.Migration):
    """Nobody refers to an event, and only the key with its time can be unique over all months (ADR 20)."""

    atomic = False
    dependencies = [("loads", "0001_initial")]
    operations = [PartitionByMonth("loads_loadevent", "received_at", key="load_event_key")]
