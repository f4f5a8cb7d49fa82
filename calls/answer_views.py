"""The approved answers among the settings: everybody reads them, owners write them."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from calls.answer_forms import AnswerForm
from calls.models import ApprovedAnswer
from calls.pages import answers as pages
from calls.services import answers as services
from calls.states import AnswerTopic
from organizations.actors import user
from organizations.dashboard import DashboardRequest, posted
from organizations.roles import owners_only


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
    services.delete_answer(answer=answer, by=user(request.user), at=timezone.now())
    messages.info(request, f"Deleted. Questions this answered ({label}) go to the broker.")
    return redirect("calls:answers")


def _written(request: DashboardRequest, form: AnswerForm, answer: ApprovedAnswer | None) -> HttpResponse:
    """Save what was sent; else show the form, with what is wrong."""
    if form.is_valid():
        by, at = user(request.user), timezone.now()
        try:
            if answer is None:
                services.add_answer(organization=request.organization, values=form.cleaned_data, by=by, at=at)
            else:
                services.change_answer(answer_id=answer.pk, values=form.cleaned_data, by=by, at=at)
        except services.AnswerTaken as error:
            form.add_error(None, str(error))
        else:
            messages.info(request, "Saved.")
            return redirect(f"{reverse('calls:answers')}#{form.cleaned_data['topic']}")
    context = {"form": form, "answer": answer}
    return render(request, "calls/settings/answer.html", context)
