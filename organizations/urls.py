"""Today, lists, settings; and signing in."""

from allauth.account import views as account
from allauth.mfa.base import views as second_factor
from allauth.mfa.recovery_codes import views as recovery_codes
from allauth.mfa.totp import views as app
from allauth.mfa.webauthn import views as passkeys
from allauth.socialaccount import views as single_sign_on
from allauth.socialaccount.providers.openid_connect import views as openid_connect
from allauth.socialaccount.providers.saml import views as saml
from django.urls import path, re_path
from django.views.decorators.http import require_POST

from organizations import views
from organizations.dashboard import table_views as tables
from organizations.dashboard import views as dashboard
from organizations.events import views as events
from organizations.people.sessions import of_account
from organizations.privacy import views as privacy
from organizations.views import needs_password, new_password, refuse_nonsense, sign_in

app_name = "organizations"

urlpatterns = [
    path("", dashboard.today, name="today"),
    path("invitations/<token>/", views.invitation, name="invitation"),
    path("switch/", views.switch_organization, name="switch_organization"),
    path("search/", dashboard.search, name="search"),
    path("waiting/", dashboard.waiting, name="waiting"),
    path("lists/columns/", tables.choose_columns, name="choose_columns"),
    path("lists/export/", tables.export_list, name="export_list"),
    path("lists/views/", tables.save_view, name="save_view"),
    path("lists/views/<int:pk>/change/", tables.change_view, name="change_view"),
    path("lists/views/<int:pk>/delete/", tables.delete_view, name="delete_view"),
    path("sign-up/<token>/", views.sign_up, name="sign_up"),
    path("setup/", dashboard.setup_page, name="setup"),
    path("setup/brokerage/", dashboard.brokerage, name="setup_brokerage"),
    path("setup/close/", dashboard.close_setup, name="close_setup"),
    path("settings/", dashboard.first_settings, name="settings"),
    path("settings/organization/", dashboard.organization, name="organization"),
    path("settings/privacy/", privacy.privacy, name="privacy"),
    path("settings/privacy/find/", privacy.find_person, name="find_person"),
    path("settings/privacy/erase/", privacy.erase_person, name="erase_person"),
    path("settings/members/", views.members, name="members"),
    path("settings/members/<int:pk>/role/", views.change_role, name="change_role"),
    path("settings/members/<int:pk>/remove/", views.remove, name="remove_member"),
    path("settings/invitations/<int:pk>/send-again/", views.send_again, name="send_invitation_again"),
    path("settings/invitations/<int:pk>/take-back/", views.take_back, name="take_back_invitation"),
    path("settings/account/", views.account, name="account"),
    path("settings/account/sessions/end/", views.end_sessions, name="end_sessions"),
    path("settings/integrations/", dashboard.integrations, name="integrations"),
    path("settings/integrations/tokens/<int:pk>/rotate/", dashboard.rotate_token, name="rotate_token"),
    path("settings/integrations/tokens/<int:pk>/revoke/", dashboard.revoke_token, name="revoke_token"),
    path("settings/integrations/events/", events.event_endpoints, name="event_endpoints"),
    path("settings/integrations/events/<int:pk>/", events.event_endpoint, name="event_endpoint"),
    path(
        "settings/integrations/events/<int:pk>/turn/", events.turn_event_endpoint, name="turn_event_endpoint"
    ),
    path(
        "settings/integrations/events/<int:pk>/test/", events.test_event_endpoint, name="test_event_endpoint"
    ),
    path(
        "settings/integrations/events/<int:pk>/missed/", events.send_missed_events, name="send_missed_events"
    ),
    path(
        "settings/integrations/events/<int:pk>/secret/",
        events.rotate_event_secret,
        name="rotate_event_secret",
    ),
    path(
        "settings/integrations/events/<int:pk>/remove/",
        events.remove_event_endpoint,
        name="remove_event_endpoint",
    ),
    path("settings/integrations/deliveries/<int:pk>/", events.event_delivery, name="event_delivery"),
    path(
        "settings/integrations/deliveries/<int:pk>/again/", events.send_event_again, name="send_event_again"
    ),
]

# allauth's pages, those that are offered: its names, which it looks for, in no namespace.
account_patterns = [
    path("sign-in/", sign_in, name="account_login"),
    path("sign-in/code/", second_factor.authenticate, name="mfa_authenticate"),
    path("sign-in/passkey/", passkeys.login_webauthn, name="mfa_login_webauthn"),
    path("sign-in/cancelled/", single_sign_on.login_cancelled, name="socialaccount_login_cancelled"),
    path("sign-in/oidc/<slug:provider_id>/login/", openid_connect.login, name="openid_connect_login"),
    path(
        "sign-in/oidc/<slug:provider_id>/login/callback/",
        openid_connect.callback,
        name="openid_connect_callback",
    ),
    path("sign-in/saml/<slug:organization_slug>/login/", saml.login, name="saml_login"),
    path("sign-in/saml/<slug:organization_slug>/acs/", saml.acs, name="saml_acs"),
    path(
        "sign-in/saml/<slug:organization_slug>/acs/finish/",
        refuse_nonsense(saml.finish_acs),
        name="saml_finish_acs",
    ),
    path("sign-in/saml/<slug:organization_slug>/sls/", refuse_nonsense(saml.sls), name="saml_sls"),
    path("sign-in/saml/<slug:organization_slug>/metadata/", saml.metadata, name="saml_metadata"),
    path("sign-out/", require_POST(account.logout), name="account_logout"),
    path("password/", account.password_reset, name="account_reset_password"),
    path("password/sent/", account.password_reset_done, name="account_reset_password_done"),
    re_path(
        r"^password/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>[^/]+)/$",
        new_password,
        name="account_reset_password_from_key",
    ),
    path("settings/account/password/", of_account(account.password_change), name="account_change_password"),
    path("settings/account/confirm/", of_account(account.reauthenticate), name="account_reauthenticate"),
    path(
        "settings/account/confirm/code/",
        of_account(second_factor.reauthenticate),
        name="mfa_reauthenticate",
    ),
    path(
        "settings/account/confirm/passkey/",
        of_account(passkeys.reauthenticate_webauthn),
        name="mfa_reauthenticate_webauthn",
    ),
    path(
        "settings/account/second-factor/",
        of_account(needs_password(app.activate_totp)),
        name="mfa_activate_totp",
    ),
    path(
        "settings/account/second-factor/remove/",
        of_account(app.deactivate_totp),
        name="mfa_deactivate_totp",
    ),
    path(
        "settings/account/recovery-codes/",
        of_account(recovery_codes.view_recovery_codes),
        name="mfa_view_recovery_codes",
    ),
    path(
        "settings/account/recovery-codes/new/",
        of_account(recovery_codes.generate_recovery_codes),
        name="mfa_generate_recovery_codes",
    ),
    path(
        "settings/account/passkeys/add/",
        of_account(needs_password(passkeys.add_webauthn)),
        name="mfa_add_webauthn",
    ),
    path(
        "settings/account/passkeys/<int:pk>/remove/",
        of_account(passkeys.remove_webauthn),
        name="mfa_remove_webauthn",
    ),
    # Where allauth leads back to.
    path("sign-in/", sign_in, name="account_reset_password_from_key_done"),
    path("password/", account.password_reset, name="account_set_password"),
    path("settings/account/", views.account, name="mfa_index"),
    path("settings/account/", views.account, name="mfa_list_webauthn"),
    path("settings/account/", views.account, name="socialaccount_connections"),
]
