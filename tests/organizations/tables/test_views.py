"""Saved views and chosen columns: whose they are, what they keep, what they refuse."""

import pytest
from django.urls import reverse

from organizations.dashboard.table_views import MAX_VIEWS
from organizations.models import SavedView
from tests.factories import NOW, LoadFactory, MembershipFactory

pytestmark = [pytest.mark.django_db, pytest.mark.deep]

HOSTILE = '<script>alert(1)</script>{{ 7|add:"7" }}\u202e'


@pytest.fixture
def browser(client, broker):
    client.force_login(broker)
    return client


def save(browser, name="Reefers", query="equipment=reefer&sort=-rate", **more):
    return browser.post(
        reverse("organizations:save_view"), {"list": "loads", "name": name, "query": query} | more
    )


def told(response) -> list[str]:
    return [str(message) for message in response.context["messages"]]


def tabs(browser, query=""):
    return browser.get(f"/loads/?{query}").context["table"].views


def test_view_keeps_the_valid_filters_the_sort_and_the_columns(browser, broker):
    save(browser, query="equipment=reefer&pickup=never&page=7&evil=1&sort=-rate&columns=customer,nothing&q=")
    view = SavedView.unscoped.get()
    assert (view.user, view.list, view.name) == (broker, "loads", "Reefers")
    assert view.query == "equipment=reefer&sort=-rate&columns=id,customer"


def test_view_without_columns_keeps_the_usual_ones(browser):
    save(browser)
    assert SavedView.unscoped.get().query.endswith(
        "&columns=id,lane,window,customer,rate,start,book,max,room,bids"
    )


def test_saving_leads_to_the_view_whose_tab_is_on(browser, acme):
    LoadFactory(organization=acme, external_id="dry")
    response = browser.get(save(browser)["Location"])
    (link,) = response.context["table"].views
    assert link.is_on
    assert list(response.context["table"].page) == []


def test_view_is_an_address_that_does_for_a_colleague(client, browser, acme, viewer):
    LoadFactory(organization=acme, external_id="cold", equipment_type="reefer", customer_rate=100)
    address = save(browser)["Location"]
    client.force_login(viewer)
    response = client.get(address)
    assert [load.external_id for load in response.context["table"].page] == ["cold"]
    assert response.context["table"].views == []
    assert response.context["table"].open_view is None


def test_other_filters_can_be_saved_to_the_view(browser):
    save(browser)
    view = SavedView.unscoped.get()
    assert "Save changes to this view" not in browser.get(f"/loads/?{view.query}&view={view.pk}").text
    response = browser.get(f"/loads/?equipment=van&view={view.pk}")
    assert "Save changes to this view" in response.text
    assert response.context["table"].open_view == view
    browser.post(
        reverse("organizations:change_view", args=[view.pk]), {"query": "equipment=van&columns=id,miles"}
    )
    view.refresh_from_db()
    assert (view.name, view.query) == ("Reefers", "equipment=van&columns=id,miles")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "Name the view."),
        ("  \n ", "Name the view."),
        ("x" * 81, "View names can have up to 80 characters."),
        ("reefers", "You already have a view named “reefers”. Choose a different name."),
        ("Reefers ", "You already have a view named “Reefers”. Choose a different name."),
    ],
)
def test_name_that_will_not_do_is_refused_with_the_filters_kept(browser, name, said):
    save(browser)
    response = save(browser, name, "q=dallas&sort=id")
    assert response["Location"] == "/loads/?q=dallas&sort=id"
    assert told(browser.get(response["Location"])) == [said]
    assert SavedView.unscoped.count() == 1


def test_the_same_view_twice_is_told_by_its_name(browser):
    save(browser)
    response = save(browser, "Cold ones")
    assert told(browser.get(response["Location"])) == ["You already have this view as “Reefers”."]


def test_list_has_so_many_views_and_no_more(browser, broker, acme):
    SavedView.unscoped.bulk_create(
        SavedView(organization=acme, user=broker, list="loads", name=f"{n}", query=f"q={n}", created_at=NOW)
        for n in range(MAX_VIEWS)
    )
    response = save(browser)
    assert "up to 30 views" in told(browser.get(response["Location"]))[0]
    assert SavedView.unscoped.count() == MAX_VIEWS


def test_filters_that_are_too_long_are_refused(browser):
    response = save(browser, query="q=" + "%C3%A9" * 200 + "&customer=" + "%C3%A9" * 300)
    assert "too long" in told(browser.get("/loads/"))[0]
    assert response.status_code == 302


