"""What callers asked and the agent couldn't answer: on the call's page, on the load's, and a broker's answer."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from calls import pages
from calls.answer_forms import QuestionForm
from calls.models import Conversation, OpenQuestion
from calls.pages.answers import questions_of_call, questions_of_load
from calls.services import answers as services
from loads.models import Load
from organizations.actors import user
from organizations.dashboard import DashboardRequest, refusals_told
from organizations.htmx import render_page_or_part
from organizations.roles import require_acting


@require_safe
def list_questions(request: DashboardRequest, pk: int) -> HttpResponse:
    """What was asked in a call, for the call's page; without htmx, that page."""
    call = pages.find_call(pk)
    if call is None:
        raise Http404
    if not request.htmx:
        return redirect("calls:page", pk)
    return _shown(request, call.conversation, {})


@require_POST
def answer(request: DashboardRequest, pk: int) -> HttpResponse:
    """Answer a question. 404 for one of others, 403 for who only reads."""
    asked = OpenQuestion.objects.select_related("organization", "conversation", "load")
    question = get_object_or_404(asked, pk=pk)
    require_acting(request)
    form = QuestionForm(request.POST, question=question)
    if form.is_valid():
        with refusals_told(request, services.AlreadyAnswered):
            services.answer_question(
                question=question,
                answer=form.cleaned_data["answer"],
                keep_as_answer=form.cleaned_data["keep"],
                by=user(request.user),
                at=timezone.now(),
            )
    if request.htmx:
        return _shown(request, question.conversation, {} if form.is_valid() else {question.pk: form})
    for error in (words for found in form.errors.values() for words in found):
        messages.error(request, str(error))
    return redirect("calls:page", question.conversation_id)


@require_safe
def list_questions_of_load(request: DashboardRequest, load_pk: int) -> HttpResponse:
    """What is open about a load; alone where htmx asks, for the load's page."""
    load = get_object_or_404(Load.objects.only("external_id"), pk=load_pk)
    questions, number = questions_of_load(load)
    context = {"now": timezone.now(), "load": load, "questions": questions, "number": number}
    return render_page_or_part(request, "calls/questions_of_load.html", "questions", context)


def _shown(
    request: DashboardRequest, conversation: Conversation, given: dict[int, QuestionForm]
) -> HttpResponse:
    context = {
        "now": timezone.now(),
        "questions": questions_of_call(conversation, given),
        "may_act": request.membership.may_act,
    }
    return render(request, "calls/_questions.html", context)
