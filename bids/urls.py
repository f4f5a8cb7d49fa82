"""The broker's pages about money."""

from django.urls import path

from bids import views

app_name = "bids"

urlpatterns = [
    path("negotiation/<int:conversation_pk>/", views.show_negotiation, name="negotiation"),
]
