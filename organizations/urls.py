"""Today, lists, settings; signing in is of organizations.account_urls."""

from django.urls import path

from organizations import setup_views as setup
from organizations import views
from organizations import views as account
from organizations import views as members
from organizations.dashboard import table_views as tables
from organizations.dashboard import views as searching
from organizations.dashboard import views as settings
from organizations.dashboard.views import today

app_name = "organizations"

urlpatterns = [
    path("", today, name="today"),
    path("invitations/<token>/", views.invitation, name="invitation"),
    path("switch/", views.switch_organization, name="switch_organization"),
    path("search/", searching.search, name="search"),
    path("waiting/", settings.waiting, name="waiting"),
    path("lists/columns/", tables.choose_columns, name="choose_columns"),
    path("lists/export/", tables.export_list, name="export_list"),
    path("lists/views/", tables.save_view, name="save_view"),
    path("lists/views/<int:pk>/change/", tables.change_view, name="change_view"),
    path("lists/views/<int:pk>/delete/", tables.delete_view, name="delete_view"),
    path("sign-up/<token>/", views.sign_up, name="sign_up"),
    path("setup/", setup.page, name="setup"),
    path("setup/brokerage/", setup.brokerage, name="setup_brokerage"),
    path("setup/close/", setup.close, name="close_setup"),
    path("settings/", settings.begin, name="settings"),
    path("settings/organization/", settings.organization, name="organization"),
    path("settings/members/", members.members, name="members"),
    path("settings/members/<int:pk>/role/", members.change_role, name="change_role"),
    path("settings/members/<int:pk>/remove/", members.remove, name="remove_member"),
    path("settings/invitations/<int:pk>/send-again/", members.send_again, name="send_invitation_again"),
    path("settings/invitations/<int:pk>/take-back/", members.take_back, name="take_back_invitation"),
    path("settings/account/", account.account, name="account"),
    path("settings/account/sessions/end/", account.end_sessions, name="end_sessions"),
    path("settings/integrations/", settings.integrations, name="integrations"),
    path("settings/integrations/tokens/<int:pk>/rotate/", settings.rotate_token, name="rotate_token"),
    path("settings/integrations/tokens/<int:pk>/revoke/", settings.revoke_token, name="revoke_token"),
]
