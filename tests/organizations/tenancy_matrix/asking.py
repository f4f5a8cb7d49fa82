"""Asking with an id in its place, and what came of it, without chance."""

import re

from django.apps import apps
from django.conf import settings
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils.datastructures import MultiValueDict
from twilio.request_validator import RequestValidator

from config.mcp_server import operations
from organizations.models import Membership, Owned
from organizations.sql import fetch
from tests.api.assistant import Assistant
from tests.organizations.routes.rows import Needs
from tests.organizations.routes.table import ROUTES
from tests.organizations.tenancy_matrix.matrix import tools

WINDOW = {"startTime": "2026-01-01", "endTime": "2026-12-31"}


class Asker:
    """Somebody with a session, a token, and the provider's signature where it is theirs to give."""

    def __init__(self, person, plain, *, is_provider):
        self.browser, self.client = Client(), Client()
        self.browser.force_login(person)
        self.plain = plain
        self.is_provider = is_provider

    def ask(self, name, place, value, own):
        """Send the route's request with the value in its place, and undo what it wrote."""
        with transaction.atomic():
            response = self._send(name, place, value, own)
            transaction.set_rollback(True)
        return response

    def _send(self, name, place, value, own):
        if name.startswith("mcp:"):
            return self._call(name, place, value, own)
        route = ROUTES[name]
        given = place.rest(own)
        url = reverse(name, kwargs=self._path(name, place, value, given, own))
        headers = {"X-Request-Id": "same"} | place.headers
        fields = {key: item for key, item in given.items() if key not in (route.never or {})}
        if place.where == "header":
            headers[place.name] = value
        elif place.where != "path":
            fields[place.name] = value
        if route.needs is Needs.TOKEN:
            headers["Authorization"] = f"Bearer {self.plain}"
            if route.method == "POST":
                return self.client.post(url, fields, "application/json", headers=headers)
            return self.client.get(url, WINDOW | fields, headers=headers)
        if route.needs is Needs.SIGNATURE:
            if self.is_provider or place.where == "body":
                headers["X-Twilio-Signature"] = signature(url, fields)
            return self.client.post(url, fields, headers=headers)
        send = self.browser.get if route.method == "GET" else self.browser.post
        return send(url, fields, headers=headers)

    def _call(self, name, place, value, own):
        """The same as a call of the route's tool."""
        tool, route = operations()[name.removeprefix("mcp:")], tools()[name]
        given = place.rest(own)
        arguments = self._path(route, place, value, given, own) | given
        arguments = {key: item for key, item in arguments.items() if key in tool.places}
        if "startTime" in tool.places:
            arguments = WINDOW | arguments
        if place.where != "path":
            arguments["idempotencyKey" if place.where == "header" else place.name] = value
        return Assistant(self.client, self.plain).call(tool.tool.name, arguments, **{"X-Request-Id": "same"})

    def _path(self, name, place, value, given, own):
        defaults = {"agentId": own.agent.slug, "reference": own.call.reference, "endpointId": own.endpoint.pk}
        found = {key: given.get(key, defaults.get(key)) for key in ROUTES[name].never or {}}
        if place.where != "path":
            return found
        return found | (value if isinstance(value, dict) else {place.name: value})


def signature(url, fields):
    told = MultiValueDict({key: [str(value)] for key, value in fields.items()})
    return RequestValidator(settings.TWILIO_AUTH_TOKEN).compute_signature(f"{settings.PUBLIC_URL}{url}", told)


# What differs from one answer to the next by chance: forgery tokens, nonces, secrets, keys of rows just made, instants.
CHANCE = re.compile(
    r'(?<=csrfmiddlewaretoken" value=")\w+|(?<=X-CSRFToken": ")\w+|(?<=nonce[-=])["\w+/=-]+|(?<=data-since=")\d+'
    r'|(?<="id":)\d+|(?<="bookingId":)\d+|(?<="conversationId":)\d+|(?<=At":")[^"]+|(?<="deadline":")[^"]+|(?<=relay/)[\w-]+|(?<=calls/)[\w-]+(?=/relay-ended)'
    r'|(?<="secret":")[^"]+|evt_[0-9a-f]{28}'
)
# Headers that count, tell the moment, or set what is the asker's own.
TOLD_ALONE = re.compile("RateLimit|Set-Cookie|Content-Length|Expires", re.IGNORECASE)


def told(response, place, value):
    """The answer without chance, and without the id where it repeats it."""
    # A short key may stand in a text by chance; repeated, it stands in a link's query or a list's form.
    filled = rf'\b{place.name}(?:=|" form="filters" value="){value}\b'
    named = re.escape(value) if isinstance(value, str) else filled

    def plain(text):
        return re.sub(named, "·", CHANCE.sub("·", text), flags=re.IGNORECASE)

    headers = {name: plain(text) for name, text in response.headers.items() if not TOLD_ALONE.match(name)}
    return response.status_code, headers, plain(response.getvalue().decode())


def rows_of(organization):
    """Every row that belongs to the organization, as PostgreSQL writes it, with its table."""
    tables = [model._meta.db_table for model in apps.get_models() if issubclass(model, Owned | Membership)]
    rows = [
        f"SELECT '{table}', to_jsonb(each)::text FROM {table} AS each WHERE organization_id = {organization.pk}"
        for table in tables
    ]
    return fetch(" UNION ALL ".join(rows) + " ORDER BY 1, 2")
