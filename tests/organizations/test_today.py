"""The page of today: a frame that costs nothing, with the way to each of its parts."""

from django.urls import reverse

QUERIES = 3  # session, person, membership


def test_page_has_each_part_and_a_link_to_it(client, broker, django_assert_num_queries):
    client.force_login(broker)

    with django_assert_num_queries(QUERIES):
        html = client.get("/").text

    for name in (
        "calls:live_now",
        "calls:alarms",
        "calls:promises",
        "bids:undecided",
        "bids:uncovered",
        "analytics:yesterday",
    ):
        assert html.count(f'hx-get="{reverse(name)}"') == 1
        assert f'href="{reverse(name)}"' in html
    assert html.count("<h1") == 1


def test_nobody_is_asked_to_sign_in(client, db):
    assert client.get("/").url == "/sign-in/?next=/"


def test_page_says_where_it_listens(client, broker, settings):
    client.force_login(broker)
    settings.EVENTS_URL = "https://app.example/events"
    assert 'data-events="https://app.example/events" data-since="' in client.get("/").text


def test_sign_in_page_listens_to_nothing(client, db):
    assert "data-events" not in client.get("/sign-in/").text
