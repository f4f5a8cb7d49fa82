"""Who may use a view, beyond being signed in: the one place that says "owners only" and "not who only reads"."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import PermissionDenied

from organizations.dashboard.requests import DashboardRequest


def owners_only[V: Callable[..., Any]](view: V) -> V:
    """Let a view answer owners of the organization alone; anybody else gets a 403."""

    @wraps(view)
    def guarded(request: DashboardRequest, *args: Any, **kwargs: Any) -> Any:
        if not request.membership.is_owner:
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return guarded  # type: ignore[return-value]


def owners_change[V: Callable[..., Any]](view: V) -> V:
    """Show a view to everybody, and let it take what is posted from owners alone; anybody else's gets a 403."""

    @wraps(view)
    def guarded(request: DashboardRequest, *args: Any, **kwargs: Any) -> Any:
        if request.method == "POST" and not request.membership.is_owner:
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return guarded  # type: ignore[return-value]


def require_acting(request: DashboardRequest) -> None:
    """Raise PermissionDenied, which becomes a 403, for whoever only reads."""
    if not request.membership.may_act:
        raise PermissionDenied
