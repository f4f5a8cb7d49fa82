"""The tenancy walls: no query outside a scope, no row across tenants, no model that escapes both."""

from contextlib import suppress

import pytest
from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.db import IntegrityError, connection, models, transaction
from django.db.models import UniqueConstraint

from calls.models import Agent, ConversationLoad
from loads.models import Load, LoadEvent, Stop
from organizations.models import ApiToken, AuditEntry, Membership, Organization, Owned, Place, PlaceName, User
from organizations.tenancy.scope import (
    SameOrganization,
    ScopeMissing,
    current_organization_id,
    organization_in_scope,
    scope,
)
from tests.factories import AgentFactory, ConversationFactory, LoadFactory, PhoneNumberFactory

PACKAGES = ("organizations", "loads", "carriers", "calls", "bids", "analytics")
ALLAUTH = ("account", "mfa", "usersessions", "socialaccount")
# From the ground up; loads and carriers are siblings.
FLOORS = {"organizations": 0, "loads": 1, "carriers": 1, "calls": 2, "bids": 3, "analytics": 4, "config": 5}

NOT_OWNED = {
    Organization: "is the tenant",
    User: "a person may belong to several tenants",
    Membership: "ties the two, and is read to find the tenant",
    Authenticator: "a person's own, wherever they belong",
    UserSession: "a person's own, wherever they belong",
    SocialApp: "made by operators; whose it is, its SignInDomain says",
    SocialAccount: "not kept: an identity provider vouches for an address, anew each time",
    SocialToken: "not kept",
    EmailAddress: "not kept: a person's one address stands in User",
    EmailConfirmation: "not kept",
    Place: "the world's, the same for all tenants",
    PlaceName: "the world's, the same for all tenants",
    User.groups.through: "Django's own, of operators",
    User.user_permissions.through: "Django's own, of operators",
}

# Nobody can refer to a row of these: over all partitions PostgreSQL keeps unique only what has the time in it.
BY_MONTH = (AuditEntry, LoadEvent)


def our_models():
    found = [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.app_label in PACKAGES + ALLAUTH and not model._meta.proxy
    ]
    return sorted(found, key=lambda model: model._meta.label)


def owned_models():
    return [model for model in our_models() if issubclass(model, Owned)]


def relations(model):
    return [
        field
        for field in model._meta.get_fields()
        if field.is_relation and field.concrete and field.related_model
    ]


def by_label(models):
    return {"argvalues": models, "ids": [model._meta.label for model in models]}


# The closed world


def test_every_model_is_owned_or_argued():
    assert [model for model in our_models() if not issubclass(model, Owned) and model not in NOT_OWNED] == []


@pytest.mark.parametrize("model", **by_label(owned_models()))
def test_owned_model_asks_for_the_scope(model):
    with pytest.raises(ScopeMissing):
        model._default_manager.all()
    with pytest.raises(ScopeMissing):
        model.objects.count()
    assert model.unscoped.all() is not None


@pytest.mark.parametrize("model", **by_label(owned_models()))
def test_owned_model_can_be_pointed_to_within_its_organization(model):
    if model in BY_MONTH:
        assert not model._meta.related_objects
        return
    key = {model._meta.pk.name, "organization"}
    if isinstance(model._meta.pk, models.CompositePrimaryKey):
        assert "organization" in model._meta.pk.field_names
        return
    unique = [set(rule.fields) for rule in model._meta.constraints if isinstance(rule, UniqueConstraint)]

    assert key in unique, f"{model._meta.label} needs a UniqueConstraint over organization and primary key"


@pytest.mark.parametrize("model", **by_label(owned_models()))
def test_relations_of_owned_model_stay_within_the_organization(model):
    held = {rule.field for rule in model._meta.constraints if isinstance(rule, SameOrganization)}
    to_owned = {
        field.name
        for field in relations(model)
        if issubclass(field.related_model, Owned) and not isinstance(field, models.ManyToManyField)
    }

    assert held == to_owned
    for field in relations(model):
        if isinstance(field, models.ManyToManyField):
            assert issubclass(field.remote_field.through, Owned), f"{field} needs an owned table between"


@pytest.mark.parametrize("model", **by_label(owned_models()))
def test_rows_of_no_tenant_refer_to_no_owned_row(model):
    for relation in model._meta.related_objects:
        assert issubclass(relation.related_model, Owned), f"{relation.related_model} points to {model}"


