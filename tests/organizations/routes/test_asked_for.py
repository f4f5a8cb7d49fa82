"""Every route of the URLconf, what it asks for, and how it treats those who don't have it.

A new route needs a row here. `rows` makes what the route's path names, in an organization, as its arguments: a stranger
must get for them what everybody gets for what never existed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from organizations.models import Organization, SavedView
from organizations.states import Role
from tests.factories import (
    NOW,
    AgentFactory,
    AgentVersionFactory,
    BidFactory,
    CallFactory,
    CarrierFactory,
    DoNotCallFactory,
    InvitationFactory,
    LoadFactory,
    MembershipFactory,
    PhoneNumberFactory,
    PromiseFactory,
)

NEVER = 2**31 - 7


class Needs(Enum):
    """What a route asks of whoever comes."""

    NOTHING = auto()
    SESSION = auto()
    TOKEN = auto()
    SIGNATURE = auto()
    SESSION_OR_TOKEN = auto()
    LINK = auto()  # a secret in the path, sent by mail
    PASSWORD = auto()  # given a moment ago


@dataclass(frozen=True)
class Route:
    """A row: `rows` are the path's arguments for things of an organization, `never` those for nothing at all."""

    needs: Needs
    method: str = "GET"
    rows: Callable[[Organization], dict[str, Any]] | None = None
    never: dict[str, Any] | None = None
    body: dict[str, Any] | None = None


def load_event(organization: Organization) -> dict[str, Any]:
    """A load and a message of its TMS."""
    load = LoadFactory(organization=organization)
    event = load.events.model.unscoped.create(
        organization=organization, load=load, received_at=load.created_at, raw=b"{}", is_accepted=True
    )
    return {"pk": load.pk, "message_pk": event.pk}


def callback(needs: Needs = Needs.SIGNATURE) -> Route:
    """A callback of the telephone provider about one call."""
    return Route(
        needs,
        "POST",
        lambda organization: {"reference": CallFactory(organization=organization).reference},
        {"reference": "never"},
    )


def line(method: str, needs: Needs = Needs.SESSION, parameter: str = "pk") -> Route:
    """Something to do with one call's line."""
    return Route(
        needs,
        method,
        lambda organization: {parameter: CallFactory(organization=organization).pk},
        {parameter: NEVER},
    )


def carrier(method: str = "GET", parameter: str = "pk") -> Route:
    """A page about one carrier, or something to do with it."""
    return Route(
        Needs.SESSION,
        method,
        lambda organization: {parameter: CarrierFactory(organization=organization).pk},
        {parameter: NEVER},
    )


def agent(method: str = "GET", parameter: str = "pk") -> Route:
    """A page about one agent, or something to do with it."""
    return Route(
        Needs.SESSION,
        method,
        lambda organization: {parameter: AgentFactory(organization=organization).pk},
        {parameter: NEVER},
    )


def agent_version(organization: Organization) -> dict[str, Any]:
    """An agent, and a version of it."""
    return {"pk": AgentVersionFactory(organization=organization).agent_id, "number": 1}


def bid() -> Route:
    """A page about one bid."""
    return Route(
        Needs.SESSION,
        rows=lambda organization: {"pk": BidFactory(organization=organization).pk},
        never={"pk": NEVER},
    )


def load_in(parameter: str, method: str = "GET") -> Route:
    """A page about one load, or something to do with it."""
    return Route(
        Needs.SESSION,
        method,
        lambda organization: {parameter: LoadFactory(organization=organization).pk},
        {parameter: NEVER},
    )


def view_of_list() -> Route:
    """Something to do with a person's saved view, which even a colleague doesn't see."""

    def made(organization: Organization) -> dict[str, Any]:
        person = MembershipFactory(organization=organization).user
        view = SavedView(organization=organization, user=person, list="loads", name="Mine", query="q=1")
        view.created_at = NOW
        view.save()
        return {"pk": view.pk}

    return Route(Needs.SESSION, "POST", made, {"pk": NEVER})


def member() -> Route:
    """Something that an owner does with a member."""
    return Route(
        Needs.SESSION,
        "POST",
        lambda organization: {"pk": MembershipFactory(organization=organization).pk},
        {"pk": NEVER},
    )


def invited() -> Route:
    """Something that an owner does with an invitation."""
    return Route(
        Needs.SESSION,
        "POST",
        lambda organization: {"pk": InvitationFactory(organization=organization).pk},
        {"pk": NEVER},
    )


