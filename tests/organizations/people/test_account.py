"""One's own account: name and phone, second factor, places where one is signed in."""

import base64
from datetime import timedelta

import pyotp
import pytest
from django.contrib.auth import get_user
from django.contrib.sessions.models import Session
from django.utils import timezone

from organizations.models import AuditEntry, RecoveryCode, SecondFactor, SignedIn
from organizations.people import second_factor, sessions
from organizations.people.account_views import SEED
from organizations.tasks import forget_sessions
from tests.factories import NOW, UserFactory
from tests.organizations.people.conftest import PASSWORD

pytestmark = pytest.mark.django_db
URL = "/settings/account/"
FACTOR = "/settings/account/second-factor/"


@pytest.fixture
def browser(kim, sign_in):
    return sign_in(kim.email)[0]


def actions():
    return list(AuditEntry.unscoped.order_by("pk").values_list("action", flat=True))


# Name and phone


@pytest.mark.deep
def test_name_and_phone_are_kept(kim, browser):
    answer = browser.post(URL, {"name": "Kim O. Ortiz", "phone": "(312) 555-0123"})

    kim.refresh_from_db()
    assert answer["Location"] == URL
    assert kim.name == "Kim O. Ortiz"
    assert kim.memberships.get().phone == "+13125550123"
    assert actions() == ["user.name_changed", "member.phone_changed"]


@pytest.mark.deep
def test_nothing_new_leaves_no_audit(kim, browser):
    browser.post(URL, {"name": kim.name, "phone": ""})

    assert actions() == []


@pytest.mark.deep_but(1)
@pytest.mark.parametrize("phone", ["555", "call me", "+1", "312 555 0123 ext. 4", "+999999999999999999"])
def test_phone_that_is_none_is_refused(kim, browser, phone):
    answer = browser.post(URL, {"name": kim.name, "phone": phone})

    assert "Give a whole number" in answer.content.decode()
    assert kim.memberships.get().phone == ""


def test_viewer_has_an_account_too(client, viewer):
    client.force_login(viewer)

    assert client.post(URL, {"name": "Vera", "phone": ""}).status_code == 302


@pytest.mark.deep
def test_account_is_quick(browser, django_assert_num_queries):
    with django_assert_num_queries(5):  # session, user, memberships, second factor, places
        page = browser.get(URL).content.decode()

    assert "This one" in page
    assert "Add a second factor" in page


# Second factor


def seed_of(browser):
    browser.get(FACTOR)
    return base64.b64decode(browser.session[SEED])


def add(browser, password=PASSWORD, code=None):
    app = pyotp.TOTP(second_factor.secret_of(seed_of(browser)))
    return app, browser.post(FACTOR, {"password": password, "code": code or app.now()})


@pytest.mark.deep
def test_page_shows_the_secret_as_text_and_picture(kim, browser):
    page = browser.get(FACTOR).content.decode()

    secret = second_factor.secret_of(base64.b64decode(browser.session[SEED]))
    assert secret in page
    assert '<svg viewBox="0 0 ' in page
    assert "style=" not in page


def test_password_and_code_add_it(kim, browser):
    app, answer = add(browser)

    page = answer.content.decode()
    assert page.count("<li><code>") == 10
    assert SecondFactor.objects.get(user=kim)
    assert RecoveryCode.objects.filter(user=kim).count() == 10
    assert SEED not in browser.session
    assert actions() == ["user.second_factor_added"]
    assert "You have 10 recovery codes left" in browser.get(URL).content.decode()
    assert app.secret not in browser.get(URL).content.decode()


def test_code_that_added_it_is_used_up(kim, browser, sign_in):
    app = pyotp.TOTP(second_factor.secret_of(seed_of(browser)))
    code = app.now()
    browser.post(FACTOR, {"password": PASSWORD, "code": code})
    other, _ = sign_in(kim.email)

    other.post("/sign-in/code/", {"code": code})

    assert not get_user(other).is_authenticated


@pytest.mark.deep_but(1)
@pytest.mark.parametrize(
    ("password", "code"), [("wrong", None), (PASSWORD, "000000"), ("", None), (PASSWORD, "x")]
)
def test_wrong_password_or_code_adds_nothing(kim, browser, password, code):
    _, answer = add(browser, password, code)

    assert answer.status_code == 200
    assert b'aria-invalid="true"' in answer.content
    assert not SecondFactor.objects.exists()


@pytest.mark.deep
def test_secret_stays_while_one_mistypes(browser):
    _, answer = add(browser, code="000000")

    assert second_factor.secret_of(base64.b64decode(browser.session[SEED])) in answer.content.decode()


