"""What calls are found by: the words of earlier ones, and indexes of words and numbers.

Nobody is kept waiting: the words are read while everybody works on, some two minutes for each million calls, and the
indexes are built without a lock. If it is interrupted while it builds one, drop what is there of that and migrate anew.
"""

import django.contrib.postgres.indexes
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

from calls.search import words


class Migration(migrations.Migration):
    atomic = False
    dependencies = [
        ("calls", "0013_spoken_words"),
    ]

    operations = [
        migrations.RunSQL("SET statement_timeout = 0", migrations.RunSQL.noop),
        migrations.RunSQL(words.FILL, migrations.RunSQL.noop),
        AddIndexConcurrently(
            model_name="spokenwords",
            index=django.contrib.postgres.indexes.GinIndex(
                fields=["organization", "words"], gin_pending_list_limit=1024, name="spoken_words_search"
            ),
        ),
        AddIndexConcurrently(
            model_name="call",
            index=models.Index(
                condition=models.Q(("from_phone", ""), _negated=True),
                fields=["organization", "from_phone", "conversation"],
                name="call_from_phone",
                opclasses=["int8_ops", "varchar_pattern_ops", "int8_ops"],
            ),
        ),
        AddIndexConcurrently(
            model_name="call",
            index=models.Index(
                condition=models.Q(("to_phone", ""), _negated=True),
                fields=["organization", "to_phone", "conversation"],
                name="call_to_phone",
                opclasses=["int8_ops", "varchar_pattern_ops", "int8_ops"],
            ),
        ),
        migrations.RunSQL("RESET statement_timeout", migrations.RunSQL.noop),
    ]
