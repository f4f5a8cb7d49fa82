"""All pages about loads, under one namespace: the loads, and how a first one comes in."""

from django.urls import include, path

from loads import setup_views, urls

app_name = "loads"

urlpatterns = [
    path("loads/", include(urls.urlpatterns)),
    path("setup/load/", setup_views.page, name="setup"),
    path("setup/load/file/", setup_views.upload, name="setup_file"),
]
