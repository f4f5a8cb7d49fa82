"""What each agent is now becomes its version 1."""

from django.db import migrations

VERSIONED = (
    "name",
    "purpose",
    "is_active",
    "greeting",
    "prompt",
    "variables",
    "extraction",
    "voicemail_message",
    "transfer_number",
    "language",
    "voice",
)


def keep_first_versions(apps, schema_editor):
    agents = apps.get_model("calls", "Agent")._base_manager
    versions = apps.get_model("calls", "AgentVersion")._base_manager
    versions.bulk_create(
        versions.model(
            organization_id=agent.organization_id,
            agent=agent,
            number=1,
            values={name: getattr(agent, name) for name in VERSIONED},
            by="system:migration",
            at=agent.created_at,
        )
        for agent in agents.order_by("pk").iterator()
    )


class Migration(migrations.Migration):
    dependencies = [("calls", "0008_agent_versions")]

    operations = [migrations.RunPython(keep_first_versions, migrations.RunPython.noop)]
