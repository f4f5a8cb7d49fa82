"""The broker's pages about calls."""

from django.urls import path

from calls import views

app_name = "calls"

urlpatterns = [
    path("", views.list_calls, name="list"),
    path("<int:pk>/", views.show_call, name="page"),
    path("of-load/<int:load_pk>/", views.list_calls_of_load, name="of_load"),
]
