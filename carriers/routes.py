"""All pages about carriers, under one namespace: the carriers, and what is asked of them."""

from django.urls import include, path

from carriers import settings_views, urls

app_name = "carriers"

urlpatterns = [
    path("carriers/", include(urls.urlpatterns)),
    path("settings/vetting/", settings_views.vetting_rules, name="vetting_rules"),
]
