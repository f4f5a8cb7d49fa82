"""Vetting carriers: the organization's rules, what they make of the facts, and a broker's preference."""

from collections.abc import Collection, Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet

from carriers.models import Carrier, CarrierContact, CarrierFinding, Vetting, VettingRules
from carriers.registry.findings import read_facts
from carriers.states import VettingTrigger
from carriers.vetting import Assessment, Fact, Finding, assess, merge
from organizations import audit, sql
from organizations.models import Organization
from organizations.tenancy.actors import Actor
from organizations.tenancy.queueing import prompt

# What an organization asks of carriers, and changing it.


def rules_of(organization: Organization) -> VettingRules:
    """Return the organization's rules: its own row, or the defaults, unsaved and of version 0, where it has none."""
    found = VettingRules.unscoped.filter(organization=organization).first()
    return found or VettingRules(organization=organization, version=0)


def change_rules(*, rules: VettingRules, fields: list[str], by: Actor, at: datetime) -> VettingRules:
    """Store the rules, new or changed, as another version, and have every vetted carrier vetted by them.

    The carriers follow in batches; until its turn comes each keeps what the old rules made of it.
    """
    with transaction.atomic():
        is_new = rules.pk is None
        if not is_new:
            stored = VettingRules.unscoped.select_for_update(no_key=True).get(pk=rules.pk)
            rules.version = stored.version + 1
        rules.changed_at = at
        rules.save()
        audit.record(
            organization=rules.organization,
            action="vetting_rules.created" if is_new else "vetting_rules.changed",
            subject=rules,
            by=by,
            at=at,
            fields=fields,
            version=rules.version,
        )
        prompt("carriers.tasks.vet_carriers", rules.organization_id)
    return rules


MAX_AT_ONCE = 500


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
        sql.update(Carrier, rows, organization_id=organization.pk)
        Carrier.unscoped.filter(pk__in=untold).update(vetting_due_at=None)
    return len(new)


def vet_due_carriers(*, organization: Organization, at: datetime) -> int:
    """Vet at most MAX_AT_ONCE of the carriers whose turn it is; how many it were: call again until there are none.

    Whose facts have changed, of whose facts a date has passed, or who were vetted by other rules than today's.
    """
    ours = Carrier.unscoped.of(organization)
    due = ours.filter(vetting_due_at__lte=at).order_by("vetting_due_at", "pk")
    chosen = list(due.values_list("pk", "updated_at", "vetted_at")[:MAX_AT_ONCE])
    turns: dict[str, list[int]] = {trigger: [] for trigger in VettingTrigger.values}
    for pk, updated_at, vetted_at in chosen:
        is_news = vetted_at is None or updated_at > vetted_at
        turns[VettingTrigger.FACTS if is_news else VettingTrigger.TIME].append(pk)
    known = {pk for pk, _, _ in chosen}
    others = _by_other_rules(organization.pk, rules_of(organization).version)[: MAX_AT_ONCE - len(chosen)]
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


# What people make of a carrier, whatever its papers say: blocked, or preferred; each change is audited.


def block_carrier(*, carrier: Carrier, reason: str = "", by: Actor, at: datetime) -> bool:
    """Talk rates with it no more; whether it wasn't so already. A call that is under way ends politely."""
    return _set(carrier, "carrier.blocked", {"is_blocked": True, "block_reason": reason[:300]}, by, at)


def unblock_carrier(*, carrier: Carrier, by: Actor, at: datetime) -> bool:
    """Let its papers decide again; whether it was blocked."""
    return _set(carrier, "carrier.unblocked", {"is_blocked": False, "block_reason": ""}, by, at)


def prefer_carrier(*, carrier: Carrier, by: Actor, at: datetime) -> bool:
    """Prefer it to others; whether it wasn't so already."""
    return _set(carrier, "carrier.preferred", {"is_preferred": True}, by, at)


def unprefer_carrier(*, carrier: Carrier, by: Actor, at: datetime) -> bool:
    """Take it as any other; whether it was preferred."""
    return _set(carrier, "carrier.unpreferred", {"is_preferred": False}, by, at)


def note_carrier(*, carrier: Carrier, notes: str, by: Actor, at: datetime) -> bool:
    """Write down what colleagues should know of it, in the place of what stood there; whether that changes anything."""
    return _set(carrier, "carrier.noted", {"notes": notes}, by, at)


def _set(carrier: Carrier, action: str, fields: dict[str, Any], by: Actor, at: datetime) -> bool:
    """Change and audit, if anything changes; the instance bears the new values."""
    with transaction.atomic():
        stored = Carrier.unscoped.select_for_update(no_key=True).get(pk=carrier.pk)
        changes = {name: value for name, value in fields.items() if getattr(stored, name) != value}
        for name, value in fields.items():
            setattr(carrier, name, value)
        if not changes:
            return False
        Carrier.unscoped.filter(pk=carrier.pk).update(**changes, updated_at=at)
        audit.record(organization=stored.organization, action=action, subject=stored, by=by, at=at, **changes)
    return True
