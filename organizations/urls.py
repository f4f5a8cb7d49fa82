"""Sign-in, sign-out, home, settings."""

from django.urls import path

from organizations import tenancy, views
from organizations.settings import views as settings

app_name = "organizations"

urlpatterns = [
    path("", views.home, name="home"),
    path("sign-in/", views.SignIn.as_view(), name="sign_in"),
    path("sign-out/", tenancy.without_organization(views.SignOut.as_view()), name="sign_out"),
    path("switch/", views.switch_organization, name="switch_organization"),
    path("settings/", settings.begin, name="settings"),
    path("settings/organization/", settings.organization, name="organization"),
    path("settings/api-tokens/", settings.api_tokens, name="api_tokens"),
]
