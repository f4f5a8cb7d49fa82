"""All pages about money, under one namespace: bids and bookings, and what is set for them."""

from django.urls import include, path

from bids import settings_views, urls

app_name = "bids"

urlpatterns = [
    path("bids/", include(urls.urlpatterns)),
    path("settings/negotiation/", settings_views.negotiation_rules, name="negotiation_rules"),
]
