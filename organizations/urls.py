"""Sign-in, sign-out, home, settings."""

from django.urls import path

from organizations import tenancy, views
from organizations.lists import views as lists
from organizations.settings import views as settings

app_name = "organizations"

urlpatterns = [
    path("", views.home, name="home"),
    path("sign-in/", views.SignIn.as_view(), name="sign_in"),
    path("sign-out/", tenancy.without_organization(views.SignOut.as_view()), name="sign_out"),
    path("switch/", views.switch_organization, name="switch_organization"),
    path("lists/columns/", lists.choose_columns, name="choose_columns"),
    path("lists/export/", lists.export_list, name="export_list"),
    path("lists/views/", lists.save_view, name="save_view"),
    path("lists/views/<int:pk>/name/", lists.rename_view, name="rename_view"),
    path("lists/views/<int:pk>/change/", lists.change_view, name="change_view"),
    path("lists/views/<int:pk>/default/", lists.make_default, name="make_default_view"),
    path("lists/views/<int:pk>/delete/", lists.delete_view, name="delete_view"),
    path("settings/", settings.begin, name="settings"),
    path("settings/organization/", settings.organization, name="organization"),
    path("settings/api-tokens/", settings.api_tokens, name="api_tokens"),
]
