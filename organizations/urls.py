"""Today, sign-in, sign-out, lists, settings."""

from django.urls import path

from organizations import tenancy, views
from organizations.people import account_views as account
from organizations.people import invitation_views
from organizations.people import members_views as members
from organizations.people import password_views as password
from organizations.people import sign_in_views as sign_in
from organizations.search import views as searching
from organizations.settings import views as settings
from organizations.tables import views as tables
from organizations.today import today

app_name = "organizations"

urlpatterns = [
    path("", today, name="today"),
    path("sign-in/", sign_in.SignIn.as_view(), name="sign_in"),
    path("sign-in/code/", sign_in.give_code, name="sign_in_code"),
    path("sign-out/", tenancy.without_organization(sign_in.SignOut.as_view()), name="sign_out"),
    path("admin/login/", sign_in.admin_sign_in, name="admin_sign_in"),
    path("password/", password.forgotten, name="password_forgotten"),
    path("password/sent/", password.sent, name="password_sent"),
    path("password/<uidb64>/<token>/", password.NewPassword.as_view(), name="new_password"),
    path("invitations/<token>/", invitation_views.invitation, name="invitation"),
    path("switch/", views.switch_organization, name="switch_organization"),
    path("search/", searching.search, name="search"),
    path("lists/columns/", tables.choose_columns, name="choose_columns"),
    path("lists/export/", tables.export_list, name="export_list"),
    path("lists/views/", tables.save_view, name="save_view"),
    path("lists/views/<int:pk>/change/", tables.change_view, name="change_view"),
    path("lists/views/<int:pk>/delete/", tables.delete_view, name="delete_view"),
    path("settings/", settings.begin, name="settings"),
    path("settings/organization/", settings.organization, name="organization"),
    path("settings/members/", members.members, name="members"),
    path("settings/members/<int:pk>/role/", members.change_role, name="change_role"),
    path("settings/members/<int:pk>/remove/", members.remove, name="remove_member"),
    path("settings/invitations/<int:pk>/send-again/", members.send_again, name="send_invitation_again"),
    path("settings/invitations/<int:pk>/take-back/", members.take_back, name="take_back_invitation"),
    path("settings/account/", account.account, name="account"),
    path("settings/account/password/", account.change_password, name="change_password"),
    path("settings/account/second-factor/", account.add_second_factor, name="second_factor"),
    path("settings/account/second-factor/remove/", account.remove_second_factor, name="remove_second_factor"),
    path("settings/account/recovery-codes/", account.renew_recovery_codes, name="recovery_codes"),
    path("settings/account/sessions/end/", account.end_sessions, name="end_sessions"),
    path("settings/api-tokens/", settings.api_tokens, name="api_tokens"),
]
