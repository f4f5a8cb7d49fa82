"""What is dialed where customers say: the public internet alone, the address that was looked at, and not for long."""

import contextlib
import datetime
import ipaddress
import socket
import ssl
import threading
import time

import httpcore
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from organizations import outbound
from tests.organizations.events.receiving import receiver

pytestmark = pytest.mark.sampled(40)

PUBLIC = "93.184.216.34"


@pytest.fixture(autouse=True)
def closed(settings):
    settings.PRIVATE_ENDPOINTS = False


@pytest.fixture
def names(monkeypatch):
    """What names mean: addresses, or several lists of them, one after the other."""
    found = {"hooks.example.com": [PUBLIC]}

    def look_up(host):
        meaning = found.get(host)
        if meaning is None:
            raise socket.gaierror
        return meaning.pop(0) if isinstance(meaning[0], list) else meaning

    monkeypatch.setattr(outbound, "look_up", look_up)
    return found


@pytest.fixture
def dialed(monkeypatch):
    """Where a socket was opened to."""
    found = []

    def connect(self, host, port, *_):
        found.append((host, port))
        raise httpcore.ConnectError

    monkeypatch.setattr(httpcore.SyncBackend, "connect_tcp", connect)
    return found


@pytest.mark.parametrize(
    "url",
    [
        "https://127.0.0.1/",
        "https://127.1/",
        "https://2130706433/",
        "https://0x7f000001/",
        "https://0x7f.0.0.1/",
        "https://0177.0.0.1/",
        "https://017700000001/",
        "https://127.0.0.1./",
        "https://１２７.0.0.1/",
        "https://%31%32%37.0.0.1/",
        "https://0.0.0.0/",
        "https://10.1.2.3/",
        "https://172.16.0.1/",
        "https://192.168.1.1/",
        "https://169.254.169.254/latest/meta-data/",
        "https://100.64.0.1/",
        "https://224.0.0.1/",
        "https://255.255.255.255/",
        "https://[::]/",
        "https://[::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[::ffff:7f00:1]/",
        "https://[::127.0.0.1]/",
        "https://[64:ff9b::7f00:1]/",
        "https://[64:ff9b:1::7f00:1]/",
        "https://[2002:7f00:1::]/",
        "https://[2001:0:7f00:1::]/",
        "https://[fe80::1]/",
        "https://[fe80::1%25eth0]/",
        "https://[fc00::1]/",
        "https://[fec0::1]/",
        "https://[ff02::1]/",
        "https://localhost/",
        "https://metadata/",
        "http://hooks.example.com/",
        "ftp://hooks.example.com/",
        "gopher://hooks.example.com/",
        "file:///etc/passwd",
        "//hooks.example.com/",
        "hooks.example.com",
        "https://",
        "https:///path",
        "",
        "https://user@hooks.example.com/",
        "https://user:password@hooks.example.com/",
        "https://hooks.example.com\\@127.0.0.1/",
        "https://hooks.example.com@127.0.0.1/",
        "https://hooks.example.com:22/",
        "https://hooks.example.com:80/",
        "https://hooks.example.com:0/",
        "https://hooks.example.com:99999/",
        "https://hooks.example.com:port/",
        "https://hooks.example.com/#part",
        "https://hooks..example.com/",
        "https://hooks example.com/",
        "https://hooks.example.com/\r\nHost: other",
        "https://hooks.example.com/\0",
        "https://nowhere.example.com/",
        "https://hooks.example.com/" + "x" * 2000,
    ],
)
def test_address_is_refused_when_saved_and_when_dialed(names, dialed, url):
    with pytest.raises(outbound.Refused):
        outbound.check_url(url)
    with pytest.raises((outbound.Refused, outbound.Unanswered)):
        outbound.post(url, body=b"{}", headers={})
    assert dialed == []


@pytest.mark.parametrize(
    "addresses", [["127.0.0.1"], [PUBLIC, "10.0.0.1"], ["::ffff:10.0.0.1"], ["64:ff9b::a00:1"], ["fd00::1"]]
)
def test_name_of_a_private_address_is_refused(names, dialed, addresses):
    names["hooks.example.com"] = addresses

    with pytest.raises(outbound.Refused):
        outbound.check_url("https://hooks.example.com/")
    with pytest.raises(outbound.Refused):
        outbound.post("https://hooks.example.com/", body=b"{}", headers={})
    assert dialed == []


def test_name_that_means_something_else_when_it_is_dialed_is_refused(names, dialed):
    names["hooks.example.com"] = [[PUBLIC], ["127.0.0.1"]]
    outbound.check_url("https://hooks.example.com/")

    with pytest.raises(outbound.Refused):
        outbound.post("https://hooks.example.com/", body=b"{}", headers={})
    assert dialed == []


