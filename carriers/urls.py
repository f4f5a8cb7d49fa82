"""All pages about carriers, under one namespace: the carriers, and what is asked of them."""

from django.urls import include, path

from carriers import setup, views

# The broker's pages about carriers.


carrier_pages = [
    path("", views.list_carriers, name="list"),
    path("places/", views.suggest, name="places"),
    path("<int:pk>/", views.show_carrier, name="page"),
    path("<int:pk>/block/", views.block, name="block"),
    path("<int:pk>/unblock/", views.unblock, name="unblock"),
    path("<int:pk>/prefer/", views.prefer, name="prefer"),
    path("<int:pk>/note/", views.note, name="note"),
    path("<int:pk>/correct/", views.correct, name="correct"),
]


app_name = "carriers"

urlpatterns = [
    path("carriers/", include(carrier_pages)),
    path("setup/carriers/", setup.page, name="setup"),
    path("setup/carriers/file/", setup.upload, name="setup_file"),
    path("settings/vetting/", views.vetting_rules, name="vetting_rules"),
]
