"""The base of every endpoint of `/api/v1`, and its route.

A request goes: token → organization's scope → rate limit → the token's scopes → idempotency key of a POST → handler →
JSON.
"""

import re
from collections.abc import Callable
from contextlib import ExitStack
from functools import cached_property
from io import BytesIO
from typing import Any, cast

import structlog
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import URLPattern, re_path
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.viewsets import GenericViewSet

from organizations import replica
from organizations.api import idempotency, parsers, problems, ratelimit
from organizations.models import ApiToken, Organization
from organizations.tenancy import actors
from organizations.tenancy.actors import Actor
from organizations.tenancy.scope import scope


class JSONAlways(BaseContentNegotiation):
    """JSON comes out: who accepts something else gets JSON, never a 406."""

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        """The only one."""
        return renderers[0], renderers[0].media_type


class ApiRequest(Request):
    """A request whose body always goes through the strict parser, also an empty one or one in chunks."""

    @cached_property
    def raw_body(self) -> bytes:
        """The body byte for byte, also where it can't be parsed; raises TooLarge over 1 MiB."""
        return parsers.read_body(self)

    @cached_property
    def data(self) -> Any:
        """The body as the parser has it; raises what that raises."""
        [parser] = self.parsers or ()
        return parser.parse(BytesIO(self.raw_body), self.content_type, self.parser_context)


class OrganizationViewSet(GenericViewSet):
    """An endpoint for the organization of the token: its scope is open for all of the handling.

    A subclass names `required_scope`: one of `states.Scope`, or a dict by action. Its queries are those of
    the organization alone; a row of another one is a 404 like a row that never was.
    """

    required_scope: str | dict[str, str]
    reads_replica = False  # where there is one: for lists that needn't be of this very second
    http_method_names = ["get", "head", "post", "put", "patch", "delete"]
    content_negotiation_class = JSONAlways
    pagination_class = None
    filter_backends = ()

    @property
    def token(self) -> ApiToken:
        """The token that the request bears."""
        return cast(ApiToken, self.request.auth)

    @property
    def organization(self) -> Organization:
        """The token's organization."""
        return self.token.organization

    @property
    def actor(self) -> Actor:
        """The token, as `by=` of the services."""
        return actors.token(self.token)

    @property
    def default_response_headers(self) -> dict[str, str]:
        """What a browser may load for the answer: nothing. DRF would put Allow on everything; a 405 has its own."""
        return {"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'"}

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Handle the request; the scope that `perform_authentication` opens ends here in every case."""
        with ExitStack() as self.until_answered:
            return super().dispatch(request, *args, **kwargs)

    def initialize_request(self, request: HttpRequest, *args: Any, **kwargs: Any) -> ApiRequest:
        """Wrap Django's request, and tell which action is asked for: "" where there is no such method."""
        self.action = self.action_map.get((request.method or "").lower()) or ""
        return ApiRequest(
            request,
            parsers=self.get_parsers(),
            authenticators=self.get_authenticators(),
            negotiator=self.get_content_negotiator(),
            parser_context=self.get_parser_context(request),
        )

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """All that stands before the handler, the body's parsing excepted."""
        super().initial(request, *args, **kwargs)
        if request.method == "POST" and self.action:
            self._guard_with_key(request)
        if self.reads_replica and request.method in SAFE_METHODS and self.action:
            self._read_replica(request)

    def _guard_with_key(self, request: Request) -> None:
        """Let a POST that bears an Idempotency-Key do its work once."""
        key = idempotency.read_key(request)
        if key is not None:
            handler = getattr(self, self.action)
            self.post: Any = lambda *args, **kwargs: idempotency.once(
                lambda: handler(*args, **kwargs), request=request, key=key, refusal=self.handle_exception
            )

    def _read_replica(self, request: Request) -> None:
        """Let the replica answer where it may."""
        handler, token_id = getattr(self, self.action), self.token.pk

        def look(*args: Any, **kwargs: Any) -> Any:
            return replica.read_with_token(token_id, lambda: handler(*args, **kwargs))

        setattr(self, str(request.method).lower(), look)

    def perform_authentication(self, request: Request) -> None:
        """Open the scope of the token's organization, name both in every log line from here on, count the request."""
        token = cast(ApiToken, request.auth)
        structlog.contextvars.bind_contextvars(organization=token.organization_id, token=token.pk)
        self.until_answered.enter_context(scope(token.organization_id))
        if request.method not in SAFE_METHODS:
            self.until_answered.callback(replica.note_token_write, token.pk)
        verdict = ratelimit.take(token_id=token.pk, per_minute=token.organization.requests_per_minute)
        if verdict is not None:
            self.headers |= verdict.headers
            if not verdict.is_allowed:
                raise problems.RateLimited


# Routes of the API: with a trailing slash they answer the same; a redirect would lose a body.


_PARAMETER = re.compile(r"<(\w+)>")


def endpoint(route: str, view: Callable[..., Any], name: str | None = None) -> URLPattern:
    """A route such as `custom-use-cases/<agentId>/create-phone-call`; a parameter is one segment."""
    parts = _PARAMETER.split(route)  # literal, name, literal, name, …
    regex = "".join(
        f"(?P<{part}>[^/]+)" if position % 2 else re.escape(part) for position, part in enumerate(parts)
    )
    return re_path(rf"^{regex}/?\Z", view, name=name)
