"""Authenticator apps, recovery codes and the places where people are signed in move to django-allauth's tables.

An app's secret was derived of a random seed and SECRET_KEY, or one of SECRET_KEY_FALLBACKS; it is kept encrypted now. Of
recovery codes a keyed digest is known: it moves as it is. `organizations.people.carried_over` does the rest.
"""

import base64

from allauth.mfa.utils import encrypt
from django.conf import settings
from django.db import migrations
from django.utils import timezone
from django.utils.crypto import salted_hmac

SALT = "organizations.people.second_factor"


def move(apps, schema_editor):
    Authenticator = apps.get_model("mfa", "Authenticator")
    UserSession = apps.get_model("usersessions", "UserSession")
    for factor in apps.get_model("organizations", "SecondFactor").objects.order_by("pk"):
        keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
        derived = [
            salted_hmac(SALT, bytes(factor.seed), secret=key, algorithm="sha256").digest() for key in keys
        ]
        secrets = [encrypt(base64.b32encode(each[:20]).decode()) for each in derived]
        Authenticator.objects.create(
            user_id=factor.user_id,
            type="totp",
            data={"secret": secrets[0], **({"candidates": secrets} if secrets[1:] else {})},
            created_at=factor.created_at,
        )
        codes = apps.get_model("organizations", "RecoveryCode").objects.filter(user_id=factor.user_id)
        Authenticator.objects.create(
            user_id=factor.user_id,
            type="recovery_codes",
            data={
                "migrated_codes": [encrypt(bytes(code.digest).hex()) for code in codes.order_by("pk")],
                "viewed_at": timezone.now().timestamp(),
            },
            created_at=factor.created_at,
        )
    for place in apps.get_model("organizations", "SignedIn").objects.order_by("pk"):
        UserSession.objects.create(
            user_id=place.user_id,
            session_key=place.session_id,
            ip=place.address or "::",
            user_agent=place.user_agent[:200],
            created_at=place.created_at,
            last_seen_at=place.seen_at,
        )


class Migration(migrations.Migration):

    dependencies = [
        ("organizations", "0007_lists"),
        ("mfa", "0003_authenticator_type_uniq"),
        ("usersessions", "0001_initial"),
    ]

    operations = [migrations.RunPython(move, migrations.RunPython.noop)]
