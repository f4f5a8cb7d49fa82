"""The loads' pages."""

from django.urls import path

from loads import views

urlpatterns = [
    path("", views.load_list, name="list"),
    path("bulk/", views.change_loads, name="bulk"),
    path("<int:pk>/", views.load_page, name="page"),
    path("<int:pk>/owner/", views.set_owner, name="owner"),
    path("<int:pk>/hold/", views.hold, name="hold"),
    path("<int:pk>/release/", views.release, name="release"),
    path("<int:pk>/messages/<int:message_pk>/", views.load_message, name="message"),
]
