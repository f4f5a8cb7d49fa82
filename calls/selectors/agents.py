"""Reads for the agents' pages: the list, one agent, and its versions as differences."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import FETCH_RAISE, Count, OuterRef, Prefetch, Subquery

from calls.models import Agent, AgentVersion, CallingRules, Conversation, PhoneNumber
from calls.selectors.calls import CallRow, calls_of_agent
from calls.services.permission import rules_of
from calls.skill import PLACEHOLDER, as_text, skill_for
from calls.skills.custom_fields import BRACES, TEXTS, names_in
from calls.states import AgentPurpose
from organizations.models import User

PAGE_SIZE = 50
VERSIONS_PAGE_SIZE = 20
VERSIONS_SHOWN = 5
WEEK = timedelta(days=7)
LANGUAGES = {"en": "English", "es": "Spanish"}
WORDS = re.compile(r"\s+|[^\s]+")
LABELS = {
    "name": "Name",
    "purpose": "Purpose",
    "is_active": "Active",
    "greeting": "Greeting",
    "prompt": "Instructions",
    "variables": "Variables",
    "extraction": "Data to collect",
    "voicemail_message": "Voicemail",
    "transfer_number": "Transfer number",
    "language": "Language",
    "voice": "Voice",
}


@dataclass(frozen=True)
class AgentRow:
    """An agent as the list shows it."""

    agent: Agent
    numbers: list[str]
    language: str
    calls: int
    changed_at: datetime


@dataclass(frozen=True)
class Piece:
    """A part of a text: words, or a variable between its braces; `is_known` where the agent declares it."""

    text: str
    is_variable: bool = False
    is_known: bool = True


@dataclass(frozen=True)
class Variable:
    """A variable: where its value comes from in words, and which texts name it; `tone` is a badge's."""

    name: str
    source: str
    tone: str
    used_in: str


@dataclass(frozen=True)
class Change:
    """What became of one field between two versions: parts of its text, each kept, taken out or put in."""

    label: str
    parts: list[tuple[str, str]]  # ("same" | "out" | "in", text)


@dataclass(frozen=True)
class VersionRow:
    """A version with who made it, and what it changed; nothing for the first."""

    version: AgentVersion
    by: str
    changes: list[Change]
    is_current: bool


@dataclass(frozen=True)
class AgentPage:
    """All that an agent's page shows."""

    agent: Agent
    language: str
    numbers: list[str]
    rules: CallingRules
    is_custom: bool
    is_installed: bool
    greeting: list[Piece]
    prompt: list[Piece]
    voicemail: list[Piece]
    variables: list[Variable]
    fields: list[dict[str, Any]]
    calls: list[CallRow]
    calls_last_week: int
    versions: list[VersionRow]


def agent_list(page_number: str | None, *, at: datetime) -> tuple[Page, list[AgentRow]]:
    """Return a page of the agents, those switched on first, in four queries."""
    current = AgentVersion.objects.filter(agent=OuterRef("pk"), number=OuterRef("version"))
    agents = (
        Agent.objects.annotate(changed_at=Subquery(current.values("at")[:1]))
        .prefetch_related(Prefetch("phone_numbers", PhoneNumber.objects.order_by("number")))
        .order_by("-is_active", "name", "pk")
        .fetch_mode(FETCH_RAISE)
    )
    page = Paginator(agents, PAGE_SIZE).get_page(page_number)
    shown: list[Any] = list(page.object_list)
    calls = _calls_last_week([agent.pk for agent in shown], at)
    rows = [
        AgentRow(
            agent=agent,
            numbers=[number.number for number in agent.phone_numbers.all()],
            language=language_words(agent.language),
            calls=calls.get(agent.pk, 0),
            changed_at=agent.changed_at or agent.created_at,
        )
        for agent in shown
    ]
    return page, rows


def agent_page(agent: Agent, *, at: datetime) -> AgentPage:
    """Return what the page of an agent shows, in eight queries."""
    newest = list(agent.versions.order_by("-number")[: VERSIONS_SHOWN + 1])
    return AgentPage(
        agent=agent,
        language=language_words(agent.language),
        numbers=list(agent.phone_numbers.order_by("number").values_list("number", flat=True)),
        rules=rules_of(agent.organization),
        is_custom=agent.purpose == AgentPurpose.CUSTOM,
        is_installed=skill_for(agent.purpose) is not None,
        greeting=pieces_of(agent.greeting, agent.variables),
        prompt=pieces_of(agent.prompt, agent.variables),
        voicemail=pieces_of(agent.voicemail_message, agent.variables),
        variables=variables_of(agent),
        fields=agent.extraction,
        calls=calls_of_agent(agent, at=at),
        calls_last_week=_calls_last_week([agent.pk], at).get(agent.pk, 0),
        versions=_version_rows(agent, newest)[:VERSIONS_SHOWN],
    )


def version_list(agent: Agent, page_number: str | None) -> tuple[Page, list[VersionRow]]:
    """Return a page of an agent's versions, newest first, each against the one before; three queries."""
    page = Paginator(agent.versions.order_by("-number"), VERSIONS_PAGE_SIZE).get_page(page_number)
    first = max(0, page.start_index() - 1)
    # One more than is shown: the last of the page is held against it.
    shown = list(agent.versions.order_by("-number")[first : first + VERSIONS_PAGE_SIZE + 1])
    return page, _version_rows(agent, shown)[:VERSIONS_PAGE_SIZE]


