"""Pages about calls and their settings; pages about agents; the provider's callbacks (the relay socket is `live`'s)."""

from django.urls import include, path

from calls import setup, webhooks
from calls.views import agents, calling, calls, settings

call_pages = [
    path("", calls.list_calls, name="list"),
    path("<int:pk>/", calls.show_call, name="page"),
    path("<int:pk>/hang-up/", calls.hang_up, name="hang_up"),
    path("<int:pk>/take-over/", calls.take_over, name="take_over"),
    path("<int:pk>/call-back/", calling.call_back, name="call_back"),
    path("<int:pk>/tags/", calls.change_tags, name="change_tags"),
    path("<int:pk>/questions/", settings.list_questions, name="questions"),
    path("<int:pk>/recording/", calls.recording, name="recording"),
    path("to-carrier/<int:carrier_pk>/", calling.call_carrier, name="call_carrier"),
    path("about-load/<int:load_pk>/", calling.load_actions, name="load_actions"),
    path("about-load/<int:load_pk>/check/", calling.check_call, name="check_call"),
    path("about-load/<int:load_pk>/offer/", calling.offer_load, name="offer_load"),
    path("live-now/", calls.live_now, name="live_now"),
    path("questions/<int:pk>/answer/", settings.answer, name="answer_question"),
    path("questions/of-load/<int:load_pk>/", settings.list_questions_of_load, name="questions_of_load"),
    path("alarms/", calls.list_alarms, name="alarms"),
    path("alarms/<int:pk>/seen/", calls.mark_seen, name="mark_alarm_seen"),
    path("alarms/of-load/<int:load_pk>/", calls.list_alarms_of_load, name="alarms_of_load"),
    path("promises/", calls.promises, name="promises"),
    path("promises/<int:pk>/keep/", calls.keep, name="keep_promise"),
    path("of-load/<int:load_pk>/", calls.list_calls_of_load, name="of_load"),
    path("of-carrier/<int:carrier_pk>/", calls.list_calls_of_carrier, name="of_carrier"),
]

settings_pages = [
    path("phone-numbers/", settings.list_numbers, name="numbers"),
    path("phone-numbers/<int:pk>/", settings.assign_number, name="assign_number"),
    path("calling-rules/", settings.calling_rules, name="calling_rules"),
    path("do-not-call/", settings.do_not_call, name="do_not_call"),
    path("do-not-call/upload/", settings.upload_do_not_call, name="upload_do_not_call"),
    path("do-not-call/<int:pk>/remove/", settings.allow_again, name="allow_again"),
    path("answers/", settings.list_answers, name="answers"),
    path("answers/new/", settings.add_answer, name="add_answer"),
    path("answers/<int:pk>/", settings.edit_answer, name="edit_answer"),
    path("answers/<int:pk>/delete/", settings.delete_answer, name="delete_answer"),
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

# Below /agents/, in a namespace of their own.
agent_pages = [
    path("", agents.list_agents, name="list"),
    path("new/", agents.new_agent, name="new"),
    path("<int:pk>/", agents.show_agent, name="page"),
    path("<int:pk>/edit/", agents.edit_agent, name="edit"),
    path("<int:pk>/call/", agents.start_call, name="call"),
    path("<int:pk>/versions/", agents.list_versions, name="versions"),
    path("<int:pk>/versions/<int:number>/restore/", agents.restore_version, name="restore"),
]

# Below /phone/.
webhook_patterns = [
    path("calls/<str:reference>/twiml", webhooks.twiml, name="twiml"),
    path("calls/<str:reference>/status", webhooks.status, name="status"),
    path("calls/<str:reference>/machine", webhooks.machine, name="machine"),
    path("calls/<str:reference>/relay-ended", webhooks.relay_ended, name="relay_ended"),
    path("calls/<str:reference>/voicemail", webhooks.voicemail, name="voicemail"),
    path("calls/<str:reference>/transfer", webhooks.transfer, name="transfer"),
    path("calls/<str:reference>/whisper", webhooks.whisper, name="whisper"),
    path("calls/<str:reference>/second-line", webhooks.second_line, name="second_line"),
    path("calls/<str:reference>/announcement", webhooks.announcement, name="announcement"),
    path("calls/<str:reference>/dial-ended", webhooks.dial_ended, name="dial_ended"),
    path("calls/<str:reference>/recording", webhooks.recording, name="recording"),
    path("numbers/voice", webhooks.voice, name="voice"),
    path("numbers/status", webhooks.number_status, name="number_status"),
]