def test_address_that_was_looked_at_is_the_one_dialed(names, dialed):
    names["hooks.example.com"] = [["1.1.1.1", "2606:4700::1111"], ["127.0.0.1"]]

    with pytest.raises(outbound.Unanswered, match="Couldn’t connect"):
        outbound.post("https://hooks.example.com:8443/x", body=b"{}", headers={})

    assert dialed == [("1.1.1.1", 8443), ("2606:4700::1111", 8443)]


@pytest.mark.parametrize(
    "url", ["https://hooks.example.com/", "https://hooks.example.com:8443/a?b=c", "https://93.184.216.34/"]
)
def test_public_address_passes(names, url):
    outbound.check_url(url)


# What is asked there, on this machine.


@pytest.fixture
def open_house(settings):
    settings.PRIVATE_ENDPOINTS = True


def test_redirect_is_an_answer_and_not_followed(open_house):
    with receiver() as other, receiver(lambda request: (302, b"", {"Location": other.url})) as first:
        answer = outbound.post(first.url, body=b"{}", headers={})

    assert (answer.status, other.received) == (302, [])


def test_answer_is_cut_at_64_kib(open_house):
    with receiver(lambda request: (200, b"x" * 1_000_000)) as found:
        answer = outbound.post(found.url, body=b"{}", headers={})

    assert answer.body == b"x" * 65_536


def listening(talk):
    """A raw socket that talks to whoever connects."""
    server = socket.create_server(("127.0.0.1", 0))

    def run():
        client, _ = server.accept()
        with client, contextlib.suppress(OSError):  # who is hung up on
            talk(client)

    threading.Thread(target=run, daemon=True).start()
    return server, f"http://127.0.0.1:{server.getsockname()[1]}/"


def trickle(client):
    client.recv(65_536)
    client.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
    for _ in range(100):
        client.sendall(b"x")
        time.sleep(0.1)


def trickle_headers(client):
    client.recv(65_536)
    client.sendall(b"HTTP/1.1 200 OK\r\n")
    for number in range(100):
        client.sendall(f"X-{number}: x\r\n".encode())
        time.sleep(0.1)


@pytest.mark.parametrize("talk", [trickle, trickle_headers, lambda client: time.sleep(5)])
def test_answer_that_takes_too_long_is_none(open_house, talk):
    server, url = listening(talk)
    begun = time.monotonic()

    with server, pytest.raises(outbound.Unanswered, match=r"within 0\.5 seconds"):
        outbound.post(url, body=b"{}", headers={}, seconds=0.5)

    assert time.monotonic() - begun < 3


def test_name_that_is_never_answered_for_takes_no_longer(settings, monkeypatch):
    monkeypatch.setattr(outbound, "look_up", lambda host: time.sleep(3) or [])
    begun = time.monotonic()

    with pytest.raises(outbound.Unanswered):
        outbound.post("https://hooks.example.com/", body=b"{}", headers={}, seconds=0.5)

    assert time.monotonic() - begun < 5


def test_nobody_there_is_told(open_house):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]

    with pytest.raises(outbound.Unanswered, match="Couldn’t connect"):
        outbound.post(f"http://127.0.0.1:{port}/", body=b"{}", headers={})


def certificate(name):
    """A key and a certificate of a name, signed by itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    return key, made


@pytest.mark.parametrize(("name", "is_right"), [("hooks.example.com", True), ("other.example.com", False)])
def test_certificate_is_checked_for_the_name_whatever_address_is_dialed(
    open_house, names, monkeypatch, tmp_path, name, is_right
):
    key, made = certificate(name)
    chain = tmp_path / "chain.pem"
    plain = serialization.NoEncryption()
    private = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    public = made.public_bytes(serialization.Encoding.PEM)
    chain.write_bytes(private + public)
    serving = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    serving.load_cert_chain(chain)
    trusting = ssl.create_default_context(cadata=public.decode())
    monkeypatch.setattr(outbound, "_ssl_context", lambda: trusting)
    asked = []

    def talk(client):
        try:
            with serving.wrap_socket(client, server_side=True) as secure:
                words = b""
                while not words.endswith(b"{}"):  # all of it: a close with bytes unread resets the line
                    words += secure.recv(65_536) or b"{}"
                asked.append(words.decode())
                secure.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")
        except ssl.SSLError:
            pass

    server, url = listening(talk)
    names["hooks.example.com"] = ["127.0.0.1"]
    address = url.replace("http://127.0.0.1", "https://hooks.example.com")
    with server:
        if is_right:
            assert outbound.post(address, body=b"{}", headers={}).status == 204
            assert "host: hooks.example.com:" in asked[0].lower()
        else:
            with pytest.raises(outbound.Unanswered, match="certificate"):
                outbound.post(address, body=b"{}", headers={})


def test_addresses_are_judged_by_what_they_wrap():
    assert outbound.is_public("::ffff:8.8.8.8")
    assert outbound.is_public("64:ff9b::808:808")
    assert not outbound.is_public(str(ipaddress.ip_address("::ffff:192.168.0.1")))