ROUTES = {
    "livez": Route(Needs.NOTHING),
    "gallery": Route(Needs.SESSION),
    "gallery_charts": Route(Needs.SESSION),
    "readyz": Route(Needs.NOTHING),
    "api:load-events": Route(Needs.TOKEN, "POST", body={"id": "L-1"}),
    "api:calls": Route(Needs.TOKEN),
    "api:bids": Route(Needs.TOKEN),
    "api:carriers": Route(Needs.TOKEN),
    "api:analytics": Route(Needs.TOKEN),
    "api:custom_call": Route(
        Needs.TOKEN,
        "POST",
        lambda organization: {"agentId": AgentFactory(organization=organization).slug},
        {"agentId": "never"},
        {"toPhone": "+13125550123"},
    ),
    "api:check_call": Route(Needs.TOKEN, "POST", body={"toPhone": "+13125550123", "loadNumber": "L-1"}),
    "api:carrier_sales_call": Route(
        Needs.TOKEN, "POST", body={"toPhone": "+13125550123", "loadId": "L-1", "dotNumber": 2790123}
    ),
    "api:openapi": Route(Needs.NOTHING),
    "api:docs": Route(Needs.NOTHING),
    "phone:twiml": callback(),
    "phone:status": callback(),
    "phone:machine": callback(),
    "phone:relay_ended": callback(),
    "phone:voicemail": callback(),
    "phone:transfer": callback(),
    "phone:whisper": callback(),
    "phone:dial_ended": callback(),
    "phone:second_line": callback(),
    "phone:announcement": callback(),
    "phone:recording": callback(),
    "phone:voice": Route(Needs.SIGNATURE, "POST"),
    "organizations:today": Route(Needs.SESSION),
    "calls:live_now": Route(Needs.SESSION),
    "calls:promises": Route(Needs.SESSION),
    "calls:keep_promise": Route(
        Needs.SESSION,
        "POST",
        lambda organization: {"pk": PromiseFactory(organization=organization).pk},
        {"pk": NEVER},
    ),
    "bids:uncovered": Route(Needs.SESSION),
    "bids:undecided": Route(Needs.SESSION),
    "analytics:yesterday": Route(Needs.SESSION),
    "organizations:sign_in": Route(Needs.NOTHING),
    "organizations:sign_out": Route(Needs.SESSION, "POST"),
    "organizations:switch_organization": Route(Needs.SESSION, "POST"),
    "organizations:sign_in_code": Route(Needs.PASSWORD),
    "organizations:admin_sign_in": Route(Needs.SESSION),
    "organizations:password_forgotten": Route(Needs.NOTHING),
    "organizations:password_sent": Route(Needs.NOTHING),
    "organizations:new_password": Route(Needs.LINK, never={"uidb64": "MA", "token": "never-token"}),
    "organizations:invitation": Route(Needs.LINK, never={"token": "1-1.never"}),
    "organizations:settings": Route(Needs.SESSION),
    "organizations:members": Route(Needs.SESSION),
    "organizations:change_role": member(),
    "organizations:remove_member": member(),
    "organizations:send_invitation_again": invited(),
    "organizations:take_back_invitation": invited(),
    "organizations:account": Route(Needs.SESSION),
    "organizations:change_password": Route(Needs.SESSION),
    "organizations:second_factor": Route(Needs.SESSION),
    "organizations:remove_second_factor": Route(Needs.SESSION),
    "organizations:recovery_codes": Route(Needs.SESSION),
    "organizations:end_sessions": Route(Needs.SESSION, "POST"),
    "organizations:organization": Route(Needs.SESSION),
    "organizations:api_tokens": Route(Needs.SESSION),
    "organizations:search": Route(Needs.SESSION),
    "organizations:choose_columns": Route(Needs.SESSION, "POST"),
    "organizations:export_list": Route(Needs.SESSION),
    "organizations:save_view": Route(Needs.SESSION, "POST"),
    "organizations:rename_view": view_of_list(),
    "organizations:change_view": view_of_list(),
    "organizations:make_default_view": view_of_list(),
    "organizations:delete_view": view_of_list(),
    "loads:list": Route(Needs.SESSION),
    "loads:bulk": Route(Needs.SESSION, "POST"),
    "loads:page": Route(
        Needs.SESSION,
        rows=lambda organization: {"pk": LoadFactory(organization=organization).pk},
        never={"pk": NEVER},
    ),
    "loads:owner": Route(
        Needs.SESSION,
        "POST",
        lambda organization: {"pk": LoadFactory(organization=organization).pk},
        {"pk": NEVER},
    ),
    "loads:hold": load_in("pk"),
    "loads:release": load_in("pk", "POST"),
    "loads:message": Route(Needs.SESSION, rows=load_event, never={"pk": NEVER, "message_pk": NEVER}),
    "calls:list": Route(Needs.SESSION),
    "calls:page": Route(
        Needs.SESSION,
        rows=lambda organization: {"pk": CallFactory(organization=organization).pk},
        never={"pk": NEVER},
    ),
    "calls:hang_up": line("POST"),
    "calls:take_over": line("POST"),
    "calls:call_back": line("POST"),
    "calls:change_tags": line("POST"),
    "calls:call_carrier": carrier("POST", "carrier_pk"),
    "calls:load_actions": load_in("load_pk"),
    "calls:check_call": load_in("load_pk", "POST"),
    "calls:offer_load": load_in("load_pk", "POST"),
    "bids:last_asks": line("GET", parameter="call_pk"),
    "bids:after_call": line("GET", parameter="call_pk"),
    "calls:recording": line("GET", Needs.SESSION_OR_TOKEN),
    "calls:of_load": Route(
        Needs.SESSION,
        rows=lambda organization: {"load_pk": LoadFactory(organization=organization).pk},
        never={"load_pk": NEVER},
    ),
    "bids:negotiation": Route(
        Needs.SESSION,
        rows=lambda organization: {"conversation_pk": CallFactory(organization=organization).pk},
        never={"conversation_pk": NEVER},
    ),
    "bids:list": Route(Needs.SESSION),
    "bids:page": bid(),
    "bids:accept": bid(),
    "bids:counter": bid(),
    "bids:reject": bid(),
    "bids:of_load": load_in("load_pk"),
    "bids:compare": load_in("load_pk"),
    "bids:book": load_in("load_pk"),
    "bids:of_call": Route(
        Needs.SESSION,
        rows=lambda organization: {"conversation_pk": CallFactory(organization=organization).pk},
        never={"conversation_pk": NEVER},
    ),
    "bids:outreach": load_in("load_pk"),
    "bids:start_outreach": load_in("load_pk", "POST"),
    "bids:stop_outreach": load_in("load_pk", "POST"),
    "bids:negotiation_rules": Route(Needs.SESSION),
    "bids:rehearsal": agent(parameter="agent_pk"),
    "bids:rehearse": agent("POST", "agent_pk"),
    "bids:of_carrier": carrier(parameter="carrier_pk"),
    "calls:numbers": Route(Needs.SESSION),
    "calls:assign_number": Route(
        Needs.SESSION,
        "POST",
        lambda organization: {"pk": PhoneNumberFactory(organization=organization).pk},
        {"pk": NEVER},
    ),
    "calls:calling_rules": Route(Needs.SESSION),
    "calls:do_not_call": Route(Needs.SESSION),
    "calls:upload_do_not_call": Route(Needs.SESSION, "POST"),
    "calls:allow_again": Route(
        Needs.SESSION,
        "POST",
        lambda organization: {"pk": DoNotCallFactory(organization=organization).pk},
        {"pk": NEVER},
    ),
    "calls:of_carrier": carrier(parameter="carrier_pk"),
    "agents:list": Route(Needs.SESSION),
    "agents:new": Route(Needs.SESSION),
    "agents:page": agent(),
    "agents:edit": agent(),
    "agents:versions": agent(),
    "agents:call": agent(),
    "agents:restore": Route(Needs.SESSION, "POST", agent_version, {"pk": NEVER, "number": NEVER}),
    "carriers:vetting_rules": Route(Needs.SESSION),
    "carriers:list": Route(Needs.SESSION),
    "carriers:places": Route(Needs.SESSION),
    "carriers:page": carrier(),
    "carriers:block": carrier("POST"),
    "carriers:unblock": carrier("POST"),
    "carriers:prefer": carrier("POST"),
    "carriers:note": carrier("POST"),
    "analytics:overview": Route(Needs.SESSION),
    "analytics:rows": Route(Needs.SESSION),
    "analytics:download": Route(Needs.SESSION),
}
UNNAMED = ["^api(?:/|\\Z)"]  # 404 for everything below /api/ that has no route


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


