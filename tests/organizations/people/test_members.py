"""Members, their roles, and invitations."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth import get_user
from django.core import mail
from django.utils import timezone

from organizations import services as organizations
from organizations import tasks
from organizations.models import AuditEntry, Invitation, Membership, User
from organizations.people import invitations
from organizations.people import invitations as people_mail
from organizations.people.invitations import send_invitation
from organizations.tenancy import queueing
from organizations.tenancy.actors import system
from organizations.tenancy.states import Role
from tests.factories import NOW, InvitationFactory, MembershipFactory, UserFactory

pytestmark = pytest.mark.django_db
URL = "/settings/members/"
BY = {"by": system("tests"), "at": NOW}
PASSWORD = "another horse battery"


@pytest.fixture(autouse=True)
def prompted(monkeypatch):
    """What the broker is sent."""
    found = []
    monkeypatch.setattr(queueing, "_send_soon", lambda name, arguments: found.append((name, *arguments)))
    return found


@pytest.fixture
def manager(client, owner):
    client.force_login(owner)
    return client


@pytest.fixture
def invitation(acme, owner):
    return InvitationFactory(organization=acme, email="new@acme.example", created_by=owner)


def link(invitation):
    return f"/invitations/{people_mail.token_of(invitation)}/"


def actions():
    return list(AuditEntry.unscoped.order_by("pk").values_list("action", flat=True))


def place_of(person):
    return person.memberships.get()


# The list


def test_list_is_quick_however_many(manager, acme, django_assert_num_queries):
    for number in range(60):
        MembershipFactory(organization=acme)
        if number < 9:
            InvitationFactory(organization=acme)
    with django_assert_num_queries(6):  # session, user, memberships, count, members, invitations
        page = manager.get(URL)

    assert page.content.decode().count("<tr>") == 50 + 1 + 9 + 1
    assert "of 61 members" in page.content.decode()


def test_members_of_others_are_not_shown(manager, rival, stranger):
    InvitationFactory(organization=rival, email="theirs@rival.example")

    page = manager.get(URL).content.decode()

    assert stranger.email not in page
    assert "theirs@rival.example" not in page


@pytest.mark.parametrize("cast", ["broker", "viewer"])
def test_who_is_no_owner_reads_alone(client, request, acme, invitation, cast):
    person = request.getfixturevalue(cast)
    client.force_login(person)
    place, other = place_of(person), MembershipFactory(organization=acme)

    page = client.get(URL).content.decode()

    assert str(other.user) in page
    assert "new@acme.example" not in page
    assert "<form" not in page.partition("<main")[2]
    assert client.post(URL, {"email": "x@acme.example", "role": "owner"}).status_code == 403
    assert client.post(f"{URL}{place.pk}/role/", {"role": "owner"}).status_code == 403
    assert client.post(f"{URL}{other.pk}/remove/").status_code == 403
    assert client.post(f"/settings/invitations/{invitation.pk}/send-again/").status_code == 403
    assert client.post(f"/settings/invitations/{invitation.pk}/take-back/").status_code == 403
    assert actions() == []


# Roles


def test_owner_changes_a_role(manager, broker):
    manager.post(f"{URL}{place_of(broker).pk}/role/", {"role": "viewer"})

    assert place_of(broker).role == Role.VIEWER
    assert actions() == ["member.role_changed"]


def test_unknown_role_changes_nothing(manager, broker):
    manager.post(f"{URL}{place_of(broker).pk}/role/", {"role": "king"})

    assert place_of(broker).role == Role.BROKER


def test_last_owner_stays_owner(manager, owner):
    answer = manager.post(f"{URL}{place_of(owner).pk}/role/", {"role": "viewer"}, follow=True)

    assert "only owner" in answer.content.decode()
    assert place_of(owner).role == Role.OWNER


def test_last_owner_stays(manager, owner):
    answer = manager.post(f"{URL}{place_of(owner).pk}/remove/", follow=True)

    assert "only owner" in answer.content.decode()
    assert place_of(owner)


def test_owner_among_owners_may_go(manager, owner, acme):
    MembershipFactory(organization=acme, role=Role.OWNER)

    manager.post(f"{URL}{place_of(owner).pk}/remove/")

    assert not owner.memberships.exists()


def test_owner_removes_a_member(manager, broker, client):
    manager.post(f"{URL}{place_of(broker).pk}/remove/")

    assert not broker.memberships.exists()
    assert User.objects.filter(pk=broker.pk).exists()
    assert actions() == ["member.removed"]


def test_member_of_another_organization_is_not_found(manager, stranger):
    assert manager.post(f"{URL}{place_of(stranger).pk}/remove/").status_code == 404
    assert place_of(stranger)


def test_admin_keeps_the_last_owner_too(client, owner):
    client.force_login(UserFactory(is_staff=True, is_superuser=True))
    place = place_of(owner)
    fields = {"role": "viewer", "phone": ""}

    changed = client.post(f"/admin/organizations/membership/{place.pk}/change/", fields, follow=True)
    deleted = client.post(f"/admin/organizations/membership/{place.pk}/delete/", {"post": "yes"}, follow=True)

    assert "only owner" in changed.content.decode()
    assert "only owner" in deleted.content.decode()
    assert place_of(owner).role == Role.OWNER


# Inviting


def test_owner_invites(manager, acme, owner, prompted, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        answer = manager.post(URL, {"email": "New@Acme.example", "role": "viewer"})

    made = Invitation.unscoped.get()
    assert answer["Location"] == URL
    assert (made.organization, made.email, made.role) == (acme, "new@acme.example", "viewer")
    assert made.expires_at - made.created_at == timedelta(days=7)
    assert prompted == [("organizations.tasks.send_invitation", acme.pk, made.pk)]
    assert actions() == ["invitation.made"]


@pytest.mark.parametrize(("email", "role"), [("new", "broker"), ("", "broker"), ("new@acme.example", "king")])
def test_wrong_invitation_is_refused(manager, email, role):
    assert b'aria-invalid="true"' in manager.post(URL, {"email": email, "role": role}).content
    assert not Invitation.unscoped.exists()


def test_nobody_is_invited_twice(manager, invitation, broker):
    again = manager.post(URL, {"email": invitation.email, "role": "broker"}).content.decode()
    member = manager.post(URL, {"email": broker.email, "role": "broker"}).content.decode()

    assert "already has an invitation" in again
    assert "already a user" in member
    assert Invitation.unscoped.count() == 1


def test_mail_names_who_invites_and_leads_in(invitation, owner, client):
    tasks.send_invitation(invitation.organization_id, invitation.pk)

    (message,) = mail.outbox
    (path,) = re.findall(r"https?://[^/]+(/\S+)", message.body)
    invitation.refresh_from_db()
    assert message.to == ["new@acme.example"]
    assert owner.name in message.subject
    assert client.get(path).status_code == 200
    assert invitation.sent_at


def test_mail_is_sent_once(invitation):
    for _ in range(2):
        tasks.send_invitation(invitation.organization_id, invitation.pk)

    assert len(mail.outbox) == 1


def test_subject_stays_one_line(invitation, acme):
    acme.name = "Acme\r\nBcc: everybody@example.com"
    acme.save()
    invitation.refresh_from_db()
    send_invitation(invitation=invitation, at=timezone.now())

    assert "\n" not in mail.outbox[0].subject
    assert mail.outbox[0].recipients() == ["new@acme.example"]


def test_sweep_finds_what_was_not_sent(invitation, acme, prompted, django_capture_on_commit_callbacks):
    InvitationFactory(organization=acme, sent_at=NOW)
    InvitationFactory(organization=acme, revoked_at=NOW)
    InvitationFactory(organization=acme, expires_at=NOW)
    InvitationFactory(organization=acme, created_at=timezone.now())

    with django_capture_on_commit_callbacks(execute=True):
        tasks.sweep_invitations()

    assert prompted == [("organizations.tasks.send_invitation", acme.pk, invitation.pk)]


def test_sent_again_only_the_new_link_leads_in(manager, invitation, client):
    old = link(invitation)
    manager.post(f"/settings/invitations/{invitation.pk}/send-again/")
    invitation.refresh_from_db()
    manager.logout()

    assert client.get(old).status_code == 404
    assert client.get(link(invitation)).status_code == 200
    assert actions() == ["invitation.sent_again"]


def test_taken_back_link_leads_nowhere(manager, invitation, client):
    manager.post(f"/settings/invitations/{invitation.pk}/take-back/")
    manager.logout()

    assert client.get(link(invitation)).status_code == 404
    assert actions() == ["invitation.taken_back"]


def test_done_invitation_is_not_sent_again(manager, acme):
    done = InvitationFactory(organization=acme, accepted_at=NOW)
    answer = manager.post(f"/settings/invitations/{done.pk}/send-again/", follow=True)

    assert "already accepted or canceled" in answer.content.decode()


# Joining


def test_new_person_joins(client, invitation, acme):
    answer = client.post(link(invitation), {"name": "Nia West", "password": PASSWORD})

    person = User.objects.get(email="new@acme.example")
    assert answer["Location"] == "/"
    assert get_user(client) == person
    assert person.check_password(PASSWORD)
    assert place_of(person).role == Role.BROKER
    assert actions() == ["invitation.accepted", "member.added", "user.signed_in"]


@pytest.mark.parametrize(
    ("name", "password"),
    [("", PASSWORD), ("Nia", "short"), ("Nia", "new@acme.example"), ("Nia", ""), ("Nia", "password12")],
)
def test_weak_password_joins_nothing(client, invitation, name, password):
    answer = client.post(link(invitation), {"name": name, "password": password})

    assert b'aria-invalid="true"' in answer.content
    assert not User.objects.filter(email=invitation.email).exists()


def test_link_works_once(client, invitation):
    client.post(link(invitation), {"name": "Nia", "password": PASSWORD})
    client.logout()

    assert client.post(link(invitation), {"name": "Eve", "password": PASSWORD}).status_code == 404
    assert User.objects.get(email=invitation.email).name == "Nia"


def test_link_ends_after_seven_days(client, invitation):
    Invitation.unscoped.update(expires_at=timezone.now() - timedelta(seconds=1))

    assert client.get(link(invitation)).status_code == 404


def test_existing_person_signs_in_first(client, invitation):
    UserFactory(email="new@acme.example")

    page = client.get(link(invitation)).content.decode()
    client.post(link(invitation), {"name": "Eve", "password": PASSWORD})

    assert f'href="/sign-in/?next={link(invitation).replace("/", "%2F")}"' in page
    assert not Membership.objects.filter(user__email="new@acme.example").exists()


def test_existing_person_joins_by_a_post(client, invitation, acme, rival):
    person = MembershipFactory(user__email="new@acme.example", organization=rival).user
    client.force_login(person)

    assert client.get(link(invitation)).status_code == 200
    assert person.memberships.count() == 1
    client.post(link(invitation))

    assert {place.organization for place in person.memberships.all()} == {acme, rival}
    assert "Acme Freight" in client.get("/settings/organization/").content.decode()


def test_link_is_for_the_invited_person_alone(client, invitation, stranger):
    client.force_login(stranger)

    assert client.get(link(invitation)).status_code == 404
    assert client.post(link(invitation)).status_code == 404
    assert stranger.memberships.count() == 1


def test_member_keeps_the_role_they_have(invitation, acme):
    person = MembershipFactory(user__email="new@acme.example", organization=acme, role=Role.VIEWER).user

    invitations.accept(invitation=invitation, user=person, at=timezone.now())

    assert place_of(person).role == Role.VIEWER


@pytest.mark.parametrize("token", ["1", "1-1", "1-1.x", "x.y.z", "٣-1.x", "a" * 300])
def test_forged_link_leads_nowhere(client, invitation, token):
    assert client.get(f"/invitations/{token}/").status_code == 404


# Services


def test_role_is_checked(acme):
    with pytest.raises(organizations.InvalidValue):
        invitations.invite(organization=acme, email="a@b.example", role="king", inviter=UserFactory(), **BY)
