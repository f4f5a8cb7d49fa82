"""Every route, and every place of its request where an id can stand."""

from itertools import count

from django.utils.http import int_to_base36

from loads.models import Load
from organizations.people import invitations
from tests.factories import (
    ApprovedAnswerFactory,
    BidFactory,
    LoadAlarmFactory,
    OpenQuestionFactory,
    PromiseFactory,
)
from tests.organizations.routes.rows import NEVER
from tests.organizations.tenancy_matrix.places import (
    HTMX,
    PHONE,
    Place,
    all_loads,
    amount,
    bid_of,
    booked_of,
    booking_body,
    booking_of,
    by_customer,
    callback,
    called_of,
    check_call,
    conversations,
    its_load,
    list_filters,
    mapping_of,
    of_carrier,
    of_connection,
    of_view,
    outreach_of,
    passkey_of,
    reported_of,
    to_hold,
    whatever_status,
)
from tests.organizations.tenancy_matrix.worlds import World


def answer_of(theirs: World) -> int:
    """The key of an approved answer, which is its first or another load's."""
    return ApprovedAnswerFactory(organization=theirs.organization, load=f"L-{next(NUMBERS)}").pk


def offered_of(theirs: World) -> int:
    """The key of the load that carriers may be called about."""
    return Load.unscoped.of(theirs.organization).get(external_id__endswith="offer").pk


