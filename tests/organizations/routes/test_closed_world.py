"""No route is without its row."""

from django.urls import get_resolver

from tests.organizations.routes.asking import names, walk
from tests.organizations.routes.table import ROUTES, UNNAMED


def test_every_route_has_a_row():
    assert names() == set(ROUTES)


def test_nothing_unnamed_but_the_api_catch_all():
    unnamed = [str(pattern.pattern) for name, pattern in walk(get_resolver()) if name == "?"]

    assert unnamed == UNNAMED
