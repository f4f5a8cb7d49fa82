"""The broker's pages about money."""

from django.urls import path

from bids import views

app_name = "bids"

urlpatterns = [
    path("negotiation/<int:conversation_pk>/", views.show_negotiation, name="negotiation"),
    path("of-carrier/<int:carrier_pk>/", views.list_bids_of_carrier, name="of_carrier"),
]
