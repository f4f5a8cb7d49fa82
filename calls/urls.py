"""The broker's pages about calls."""

from django.urls import path

from calls import line_views, views
from calls.today_views import keep, live_now, promises

app_name = "calls"

urlpatterns = [
    path("", views.list_calls, name="list"),
    path("<int:pk>/", views.show_call, name="page"),
    path("<int:pk>/hang-up/", line_views.hang_up, name="hang_up"),
    path("<int:pk>/take-over/", line_views.take_over, name="take_over"),
    path("<int:pk>/recording/", line_views.recording, name="recording"),
    path("live-now/", live_now, name="live_now"),
    path("promises/", promises, name="promises"),
    path("promises/<int:pk>/keep/", keep, name="keep_promise"),
    path("of-load/<int:load_pk>/", views.list_calls_of_load, name="of_load"),
    path("of-carrier/<int:carrier_pk>/", views.list_calls_of_carrier, name="of_carrier"),
]