def test_every_route_has_a_row():
    assert names() == set(ROUTES)


def test_nothing_unnamed_but_the_api_catch_all():
    unnamed = [str(pattern.pattern) for name, pattern in walk(get_resolver()) if name == "?"]

    assert unnamed == UNNAMED


@pytest.mark.django_db
@pytest.mark.parametrize(**of(Needs.NOTHING))
def test_open_route_answers_everybody(client, name, route):
    assert ask(client, name, route).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize(**of(Needs.SESSION, Needs.SESSION_OR_TOKEN))
def test_page_sends_strangers_to_sign_in(client, name, route):
    response = ask(client, name, route)

    assert response.status_code == 302
    assert response["Location"].startswith("/sign-in/?next=")


@pytest.mark.django_db
@pytest.mark.parametrize(**of(Needs.TOKEN))
def test_endpoint_asks_for_a_token(client, name, route):
    response = ask(client, name, route)

    assert response.status_code == 401
    assert response["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize(**of(Needs.TOKEN))
def test_endpoint_takes_no_session_for_a_token(client, owner, name, route):
    client.force_login(owner)

    assert ask(client, name, route).status_code == 401


@pytest.mark.parametrize(**of(Needs.SESSION))
def test_page_takes_no_token_for_a_session(client, token, name, route):
    assert ask(client, name, route, Authorization=f"Bearer {token}").status_code == 302


@pytest.mark.django_db
@pytest.mark.parametrize(**of(Needs.SIGNATURE))
def test_callback_asks_for_a_signature(client, name, route):
    assert ask(client, name, route).status_code == 403


@pytest.mark.parametrize(**with_rows(Needs.SIGNATURE))
def test_callback_asks_for_a_signature_before_it_looks(client, owner, token, acme, name, route):
    client.force_login(owner)

    response = ask(client, name, route, route.rows(acme), Authorization=f"Bearer {token}")

    assert response.status_code == 403


@pytest.mark.django_db
@pytest.mark.parametrize(**of(Needs.LINK))
def test_link_that_was_never_sent_leads_nowhere(client, name, route):
    assert ask(client, name, route).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize(**of(Needs.PASSWORD))
def test_second_step_begins_with_the_first(client, name, route):
    assert ask(client, name, route)["Location"] == "/sign-in/"


@pytest.mark.parametrize(**with_rows(Needs.SESSION, Needs.SESSION_OR_TOKEN))
def test_page_of_a_strangers_row_is_a_page_of_nothing(client, stranger, acme, name, route):
    stranger.memberships.update(role=Role.OWNER)  # where they belong they may do everything
    client.force_login(stranger)

    theirs, nothing = ask(client, name, route, route.rows(acme)), ask(client, name, route)

    assert theirs.status_code == nothing.status_code == 404
    assert theirs.content == nothing.content


@pytest.mark.parametrize(**with_rows(Needs.SESSION, Needs.SESSION_OR_TOKEN))
def test_page_of_a_number_beyond_all_keys_is_a_page_of_nothing(client, owner, name, route):
    client.force_login(owner)

    assert ask(client, name, route, dict.fromkeys(route.never, 10**30)).status_code == 404


@pytest.mark.parametrize(**of(Needs.SESSION_OR_TOKEN))
def test_page_takes_a_token_as_well(client, token, name, route):
    right = ask(client, name, route, Authorization=f"Bearer {token}")
    wrong = ask(client, name, route, Authorization="Bearer ll_wrong")

    assert right.status_code == wrong.status_code == 404


@pytest.mark.parametrize(**with_rows(Needs.TOKEN))
def test_strangers_row_answers_like_one_that_never_was(client, rival_token, acme, name, route):
    headers = {"Authorization": f"Bearer {rival_token}", "X-Request-Id": "same"}
    arguments = route.rows(acme)
    theirs, nothing = ask(client, name, route, arguments, **headers), ask(client, name, route, **headers)

    assert theirs.status_code == nothing.status_code == 404
    (named,), (never,) = arguments.values(), route.never.values()
    assert theirs.content.decode().replace(str(named), str(never)) == nothing.content.decode()


@pytest.mark.django_db
def test_admin_is_closed_to_everybody_else(client, broker):
    pages = [pattern for name, pattern in walk(get_resolver()) if name.startswith("admin:")]
    open_pages = {"login", "logout", "jsi18n"}
    for person in (None, broker):
        if person:
            client.force_login(person)
        for pattern in pages:
            if pattern.name in open_pages or pattern.pattern.converters or "(" in str(pattern.pattern):
                continue
            response = client.get(reverse(f"admin:{pattern.name}"))
            assert response.status_code == 302, pattern.name
            assert "/sign-in/" in response["Location"] or "/admin/login/" in response["Location"], (
                pattern.name
            )
