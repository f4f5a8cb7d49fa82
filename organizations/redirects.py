"""Where a page may send people on to: within this site alone."""

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme


def safe_url(request: HttpRequest, url: str, *, otherwise: str = "/") -> str:
    """Return the address if it lies on this site, else the other one."""
    hosts = {request.get_host()}
    is_safe = url_has_allowed_host_and_scheme(url, allowed_hosts=hosts, require_https=request.is_secure())
    return url if is_safe else otherwise
