"""The settings about calls; in the namespace of the calls' pages."""

from django.urls import path

from calls import answer_views as answers
from calls import settings_views as views

urlpatterns = [
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
