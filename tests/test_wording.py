"""The words on the screen: what reads as translated, or is for operators alone, stays out.

Looked at are templates, the packages' strings (no docstrings, no comments) and the documents. `docs/glossary.md` says
which words to use.
"""

import ast
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

# Each a pattern of whole words, in any case: on pages, in mails and messages, in API descriptions, in documents.
BANNED = r"""
e-mail(?:s|ed)?
call-backs?
half-way
good-bye
hours talked
(?:put|puts|putting) (?:(?:him|her|it|them|you|who|the \w+) )?through
handed to a person
closed by a person
by the agent alone
negotiated per deal
bids to decide on
no bid waits
picked up next
promised callbacks
nothing was promised
nobody is on the line
everything is covered
best asks?
held at start
data missing
missing data
the usual ones
told of the load
messages from your tms
have somebody called
offer it to a carrier
agent may call carriers
book again
nobody is known
nobody knows
nobody is left
where it stands
load gone
entered by a broker
do it all the same
as they ask
they took (?:our|\$[\d,]+|\{\}?)
took our offer
they don[’']t know yet
took it back
on the ladder
what was learned
what came of it
handed to the telephone provider
partial pass
a whole step
our offer stays
they would take it
correct the tags
leads to its moment
margin at it
falls? silent
capacity carriers?
not vetted
as the crow flies
by air
switched (?:on|off)
its own course
said where nobody
what it finds out
how it sounds
hands over to
who is on the line
nothing is kept
haggl(?:e|es|ing)
good news
grows? old
(?:least|less) (?:liability|cargo)
younger authority
papers go to
quiet after an answer
nobody has asked
never call it
add all of it
sign out there
leads nowhere
vouch(?:es)?
vetted anew
of ill repute
ask(?:s|ed)? of carriers
what became of
good answers?
stands still
the gravest
automated assistant of
put that to my broker
a colleague will finish
which load is it about
not posted yet
i[’']ll note your number
another load maybe
won[’']t get together
yes or no\?
, local times\.
which email address do you want
i[’']m the automated assistant with \{company\}\. can
not able to move forward
basta el
para ella
do not dispatch
row of headings
conversion funnel
of previous step
ingest a load
had no effect
haggled
one a line
none checked
shows? here
fewer words find
big talker
asks details
on these talks
concedes as
round used up
most (?:outbound|simultaneous) calls
most calls to
consent on record
sign(?:s|ing)? along
deliveries are forgotten
what was sent is forgotten
rate hauled
speaks against
until when
read it again
since a moment
asks at this moment
offered at this moment
calls to start
what isn[’']t known
under other settings
waiting (?:helps|is enough)
how to read on
long stories around
carrier network
no-one reached
no one reached
\(by weekday\)
rate rejected
(?:isn|doesn)[’']t qualif(?:y|ied)
early limit
noted, thank
number withheld
pin it down
setup says
booked by agent
locked in tms
passed on rate
vetting incomplete
incomplete paperwork
(?:go|goes) to the broker
save as a new version
core carriers \(separate\)
what would it have cost
reason for the change
"""

# The same where a broker reads it, in templates and the packages' strings: documents for operators need some of them.
ON_PAGES = r"""
since yesterday
room, best
no ceiling
whose load
known since
as it came
the agent makes both
best first
how it came
look at it
show these
what happened
queued by a person
a person must confirm
your word
haven[’']t judged
make the agent
it begins in
begins with
an iana name
asked not to be called
take a filter out
ceiling
book now
start rate
any more
nobody
somebody
aren[’']t told
isn[’']t told
wasn[’']t told
deeds?
bin/\w+
manage\.py
django admin
max rate
under your name
what[’']s being said
talk time \(h\)
calls by topic
end-to-end
text, as said
one of these choices
question; or
name for the voice
calls at once
final offer last
can only look
it is locked
start or book-it-now
carrier-identity
how late
itinerary
dropoff (?:from|until)
everything of yours
your own instructions
opens with
you play
stay on this computer
try things with
look around with
operator of this service
/api/v1/\w+
by loadline
any id
any number
agreed, on hold
logged as
no call events
text, verbatim
voice id
tells place
injector
stored as a hash
replay
straight-line
count as unknown
none yet
both places
load as json
calling as
reliability
the api client must
not covered
with bids
picks up today
connection onboarded
rules pass
(?<!last )(?:\d+|\{\}) [hd]
any place
at all times
the newest \d+
the newest \{\}
may have at most
has at most
this load’s talks
keeps? signing
give early
work (?:it|this) out
work out
open by the agent
taken by the agent
canceled by your team
identity service
fixed steps
go to dashboard
"""

