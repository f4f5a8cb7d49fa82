"""Django admin: every page renders under the strict CSP, tokens show once, services do the work."""

import re
from datetime import timedelta

import pytest
from django.contrib import admin
from django.urls import reverse

from loads.models import LoadEvent
from organizations import services as organizations
from organizations import tokens
from organizations.models import ApiToken, AuditEntry, Membership, Organization, Owned, User
from organizations.tenancy.actors import system
from tests import factories
from tests.factories import NOW, AgentFactory, MembershipFactory, OrganizationFactory, UserFactory

pytestmark = pytest.mark.sampled(16)

BY = {"by": system("tests"), "at": NOW}
REGISTERED = sorted(admin.site._registry, key=lambda model: model._meta.label)
INLINE = re.compile(
    r"<style|<script(?![^>]*(?:\ssrc=|type=\"application/json\"))|\sstyle=|\son[a-z]+=|javascript:",
    re.IGNORECASE,
)


@pytest.fixture
def operator(db):
    return UserFactory(is_staff=True, is_superuser=True)


@pytest.fixture
def desk(client, operator):
    client.force_login(operator)
    return client


def url(model, page, *args):
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


def a_row(model):
    """Any row of the model, from its factory where there is one."""
    acme = OrganizationFactory()
    if model is ApiToken:
        return organizations.create_token(organization=acme, name="TMS", **BY).token
    if model is AuditEntry:
        organizations.suspend_organization(organization=acme, **BY)
        return AuditEntry.unscoped.get()
    if model is LoadEvent:
        return LoadEvent.unscoped.create(organization=acme, received_at=NOW, raw=b"{}", is_accepted=True)
    factory = getattr(factories, f"{model.__name__}Factory", None)
    return factory() if factory else model._base_manager.create()


def assert_page(response):
    assert response.status_code == 200
    assert INLINE.findall(response.content.decode()) == []


@pytest.mark.deep_but(12)
@pytest.mark.parametrize("model", REGISTERED, ids=lambda model: model._meta.label)
def test_list_and_change_page_render(desk, model):
    row = a_row(model)

    assert_page(desk.get(url(model, "changelist")))
    assert_page(desk.get(url(model, "changelist"), {"q": "a"}))
    assert_page(desk.get(url(model, "change", row.pk)))
    assert_page(desk.get(url(model, "history", row.pk)))


@pytest.mark.deep_but(8)
@pytest.mark.parametrize("model", REGISTERED, ids=lambda model: model._meta.label)
def test_add_page_renders_where_rows_are_made_here(desk, model):
    response = desk.get(url(model, "add"))

    if not admin.site._registry[model].has_add_permission(response.wsgi_request):
        assert response.status_code == 403
    else:
        assert_page(response)


@pytest.mark.parametrize("path", ["/admin/", "/admin/password_change/", "/admin/organizations/"])
def test_other_pages_render(desk, path):
    assert_page(desk.get(path))


def test_owned_models_use_the_owned_admin():
    for model in REGISTERED:
        if issubclass(model, Owned):
            assert admin.site._registry[model].get_queryset.__qualname__ == "_Unscoped.get_queryset", model


def test_broker_is_kept_out(client, broker):
    client.force_login(broker)

    assert client.get("/admin/").status_code == 302


# Tokens


def new_token(desk, organization, **changes):
    form = {"organization": organization.pk, "name": "TMS", "scopes": ["read", "ingest"]}
    form |= {"expires_at_0": "", "expires_at_1": ""} | changes
    return desk.post(url(ApiToken, "add"), form, follow=True)


def test_token_is_shown_once(desk, acme, operator):
    response = new_token(desk, acme)

    plain = re.search(r"ll_\w{30}_\w{6}", response.content.decode()).group()
    token = tokens.authenticate_token(plain, at=NOW)
    assert (token.organization, token.scopes, token.created_by) == (
        acme,
        ["read", "ingest"],
        f"user:{operator.pk}",
    )
    assert AuditEntry.unscoped.get().action == "api_token.created"
    for page in (
        url(ApiToken, "changelist"),
        url(ApiToken, "change", token.pk),
        url(ApiToken, "history", token.pk),
    ):
        assert plain not in desk.get(page).content.decode()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"scopes": []}, "required"),
        ({"scopes": ["fly"]}, "not one of the available choices"),
        ({"name": ""}, "required"),
        ({"expires_at_0": "2020-01-01", "expires_at_1": "00:00"}, "in the future"),
    ],
)
def test_token_that_makes_no_sense_is_refused(desk, acme, changes, words):
    assert words in new_token(desk, acme, **changes).content.decode()
    assert not ApiToken.unscoped.exists()


@pytest.fixture
def a_token(acme):
    return organizations.create_token(organization=acme, name="TMS", **BY).token


def act(desk, action, row, *, on_form):
    page = url(type(row), "change", row.pk) if on_form else url(type(row), "changelist")
    field = "changeform-action" if on_form else "action"
    found = re.search(r'name="([\w-]*action)"', desk.get(page).content.decode())
    return desk.post(
        page, {found.group(1) if found else field: action, "_selected_action": row.pk}, follow=True
    )


