"""Filling the gazetteer: after `migrate`, once, whoever runs it."""

import threading
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection, connections

from organizations.places import loading
from organizations.places.gazetteer import find_place, forget_places
from organizations.places.loading import Town, read_towns
from organizations.places.models import Place, PlaceName

DALLAS = Town(
    4684888,
    "Dallas",
    "US",
    "TX",
    32.78306,
    -96.80667,
    "America/Chicago",
    1_326_087,
    frozenset({"dallas"}),
    frozenset({"bigd"}),
)


@pytest.fixture
def other_data(monkeypatch):
    """The installed data is of another version, and knows Dallas alone."""
    reads = []

    def read():
        reads.append(1)
        return iter([DALLAS])

    monkeypatch.setattr(loading, "data_version", lambda: "0.0")
    monkeypatch.setattr(loading, "read_towns", read)
    yield reads
    forget_places()


@pytest.mark.django_db
def test_a_migrated_database_has_the_places(django_assert_num_queries):
    assert 40_000 < Place.objects.count() < 60_000
    assert set(Place.objects.values_list("country", flat=True).distinct()) == {"US", "CA", "MX"}
    with django_assert_num_queries(2):  # what migrating again costs
        assert not loading.load_places()


@pytest.mark.django_db
def test_other_data_takes_the_place_of_the_old(other_data):
    kept = Place.objects.count()
    assert loading.load_places()
    forget_places()
    assert PlaceName.objects.count() == 2
    assert find_place("Big D", "TX").name == "Dallas"
    assert find_place("Atlanta", "GA") is None
    assert Place.objects.count() == kept  # loads may refer to them
    assert not loading.load_places()
    assert other_data == [1]


@pytest.mark.django_db
def test_nothing_is_loaded_on_the_way_back(other_data):
    loading.load_after_migrate(using="default", plan=[(object(), True)])
    assert other_data == []


@pytest.mark.django_db
def test_nothing_is_loaded_where_the_tables_are_missing(other_data):
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE organizations_placename RENAME TO organizations_placename_later")
    loading.load_after_migrate(using="default", plan=[])
    assert other_data == []


@pytest.mark.deep
@pytest.mark.django_db(transaction=True)
def test_two_who_load_at_once_load_once(other_data, monkeypatch):
    stored = loading._stored
    results = []

    def load():
        try:
            results.append(loading.load_places())
        finally:
            connections.close_all()

    barrier = threading.Barrier(2)
    first = {}

    def once_each(using):
        found = stored(using)
        if threading.get_ident() not in first:
            first[threading.get_ident()] = True
            barrier.wait(60)
        return found

    monkeypatch.setattr(loading, "_stored", once_each)
    try:
        threads = [threading.Thread(target=load) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert sorted(results) == [False, True]
        assert other_data == [1]
    finally:
        monkeypatch.undo()
        loading.load_places(is_forced=True)


@pytest.mark.deep
@pytest.mark.django_db(transaction=True)
def test_emptying_the_database_leaves_the_places():
    """As tests with real transactions do after each."""
    before = Place.objects.count(), PlaceName.objects.count()
    call_command("flush", interactive=False, stdout=StringIO())
    assert (Place.objects.count(), PlaceName.objects.count()) == before


def test_every_town_has_what_a_load_needs():
    towns = list(read_towns(15_000))
    assert len(towns) > 3_000
    assert all(town.keys and town.timezone and town.region for town in towns)
    assert not any(town.keys & town.alternatives for town in towns)
