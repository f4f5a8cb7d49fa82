"""Migrations expand first and contract a release later: the code before must go on while the code after comes.

What takes something away that the release before still uses (a column, a table, a name, the freedom to leave a column
out) is refused, unless the migration says in which release it contracts: `# contracts: 0.3.0` (docs/deployment.md).
"""

import re
from collections import defaultdict
from pathlib import Path

import pytest
from django.apps import apps
from django.db import connection, models
from django.db.migrations import AddField, DeleteModel, RemoveField, RenameField, RenameModel
from django.db.migrations.state import ProjectState
from django_migration_linter import MigrationLinter
from django_migration_linter.sql_analyser import PostgresqlAnalyser, analyse_sql_statements

from config.local.folder import CHECKOUT

# Whether a change of type or a new constraint bears with older code is for people to tell; the others are certain.
UNCERTAIN = ("ALTER_COLUMN", "ADD_UNIQUE")
CONTRACTS = re.compile(r"^# contracts: \d+\.\d+\.\d+$", re.MULTILINE)
COLUMN = re.compile(r'ALTER TABLE "(\w+)" (?:ADD|ALTER) COLUMN "(\w+)"')
OURS = [config.label for config in apps.get_app_configs() if Path(config.path).parent == CHECKOUT]
LATER = [
    (label, path.stem)
    for label in OURS
    for path in sorted((CHECKOUT / label / "migrations").glob("0*.py"))
    if not path.stem.startswith("0001")
]


RENAMED = re.compile(r'ALTER TABLE "(\w+)" RENAME TO')


def without_successions(statements):
    """The statements without the renaming of tables whose names new tables take: nobody misses them."""
    made = set(re.findall(r'CREATE TABLE "(\w+)"', " ".join(statements)))
    return [RENAMED.sub(lambda found: "" if found[1] in made else found[0], each) for each in statements]


def contractions(statements):
    """The codes of what the statements take away; of each column by itself, since one's default isn't another's."""
    groups = defaultdict(list)
    for statement in without_successions(statements):
        found = COLUMN.search(statement)
        groups[found.groups() if found else None].append(statement)
    return {
        error.code
        for group in groups.values()
        for error in analyse_sql_statements(PostgresqlAnalyser, group, UNCERTAIN)[0]
    }


@pytest.mark.parametrize(("label", "name"), LATER)
def test_migration_leaves_the_release_before_alone(db, label, name):
    linter = MigrationLinter(str(CHECKOUT), no_cache=True, no_output=True)
    found = contractions(linter.get_sql(label, name))
    says_so = CONTRACTS.search((CHECKOUT / label / "migrations" / f"{name}.py").read_text())
    assert not found or says_so, (
        f"{found}: expand now and contract a release later, or say `# contracts: <release>`"
    )


@pytest.fixture(scope="module")
def state():
    return ProjectState.from_apps(apps)


@pytest.mark.parametrize(("operation", "expected"), [
    (RemoveField("organization", "slug"), {"DROP_COLUMN"}),
    (RenameField("organization", "slug", "short"), {"RENAME_COLUMN"}),
    (RenameModel("auditentry", "deed"), {"RENAME_TABLE"}),
    (DeleteModel("auditentry"), {"DROP_TABLE"}),
    (AddField("organization", "new", models.IntegerField(default=1)), {"NOT_NULL"}),
    (AddField("organization", "new", models.IntegerField(db_default=1)), set()),
    (AddField("organization", "new", models.IntegerField(null=True)), set()),
])  # fmt: skip
def test_what_takes_something_away_is_seen(db, state, operation, expected):
    after = state.clone()
    operation.state_forwards("organizations", after)
    with connection.schema_editor(collect_sql=True, atomic=False) as editor:
        operation.database_forwards("organizations", editor, state, after)
        assert contractions(editor.collected_sql) == expected
