"""TwiML documents: fetched, parsed, and walked verb by verb."""

import logging
from urllib.parse import urljoin, urlsplit
from xml.etree import ElementTree

import httpx

from calls.simulator.callbacks import call_parameters
from calls.simulator.leg import Leg
from calls.simulator.state import Hook, Source

logger = logging.getLogger(__name__)

MAX_DOCUMENTS = 200


class DocumentError(Exception):
    """TwiML that can't be had or read; `code` is the provider's error number."""

    def __init__(self, code: int, detail: str) -> None:
        super().__init__(detail)
        self.code = code


class Document:
    """A parsed response: its verbs, and the URL that relative ones in it refer to."""

    def __init__(self, root: ElementTree.Element, base_url: str | None) -> None:
        self.verbs = list(root)
        self.base_url = base_url

    def url(self, given: str) -> str:
        """An URL of the document, made absolute."""
        return urljoin(self.base_url, given.strip()) if self.base_url else given.strip()


def parse(text: str, base_url: str | None = None) -> Document:
    """The document in the text; DocumentError when it isn't TwiML."""
    try:
        # The application is our own, and expat bounds entity expansion.
        root = ElementTree.fromstring(text.strip())  # noqa: S314
    except ElementTree.ParseError as error:
        raise DocumentError(12100, f"Document parse failure: {error}") from error
    if root.tag != "Response":
        raise DocumentError(12100, f"Document parse failure: the root is <{root.tag}>, not <Response>")
    return Document(root, base_url)


async def fetch(leg: Leg, source: Source) -> Document:
    """The document of a source, asking its URL with the call's parameters."""
    if source.twiml is not None:
        return parse(source.twiml, source.url)
    if not source.url:
        raise DocumentError(11205, "There is no URL to ask for TwiML")
    parameters = call_parameters(leg.call) | dict(source.extra)
    try:
        response = await leg.network.poster.send(Hook(source.url, source.method), parameters)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise DocumentError(11205, f"HTTP connection failure: {error!r}") from error
    if response.status_code >= 400:
        raise DocumentError(11200, f"HTTP retrieval failure: {response.status_code}")
    if not response.text.strip():
        return Document(ElementTree.Element("Response"), source.url)
    return parse(response.text, source.url)


async def fetch_or_fall_back(leg: Leg, source: Source) -> Document:
    """The document of a source, or of the call's fallback URL when that one fails."""
    try:
        return await fetch(leg, source)
    except DocumentError as error:
        fallback = leg.call.options.fallback
        path = urlsplit(source.url or "").path
        logger.warning("%s TwiML of %s: %s %s", leg.call.sid, path, error.code, error)
        if fallback is None:
            raise
        extra = {"ErrorCode": str(error.code), "ErrorUrl": source.url or ""}
        return await fetch(leg, Source(fallback.url, fallback.method, extra=extra))
