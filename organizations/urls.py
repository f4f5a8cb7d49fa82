"""Sign-in, sign-out, home."""

from django.conf import settings
from django.urls import path

from organizations import tenancy, views
from organizations.gallery import gallery

app_name = "organizations"

urlpatterns = [
    path("", views.home, name="home"),
    path("sign-in/", views.SignIn.as_view(), name="sign_in"),
    path("sign-out/", tenancy.without_organization(views.SignOut.as_view()), name="sign_out"),
    path("switch/", views.switch_organization, name="switch_organization"),
]

if settings.LOCAL or settings.DEBUG:
    urlpatterns.append(path("gallery/", gallery, name="gallery"))