def changes_since(agent: Agent, number: int) -> VersionRow:
    """Return the agent's newest version against an older one; two queries. An older one that isn't there is empty."""
    newest = agent.versions.get(number=agent.version)
    older = agent.versions.filter(number=number).first()
    return VersionRow(
        version=newest,
        by=names_of([newest.by])[newest.by],
        changes=changes_between(older.values if older else {}, newest.values),
        is_current=True,
    )


def changes_between(before: dict[str, Any], after: dict[str, Any]) -> list[Change]:
    """Return what differs between the values of two versions, word by word."""
    return [
        Change(label, _parts(_in_words(name, before.get(name)), _in_words(name, after.get(name))))
        for name, label in LABELS.items()
        if before.get(name) != after.get(name)
    ]


def pieces_of(text: str, variables: Iterable[dict[str, Any]]) -> list[Piece]:
    """Return a text in parts, so that its variables can be told from its words."""
    known = {variable["name"] for variable in variables}
    pieces: list[Piece] = []
    end = 0
    for found in BRACES.finditer(text):
        if found.start() > end:
            pieces.append(Piece(text[end : found.start()]))
        named = PLACEHOLDER.fullmatch(found[0])
        pieces.append(Piece(found[0], is_variable=True, is_known=named is not None and named[1] in known))
        end = found.end()
    if end < len(text):
        pieces.append(Piece(text[end:]))
    return pieces


def variables_of(agent: Agent) -> list[Variable]:
    """Return an agent's variables, those that its texts name without declaring them last."""
    texts = {LABELS[name].lower(): getattr(agent, name) for name in TEXTS}
    texts["data to collect"] = " ".join(
        str(field.get(key) or "") for field in agent.extraction for key in ("question", "description")
    )
    named = {label: set(names_in(text)) for label, text in texts.items()}
    declared = {variable["name"]: variable for variable in agent.variables}
    stray = sorted(set().union(*named.values()) - declared.keys())
    return [
        _variable(name, declared.get(name), [label for label, names in named.items() if name in names])
        for name in [*declared, *stray]
    ]


def language_words(tag: str) -> str:
    """Return a language tag in words: `en-US` is English."""
    return LANGUAGES.get(tag[:2].lower(), tag)


def names_of(actors: Iterable[str]) -> dict[str, str]:
    """Return whom actors such as `user:12` name, in one query; those that are no people by what they are."""
    actors = set(actors)
    keys = [int(key) for kind, _, key in (each.partition(":") for each in actors) if kind == "user" and key]
    people = {f"user:{person.pk}": str(person) for person in User.objects.filter(pk__in=keys)}
    return {actor: people.get(actor, "Loadline") for actor in actors}


def _calls_last_week(agents: Sequence[int], at: datetime) -> dict[int, int]:
    if not agents:
        return {}
    # Agent by agent in an index of its own, whatever else the organization has of calls.
    recent = Conversation.objects.by_phone().filter(agent__in=agents, created_at__gt=at - WEEK)
    return dict(recent.order_by().values_list("agent").annotate(Count("pk")))


def _variable(name: str, declared: dict[str, Any] | None, used_in: list[str]) -> Variable:
    if declared is None:
        source, tone = "Not defined: left out when spoken", "stop"
    elif default := as_text(declared.get("default")):
        source, tone = f"“{default}” by default", "go"
    elif declared.get("required"):
        source, tone = "Required", "wait"
    else:
        source, tone = "Optional", ""
    return Variable(name, source, tone, ", ".join(used_in))


def _version_rows(agent: Agent, versions: list[AgentVersion]) -> list[VersionRow]:
    """Rows of versions that follow each other, newest first; the last has nothing to be held against."""
    names = names_of(version.by for version in versions)
    return [
        VersionRow(
            version=version,
            by=names[version.by],
            changes=changes_between(before.values, version.values) if before else [],
            is_current=version.number == agent.version,
        )
        for version, before in zip_longest(versions, versions[1:])
    ]


def _in_words(name: str, value: Any) -> str:
    match name:
        case "is_active":
            return "yes" if value else "no"
        case "purpose":
            return dict(AgentPurpose.choices).get(value, value or "")
        case "variables":
            return "\n".join(_variable_line(each) for each in value or [])
        case "extraction":
            return "\n".join(_field_line(each) for each in value or [])
    return str(value or "")


def _variable_line(variable: dict[str, Any]) -> str:
    default = as_text(variable.get("default"))
    told = [f"default “{default}”"] if default else []
    told += ["required"] if variable.get("required") else []
    return f"{variable['name']}: {', '.join(told) or 'optional'}"


def _field_line(field: dict[str, Any]) -> str:
    choices = f" ({', '.join(field['choices'])})" if field.get("choices") else ""
    asked = field.get("question") or field.get("description") or ""
    return f"{field['name']}: {field.get('type', 'text')}{choices}, {asked}"


def _parts(before: str, after: str) -> list[tuple[str, str]]:
    return list(_compared(WORDS.findall(before), WORDS.findall(after)))


def _compared(before: list[str], after: list[str]) -> Iterator[tuple[str, str]]:
    for what, i1, i2, j1, j2 in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if what == "equal":
            yield "same", "".join(before[i1:i2])
            continue
        if i2 > i1:
            yield "out", "".join(before[i1:i2])
        if j2 > j1:
            yield "in", "".join(after[j1:j2])


def numbers_with_agents() -> tuple[list[PhoneNumber], list[Agent]]:
    """Return the organization's numbers, and all agents that might answer them; two queries."""
    numbers = PhoneNumber.objects.select_related("agent").order_by("number")
    return list(numbers), list(Agent.objects.order_by("name", "pk"))
