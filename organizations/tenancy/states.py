"""Roles of people, scopes of tokens."""

from django.db import models


class Role(models.TextChoices):
    """What a member may do: an owner manages, a broker acts, a viewer reads."""

    OWNER = "owner", "Owner"
    BROKER = "broker", "Broker"
    VIEWER = "viewer", "Viewer"


class Scope(models.TextChoices):
    """What an API token may do."""

    READ = "read", "Read calls, offers, carriers and analytics"
    INGEST = "ingest", "Push load events"
    CALL = "call", "Start calls"
