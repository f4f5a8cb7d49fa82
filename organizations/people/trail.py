"""What allauth does to an account, in the audit; and what a session must know of it."""

import time
from typing import Any

from allauth.account import signals as account
from allauth.mfa import signals as mfa
from allauth.mfa.models import Authenticator
from django.http import HttpRequest
from django.utils import timezone

from organizations import actors, audit
from organizations.models import User
from organizations.people import proofs, sessions


def connect() -> None:
    """Listen to allauth."""
    account.user_logged_in.connect(_note_session)
    account.password_changed.connect(_recorder("user.password_changed"), weak=False)
    account.password_reset.connect(_recorder("user.password_reset"), weak=False)
    mfa.authenticator_added.connect(_note_added)
    mfa.authenticator_removed.connect(_note_removed)
    mfa.authenticator_reset.connect(_recorder("user.recovery_codes_renewed"), weak=False)
    mfa.authenticator_used.connect(_note_used)


def record(user: User, action: str, **details: Any) -> None:
    """Keep what a person did to their own account."""
    audit.record_of_person(user=user, action=action, by=actors.user(user), at=timezone.now(), **details)


def _recorder(action: str) -> Any:
    def note(sender: Any, user: User, **_: Any) -> None:
        record(user, action)

    return note


def _note_session(sender: Any, request: HttpRequest, **_: Any) -> None:
    request.session[sessions.SEEN] = int(time.time())


def _note_added(
    sender: Any, request: HttpRequest, user: User, authenticator: Authenticator, **_: Any
) -> None:
    if authenticator.type != Authenticator.Type.RECOVERY_CODES:
        request.session[proofs.ADDED] = True
        record(user, "user.second_factor_added", kind=str(authenticator.type))


def _note_removed(sender: Any, user: User, authenticator: Authenticator, **_: Any) -> None:
    if authenticator.type != Authenticator.Type.RECOVERY_CODES:
        record(user, "user.second_factor_removed", kind=str(authenticator.type))


def _note_used(sender: Any, user: User, authenticator: Authenticator, **_: Any) -> None:
    if authenticator.type == Authenticator.Type.RECOVERY_CODES:
        record(user, "user.recovery_code_used")
