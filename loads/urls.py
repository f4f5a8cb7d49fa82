"""The loads' pages."""

from django.urls import path

from loads import views

urlpatterns = [
    path("", views.load_list, name="list"),
    path("bulk/", views.change_loads, name="bulk"),
    path("events/", views.load_events, name="events"),
    path("events/test/", views.send_test, name="send_test_event"),
    path("events/test/remove/", views.remove_test, name="remove_test_load"),
    path("events/<int:pk>/", views.load_event, name="event"),
    path("events/<int:pk>/replay/", views.replay, name="replay_event"),
    path("<int:pk>/", views.load_page, name="page"),
    path("<int:pk>/owner/", views.set_owner, name="owner"),
    path("<int:pk>/hold/", views.hold, name="hold"),
    path("<int:pk>/release/", views.release, name="release"),
    path("<int:pk>/messages/<int:message_pk>/", views.load_message, name="message"),
]
