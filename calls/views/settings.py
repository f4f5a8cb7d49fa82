"""Settings about calls: numbers, hours and caps, the do-not-call list, approved answers, open questions."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from calls.forms.settings import (
    AnswerForm,
    AssignForm,
    CallingRulesForm,
    NumberForm,
    QuestionForm,
    SourceForm,
    UploadForm,
)
from calls.models import ApprovedAnswer, Conversation, DoNotCall, OpenQuestion, PhoneNumber
from calls.selectors import approved_answers as pages
from calls.selectors import call as selectors_call
from calls.selectors.agents import numbers_with_agents
from calls.selectors.approved_answers import questions_of_call, questions_of_load
from calls.services import agents as services
from calls.services import approved_answers as services_answers
from calls.services import permission as listing
from calls.services.permission import rules_of
from calls.states import AnswerTopic
from calls.tables import DoNotCallTable
from loads.models import Load
from organizations.dashboard.requests import (
    DashboardRequest,
    owners_change,
    owners_only,
    posted,
    refusals_as_messages,
    render_page_or_part,
    require_acting,
)
from organizations.dashboard.table_views import show_table
from organizations.formats import phone
from organizations.tenancy.actors import user


@require_safe
def list_numbers(request: DashboardRequest) -> HttpResponse:
    """The organization's numbers: everybody reads them, owners say who answers."""
    numbers, agents = numbers_with_agents()
    context = {
        "now": timezone.now(),
        "numbers": numbers,
        "agents": agents,
        "may_assign": request.membership.is_owner,
    }
    return render(request, "calls/settings/numbers.html", context)


@require_POST
@owners_only
def assign_number(request: DashboardRequest, pk: int) -> HttpResponse:
    """Let another agent answer a number, or nobody."""
    number = get_object_or_404(PhoneNumber.objects.all(), pk=pk)
    form = AssignForm(request.POST)
    if form.is_valid():
        services.assign_number(
            number_id=number.pk, agent=form.cleaned_data["agent"], by=user(request.user), at=timezone.now()
        )
        agent = form.cleaned_data["agent"] or "No agent"
        messages.info(request, f"{agent} now answers {phone(number.number)}.")
    else:
        messages.error(request, "Choose one of your agents.")
    return redirect("calls:numbers")


