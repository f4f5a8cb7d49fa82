"""The loads' pages."""

from django.urls import path

from loads import hold_views, views

app_name = "loads"

urlpatterns = [
    path("", views.load_list, name="list"),
    path("<int:pk>/", views.load_page, name="page"),
    path("<int:pk>/owner/", views.set_owner, name="owner"),
    path("<int:pk>/hold/", hold_views.hold, name="hold"),
    path("<int:pk>/release/", hold_views.release, name="release"),
    path("<int:pk>/messages/<int:message_pk>/", views.load_message, name="message"),
]
