"""Setting a brokerage up: the checklist, its page, and how a brokerage and its owner come about."""

import io
import re
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import connections
from django.urls import reverse
from django.utils import timezone

from calls.models import Agent
from organizations import services as organizations
from organizations import setup
from organizations.models import AuditEntry, Invitation, Membership, Organization, User
from organizations.people import invitations
from organizations.people.invitations import send_invitation
from organizations.tenancy import queueing
from organizations.tenancy.actors import system
from organizations.tenancy.scope import scope
from organizations.tenancy.states import Role
from tests.factories import NOW, MembershipFactory, UserFactory

BY = {"by": system("tests"), "at": NOW}
FORM = {
    "brokerage": "Acme Freight",
    "timezone": "America/Denver",
    "name": "Dana West",
    "email": "dana@acme.example",
    "password": "a-long-enough-password",
}
STEPS = ["brokerage", "phone-number", "agents", "carriers", "load", "call"]


@pytest.fixture
def link(db, settings):
    """The path of the link to a new brokerage."""
    return invitations.sign_up_url().removeprefix(settings.PUBLIC_URL)


@pytest.fixture
def new(db):
    """A brokerage that was made a moment ago, with its owner."""
    made = organizations.create_organization(name="New Freight", **BY)
    MembershipFactory(organization=made, user=UserFactory(name="Nia"), role=Role.OWNER)
    return made


@pytest.fixture
def nia(client, new):
    """Its owner, signed in."""
    client.force_login(User.objects.get(name="Nia"))
    return client


def done(organization):
    with scope(organization.pk):
        return setup.steps_done(organization)


# The checklist


def test_new_brokerage_has_its_agents_and_the_rest_to_do(new):
    assert done(new) == {step: step == "agents" for step in STEPS}
    agents = Agent.unscoped.of(new).order_by("pk")
    assert [(each.slug, each.purpose, each.is_active) for each in agents] == [
        ("carrier-sales", "carrier_sales", True),
        ("check-call", "check_call", True),
        ("appointment-desk", "custom", True),
    ]
    assert all("New Freight" in each.voicemail_message for each in agents)


@pytest.mark.parametrize("name", ["{{ 7*7 }} {% now %} Freight", "X" * 200, "[[brokerage]] <b>"])
def test_any_name_goes_into_the_agents_texts(db, name):
    made = organizations.create_organization(name=name, **BY)
    texts = " ".join(Agent.unscoped.of(made).values_list("voicemail_message", flat=True))
    assert "{" not in texts


def test_today_begins_with_what_is_left_to_do(nia, django_assert_num_queries):
    with django_assert_num_queries(4):  # session, person, membership, the steps
        page = nia.get("/").text
    places = [
        page.index(reverse(name))
        for name in ("calls:setup_number", "carriers:setup", "loads:setup", "calls:setup_call")
    ]
    assert all(first < second for first, second in pairwise(places))


def test_owner_hides_the_checklist_for_all(nia, new):
    assert nia.post("/setup/close/").url == "/"
    nia.post("/setup/close/")
    assert "Get set up" not in nia.get("/").text
    assert "Get a number" in nia.get("/setup/").text
    assert AuditEntry.unscoped.filter(organization=new, action="setup.closed").count() == 1


def test_others_neither_hide_it_nor_change_the_name(client, new):
    broker = MembershipFactory(organization=new, role=Role.BROKER).user
    client.force_login(broker)
    assert client.post("/setup/close/").status_code == 403
    assert client.post("/setup/brokerage/", {"name": "Mine", "timezone": "America/Denver"}).status_code == 403
    assert "An owner can change it" in client.get("/setup/brokerage/").text


def test_who_only_reads_is_offered_nothing_to_do(client, new):
    client.force_login(MembershipFactory(organization=new, role=Role.VIEWER).user)
    page = client.get("/setup/").text
    assert "Get a phone number" in page
    assert reverse("calls:setup_number") not in page


def test_name_and_zone_are_confirmed_once(nia, new):
    for zone in ("America/Denver", "America/Denver", "America/Chicago"):
        assert nia.post("/setup/brokerage/", {"name": "New Freight", "timezone": zone}).url == "/setup/"
    new.refresh_from_db()
    assert (new.timezone, done(new)["brokerage"]) == ("America/Chicago", True)
    actions = AuditEntry.unscoped.filter(organization=new).values_list("action", flat=True)
    assert list(actions).count("organization.confirmed") == 1


@pytest.mark.parametrize("told", [{"name": ""}, {"timezone": "Mars/Olympus"}, {"name": "x" * 201}])
def test_wrong_name_or_zone_is_told(nia, new, told):
    response = nia.post("/setup/brokerage/", {"name": "New Freight", "timezone": "America/Denver"} | told)
    assert 'aria-invalid="true"' in response.text
    assert not done(new)["brokerage"]


def test_zone_beyond_the_list_can_be_kept(nia, new):
    Organization.objects.filter(pk=new.pk).update(timezone="Europe/Warsaw")
    assert "Warsaw" in nia.get("/setup/brokerage/").text
    nia.post("/setup/brokerage/", {"name": "New Freight", "timezone": "Europe/Warsaw"})
    assert done(new)["brokerage"]


# The link to a new brokerage


def test_link_makes_a_brokerage_with_its_owner_who_is_in(client, link):
    assert client.get(link).status_code == 200
    assert client.post(link, FORM).url == "/setup/"
    made = Organization.objects.get()
    owner = Membership.objects.get(organization=made)
    assert (made.name, made.slug, made.timezone) == ("Acme Freight", "acme-freight", "America/Denver")
    assert (owner.role, owner.user.email, owner.user.is_staff) == (Role.OWNER, "dana@acme.example", False)
    assert done(made)["brokerage"]
    assert "Acme Freight" in client.get("/setup/").text


