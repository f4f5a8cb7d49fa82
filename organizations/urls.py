"""Sign-in, sign-out, home."""

from django.urls import path

from organizations import tenancy, views

app_name = "organizations"

urlpatterns = [
    path("", views.home, name="home"),
    path("sign-in/", views.SignIn.as_view(), name="sign_in"),
    path("sign-out/", tenancy.without_organization(views.SignOut.as_view()), name="sign_out"),
    path("switch/", views.switch_organization, name="switch_organization"),
]
