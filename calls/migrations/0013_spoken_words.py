"""The words of transcripts, of calls that end from now on.

Creating the triggers keeps writers of calls out until the migration commits, which takes no time.
"""

import django.contrib.postgres.search
import django.db.models.deletion
from django.contrib.postgres.operations import BtreeGinExtension
from django.db import migrations, models

import organizations.constraints
from calls.search import words


class Migration(migrations.Migration):
    dependencies = [
        ("calls", "0012_promises"),
    ]

    operations = [
        BtreeGinExtension(),
        migrations.CreateModel(
            name="SpokenWords",
            fields=[
                (
                    "call",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="calls.call",
                    ),
                ),
                ("words", django.contrib.postgres.search.SearchVectorField()),
                (
                    "organization",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="organizations.organization",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "spoken words",
                "constraints": [
                    models.UniqueConstraint(fields=("organization", "call"), name="spoken_words_key"),
                    organizations.constraints.SameOrganization(
                        "call", name="spoken_words_call_same_organization"
                    ),
                ],
            },
        ),
        migrations.RunSQL(words.CREATE, words.DROP),
    ]
