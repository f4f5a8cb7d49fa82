from typing import Any

from django.apps import AppConfig, apps
from django.conf import settings
from django.contrib.admin import apps as admin
from django.core.checks import CheckMessage, Tags, register
from django.core.checks import Warning as Advice
from django.db.models.signals import post_migrate

from config.celery import app as celery_app

__all__ = ["ConfigConfig", "celery_app"]


class ConfigConfig(AppConfig):
    """Holds `manage.py up` and `create_demo`; importing it makes Celery's app the current one."""

    name = "config"

    def ready(self) -> None:
        """Add the card of sample data to setting up, and begin to report where settings say so."""
        # Models are there only now.
        from config import observing  # noqa: PLC0415
        from config.demo.sample import PANEL  # noqa: PLC0415
        from organizations import database_roles, setup  # noqa: PLC0415

        setup.add_panel(PANEL)
        # This package has no models, and Django tells it nothing.
        post_migrate.connect(database_roles.keep_policies, sender=apps.get_app_config("organizations"))
        post_migrate.connect(database_roles.keep_limits, sender=apps.get_app_config("organizations"))
        register(row_security, Tags.security, deploy=True)
        observing.start()


class OperatorsAdminConfig(admin.AdminConfig):
    """Django admin with a page of its own."""

    default = False  # of this package
    default_site = "config.admin.OperatorsSite"


def row_security(**_: Any) -> list[CheckMessage]:
    """Advise in `manage.py check --deploy` where the processes own the tables, so that no policy holds for them."""
    if settings.ROW_SECURITY or settings.LOCAL:
        return []
    return [
        Advice(
            "DATABASE_ROW_SECURITY is off: PostgreSQL itself doesn't keep organizations apart.",
            hint="See docs/deployment.md, Row-level security.",
            id="loadline.W001",
        )
    ]
