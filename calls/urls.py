"""All pages about calls, under one namespace: the calls, and their settings."""

from django.urls import include, path

from calls.views import calling, calls, recordings, settings, setup
from calls.views import settings as answers
from calls.views import settings as views
from calls.views.calls import keep, live_now, promises

# The broker's pages about calls.


call_pages = [
    path("", calls.list_calls, name="list"),
    path("<int:pk>/", calls.show_call, name="page"),
    path("<int:pk>/hang-up/", recordings.hang_up, name="hang_up"),
    path("<int:pk>/take-over/", recordings.take_over, name="take_over"),
    path("<int:pk>/call-back/", calling.call_back, name="call_back"),
    path("<int:pk>/tags/", recordings.change_tags, name="change_tags"),
    path("<int:pk>/questions/", settings.list_questions, name="questions"),
    path("<int:pk>/recording/", recordings.recording, name="recording"),
    path("to-carrier/<int:carrier_pk>/", calling.call_carrier, name="call_carrier"),
    path("about-load/<int:load_pk>/", calling.load_actions, name="load_actions"),
    path("about-load/<int:load_pk>/check/", calling.check_call, name="check_call"),
    path("about-load/<int:load_pk>/offer/", calling.offer_load, name="offer_load"),
    path("live-now/", live_now, name="live_now"),
    path("questions/<int:pk>/answer/", settings.answer, name="answer_question"),
    path("questions/of-load/<int:load_pk>/", settings.list_questions_of_load, name="questions_of_load"),
    path("alarms/", calls.list_alarms, name="alarms"),
    path("alarms/<int:pk>/seen/", calls.mark_seen, name="mark_alarm_seen"),
    path("alarms/of-load/<int:load_pk>/", calls.list_alarms_of_load, name="alarms_of_load"),
    path("promises/", promises, name="promises"),
    path("promises/<int:pk>/keep/", keep, name="keep_promise"),
    path("of-load/<int:load_pk>/", calls.list_calls_of_load, name="of_load"),
    path("of-carrier/<int:carrier_pk>/", calls.list_calls_of_carrier, name="of_carrier"),
]


# The settings about calls; in the namespace of the calls' pages.


settings_pages = [
    path("phone-numbers/", views.list_numbers, name="numbers"),
    path("phone-numbers/<int:pk>/", views.assign_number, name="assign_number"),
    path("calling-rules/", views.calling_rules, name="calling_rules"),
    path("do-not-call/", views.do_not_call, name="do_not_call"),
    path("do-not-call/upload/", views.upload_do_not_call, name="upload_do_not_call"),
    path("do-not-call/<int:pk>/remove/", views.allow_again, name="allow_again"),
    path("answers/", answers.list_answers, name="answers"),
    path("answers/new/", answers.add_answer, name="add_answer"),
    path("answers/<int:pk>/", answers.edit_answer, name="edit_answer"),
    path("answers/<int:pk>/delete/", answers.delete_answer, name="delete_answer"),
]


app_name = "calls"

urlpatterns = [
    path("calls/", include(call_pages)),
    path("setup/phone-number/", setup.number, name="setup_number"),
    path("setup/agents/", setup.agents, name="setup_agents"),
    path("setup/agents/<int:pk>/activate/", setup.activate_agent, name="activate_agent"),
    path("setup/call/", setup.call, name="setup_call"),
    path("settings/", include(settings_pages)),
]