@require_http_methods(["GET", "HEAD", "POST"])
@owners_change
def calling_rules(request: DashboardRequest) -> HttpResponse:
    """Hours, caps, recording and transfers: everybody reads them, owners change them."""
    form = CallingRulesForm(posted(request), instance=rules_of(request.organization))
    if form.is_valid():
        services.change_calling_rules(
            organization=request.organization,
            values=form.cleaned_data,
            by=user(request.user),
            at=timezone.now(),
        )
        messages.info(request, "Saved.")
        return redirect("calls:calling_rules")
    context = {"form": form, "is_owner": request.membership.is_owner}
    return render(request, "calls/settings/calling_rules.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def do_not_call(request: DashboardRequest) -> HttpResponse:
    """The numbers that are never called; whoever may act adds one."""
    if request.method != "POST":
        return _show_list(request, NumberForm(), UploadForm())
    require_acting(request)
    form = NumberForm(request.POST)
    if not form.is_valid():
        return _show_list(request, form, UploadForm())
    is_new = listing.opt_out(
        organization=request.organization,
        number=form.cleaned_data["number"],
        reason=form.cleaned_data["reason"],
        by=user(request.user),
        at=timezone.now(),
    )
    messages.info(
        request,
        "Number added to the do-not-call list." if is_new else "That number is already on the list.",
    )
    return redirect("calls:do_not_call")


@require_POST
def upload_do_not_call(request: DashboardRequest) -> HttpResponse:
    """Add the numbers of a file; lines that hold none are told, the others are added all the same."""
    require_acting(request)
    form = UploadForm(request.POST, request.FILES)
    if not form.is_valid():
        return _show_list(request, NumberForm(), form)
    listed = form.cleaned_data["file"]
    added = listing.opt_out_many(
        organization=request.organization, reasons=listed.reasons, by=user(request.user), at=timezone.now()
    )
    known = len(listed.reasons) - added
    messages.info(request, f"{added} numbers added, {known} were already on the list.")
    if listed.wrong:
        return _show_list(request, NumberForm(), UploadForm(), wrong=listed.wrong)
    return redirect("calls:do_not_call")


@require_POST
def allow_again(request: DashboardRequest, pk: int) -> HttpResponse:
    """Take a number off the list, since its owner wants to be called again."""
    entry = get_object_or_404(DoNotCall.objects.select_related("organization"), pk=pk)
    require_acting(request)
    form = SourceForm(request.POST)
    if form.is_valid():
        listing.allow_again(
            entry=entry, source=form.cleaned_data["source"], by=user(request.user), at=timezone.now()
        )
        messages.info(request, f"{entry.number} removed from the do-not-call list.")
    else:
        messages.error(request, "Enter why this number can be called again.")
    return redirect("calls:do_not_call")


def _show_list(request: DashboardRequest, form: NumberForm, upload: UploadForm, **more: Any) -> HttpResponse:
    context = {"form": form, "upload": upload, "source": SourceForm(), **more}
    return show_table(request, DoNotCallTable, "calls/settings/do_not_call.html", context)


# The approved answers among the settings: everybody reads them, owners write them.


@require_safe
def list_answers(request: DashboardRequest) -> HttpResponse:
    """Every topic with its answers; `?topic=`: all answers of one."""
    topic, is_owner = request.GET.get("topic", ""), request.membership.is_owner
    if topic in AnswerTopic.values:
        page, shown = pages.answers_of_topic(topic, request.GET.get("page"))
        context = {"topics": [shown], "page": page, "is_owner": is_owner}
    else:
        topics = pages.answers_by_topic()
        context = {
            "topics": topics,
            "is_empty": not any(each.answers for each in topics),
            "is_owner": is_owner,
        }
    return render(request, "calls/settings/answers.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@owners_only
def add_answer(request: DashboardRequest) -> HttpResponse:
    """Write an answer; `?topic=` says about what."""
    form = AnswerForm(posted(request), initial={"topic": request.GET.get("topic", "")})
    return _written(request, form, None)


@require_http_methods(["GET", "HEAD", "POST"])
@owners_only
def edit_answer(request: DashboardRequest, pk: int) -> HttpResponse:
    """Change an answer."""
    answer = get_object_or_404(ApprovedAnswer.objects.all(), pk=pk)
    return _written(request, AnswerForm(posted(request), instance=answer), answer)


@require_POST
@owners_only
def delete_answer(request: DashboardRequest, pk: int) -> HttpResponse:
    """Take an answer away."""
    answer = get_object_or_404(ApprovedAnswer.objects.select_related("organization"), pk=pk)
    label = answer.get_topic_display()
    services_answers.delete_answer(answer=answer, by=user(request.user), at=timezone.now())
    messages.info(request, f"Deleted. Questions about {label} now go to your team.")
    return redirect("calls:answers")


def _written(request: DashboardRequest, form: AnswerForm, answer: ApprovedAnswer | None) -> HttpResponse:
    """Save what was sent; else show the form, with what is wrong."""
    if form.is_valid():
        by, at = user(request.user), timezone.now()
        try:
            if answer is None:
                services_answers.add_answer(
                    organization=request.organization, values=form.cleaned_data, by=by, at=at
                )
            else:
                services_answers.change_answer(answer_id=answer.pk, values=form.cleaned_data, by=by, at=at)
        except services_answers.AnswerTaken as error:
            form.add_error(None, str(error))
        else:
            messages.info(request, "Saved.")
            return redirect(f"{reverse('calls:answers')}#{form.cleaned_data['topic']}")
    context = {"form": form, "answer": answer}
    return render(request, "calls/settings/answer.html", context)


# What callers asked and the agent couldn't answer: on the call's page, on the load's, and a broker's answer.


@require_safe
def list_questions(request: DashboardRequest, pk: int) -> HttpResponse:
    """What was asked in a call, for the call's page; without htmx, that page."""
    call = selectors_call.find_call(pk)
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
        with refusals_as_messages(request, services_answers.AlreadyAnswered):
            services_answers.answer_question(
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