@pytest.mark.deep
def test_another_app_replaces_it(kim, browser):
    first, _ = add(browser)
    add(browser)

    factor = SecondFactor.objects.get(user=kim)
    later = timezone.now() + timedelta(seconds=60)
    assert not second_factor.check(factor=factor, code=first.at(later), by="", at=later)
    assert RecoveryCode.objects.filter(user=kim).count() == 10


def test_removing_asks_for_the_password(kim, browser):
    add(browser)
    browser.post(f"{FACTOR}remove/", {"password": "wrong"})
    assert SecondFactor.objects.exists()

    browser.post(f"{FACTOR}remove/", {"password": PASSWORD})

    assert not SecondFactor.objects.exists()
    assert not RecoveryCode.objects.exists()
    assert actions()[-1] == "user.second_factor_removed"


@pytest.mark.deep
def test_new_recovery_codes_take_the_place_of_the_old(kim, browser):
    add(browser)
    before = set(RecoveryCode.objects.values_list("digest", flat=True))

    answer = browser.post("/settings/account/recovery-codes/", {"password": PASSWORD})

    assert answer.content.decode().count("<li><code>") == 10
    assert RecoveryCode.objects.count() == 10
    assert not {bytes(code) for code in before} & {
        bytes(code) for code in RecoveryCode.objects.values_list("digest", flat=True)
    }


def test_recovery_codes_are_of_a_second_factor(browser):
    assert browser.get("/settings/account/recovery-codes/")["Location"] == FACTOR


@pytest.mark.deep
def test_operator_removes_it_for_who_has_lost_all(kim, browser, client):
    add(browser)
    client.force_login(UserFactory(is_staff=True, is_superuser=True))

    client.post(
        "/admin/organizations/user/", {"action": "remove_second_factor", "_selected_action": [kim.pk]}
    )

    assert not SecondFactor.objects.exists()
    assert actions()[-1] == "user.second_factor_removed"


# Where one is signed in


@pytest.fixture
def elsewhere(kim, sign_in):
    agent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1"
    return sign_in(kim.email, HTTP_USER_AGENT=agent)[0]


@pytest.mark.deep
def test_places_are_listed(browser, elsewhere):
    page = browser.get(URL).content.decode()

    assert "Safari on iPhone" in page
    assert elsewhere.session.session_key not in page
    assert page.count("Sign out there") == 1


def test_one_place_is_ended(kim, browser, elsewhere):
    (place,) = [
        place
        for place in sessions.of(kim, current_key=browser.session.session_key, at=timezone.now())
        if not place.is_this
    ]

    answer = browser.post(f"{URL}sessions/end/", {"place": place.number})

    assert answer["Location"] == URL
    assert not get_user(elsewhere).is_authenticated
    assert get_user(browser).is_authenticated
    assert actions() == ["user.signed_out"]


@pytest.mark.deep
def test_all_others_are_ended(browser, elsewhere, sign_in, kim):
    third, _ = sign_in(kim.email)
    browser.post(f"{URL}sessions/end/")

    assert [get_user(each).is_authenticated for each in (browser, elsewhere, third)] == [True, False, False]
    assert SignedIn.objects.count() == 1


def test_somebody_elses_place_is_not_found(kim, browser, client, stranger):
    client.force_login(stranger)
    (place,) = sessions.of(kim, current_key=None, at=timezone.now())

    assert client.post(f"{URL}sessions/end/", {"place": place.number}).status_code == 404
    assert get_user(browser).is_authenticated


@pytest.mark.deep
def test_session_that_has_expired_is_not_listed(kim, browser):
    assert sessions.of(kim, current_key=None, at=timezone.now() + timedelta(days=15)) == []


@pytest.mark.deep
def test_expired_sessions_are_forgotten(kim, browser, elsewhere):
    Session.objects.filter(pk=elsewhere.session.session_key).update(expire_date=NOW)

    forget_sessions()

    assert SignedIn.objects.get().session_id == browser.session.session_key


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36",
            "Chrome on Windows",
        ),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge on Windows"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Version/18.0 Safari/605.1.15", "Safari on Mac"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
        ("Mozilla/5.0 (Linux; Android 15; Pixel) Chrome/140.0 Mobile Safari/537.36", "Chrome on Android"),
        ("Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) CriOS/140.0 Safari/604.1", "Chrome on iPad"),
        ("curl/8.5", "Unknown device"),
        ("", "Unknown device"),
    ],
)
def test_device_is_named(agent, words):
    assert sessions.device_of(agent) == words
