"""Who may use a view, beyond being signed in: the one place that says "owners only"."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest


def owners_only[V: Callable[..., Any]](view: V) -> V:
    """Let a view answer owners of the organization alone; anybody else gets a 403."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        if not request.membership.is_owner:  # type: ignore[attr-defined]
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return guarded  # type: ignore[return-value]
