"""The analytics pages."""

from django.urls import path

from analytics import today_views, views

app_name = "analytics"

urlpatterns = [
    path("", views.overview, name="overview"),
    path("yesterday/", today_views.yesterday, name="yesterday"),
    path("rows/", views.rows, name="rows"),
    path("figures.csv", views.download, name="download"),
]
