"""Switching between organizations."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from organizations import tenancy
from organizations.redirects import safe_url


@require_POST
@tenancy.without_organization
def switch_organization(request: HttpRequest) -> HttpResponse:
    """Work for another of one's organizations: `organization` is its id, `next` where to go on."""
    wanted = request.POST.get("organization", "")
    for membership in tenancy.memberships_of(request):
        if str(membership.organization_id) == wanted:
            tenancy.choose(request.session, membership)
            return redirect(safe_url(request, request.POST.get("next", "")))
    raise Http404
