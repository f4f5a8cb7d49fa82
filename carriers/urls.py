"""The broker's pages about carriers."""

from django.urls import path

from carriers import views

urlpatterns = [
    path("", views.list_carriers, name="list"),
    path("places/", views.suggest, name="places"),
    path("<int:pk>/", views.show_carrier, name="page"),
    path("<int:pk>/block/", views.block, name="block"),
    path("<int:pk>/unblock/", views.unblock, name="unblock"),
    path("<int:pk>/prefer/", views.prefer, name="prefer"),
    path("<int:pk>/note/", views.note, name="note"),
]
