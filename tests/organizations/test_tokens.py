"""API tokens: their text, their life, the commands that make them."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from organizations import services as organizations
from organizations import tokens
from organizations.models import ApiToken, AuditEntry, Organization
from organizations.tenancy.actors import system
from organizations.tenancy.states import Scope
from tests.factories import NOW

BY = system("tests")
HOUR = timedelta(hours=1)


def make(acme, **changes):
    return organizations.create_token(
        **({"organization": acme, "name": "TMS", "by": BY, "at": NOW} | changes)
    )


def authenticate(plain, at=NOW):
    return tokens.authenticate_token(plain, at=at)


def test_text_has_its_form_and_checksum():
    made = {tokens.make() for _ in range(100)}

    assert len(made) == 100
    assert all(tokens.is_wellformed(plain) for plain in made)


def test_checksum_stays_what_it_is():
    assert tokens.checksum("") == "000000"
    assert tokens.checksum("ll_abc") == "3ilBJy"


def test_every_typing_error_is_told():
    plain = tokens.make()

    for position, letter in enumerate(plain):
        other = "x" if letter != "x" else "y"
        assert not tokens.is_wellformed(plain[:position] + other + plain[position + 1 :])
        assert not tokens.is_wellformed(plain[:position] + plain[position + 1 :])
    for text in ("", "ll__", plain + "\n", plain.upper(), plain + plain, "ll_" + "é" * 30 + "_000000"):
        assert not tokens.is_wellformed(text)


def test_token_is_found_by_its_text_and_kept_as_a_digest(acme):
    made = make(acme)

    found = authenticate(made.plain)

    assert found == made.token
    assert found.organization == acme
    assert found.scopes == ["read", "ingest", "call"]
    assert bytes(found.digest) == tokens.digest(made.plain)
    kept = str(ApiToken.unscoped.values().get()) + str(list(AuditEntry.unscoped.values()))
    assert made.plain not in kept
    assert made.plain[9:] not in kept


def test_authentication_is_one_query(acme, django_assert_num_queries):
    plain = make(acme).plain

    with django_assert_num_queries(1):
        assert authenticate(plain).organization.slug == "acme"


def test_unknown_token_is_nobody(acme):
    assert authenticate(tokens.make()) is None


def test_expired_token_is_nobody(acme):
    plain = make(acme, expires_at=NOW + HOUR).plain

    assert authenticate(plain, at=NOW + HOUR - timedelta(seconds=1))
    assert authenticate(plain, at=NOW + HOUR) is None


def test_revoked_token_is_nobody(acme):
    made = make(acme)

    assert organizations.revoke_token(token=made.token, by=BY, at=NOW)
    assert not organizations.revoke_token(token=made.token, by=BY, at=NOW + HOUR)

    assert authenticate(made.plain) is None
    assert ApiToken.unscoped.get().revoked_at == NOW
    assert AuditEntry.unscoped.filter(action="api_token.revoked").count() == 1


def test_rotation_overlaps(acme):
    old = make(acme, scopes=[Scope.READ])

    new = organizations.rotate_token(token=old.token, by=BY, at=NOW, overlap=HOUR)

    assert new.token.scopes == ["read"]
    assert authenticate(old.plain, at=NOW + HOUR / 2)
    assert authenticate(old.plain, at=NOW + HOUR) is None
    assert authenticate(new.plain, at=NOW + HOUR)


def test_rotation_never_lengthens_a_life(acme):
    old = make(acme, expires_at=NOW + HOUR)

    organizations.rotate_token(token=old.token, by=BY, at=NOW)

    assert ApiToken.unscoped.get(pk=old.token.pk).expires_at == NOW + HOUR


def test_rotation_raises_no_dead(acme):
    old = make(acme)
    stale = ApiToken.unscoped.get()
    organizations.revoke_token(token=old.token, by=BY, at=NOW)

    with pytest.raises(organizations.InvalidValue):
        organizations.rotate_token(token=stale, by=BY, at=NOW)
    assert ApiToken.unscoped.count() == 1


@pytest.mark.parametrize(
    "changes",
    [
        {"name": "  "},
        {"name": "x" * 101},
        {"scopes": []},
        {"scopes": ["read", "write"]},
        {"expires_at": NOW},
    ],
)
def test_token_that_makes_no_sense_is_refused(acme, changes):
    with pytest.raises(organizations.InvalidValue):
        make(acme, **changes)
    assert not ApiToken.unscoped.exists()


def test_use_is_written_once_a_minute(acme, django_assert_num_queries):
    token = make(acme).token

    with django_assert_num_queries(1):
        for second in (5, 6, 59):
            tokens.note_token_use(token=token, at=NOW.replace(second=second))
    assert ApiToken.unscoped.get().last_used_at == NOW

    tokens.note_token_use(token=token, at=NOW + timedelta(minutes=1, seconds=1))
    assert ApiToken.unscoped.get().last_used_at == NOW + timedelta(minutes=1)


def test_use_never_goes_back(acme):
    token = make(acme).token
    stale = ApiToken.unscoped.get()
    tokens.note_token_use(token=token, at=NOW + HOUR)

    tokens.note_token_use(token=stale, at=NOW)

    assert ApiToken.unscoped.get().last_used_at == NOW + HOUR


# Commands


def run(*arguments):
    out = StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


@pytest.mark.django_db
def test_command_makes_an_organization():
    run("create_organization", "Acme Freight", "--slug", "acme")

    organization = Organization.objects.get()
    assert (organization.name, organization.slug) == ("Acme Freight", "acme")
    assert set(AuditEntry.unscoped.values_list("actor", flat=True)) == {"system:create_organization"}


@pytest.mark.parametrize(
    ("name", "slug", "words"),
    [("A", "acme", "already"), ("A", "a b", "slug"), (" ", "b", "name"), ("A", "x" * 64, "63")],
)
def test_command_says_why_there_is_no_organization(acme, name, slug, words):
    with pytest.raises(CommandError, match=words):
        run("create_organization", name, "--slug", slug)


def test_command_prints_the_token_alone(acme):
    printed = run(
        "create_token",
        "--organization",
        "acme",
        "--name",
        "TMS",
        "--scopes",
        "ingest, read",
        "--expires",
        "9",
    )

    token = tokens.authenticate_token(printed.removesuffix("\n"), at=ApiToken.unscoped.get().created_at)
    assert token.scopes == ["read", "ingest"]
    assert token.expires_at - token.created_at == timedelta(days=9)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--organization", "nowhere", "--name", "x"], "no organization 'nowhere'"),
        (["--organization", "acme", "--name", "x", "--scopes", "read,fly"], "Unknown scope fly"),
        (["--organization", "acme", "--name", "x", "--scopes", ""], "at least one scope"),
        (["--organization", "acme", "--name", "x", "--expires", "0"], "1 to 3650"),
        (["--organization", "acme", "--name", ""], "name"),
    ],
)
def test_command_says_why_there_is_no_token(acme, arguments, words):
    with pytest.raises(CommandError, match=words):
        run("create_token", *arguments)