def test_view_is_renamed_and_deleted(browser):
    save(browser)
    view = SavedView.unscoped.get()
    response = browser.post(reverse("organizations:change_view", args=[view.pk]), {"name": " Cold \n ones "})
    view.refresh_from_db()
    assert view.name == "Cold ones"
    assert response["Location"] == f"/loads/?{view.query}&view={view.pk}"
    response = browser.post(reverse("organizations:delete_view", args=[view.pk]))
    assert response["Location"] == f"/loads/?{view.query}"
    assert not SavedView.unscoped.exists()


def test_view_keeps_its_name_where_another_has_it(browser):
    save(browser)
    save(browser, "Cold ones", "equipment=van")
    view = SavedView.unscoped.get(name="Cold ones")
    response = browser.post(reverse("organizations:change_view", args=[view.pk]), {"name": "reefers"})
    assert response["Location"] == f"/loads/?{view.query}&view={view.pk}"
    assert told(browser.get(response["Location"])) == [
        "You already have a view named “reefers”. Choose a different name."
    ]
    view.refresh_from_db()
    assert view.name == "Cold ones"


@pytest.mark.parametrize("action", ["change_view", "delete_view"])
def test_view_of_a_colleague_is_as_unknown_as_a_strangers(
    client, browser, acme, rival, viewer, stranger, action
):
    save(browser)
    view = SavedView.unscoped.get()
    address = reverse(f"organizations:{action}", args=[view.pk])
    for person in (viewer, stranger):
        client.force_login(person)
        assert client.post(address, {"name": "Mine now", "query": ""}).status_code == 404
        assert client.get("/loads/").context["table"].views == []
    assert list(SavedView.unscoped.values_list("name", "query")) == [("Reefers", view.query)]


def test_person_of_two_organizations_has_other_views_in_each(client, browser, broker, rival):
    save(browser)
    MembershipFactory(organization=rival, user=broker)
    browser.post("/switch/", {"organization": rival.pk})
    assert tabs(browser) == []
    assert (
        browser.post(reverse("organizations:delete_view", args=[SavedView.unscoped.get().pk])).status_code
        == 404
    )


def test_who_only_reads_has_views_too(client, viewer):
    client.force_login(viewer)
    assert save(client).status_code == 302
    assert SavedView.unscoped.get().user == viewer


@pytest.mark.parametrize("query", ["q=%00", "%", "a" * 5000, "q=%FF", "columns=", "&&&===", "view=<b>"])
def test_any_query_is_taken_or_left_out(browser, query):
    response = save(browser, query=query)
    assert browser.get(response["Location"]).status_code == 200
    response = browser.post(reverse("organizations:choose_columns"), {"list": "loads", "query": query})
    assert browser.get(response["Location"]).status_code == 200


def test_hostile_name_breaks_nothing(browser):
    save(browser, HOSTILE)
    text = browser.get("/loads/").content.decode()
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert" in text


@pytest.mark.parametrize("action", ["save_view", "choose_columns"])
@pytest.mark.parametrize("name", ["", "nothing", "loads.listing", "LOADS"])
def test_list_that_is_none_is_unknown(browser, action, name):
    assert browser.post(reverse(f"organizations:{action}"), {"list": name, "name": "x"}).status_code == 404


# Columns


def choose(browser, *columns, query="", **more):
    return browser.post(
        reverse("organizations:choose_columns"),
        {"list": "loads", "columns": columns, "query": query} | more,
    )


def heads(response):
    return [column.label for column in response.context["table"].shown.values() if not column.is_action]


def test_chosen_columns_stand_in_the_address_and_are_remembered(browser):
    response = choose(browser, "miles", "customer", "nothing", query="q=dallas&page=3")
    assert response["Location"] == "/loads/?q=dallas&columns=id,miles,customer"
    assert heads(browser.get(response["Location"])) == ["Load", "Miles", "Customer"]
    assert heads(browser.get("/loads/")) == ["Load", "Miles", "Customer"]
    assert heads(browser.get("/loads/?columns=weight&columns=lane")) == ["Load", "Lane", "Weight"]


def test_columns_are_a_persons_own(client, browser, acme, viewer):
    choose(browser, "miles")
    client.force_login(viewer)
    assert len(heads(client.get("/loads/"))) == 10


def test_the_id_always_stays(browser):
    assert heads(browser.get(choose(browser)["Location"])) == ["Load"]


def test_the_usual_columns_come_back(browser):
    choose(browser, "miles")
    assert choose(browser, "miles", query="q=a&columns=id,miles", usual="1")["Location"] == "/loads/?q=a"
    assert len(heads(browser.get("/loads/"))) == 10
