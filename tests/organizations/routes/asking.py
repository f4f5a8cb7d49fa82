"""Walking the URLconf, choosing rows of the table, asking a route."""

from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.organizations.routes.rows import Needs
from tests.organizations.routes.table import ROUTES


def walk(resolver: URLResolver, namespaces: tuple[str, ...] = ()):
    """Yield every pattern with its full name."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            yield ":".join([*namespaces, pattern.name or "?"]), pattern
        else:
            yield from walk(pattern, (*namespaces, pattern.namespace) if pattern.namespace else namespaces)


def names() -> set[str]:
    return {name for name, _ in walk(get_resolver()) if not name.startswith("admin:")} - {"?"}


def of(*needs: Needs) -> dict[str, Any]:
    """Arguments of parametrize: the routes that ask for one of these."""
    found = {name: route for name, route in ROUTES.items() if route.needs in needs}
    return {"argnames": ("name", "route"), "argvalues": list(found.items()), "ids": list(found)}


def with_rows(*needs: Needs) -> dict[str, Any]:
    found = {name: route for name, route in ROUTES.items() if route.needs in needs and route.rows}
    return {"argnames": ("name", "route"), "argvalues": list(found.items()), "ids": list(found)}


def ask(client, name, route, arguments=None, **headers):
    url = reverse(name, kwargs=arguments if arguments is not None else route.never)
    if route.method == "GET":
        return client.get(url, headers=headers)
    if route.needs is Needs.TOKEN:
        return client.post(url, route.body, "application/json", headers=headers)
    return client.post(url, route.body or {}, headers=headers)
