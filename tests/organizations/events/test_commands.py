"""The commands: a receiver on this machine, and events sent again."""

import threading
from http.server import ThreadingHTTPServer
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connections

from organizations.models import Delivery, EventEndpoint, Organization
from organizations.tenancy.states import DeliveryStatus
from tests.factories import DeliveryFactory, EventEndpointFactory, EventFactory

pytestmark = pytest.mark.django_db(transaction=True)


def test_receiver_is_an_endpoint_while_it_runs_and_verifies(acme, happen, work, monkeypatch):
    said = StringIO()

    def serve(server):
        def send():
            work()
            connections.close_all()

        happen(message="hello out there")
        sending = threading.Thread(target=send)
        sending.start()
        server.handle_request()
        sending.join()
        raise KeyboardInterrupt

    monkeypatch.setattr(ThreadingHTTPServer, "serve_forever", serve)
    call_command("receive_events", organization="acme", port=0, stdout=said, no_color=True)

    assert "test evt_" in said.getvalue()
    assert "#1  signed" in said.getvalue()
    assert "hello out there" in said.getvalue()
    assert not EventEndpoint.unscoped.exists()
    assert Organization.objects.get(pk=acme.pk).event_types == []


def test_events_are_sent_again_by_id_and_since(acme, work):
    endpoint = EventEndpointFactory(organization=acme)
    failed = DeliveryFactory(
        organization=acme, endpoint=endpoint, status=DeliveryStatus.FAILED, event__type="call_ended"
    )
    EventFactory(organization=acme, type="call_ended")
    said = StringIO()

    call_command("replay_events", organization="acme", endpoint=endpoint.pk, since="2026-03-02", stdout=said)
    assert said.getvalue() == "2 on the way.\n"
    assert set(Delivery.unscoped.values_list("status", flat=True)) == {DeliveryStatus.PENDING}
    call_command(
        "replay_events", organization="acme", endpoint=endpoint.pk, event=failed.event.uid, stdout=said
    )
    for wrong in ({}, {"event": "evt_never"}, {"since": "yesterday"}, {"event": "x", "since": "2026-03-02"}):
        with pytest.raises(CommandError):
            call_command("replay_events", organization="acme", endpoint=endpoint.pk, **wrong)
