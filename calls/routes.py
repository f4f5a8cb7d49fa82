"""All pages about calls, under one namespace: the calls themselves, and what is set for them."""

from django.urls import include, path

from calls import settings_urls, urls

app_name = "calls"

urlpatterns = [
    path("calls/", include(urls.urlpatterns)),
    path("settings/", include(settings_urls.urlpatterns)),
]
