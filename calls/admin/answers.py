"""Approved answers and open questions, for an operator to look into; owners and brokers write them."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from calls.models import ApprovedAnswer, OpenQuestion
from organizations.admin import OwnedAdmin
from organizations.admin.owned import ReadOnly


@admin.register(ApprovedAnswer)
class ApprovedAnswerAdmin(ReadOnly, OwnedAdmin):
    """What agents may say; an operator may take one away that does harm."""

    list_display = ("topic", "organization", "question", "answer_en", "answer_es", "updated_at")
    list_filter = ("topic", "organization")
    search_fields = ("answer_en", "answer_es", "question")
    search_help_text = "A word of the answer, or of the question."

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whoever Django lets."""
        return admin.ModelAdmin.has_delete_permission(self, request, obj)


@admin.register(OpenQuestion)
class OpenQuestionAdmin(ReadOnly, OwnedAdmin):
    """What callers asked and the agent couldn't answer."""

    list_display = ("words", "organization", "topic", "asked_at", "answered_at", "answered_by")
    list_filter = ("topic", "organization")
    list_select_related = ("organization", "conversation", "load")
    search_fields = ("words",)
    search_help_text = "A word of the question."
