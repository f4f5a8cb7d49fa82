"""The analytics pages."""

from django.urls import path

from analytics import views

app_name = "analytics"

urlpatterns = [
    path("", views.overview, name="overview"),
    path("yesterday/", views.yesterday, name="yesterday"),
    path("rows/", views.rows, name="rows"),
    path("lost-loads/", views.lost_loads, name="lost_loads"),
    path("figures.csv", views.download, name="download"),
]