@pytest.mark.parametrize("on_form", [False, True])
def test_token_is_revoked_on_list_and_form(desk, a_token, operator, on_form):
    response = act(desk, "revoke", a_token, on_form=on_form)

    assert "is revoked" in response.content.decode()
    assert ApiToken.unscoped.get().revoked_at is not None
    assert AuditEntry.unscoped.get(action="api_token.revoked").actor == f"user:{operator.pk}"


def test_token_is_rotated_on_its_form(desk, a_token):
    response = act(desk, "rotate", a_token, on_form=True)

    assert re.search(r"ll_\w{30}_\w{6}", response.content.decode())
    assert ApiToken.unscoped.count() == 2


def test_token_is_neither_edited_nor_deleted(desk, a_token):
    assert desk.post(url(ApiToken, "change", a_token.pk), {"name": "mine"}).status_code == 403
    assert desk.post(url(ApiToken, "delete", a_token.pk), {"post": "yes"}).status_code == 403
    act(desk, "delete_selected", a_token, on_form=False)

    assert ApiToken.unscoped.get().name == "TMS"


# Tenants and people


def test_organization_is_made_changed_and_suspended(desk):
    form = {
        "name": "Acme",
        "slug": "acme",
        "timezone": "America/Denver",
        "callable_countries": "US,CA",
        "requests_per_minute": "600",
    }
    desk.post(url(Organization, "add"), form)
    organization = Organization.objects.get()
    desk.post(url(Organization, "change", organization.pk), form | {"requests_per_minute": "60"})
    act(desk, "suspend", organization, on_form=True)

    organization.refresh_from_db()
    assert (organization.slug, organization.requests_per_minute) == ("acme", 60)
    assert organization.is_suspended
    actions = AuditEntry.unscoped.filter(action__startswith="organization.").order_by("pk")
    assert list(actions.values_list("action", flat=True)) == [
        "organization.created",
        "organization.changed",
        "organization.suspended",
    ]

    act(desk, "resume", organization, on_form=False)
    organization.refresh_from_db()
    assert not organization.is_suspended


@pytest.mark.parametrize(
    "changes",
    [
        {"timezone": "America"},
        {"timezone": "../../etc/passwd"},
        {"requests_per_minute": "0"},
        {"slug": "a b"},
    ],
)
def test_organization_that_makes_no_sense_is_refused(desk, changes):
    form = {
        "name": "A",
        "slug": "a",
        "timezone": "UTC",
        "callable_countries": "US",
        "requests_per_minute": "1",
    }

    assert desk.post(url(Organization, "add"), form | changes).status_code == 200
    assert not Organization.objects.exists()


def test_member_is_added_changed_and_removed(desk, acme, owner):
    person = UserFactory()
    form = {"organization": acme.pk, "user": person.pk, "role": "viewer"}
    desk.post(url(Membership, "add"), form)
    membership = person.memberships.get()
    assert "already exists" in desk.post(url(Membership, "add"), form).content.decode()
    desk.post(url(Membership, "change", membership.pk), {"role": "owner", "phone": "+13125550142"})
    membership.refresh_from_db()
    assert membership.phone == "+13125550142"
    desk.post(url(Membership, "delete", membership.pk), {"post": "yes"})

    actions = AuditEntry.unscoped.order_by("pk").values_list("action", flat=True)
    assert list(actions) == ["member.added", "member.role_changed", "member.phone_changed", "member.removed"]


def test_person_is_made_with_an_address_in_lower_case(desk):
    form = {"email": "Kim@Acme.Example", "name": "Kim", "usable_password": "true"}
    form |= {"password1": "correct horse 1", "password2": "correct horse 1"}
    response = desk.post(url(User, "add"), form)

    assert response.status_code == 302, response.context["errors"]
    assert User.objects.get(email="kim@acme.example").check_password("correct horse 1")
    again = desk.post(url(User, "add"), form | {"email": "KIM@acme.example"})
    assert "already exists" in again.content.decode()


def test_person_is_disabled_not_deleted(desk, acme):
    person = MembershipFactory(organization=acme).user

    desk.post(url(User, "change", person.pk), {"email": person.email, "name": "Off"})

    person.refresh_from_db()
    assert (person.is_active, person.name) == (False, "Off")
    assert AuditEntry.unscoped.get().action == "user.disabled"
    assert desk.post(url(User, "delete", person.pk), {"post": "yes"}).status_code == 403


# The base for owned models


def test_choices_are_of_the_same_organization(desk, acme, rival):
    ours, theirs = AgentFactory(organization=acme), AgentFactory(organization=rival)
    number = factories.PhoneNumberFactory(organization=acme)

    form = desk.get(url(factories.PhoneNumber, "change", number.pk)).context["adminform"].form

    assert "organization" not in form.fields
    assert list(form.fields["agent"].queryset) == [ours]
    assert theirs not in form.fields["agent"].queryset


def test_moment_of_expiry_is_kept(desk, acme):
    new_token(desk, acme, expires_at_0="2099-01-01", expires_at_1="00:00")

    assert ApiToken.unscoped.get().expires_at - NOW > timedelta(days=365)