def test_link_works_once(client, link):
    client.post(link, FORM)
    client.logout()
    assert client.get(link).status_code == 404
    assert client.post(link, FORM | {"email": "other@acme.example"}).status_code == 404
    assert Organization.objects.count() == 1


def test_link_dies_with_another_brokerage(client, link, acme):
    assert client.get(link).status_code == 404


@pytest.mark.parametrize("token", ["0", "0.x", "1.never", "é.é", "0." + "x" * 500])
def test_forged_link_leads_nowhere(client, db, token):
    assert client.get(f"/sign-up/{token}/").status_code == 404


def test_link_leads_nowhere_in_production(client, link, settings):
    settings.LOCAL = False
    assert client.get(link).status_code == 404
    assert client.post(link, FORM).status_code == 404


@pytest.mark.parametrize(
    ("told", "field"),
    [
        ({"email": "taken@acme.example"}, "email"),
        ({"email": "nobody"}, "email"),
        ({"password": "short"}, "password"),
        ({"password": "dana@acme.example"}, "password"),
        ({"brokerage": " "}, "brokerage"),
        ({"brokerage": "x" * 201}, "brokerage"),
        ({"timezone": "Mars/Olympus"}, "timezone"),
        ({"name": ""}, "name"),
    ],
)
def test_what_is_wrong_stands_beside_its_field(client, link, told, field):
    UserFactory(email="taken@acme.example")
    response = client.post(link, FORM | told)
    assert f'id="id_{field}_error"' in response.text
    assert not Organization.objects.exists()
    assert User.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_at_once_one_gets_in(settings):
    token = invitations.sign_up_url().rstrip("/").rpartition("/")[2]
    told = {key: value for key, value in FORM.items() if key != "email"}

    def try_it(email):
        try:
            return invitations.sign_up(token=token, email=email, **told, at=timezone.now()) and "in"
        except invitations.LinkUsed:
            return "late"
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as threads:
        came = sorted(threads.map(try_it, ["one@acme.example", "two@acme.example"]))
    assert came == ["in", "late"]
    assert (Organization.objects.count(), User.objects.count()) == (1, 1)


# By command and by admin


def create(*arguments):
    output = io.StringIO()
    call_command("create_organization", *arguments, stdout=output)
    return output.getvalue()


@pytest.mark.django_db
def test_command_prints_and_mails_the_owners_link(client, settings, monkeypatch):
    monkeypatch.setattr(queueing, "_send_soon", lambda name, args: None)
    told = create("Acme Freight", "--owner", "Dana@Acme.example", "--timezone", "America/Denver")
    first, url = told.splitlines()
    assert first == "Acme Freight (acme-freight)"
    send_invitation(invitation=Invitation.unscoped.get(), at=timezone.now())
    assert url in mail.outbox[-1].body
    assert mail.outbox[-1].subject == "Loadline invited you to Acme Freight on Loadline"

    path = url.removeprefix(settings.PUBLIC_URL)
    assert "Loadline invited you" in client.get(path).text
    client.post(path, {"name": "Dana", "password": "a-long-enough-password"})
    place = Membership.objects.get()
    assert (place.role, place.user.email) == (Role.OWNER, "dana@acme.example")


@pytest.mark.django_db
def test_command_makes_slugs_that_are_free():
    names = ["Acme Freight", "Acme Freight", "ACME, Freight!", "\u6c5f", "x" * 200]
    slugs = [re.search(r"\((.*)\)", create(name))[1] for name in names]
    assert slugs == ["acme-freight", "acme-freight-2", "acme-freight-3", "brokerage", "x" * 50]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["Acme", "--owner", "nobody"], "valid email"),
        (["Acme", "--timezone", "Mars/Olympus"], "is not a time zone"),
        (["Acme", "--slug", "a b"], "not a valid slug"),
        ([" "], "organization name of up to"),
    ],
)
def test_command_makes_nothing_of_what_is_wrong(arguments, words):
    with pytest.raises(CommandError, match=words):
        create(*arguments)
    assert not Organization.objects.exists()


@pytest.mark.django_db
def test_admin_invites_the_owner_along(client, monkeypatch):
    monkeypatch.setattr(queueing, "_send_soon", lambda name, args: None)
    operator = UserFactory(is_staff=True, is_superuser=True)
    client.force_login(operator)
    values = {
        "name": "Acme Freight",
        "slug": "acme",
        "timezone": "America/Chicago",
        "owner_email": "dana@acme.example",
        "callable_countries": "US,CA",
        "requests_per_minute": "600",
    }
    page = client.post("/admin/organizations/organization/add/", values, follow=True).text
    invitation = Invitation.unscoped.get()
    assert (invitation.email, invitation.role, invitation.created_by) == (
        "dana@acme.example",
        "owner",
        operator,
    )
    assert "/invitations/" in page
    change = reverse("admin:organizations_organization_change", args=[invitation.organization_id])
    assert "owner_email" not in client.get(change).text
    client.post(change, values | {"name": "Acme West"})
    assert Organization.objects.get().name == "Acme West"


@pytest.mark.django_db
def test_operator_without_a_brokerage_lands_in_the_admin(client):
    client.force_login(UserFactory(is_staff=True, is_superuser=True))
    assert client.get("/").url == "/admin/"
    client.force_login(UserFactory())
    assert client.get("/").status_code == 403