# What callers say and what simulated ones answer, the operators' own console, and migrations.
NOT_PAGES = re.compile(
    r"/migrations/|^calls/language/|^calls/simulator/|/management/|/admin(?:/|\.py)|^calls/admin/"
)
# The agent's own words to a caller, and patterns of what callers say: no page shows them.
SPOKEN = re.compile(r"^bids/carrier_sales/|^calls/skills/")
# The reference of the API names its paths.
FOR_CLIENTS = re.compile(
    r"(?:openapi|/api|/events|/events/types)\.py$|/api/|^templates/reference\.html$|/serializers\.py$|/gallery\.html$"
)


def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{'|'.join(words.split(chr(10))[1:-1])})(?![\w-])", re.IGNORECASE)


@cache
def _files() -> list[str]:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


def _template_text(source: str) -> str:
    """A template without its comments; names within its tags are code, their quoted arguments aren't."""
    source = re.sub(r"\{#.*?#\}", "", source)

    def quoted(tag: re.Match[str]) -> str:
        is_words = re.match(r"\{%-?\s*(?:url|load|include|extends|static|block|partial|part)\b", tag[0])
        shown = re.findall(r'"([^"]*)"', tag[0])
        return " ".join(each for each in shown if not is_words or " " in each)

    source = re.sub(r"\{%.*?%\}|\{\{.*?\}\}", quoted, source)
    return re.sub(r'\s(?:id|class|name|href|hx-[\w-]+|data-[\w-]+|for|action|value)="[^"]*"', " ", source)


def _strings(source: str) -> Iterator[tuple[int, str]]:
    """The strings of a module that are no docstrings, f-strings as they are written."""
    tree = ast.parse(source)
    bare = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    inner = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            parts = [each.value if isinstance(each, ast.Constant) else "{}" for each in node.values]
            yield node.lineno, "".join(map(str, parts))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            is_name = node.value.islower() and " " not in node.value
            if not is_name and id(node) not in bare and id(node) not in inner:
                yield node.lineno, node.value


def _pages() -> Iterator[tuple[str, str]]:
    """Where each text stands, and what it says."""
    for name in _files():
        if name.startswith("templates/"):
            for number, line in enumerate(_template_text((ROOT / name).read_text()).splitlines(), 1):
                yield f"{name}:{number}", line
        elif re.match(r"(?:analytics|bids|calls|carriers|loads|organizations)/.*\.py$", name) and not (
            NOT_PAGES.search(name)
        ):
            for number, text in _strings((ROOT / name).read_text()):
                yield f"{name}:{number}", text


def _documents() -> Iterator[tuple[str, str]]:
    for name in _files():
        is_written = re.match(r"(?:README|docs/.*)\.md$", name) and name != "docs/glossary.md"
        if is_written:
            text = re.sub(r"```.*?```|`[^`]*`|\]\([^)]*\)", " ", (ROOT / name).read_text(), flags=re.DOTALL)
            yield name, re.sub(r"\s+", " ", text)


def found(texts: Iterator[tuple[str, str]], pattern: re.Pattern[str]) -> list[str]:
    """What stands where, to be read in a failure."""
    return [
        f"{where}: {hit[0]!r} in {text[:100]!r}" for where, text in texts for hit in pattern.finditer(text)
    ]


def test_pages_say_it_as_the_field_does():
    assert not found(_pages(), _pattern(BANNED))


def test_documents_say_it_as_the_field_does():
    assert not found(_documents(), _pattern(BANNED))


@pytest.mark.deep
def test_no_page_speaks_of_shells_or_in_translated_words():
    pages = ((where, text) for where, text in _pages() if not SPOKEN.match(where))
    pattern = _pattern(ON_PAGES)
    assert not [each for each in found(pages, pattern) if not FOR_CLIENTS.search(each.partition(":")[0])]


@pytest.mark.parametrize(
    "text",
    [
        '{% empty icon="x" title="Nobody is on the line" %}',
        "<p>You are put through.</p>",
        '<a title="As the crow flies">3</a>',
        "<h1>Promised call-backs</h1>",
        "<p>Run bin/manage import_carriers.</p>",
    ],
)
def test_a_banned_wording_is_seen_in_a_template(text):
    read = _template_text(text)

    assert _pattern(BANNED).search(read) or _pattern(ON_PAGES).search(read)


def test_a_banned_wording_is_seen_in_a_string_but_not_in_code():
    source = '"""Haggling."""\ndeed = {"half_way": f"Put {name} through {1}", "x": f"{name or \'E-mail\'}"}\n'

    said = [text for _, text in _strings(source)]

    assert [text for text in said if _pattern(BANNED).search(text)] == ["E-mail"]
    assert "Haggling." not in said
