"""Identity providers on this machine, by OpenID Connect and SAML: each says of whoever comes what it is told to say."""

import base64
import json
import time
import zlib
from datetime import UTC, datetime, timedelta
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from secrets import token_hex
from threading import Thread
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit
from xml.etree import ElementTree

import jwt
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from onelogin.saml2.utils import OneLogin_Saml2_Utils

CLIENT_ID, CLIENT_SECRET = "loadline", "client-secret"
EMAIL = "urn:oid:0.9.2342.19200300.100.1.3"


@cache
def key_pair():
    """A private key, and a certificate that it has signed, as PEM."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "idp.example")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    pem = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    return pem.decode(), certificate.public_bytes(serialization.Encoding.PEM).decode()


class _Provider:
    """A server on a free port of this machine."""

    def __init__(self):
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self):
        self._server.shutdown()
        self._server.server_close()

    def answer(self, path, asked, headers):
        """(status, headers, body)."""
        raise NotImplementedError

    def _handler(provider):
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                parts = urlsplit(self.path)
                self._answer(parts.path, dict(parse_qsl(parts.query)))

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                self._answer(self.path, dict(parse_qsl(body.decode())))

            def _answer(self, path, asked):
                status, headers, body = provider.answer(path, asked, self.headers)
                self.send_response(status)
                for name, value in {**headers, "Content-Length": str(len(body))}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *args):
                pass

        return Handler


class OpenIdProvider(_Provider):
    """Whoever is sent to it comes back as the person of `claims`."""

    def __init__(self, **claims):
        self.claims = claims
        self.codes = {}
        super().__init__()

    @property
    def settings(self):
        """Of the SocialApp."""
        return {"server_url": self.url, "oauth_pkce_enabled": True}

    def answer(self, path, asked, headers):
        if path == "/.well-known/openid-configuration":
            return self._json({"issuer": self.url} | {name: f"{self.url}/{name}" for name in ENDPOINTS})
        if path == "/authorization_endpoint":
            code = token_hex(8)
            self.codes[code] = asked
            back = urlencode({"code": code, "state": asked["state"]})
            return 302, {"Location": f"{asked['redirect_uri']}?{back}"}, b""
        if path == "/token_endpoint":
            first = self.codes.pop(asked["code"])
            proof = base64.urlsafe_b64encode(_sha256(asked["code_verifier"])).decode().rstrip("=")
            assert (asked["client_id"], asked["client_secret"]) == (CLIENT_ID, CLIENT_SECRET)
            assert (first["code_challenge"], first["redirect_uri"]) == (proof, asked["redirect_uri"])
            told = {"iss": self.url, "aud": CLIENT_ID, "iat": time.time(), "exp": time.time() + 60}
            id_token = jwt.encode(told | self.claims, key_pair()[0], "RS256")
            return self._json({"access_token": "access", "token_type": "Bearer", "id_token": id_token})
        assert (path, headers["Authorization"]) == ("/userinfo_endpoint", "Bearer access")
        return self._json(self.claims)

    def _json(self, told):
        return 200, {"Content-Type": "application/json"}, json.dumps(told).encode()


ENDPOINTS = ("authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri")


class SamlProvider(_Provider):
    """Whoever is sent to it gets a page with a button, which leads back as the person with that `email`."""

    def __init__(self, email):
        self.email = email
        super().__init__()

    @property
    def settings(self):
        """Of the SocialApp."""
        certificate = "".join(key_pair()[1].splitlines()[1:-1])
        return {"idp": {"entity_id": self.url, "sso_url": f"{self.url}/sso", "x509cert": certificate}}

    def answer(self, path, asked, headers):
        if path != "/sso":  # a browser looks for an icon
            return 204, {}, b""
        destination, response = self.response_to(asked["SAMLRequest"])
        form = (
            f'<title>IdP</title><form method="post" action="{destination}"><input type="hidden" name="SAMLResponse" '
            f'value="{response}"><button>Sign in as {self.email}</button></form>'
        )
        return 200, {"Content-Type": "text/html"}, form.encode()

    def response_to(self, request, *, is_signed=True):
        """Where to post the answer to an AuthnRequest, and the answer."""
        asked = ElementTree.fromstring(zlib.decompress(base64.b64decode(request), -15))
        destination = asked.attrib["AssertionConsumerServiceURL"]
        answer = self.answer_to(asked.attrib["ID"], destination)
        if is_signed:
            answer = OneLogin_Saml2_Utils.add_sign(answer, *key_pair())
        return destination, base64.b64encode(answer.encode() if isinstance(answer, str) else answer).decode()

    def answer_to(self, asked, destination):
        now = datetime.now(UTC)
        instant, until = (f"{each:%Y-%m-%dT%H:%M:%SZ}" for each in (now, now + timedelta(minutes=5)))
        to = f'InResponseTo="{asked}"' if asked else ""
        audience = destination.replace("/acs/", "/metadata/")
        return f"""
<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"
 ID="_{token_hex(8)}" Version="2.0" IssueInstant="{instant}" Destination="{destination}" {to}>
<saml:Issuer>{self.url}</saml:Issuer>
<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>
<saml:Assertion ID="_{token_hex(8)}" Version="2.0" IssueInstant="{instant}"><saml:Issuer>{self.url}</saml:Issuer>
<saml:Subject><saml:NameID>someone</saml:NameID>
<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData
 NotOnOrAfter="{until}" Recipient="{destination}" {to}/></saml:SubjectConfirmation></saml:Subject>
<saml:Conditions NotBefore="{instant}" NotOnOrAfter="{until}"><saml:AudienceRestriction>
<saml:Audience>{audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>
<saml:AuthnStatement AuthnInstant="{instant}" SessionIndex="1"><saml:AuthnContext><saml:AuthnContextClassRef>
urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>
<saml:AttributeStatement><saml:Attribute Name="{EMAIL}"><saml:AttributeValue>{self.email}</saml:AttributeValue>
</saml:Attribute></saml:AttributeStatement></saml:Assertion></samlp:Response>""".strip()


def _sha256(text):
    digest = hashes.Hash(hashes.SHA256())
    digest.update(text.encode())
    return digest.finalize()


def query_of(url):
    """The parameters of an address, each once."""
    return {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}
