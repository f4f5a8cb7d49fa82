"""The broker's pages about calls."""

from django.urls import path

from calls import alarm_views, calling_views, line_views, question_views, views
from calls.today_views import keep, live_now, promises

urlpatterns = [
    path("", views.list_calls, name="list"),
    path("<int:pk>/", views.show_call, name="page"),
    path("<int:pk>/hang-up/", line_views.hang_up, name="hang_up"),
    path("<int:pk>/take-over/", line_views.take_over, name="take_over"),
    path("<int:pk>/call-back/", calling_views.call_back, name="call_back"),
    path("<int:pk>/tags/", line_views.change_tags, name="change_tags"),
    path("<int:pk>/questions/", question_views.list_questions, name="questions"),
    path("<int:pk>/recording/", line_views.recording, name="recording"),
    path("to-carrier/<int:carrier_pk>/", calling_views.call_carrier, name="call_carrier"),
    path("about-load/<int:load_pk>/", calling_views.load_actions, name="load_actions"),
    path("about-load/<int:load_pk>/check/", calling_views.check_call, name="check_call"),
    path("about-load/<int:load_pk>/offer/", calling_views.offer_load, name="offer_load"),
    path("live-now/", live_now, name="live_now"),
    path("questions/<int:pk>/answer/", question_views.answer, name="answer_question"),
    path("questions/of-load/<int:load_pk>/", question_views.list_questions_of_load, name="questions_of_load"),
    path("alarms/", alarm_views.list_alarms, name="alarms"),
    path("alarms/<int:pk>/seen/", alarm_views.mark_seen, name="mark_alarm_seen"),
    path("alarms/of-load/<int:load_pk>/", alarm_views.list_alarms_of_load, name="alarms_of_load"),
    path("promises/", promises, name="promises"),
    path("promises/<int:pk>/keep/", keep, name="keep_promise"),
    path("of-load/<int:load_pk>/", views.list_calls_of_load, name="of_load"),
    path("of-carrier/<int:carrier_pk>/", views.list_calls_of_carrier, name="of_carrier"),
]
