"""Signing in and out, and switching between organizations."""

from django.contrib.auth.views import LoginView, LogoutView
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST, require_safe

from organizations import tenancy
from organizations.forms import SignInForm


class SignIn(LoginView):
    """Sign-in; who is signed in already goes on."""

    form_class = SignInForm
    template_name = "organizations/sign_in.html"
    redirect_authenticated_user = True


class SignOut(LogoutView):
    """Sign-out, by POST alone."""

    http_method_names = ["post", "options"]


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The load board, until there is a page for today."""
    return redirect("loads:list")


@require_POST
@tenancy.without_organization
def switch_organization(request: HttpRequest) -> HttpResponse:
    """Work for another of one's organizations: `organization` is its id, `next` where to go on."""
    wanted = request.POST.get("organization", "")
    for membership in tenancy.memberships_of(request.user):
        if str(membership.organization_id) == wanted:
            tenancy.choose(request.session, membership)
            return redirect(_safe(request, request.POST.get("next", "")))
    raise Http404


def _safe(request: HttpRequest, url: str) -> str:
    hosts = {request.get_host()}
    is_safe = url_has_allowed_host_and_scheme(url, allowed_hosts=hosts, require_https=request.is_secure())
    return url if is_safe else "/"
