"""An S3-compatible store for tests: moto's server, before it a guard that holds links to their signatures.

moto takes any link for good. The guard works each signature out anew: what was changed or is too old is refused.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qsl, quote, urlencode
from uuid import uuid4

import boto3
from botocore.auth import S3SigV4QueryAuth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from moto.server import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import WSGIRequestHandler, make_server
from werkzeug.wrappers import Request, Response

from config import backends

KEY, SECRET, REGION = "AKIATEST", "a-secret-of-tests", "us-east-1"


class Guard:
    """Passes on what is rightly signed; notes methods, paths and Range headers, and may be told to fail."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, str, str]] = []
        self.failing = 0  # the status to answer everything with
        self.refused = 0  # links that weren't good
        self._app = DomainDispatcherApplication(create_backend_app)

    def __call__(self, environ, start):
        request = Request(environ)
        self.seen.append((request.method, request.path, request.headers.get("Range", "")))
        status = self.failing or (200 if is_signed(request) else 403)
        self.refused += status == 403
        if status != 200:
            return Response(f"<Error><Code>{status}</Code></Error>", status=status, mimetype="text/xml")(
                environ, start
            )
        return self._app(environ, start)


def is_signed(request: Request) -> bool:
    """Whether the request names our key, and a link bears our own signature of it and is still good."""
    given = dict(parse_qsl(request.query_string.decode(), keep_blank_values=True))
    signature = given.pop("X-Amz-Signature", None)
    if signature is None:
        return f"Credential={KEY}/" in request.headers.get("Authorization", "")
    signed_at = given["X-Amz-Date"]
    if datetime.now(UTC) > moment(signed_at) + timedelta(seconds=int(given["X-Amz-Expires"])):
        return False
    again = AWSRequest(
        request.method,
        f"{request.base_url}?{urlencode(given, quote_via=quote)}",
        headers={"Host": request.host},
    )
    again.context["timestamp"] = signed_at
    auth = S3SigV4QueryAuth(Credentials(KEY, SECRET), "s3", REGION)
    return auth.signature(auth.string_to_sign(again, auth.canonical_request(again)), again) == signature


def moment(text: str) -> datetime:
    return datetime.strptime(text, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)


class Quiet(WSGIRequestHandler):
    def log(self, *args, **kwargs):
        pass


class Store:
    """The running store: its URL, its guard, and a bucket of its own."""

    def __init__(self, url: str, guard: Guard) -> None:
        self.url, self.guard, self.bucket = url, guard, f"recordings-{uuid4().hex}"
        # As the settings would have it.
        self.kept, self.origin = backends.file_store(
            bucket=self.bucket, region=REGION, endpoint=url, encryption="AES256"
        )
        self.client = boto3.client(
            "s3",
            endpoint_url=url,
            region_name=REGION,
            aws_access_key_id=KEY,
            aws_secret_access_key=SECRET,
        )
        self.client.create_bucket(Bucket=self.bucket)

    def names(self) -> list[str]:
        return [each["Key"] for each in self.client.list_objects_v2(Bucket=self.bucket).get("Contents", ())]


@contextmanager
def running_store() -> Iterator[Store]:
    """A store with one empty bucket."""
    guard = Guard()
    server = make_server("127.0.0.1", 0, guard, threaded=True, request_handler=Quiet)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield Store(f"http://127.0.0.1:{server.server_port}", guard)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
