"""Vetting carriers: what the organization's rules make of their facts, kept with the reasons."""

from collections.abc import Collection, Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet

from carriers.models import Carrier, CarrierContact, CarrierFinding, Vetting, VettingRules
from carriers.services.rules import rules_of
from carriers.states import VettingTrigger
from carriers.vetting import Assessment, Fact, Finding, assess, merge, read_facts
from organizations.history import bulk
from organizations.models import Organization

MOST_AT_ONCE = 500


def vet_carriers(
    *, organization: Organization, carrier_ids: Collection[int], trigger: str, at: datetime
) -> int:
    """Vet these carriers by the rules and facts of this moment; how many came out differently from before.

    One transaction, a statement a table. A carrier of which no source has told anything stays as it is: then its
    assessment is what came with it.
    """
    with transaction.atomic():
        rules = rules_of(organization)
        chosen = Carrier.unscoped.of(organization).filter(pk__in=carrier_ids).order_by("pk")
        carriers = {each.pk: each for each in chosen.select_for_update(no_key=True)}
        findings = _findings(carriers)
        reached = _with_phones(carriers)
        latest = _latest(carriers)
        rows, new, confirmed, untold = [], [], [], []
        for pk, carrier in carriers.items():
            if pk not in findings and carrier.vetted_at is None:
                untold.append(pk)
                continue
            facts = merge(findings.get(pk, ()))
            made = assess(facts, has_phone=pk in reached, rules=rules.policy, at=at)
            vetting = _vetting(carrier, made, facts, rules, trigger, at)
            last = latest.get(pk)
            if last is not None and _is_same(last, vetting):
                confirmed.append(last.pk)
            else:
                new.append(vetting)
            rows.append(_row(carrier, vetting, made.due_at))
        Vetting.unscoped.filter(pk__in=confirmed).update(confirmed_at=at)
        Vetting.unscoped.bulk_create(new)
        bulk.update(Carrier, rows, organization_id=organization.pk)
        Carrier.unscoped.filter(pk__in=untold).update(vetting_due_at=None)
    return len(new)


def vet_due_carriers(*, organization: Organization, at: datetime, most: int = MOST_AT_ONCE) -> int:
    """Vet at most so many of the carriers whose turn it is; how many it were: call again until there are none.

    Whose facts have changed, of whose facts a date has passed, or who were vetted by other rules than today's.
    """
    ours = Carrier.unscoped.of(organization)
    due = ours.filter(vetting_due_at__lte=at).order_by("vetting_due_at", "pk")
    chosen = list(due.values_list("pk", "updated_at", "vetted_at")[:most])
    turns: dict[str, list[int]] = {trigger: [] for trigger in VettingTrigger.values}
    for pk, updated_at, vetted_at in chosen:
        is_news = vetted_at is None or updated_at > vetted_at
        turns[VettingTrigger.FACTS if is_news else VettingTrigger.TIME].append(pk)
    known = {pk for pk, _, _ in chosen}
    others = _by_other_rules(organization.pk, rules_of(organization).version)[: most - len(chosen)]
    turns[VettingTrigger.RULES] = [pk for pk in others if pk not in known]
    for trigger, carrier_ids in turns.items():
        if carrier_ids:
            vet_carriers(organization=organization, carrier_ids=carrier_ids, trigger=trigger, at=at)
    return sum(map(len, turns.values()))


def organizations_due(*, at: datetime) -> list[int]:
    """Keys of the organizations that have carriers whose turn it is."""
    versions = dict(VettingRules.unscoped.values_list("organization_id", "version"))
    return [
        pk
        for pk in Organization.objects.order_by("pk").values_list("pk", flat=True)
        if Carrier.unscoped.filter(organization_id=pk, vetting_due_at__lte=at).exists()
        or _by_other_rules(pk, versions.get(pk, 0)).exists()
    ]


def _by_other_rules(organization_id: int, version: int) -> QuerySet[Any, int]:
    """Keys of carriers that other rules than today's have vetted."""
    others = Q(vetting_version__lt=version) | Q(vetting_version__gt=version)
    vetted = Carrier.unscoped.filter(others, organization_id=organization_id, vetted_at__isnull=False)
    return vetted.order_by("pk").values_list("pk", flat=True)


def _findings(carriers: Collection[int]) -> dict[int, list[Finding]]:
    found: dict[int, list[Finding]] = {}
    told = CarrierFinding.unscoped.filter(carrier_id__in=carriers)
    for pk, source, found_at, data in told.values_list("carrier_id", "source", "found_at", "data"):
        found.setdefault(pk, []).append(Finding(source, found_at, read_facts(data)))
    return found


def _with_phones(carriers: Mapping[int, Carrier]) -> set[int]:
    """Those of whom a registered phone number is known."""
    others = CarrierContact.unscoped.filter(carrier_id__in=carriers, is_registered=True).exclude(phone="")
    reached = set(others.values_list("carrier_id", flat=True))
    return reached | {pk for pk, carrier in carriers.items() if carrier.phone}


def _latest(carriers: Collection[int]) -> dict[int, Vetting]:
    last = Vetting.unscoped.filter(carrier_id__in=carriers).order_by("carrier_id", "-vetted_at", "-pk")
    return {each.carrier_id: each for each in last.distinct("carrier_id")}


def _vetting(
    carrier: Carrier,
    made: Assessment,
    facts: Mapping[str, Fact],
    rules: VettingRules,
    trigger: str,
    at: datetime,
) -> Vetting:
    connection = facts.get("connection_status")
    return Vetting(
        organization_id=carrier.organization_id,
        carrier=carrier,
        assessment=made.value,
        reasons=[
            {"code": reason.code, "severity": str(reason.severity), "words": reason.words}
            for reason in made.reasons
        ],
        connection_status=connection.value if connection else "",
        facts={
            name: {
                "value": _plain(fact.value),
                "source": str(fact.source),
                "foundAt": fact.found_at.isoformat(),
            }
            for name, fact in facts.items()
        },
        rules_version=rules.version,
        trigger=trigger,
        vetted_at=at,
        confirmed_at=at,
    )


def _is_same(last: Vetting, new: Vetting) -> bool:
    return all(
        getattr(last, name) == getattr(new, name) for name in ("assessment", "reasons", "connection_status")
    )


def _row(carrier: Carrier, vetting: Vetting, due_at: datetime | None) -> dict[str, Any]:
    return {
        "id": carrier.pk,
        "rules_assessment": str(vetting.assessment),
        "connection_status": vetting.connection_status,
        "vetted_at": vetting.vetted_at,
        "vetting_version": vetting.rules_version,
        "vetting_due_at": due_at,
    }


def _plain(value: Any) -> Any:
    """As JSON has it."""
    if isinstance(value, Decimal):
        return str(value)
    return value.isoformat() if isinstance(value, date) else value
