"""All pages about loads, under one namespace: the loads, and how a first one comes in."""

from django.urls import include, path

from loads import setup, views
from loads.mappings import views as mappings

# The loads' pages.


load_pages = [
    path("", views.load_list, name="list"),
    path("bulk/", views.change_loads, name="bulk"),
    path("events/", views.load_events, name="events"),
    path("events/test/", views.send_test, name="send_test_event"),
    path("events/test/remove/", views.remove_test, name="remove_test_load"),
    path("events/<int:pk>/", views.load_event, name="event"),
    path("mappings/", mappings.mapping_list, name="mappings"),
    path("mappings/<int:pk>/", mappings.mapping_page, name="mapping"),
    path("mappings/<int:pk>/turn/", mappings.turn_mapping, name="turn_mapping"),
    path("mappings/<int:pk>/remove/", mappings.remove_mapping, name="remove_mapping"),
    path("events/<int:pk>/replay/", views.replay, name="replay_event"),
    path("<int:pk>/", views.load_page, name="page"),
    path("<int:pk>/owner/", views.set_owner, name="owner"),
    path("<int:pk>/hold/", views.hold, name="hold"),
    path("<int:pk>/release/", views.release, name="release"),
    path("<int:pk>/messages/<int:message_pk>/", views.load_message, name="message"),
]


app_name = "loads"

urlpatterns = [
    path("loads/", include(load_pages)),
    path("setup/load/", setup.page, name="setup"),
    path("setup/load/file/", setup.upload, name="setup_file"),
]