@pytest.mark.parametrize("model", **by_label([m for m in our_models() if m._meta.app_label in FLOORS]))
def test_relation_points_down_the_layers(model):
    floor = FLOORS[model._meta.app_label]
    for field in relations(model):
        label = field.related_model._meta.app_label
        if label in FLOORS and label != model._meta.app_label:
            assert FLOORS[label] < floor, f"{field} points up or aside"


# The scope


def test_scope_is_none_outside():
    assert organization_in_scope() is None
    with pytest.raises(ScopeMissing):
        current_organization_id()


def test_scope_nests_and_ends_also_by_an_exception():
    with scope(1):
        with suppress(ZeroDivisionError), scope(2):
            assert current_organization_id() == 2
            raise ZeroDivisionError
        assert current_organization_id() == 1
    assert organization_in_scope() is None


def test_scope_takes_a_key_not_a_row(acme):
    with pytest.raises(TypeError), scope(acme):
        pass


def test_manager_sees_the_organization_in_scope(acme, rival):
    ours, theirs = LoadFactory(organization=acme), LoadFactory(organization=rival)

    with scope(acme.pk):
        assert list(Load.objects.all()) == [ours]
        assert not Load.objects.filter(pk=theirs.pk).exists()
    assert Load.unscoped.count() == 2
    assert list(Load.unscoped.of(rival)) == [theirs]


def test_related_manager_asks_for_the_scope(acme):
    load = LoadFactory(organization=acme)

    with pytest.raises(ScopeMissing):
        load.stops.all()
    with scope(acme.pk):
        assert list(load.stops.all()) == []


def test_related_manager_is_empty_in_another_scope(acme, rival):
    load = LoadFactory(organization=acme)
    Stop.unscoped.create(organization=acme, load=load, position=0, type="pickup")

    with scope(rival.pk):
        assert list(load.stops.all()) == []


# PostgreSQL itself


def check_now():
    """What COMMIT would do: the constraints are deferred."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")


def refused():
    return pytest.raises(IntegrityError, match="same_organization")


def test_new_row_across_tenants_is_refused(acme, rival):
    load = LoadFactory(organization=rival)

    with refused(), transaction.atomic():
        Stop.unscoped.create(organization=acme, load=load, position=0, type="pickup")
        check_now()


def test_update_across_tenants_is_refused(acme, rival):
    number = PhoneNumberFactory(organization=acme)
    agent = AgentFactory(organization=rival)

    with refused(), transaction.atomic():
        type(number).unscoped.filter(pk=number.pk).update(agent=agent)
        check_now()


def test_moving_a_row_to_another_tenant_is_refused(acme, rival):
    load = LoadFactory(organization=acme)
    Stop.unscoped.create(organization=acme, load=load, position=0, type="pickup")

    with refused(), transaction.atomic():
        Load.unscoped.filter(pk=load.pk).update(organization=rival)
        check_now()


def test_table_between_across_tenants_is_refused(acme, rival):
    conversation = ConversationFactory(organization=acme)
    load = LoadFactory(organization=rival)

    for organization in (acme, rival):
        with refused(), transaction.atomic():
            ConversationLoad.unscoped.create(organization=organization, conversation=conversation, load=load)
            check_now()


@pytest.mark.django_db(transaction=True)
def test_commit_across_tenants_is_refused(acme, rival):
    load = LoadFactory(organization=rival)

    with refused():
        Stop.unscoped.create(organization=acme, load=load, position=0, type="pickup")
    assert not Stop.unscoped.exists()


def test_rows_within_a_tenant_pass(acme):
    agent = AgentFactory(organization=acme)
    PhoneNumberFactory(organization=acme, agent=agent)
    PhoneNumberFactory(organization=acme, agent=None)

    check_now()


@pytest.mark.django_db
def test_database_has_every_wall():
    wanted = {
        rule.name
        for model in owned_models()
        for rule in model._meta.constraints
        if isinstance(rule, SameOrganization)
    }
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT conname FROM pg_constraint "
            "WHERE contype = 'f' AND condeferred AND array_length(conkey, 1) = 2"
        )
        found = {name for (name,) in cursor.fetchall()}

    assert wanted <= found
    assert wanted


def test_our_models_are_the_ones_we_mean():
    assert {ApiToken, AuditEntry, Agent, Load} <= set(owned_models())