NUMBERS = count()
NO_PLACES: list[Place] = []
PLACES: dict[str, list[Place]] = {
    "livez": NO_PLACES,
    "readyz": NO_PLACES,
    "gallery": NO_PLACES,
    "gallery_charts": NO_PLACES,
    "mcp": NO_PLACES,  # its tools' places are those of the API's routes
    "api:openapi": NO_PLACES,
    "api:docs": NO_PLACES,
    "organizations:today": NO_PLACES,
    "calls:live_now": NO_PLACES,
    "calls:alarms": NO_PLACES,
    "calls:mark_alarm_seen": [
        Place("path", "pk", lambda theirs: LoadAlarmFactory(organization=theirs.organization).pk, NEVER, 404)
    ],
    "calls:alarms_of_load": [
        Place("path", "load_pk", lambda theirs: theirs.load.pk, NEVER, 404),
        Place("path", "load_pk", lambda theirs: theirs.load.pk, NEVER, 404, headers=HTMX),
    ],
    "calls:promises": NO_PLACES,
    "calls:keep_promise": [
        Place("path", "pk", lambda theirs: PromiseFactory(organization=theirs.organization).pk, NEVER, 404)
    ],
    "bids:uncovered": NO_PLACES,
    "bids:undecided": NO_PLACES,
    "bids:new_offers": [
        Place("query", "bid", lambda theirs: BidFactory(organization=theirs.organization).pk, NEVER, 200)
    ],
    "organizations:waiting": NO_PLACES,
    "analytics:yesterday": NO_PLACES,
    "account_login": NO_PLACES,
    "account_logout": NO_PLACES,
    "mfa_authenticate": NO_PLACES,
    "mfa_login_webauthn": NO_PLACES,
    "socialaccount_login_cancelled": NO_PLACES,
    **{name: of_connection("provider_id") for name in ("openid_connect_login", "openid_connect_callback")},
    **{
        name: of_connection("organization_slug")
        for name in ("saml_login", "saml_finish_acs", "saml_sls", "saml_metadata")
    },
    "saml_acs": of_connection("organization_slug", 302),
    "account_reset_password": NO_PLACES,
    "account_set_password": NO_PLACES,
    "account_reset_password_done": NO_PLACES,
    "account_reset_password_from_key_done": NO_PLACES,
    # A link is a secret of its own; a wrong one doesn't tell whether there is such a person.
    "account_reset_password_from_key": [
        Place(
            "path",
            name,
            lambda theirs: {"uidb36": int_to_base36(theirs.member.user_id), "key": "never-token"},
            {"uidb36": int_to_base36(NEVER), "key": "never-token"},
            404,
            is_silent=True,
        )
        for name in ("uidb36", "key")
    ],
    # Somebody else's link says nothing of the organization that it leads to.
    "organizations:invitation": [
        Place(
            "path",
            "token",
            lambda theirs: invitations.token_of(theirs.invitation),
            "1-1.never",
            404,
            is_silent=True,
        )
    ],
    "organizations:sign_up": [
        Place("path", "token", lambda theirs: f"{theirs.organization.pk}.x", "0.never", 404, is_silent=True)
    ],
    "organizations:setup": NO_PLACES,
    "organizations:setup_brokerage": NO_PLACES,
    "organizations:close_setup": NO_PLACES,
    "calls:setup_number": NO_PLACES,
    "calls:setup_agents": NO_PLACES,
    "calls:activate_agent": [Place("path", "pk", lambda theirs: theirs.agent.pk, NEVER, 404)],
    "calls:setup_call": [
        Place("body", "load", offered_of, NEVER, 400),
        Place("body", "carrier", lambda theirs: theirs.carrier.pk, NEVER, 400, is_silent=True),
    ],
    "carriers:setup": NO_PLACES,
    "carriers:setup_file": NO_PLACES,
    "loads:setup": NO_PLACES,
    "loads:setup_file": NO_PLACES,
    "add_sample": NO_PLACES,
    "remove_sample": NO_PLACES,
    "organizations:members": NO_PLACES,
    "organizations:change_role": [Place("path", "pk", lambda theirs: theirs.member.pk, NEVER, 404)],
    "organizations:remove_member": [Place("path", "pk", lambda theirs: theirs.member.pk, NEVER, 404)],
    "organizations:send_invitation_again": [
        Place("path", "pk", lambda theirs: theirs.invitation.pk, NEVER, 404)
    ],
    "organizations:take_back_invitation": [
        Place("path", "pk", lambda theirs: theirs.invitation.pk, NEVER, 404)
    ],
    "organizations:account": NO_PLACES,
    "account_change_password": NO_PLACES,
    "account_reauthenticate": NO_PLACES,
    "mfa_index": NO_PLACES,
    "mfa_reauthenticate": NO_PLACES,
    "mfa_reauthenticate_webauthn": NO_PLACES,
    "mfa_activate_totp": NO_PLACES,
    "mfa_deactivate_totp": NO_PLACES,
    "mfa_view_recovery_codes": NO_PLACES,
    "mfa_generate_recovery_codes": NO_PLACES,
    "mfa_list_webauthn": NO_PLACES,
    "mfa_add_webauthn": NO_PLACES,
    # One's password is asked for before it is looked for.
    "mfa_remove_webauthn": [Place("path", "pk", passkey_of, str(NEVER), 302, is_silent=True)],
    "socialaccount_connections": NO_PLACES,
    "organizations:end_sessions": [
        Place("body", "place", lambda theirs: "0123456789abcdef", "never", 404, is_silent=True)
    ],
    "organizations:settings": NO_PLACES,
    "organizations:organization": NO_PLACES,
    "organizations:integrations": NO_PLACES,
    "organizations:privacy": NO_PLACES,
    "organizations:find_person": NO_PLACES,
    "organizations:erase_person": NO_PLACES,
    "organizations:rotate_token": [Place("path", "pk", lambda theirs: theirs.token.pk, NEVER, 404)],
    "organizations:revoke_token": [Place("path", "pk", lambda theirs: theirs.token.pk, NEVER, 404)],
    "organizations:event_endpoints": NO_PLACES,
    **{
        f"organizations:{name}": [Place("path", "pk", lambda theirs: theirs.endpoint.pk, NEVER, 404)]
        for name in (
            "event_endpoint",
            "turn_event_endpoint",
            "test_event_endpoint",
            "send_missed_events",
            "rotate_event_secret",
            "remove_event_endpoint",
        )
    },
    **{
        f"organizations:{name}": [Place("path", "pk", lambda theirs: theirs.delivery.pk, NEVER, 404)]
        for name in ("event_delivery", "send_event_again")
    },
    "organizations:switch_organization": [
        Place("body", "organization", lambda theirs: theirs.organization.pk, NEVER, 404),
    ],
    "api:mapped-load-events": [
        Place("path", "mapping", lambda theirs: mapping_of(theirs).slug, "never", 404),
    ],
    "api:load-events": [
        Place("body", "id", lambda theirs: theirs.load.external_id, "neverload", 200, is_silent=True),
        # Refused: it is kept, and not with the other organization's load.
        Place(
            "body",
            "id",
            lambda theirs: theirs.load.external_id,
            "neverload",
            400,
            rest=lambda own: {"maxRate": -1},
            is_silent=True,
        ),
    ],
    "api:calls": list_filters(),
    "api:bids": list_filters(),
    "api:check_calls": [
        Place("query", "loadId", reported_of, "neverload", 200),
        Place("query", "cursor", lambda theirs: "0", "0", 200, is_silent=True),
    ],
    "api:agents": NO_PLACES,
    "api:bookings": [
        Place("query", "loadId", booked_of, "neverload", 200),
        Place("query", "cursor", lambda theirs: "0", "0", 200, is_silent=True),
    ],
    "api:loads": [
        Place("query", "loadId", lambda theirs: theirs.load.external_id, "neverload", 200),
        Place("query", "status", lambda theirs: theirs.status, "neverstatus", 200),
        Place("query", "cursor", lambda theirs: "0", "0", 200, is_silent=True),
    ],
    **{
        name: [Place("path", "bidId", bid_of, NEVER, 404, rest=amount)]
        for name in ("api:accept_bid", "api:counter_bid", "api:reject_bid")
    },
    "api:event_endpoints": NO_PLACES,
    "api:event_types": NO_PLACES,
    **{
        name: [Place("path", "endpointId", lambda theirs: theirs.endpoint.pk, NEVER, 404)]
        for name in ("api:event_endpoint", "api:event_secret", "api:event_test")
    },
    "api:event_attempts": [
        Place("path", "endpointId", lambda theirs: theirs.endpoint.pk, NEVER, 404),
        Place(
            "query",
            "eventId",
            lambda theirs: theirs.delivery.event.uid,
            "evt_never",
            200,
            rest=lambda own: {"endpointId": own.endpoint.pk},
        ),
    ],
    "api:event_replay": [
        Place(
            "path",
            "endpointId",
            lambda theirs: theirs.endpoint.pk,
            NEVER,
            404,
            rest=lambda own: {"eventId": own.delivery.event.uid},
        ),
        Place(
            "body",
            "eventId",
            lambda theirs: theirs.delivery.event.uid,
            "evt_never",
            404,
            rest=lambda own: {"endpointId": own.endpoint.pk},
        ),
    ],
    "api:carriers": NO_PLACES,
    "api:carrier": [Place("path", "carrierId", lambda theirs: theirs.carrier.pk, NEVER, 404)],
    "api:outreach": [
        Place("query", "loadId", called_of, "neverload", 200),
        Place("query", "cursor", lambda theirs: "0", "0", 200, is_silent=True),
    ],
    **{
        name: [Place("path", "outreachId", outreach_of, NEVER, 404)]
        for name in ("api:one_outreach", "api:stop_outreach")
    },
    **{
        name: [Place("body", "loadId", lambda theirs: theirs.load.external_id, "neverload", 404)]
        for name in ("api:hold_load", "api:release_load", "api:start_outreach")
    },
    "api:book_load": [
        Place("body", "loadId", lambda theirs: theirs.load.external_id, "neverload", 404, rest=booking_body),
        # Not known here, whoever knows it: the warning says so.
        Place(
            "body",
            "carrier",
            lambda theirs: f"MC {theirs.carrier.mc_number}",
            "MC 99999999",
            409,
            rest=lambda own: {**its_load(own), "amount": 1800},
        ),
    ],
    "api:analytics": [],
    "api:custom_call": [
        Place(
            "path",
            "agentId",
            lambda theirs: theirs.agent.slug,
            "neverdesk",
            404,
            rest=lambda own: {"toPhone": PHONE},
        )
    ],
    "api:check_call": [
        Place(
            "body",
            "loadNumber",
            lambda theirs: theirs.load.external_id,
            "neverload",
            200,
            rest=check_call,
            is_silent=True,
        ),
        # Without stops of its own it would be about the other organization's.
        Place(
            "body",
            "loadNumber",
            lambda theirs: theirs.load.external_id,
            "neverload",
            400,
            rest=lambda own: {"toPhone": PHONE},
        ),
    ],
    "api:carrier_sales_call": [
        Place(
            "body",
            "loadId",
            lambda theirs: theirs.load.external_id,
            "neverload",
            404,
            rest=lambda own: {"toPhone": PHONE, "dotNumber": 2790123},
        )
    ],
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
    "phone:voice": [
        Place(
            "body",
            "CallSid",
            lambda theirs: theirs.sid,
            "CAneversid",
            200,
            rest=lambda own: {"To": own.number.number, "From": PHONE},
            is_silent=True,
        )
    ],
    "phone:number_status": [
        Place(
            "body",
            "CallSid",
            lambda theirs: theirs.sid,
            "CAneversid",
            200,
            rest=lambda own: {"CallStatus": "completed"},
            is_silent=True,
        )
    ],
    "organizations:search": [
        Place("query", "q", lambda theirs: theirs.carrier.name, "neverhauling", 200),
        Place("query", "q", lambda theirs: theirs.load.external_id, "neverload", 200),
    ],
    "organizations:choose_columns": NO_PLACES,
    "organizations:save_view": NO_PLACES,
    "organizations:export_list": [
        Place("query", "q", lambda theirs: theirs.load.external_id, "neverload", 200, rest=all_loads),
        Place("query", "customer", lambda theirs: theirs.customer, "nevermills", 200, rest=all_loads),
    ],
    "organizations:change_view": of_view(),
    "organizations:delete_view": of_view(),
    "loads:bulk": [
        Place("body", "load", lambda theirs: theirs.load.pk, NEVER, 302, rest=to_hold, is_silent=True),
    ],
    "loads:list": [
        Place("query", "q", lambda theirs: theirs.load.external_id, "neverload", 200, rest=whatever_status),
        Place("query", "customer", lambda theirs: theirs.customer, "nevermills", 200, rest=whatever_status),
        Place("query", "status", lambda theirs: theirs.status, "neverstatus", 200),
    ],
    "loads:page": [Place("path", "pk", lambda theirs: theirs.load.pk, NEVER, 404)],
    "loads:events": NO_PLACES,
    "loads:mappings": NO_PLACES,
    **{
        f"loads:{name}": [Place("path", "pk", lambda theirs: mapping_of(theirs).pk, NEVER, 404)]
        for name in ("mapping", "turn_mapping", "remove_mapping")
    },
    "loads:send_test_event": NO_PLACES,
    "loads:remove_test_load": NO_PLACES,
    "loads:event": [
        Place("path", "pk", lambda theirs: theirs.event.pk, NEVER, 404),
        Place("path", "pk", lambda theirs: theirs.event.pk, NEVER, 404, headers=HTMX),
    ],
    "loads:replay_event": [Place("path", "pk", lambda theirs: theirs.event.pk, NEVER, 404)],
    "loads:message": [
        Place(
            "path",
            "pk",
            lambda theirs: {"pk": theirs.load.pk, "message_pk": theirs.event.pk},
            {"pk": NEVER, "message_pk": NEVER},
            404,
        ),
        Place(
            "path",
            "pk",
            lambda theirs: theirs.load.pk,
            NEVER,
            404,
            rest=lambda own: {"message_pk": own.event.pk},
        ),
        Place(
            "path",
            "message_pk",
            lambda theirs: theirs.event.pk,
            NEVER,
            404,
            rest=lambda own: {"pk": own.load.pk},
        ),
    ],
    "calls:list": [
        Place("query", "carrier", lambda theirs: theirs.carrier.pk, NEVER, 200),
        Place("query", "load", lambda theirs: theirs.load.external_id, "neverload", 200),
        Place("query", "mc", lambda theirs: theirs.mc_number, "99999999", 200),
        Place("query", "tag", lambda theirs: theirs.tag, "nevertag", 200),
    ],
    "calls:page": [
        Place("path", "pk", lambda theirs: theirs.call.pk, NEVER, 404),
        Place("path", "pk", lambda theirs: theirs.call.pk, NEVER, 404, headers=HTMX | {"HX-Target": "call"}),
    ],
    "loads:hold": [Place("path", "pk", lambda theirs: theirs.load.pk, NEVER, 404)],
    "loads:release": [Place("path", "pk", lambda theirs: theirs.load.pk, NEVER, 404)],
    "loads:owner": [Place("path", "pk", lambda theirs: theirs.load.pk, NEVER, 404)],
    "calls:hang_up": [Place("path", "pk", lambda theirs: theirs.call.pk, NEVER, 404)],
    "calls:take_over": [Place("path", "pk", lambda theirs: theirs.call.pk, NEVER, 404)],
    "calls:call_back": [Place("path", "pk", lambda theirs: theirs.call.pk, NEVER, 404)],
    "calls:change_tags": [Place("path", "pk", lambda theirs: theirs.call.pk, NEVER, 404)],
    "calls:questions": [
        Place("path", "pk", lambda theirs: theirs.call.pk, NEVER, 404),
        Place("path", "pk", lambda theirs: theirs.call.pk, NEVER, 404, headers=HTMX),
    ],
    "calls:answer_question": [
        Place(
            "path", "pk", lambda theirs: OpenQuestionFactory(organization=theirs.organization).pk, NEVER, 404
        )
    ],
    "calls:questions_of_load": [
        Place("path", "load_pk", lambda theirs: theirs.load.pk, NEVER, 404),
        Place("path", "load_pk", lambda theirs: theirs.load.pk, NEVER, 404, headers=HTMX),
    ],
    "calls:call_carrier": [Place("path", "carrier_pk", lambda theirs: theirs.carrier.pk, NEVER, 404)],
    "calls:load_actions": [
        Place("path", "load_pk", lambda theirs: theirs.load.pk, NEVER, 404),
        Place("path", "load_pk", lambda theirs: theirs.load.pk, NEVER, 404, headers=HTMX),
    ],
    "calls:check_call": [Place("path", "load_pk", lambda theirs: theirs.load.pk, NEVER, 404)],
    "calls:offer_load": [Place("path", "load_pk", lambda theirs: theirs.load.pk, NEVER, 404)],
    "bids:last_asks": [
        Place("path", "call_pk", lambda theirs: theirs.call.pk, NEVER, 404),
        Place("path", "call_pk", lambda theirs: theirs.call.pk, NEVER, 404, headers=HTMX),
    ],
    "bids:after_call": [
        Place("path", "call_pk", lambda theirs: theirs.call.pk, NEVER, 404),
        Place("path", "call_pk", lambda theirs: theirs.call.pk, NEVER, 404, headers=HTMX),
    ],
    "calls:recording": [Place("path", "pk", lambda theirs: theirs.call.pk, NEVER, 404)],
    "calls:of_load": [
        Place("path", "load_pk", lambda theirs: theirs.load.pk, NEVER, 404),
        Place("path", "load_pk", lambda theirs: theirs.load.pk, NEVER, 404, headers=HTMX),
    ],
    "bids:negotiation": [
        Place("path", "conversation_pk", lambda theirs: theirs.call.pk, NEVER, 404),
        Place("path", "conversation_pk", lambda theirs: theirs.call.pk, NEVER, 404, headers=HTMX),
    ],
    "bids:list": [
        Place("query", "load", lambda theirs: theirs.load.external_id, "neverload", 200),
        Place("query", "carrier", lambda theirs: theirs.mc_number, "99999999", 200),
        Place("query", "carrier", lambda theirs: theirs.carrier.name, "neverhauling", 200, is_silent=True),
    ],
    "bids:page": [Place("path", "pk", bid_of, NEVER, 404)],
    "bids:accept": [Place("path", "pk", bid_of, NEVER, 404)],
    "bids:counter": [Place("path", "pk", bid_of, NEVER, 404)],
    "bids:reject": [Place("path", "pk", bid_of, NEVER, 404)],
    "bids:undo": [Place("path", "number", booking_of, NEVER, 404)],
    "bids:fell_off": [Place("path", "number", booking_of, NEVER, 404)],
    "bids:of_load": [
        Place("path", "load_pk", lambda theirs: theirs.load.pk, NEVER, 404),
        Place("path", "load_pk", lambda theirs: theirs.load.pk, NEVER, 404, headers=HTMX),
    ],
    "bids:compare": [Place("path", "load_pk", lambda theirs: theirs.load.pk, NEVER, 404)],
    "bids:book": [
        Place("path", "load_pk", lambda theirs: theirs.load.pk, NEVER, 404),
        Place(
            "query",
            "carrier",
            lambda theirs: theirs.carrier.mc_number,
            "99999999",
            200,
            rest=lambda own: {"load_pk": own.load.pk, "amount": "1700"},
        ),
    ],
    "bids:of_call": [
        Place("path", "conversation_pk", lambda theirs: theirs.call.pk, NEVER, 404),
        Place("path", "conversation_pk", lambda theirs: theirs.call.pk, NEVER, 404, headers=HTMX),
    ],
    "bids:outreach": [
        Place("path", "load_pk", lambda theirs: theirs.load.pk, NEVER, 404),
        Place("path", "load_pk", lambda theirs: theirs.load.pk, NEVER, 404, headers=HTMX),
    ],
    "bids:start_outreach": [Place("path", "load_pk", lambda theirs: theirs.load.pk, NEVER, 404)],
    "bids:stop_outreach": [Place("path", "load_pk", lambda theirs: theirs.load.pk, NEVER, 404)],
    "bids:negotiation_rules": NO_PLACES,
    "bids:preview_negotiation": NO_PLACES,
    "bids:replay_talks": NO_PLACES,
    "bids:rehearsal": [Place("path", "agent_pk", lambda theirs: theirs.agent.pk, NEVER, 404)],
    "bids:rehearse": [
        Place("path", "agent_pk", lambda theirs: theirs.agent.pk, NEVER, 404),
        Place(
            "body",
            "rehearsal-load",
            lambda theirs: theirs.load.external_id,
            "neverload",
            200,
            rest=lambda own: {
                "agent_pk": own.agent.pk,
                "rehearsal-persona": "voicemail",
                "rehearsal-runs": "1",
            },
        ),
    ],
    "bids:of_carrier": of_carrier("carrier_pk"),
    "bids:known": of_carrier("carrier_pk"),
    "calls:numbers": NO_PLACES,
    "calls:assign_number": [
        Place("path", "pk", lambda theirs: theirs.number.pk, NEVER, 404),
    ],
    "calls:calling_rules": NO_PLACES,
    "calls:do_not_call": [
        Place("query", "q", lambda theirs: theirs.banned.number, "+12145550999", 200),
    ],
    "calls:upload_do_not_call": NO_PLACES,
    "calls:answers": NO_PLACES,
    "calls:add_answer": NO_PLACES,
    "calls:edit_answer": [Place("path", "pk", answer_of, NEVER, 404)],
    "calls:delete_answer": [Place("path", "pk", answer_of, NEVER, 404)],
    "calls:allow_again": [Place("path", "pk", lambda theirs: theirs.banned.pk, NEVER, 404)],
    "calls:of_carrier": of_carrier("carrier_pk"),
    "agents:list": NO_PLACES,
    "agents:new": NO_PLACES,
    "agents:edit": [Place("path", "pk", lambda theirs: theirs.agent.pk, NEVER, 404)],
    "agents:call": [
        Place("path", "pk", lambda theirs: theirs.agent.pk, NEVER, 404),
    ],
    "agents:versions": [Place("path", "pk", lambda theirs: theirs.agent.pk, NEVER, 404)],
    "agents:restore": [
        Place("path", "pk", lambda theirs: theirs.agent.pk, NEVER, 404, rest=lambda own: {"number": 1}),
        # A version's number says nothing without its agent.
        Place("path", "number", lambda theirs: 1, NEVER, 404, rest=lambda own: {"pk": NEVER}, is_silent=True),
    ],
    "agents:page": [Place("path", "pk", lambda theirs: theirs.agent.pk, NEVER, 404)],
    "carriers:list": [
        Place("query", "q", lambda theirs: theirs.carrier.name, "neverhauling", 200),
        Place("query", "q", lambda theirs: theirs.carrier.mc_number, "99999999", 200),
    ],
    "carriers:places": NO_PLACES,
    "carriers:vetting_rules": NO_PLACES,
    "carriers:page": [Place("path", "pk", lambda theirs: theirs.carrier.pk, NEVER, 404)],
    "carriers:block": [Place("path", "pk", lambda theirs: theirs.carrier.pk, NEVER, 404)],
    "carriers:unblock": [Place("path", "pk", lambda theirs: theirs.carrier.pk, NEVER, 404)],
    "carriers:prefer": [Place("path", "pk", lambda theirs: theirs.carrier.pk, NEVER, 404)],
    "carriers:note": [Place("path", "pk", lambda theirs: theirs.carrier.pk, NEVER, 404)],
    "carriers:correct": [Place("path", "pk", lambda theirs: theirs.carrier.pk, NEVER, 404)],
    "analytics:overview": NO_PLACES,
    "analytics:lost_loads": [
        Place("query", "only", lambda theirs: theirs.load.customer_name, "nevermills", 200, rest=by_customer),
    ],
    "analytics:rows": [
        Place("query", "tag", lambda theirs: theirs.tag, "nevertag", 200, rest=conversations),
    ],
    "analytics:download": NO_PLACES,
}
