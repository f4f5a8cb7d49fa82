from django.db import migrations

from organizations.partitions import PartitionByMonth


class Migration(migrations.Migration):
    """Nobody refers to an entry, and only the key with its time can be unique over all months (ADR 20)."""

    atomic = False
    dependencies = [("organizations", "0002_sign_in_domains")]
    operations = [PartitionByMonth("organizations_auditentry", "at", key="audit_entry_key")]
