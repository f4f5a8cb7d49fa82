"""The settings about calls: who answers which number, hours and caps, the do-not-call list."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from calls.models import DoNotCall, PhoneNumber
from calls.pages import settings as pages
from calls.services import do_not_call as listing
from calls.services import settings as services
from calls.services.rules import rules_of
from calls.settings_forms import AssignForm, CallingRulesForm, NumberForm, SourceForm, UploadForm
from calls.tables import DoNotCallTable
from organizations.actors import user
from organizations.dashboard import DashboardRequest, posted
from organizations.roles import owners_change, owners_only, require_acting
from organizations.tables.views import show_table


@require_safe
def list_numbers(request: DashboardRequest) -> HttpResponse:
    """The organization's numbers: everybody reads them, owners say who answers."""
    numbers, agents = pages.numbers_with_agents()
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
        messages.info(request, f"{form.cleaned_data['agent'] or 'Nobody'} answers {number.number}.")
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
        "The number is never called from now on." if is_new else "The number was on the list already.",
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
    messages.info(request, f"{added} numbers added, {known} were on the list already.")
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
        messages.info(request, f"{entry.number} may be called again.")
    else:
        messages.error(request, "Say how it is known that the number may be called again.")
    return redirect("calls:do_not_call")


def _show_list(request: DashboardRequest, form: NumberForm, upload: UploadForm, **more: Any) -> HttpResponse:
    context = {"form": form, "upload": upload, "source": SourceForm(), **more}
    return show_table(request, DoNotCallTable, "calls/settings/do_not_call.html", context)
