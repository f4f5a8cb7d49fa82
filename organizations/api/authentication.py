"""Who calls the API: a bearer token, and what its scopes allow."""

from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from organizations import tokens
from organizations.api import problems
from organizations.models import ApiToken


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer ll_…`. A request's `auth` is the ApiToken; there is no user behind it."""

    def authenticate(self, request: Request | HttpRequest) -> tuple[None, ApiToken]:
        """Return (None, token); raises Unauthenticated, for every reason alike, or Suspended."""
        scheme, _, plain = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        at = timezone.now()
        token = None
        if scheme.lower() == "bearer":
            to_read = request.method in SAFE_METHODS
            token = tokens.authenticate_token(plain.strip(), to_read=to_read, at=at)
        if token is None:
            raise problems.Unauthenticated
        tokens.note_token_use(token=token, at=at)
        if token.organization.is_suspended:
            raise problems.Suspended
        return None, token

    def authenticate_header(self, request: Request) -> str:
        """What a 401 says in WWW-Authenticate."""
        return "Bearer"


class HasScope(BasePermission):
    """The token bears the scope that the view asks for; a view that names none is a mistake, and closed."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Whether it does; a method that the view doesn't have passes, to be answered 405."""
        if request.method not in view.allowed_methods:
            return True
        required = view.required_scope
        if isinstance(required, dict):
            required = required[view.action]
        token: Any = request.auth
        if required not in token.scopes:
            raise problems.Forbidden(f"The token is missing the {required} scope.")
        return True
