"""The pure rules: what each fact does, and laws that hold for all facts and rules."""

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carriers.states import Effect, RulesAssessment, Source
from carriers.vetting import GRAVITY, Fact, Finding, Haul, Restriction, Rules, assess, effect_on, merge
from tests.factories import NOW

TODAY = NOW.date()
RULES = Rules(least_authority_days=90)
GOOD = {
    "is_allowed_to_operate": True,
    "common_authority": "active",
    "contract_authority": "none",
    "broker_authority": "none",
    "authority_granted_date": TODAY - timedelta(days=400),
    "liability_insurance": Decimal(1_000_000),
    "liability_expiry_date": TODAY + timedelta(days=90),
    "cargo_insurance": Decimal(100_000),
    "cargo_expiry_date": TODAY + timedelta(days=90),
    "is_out_of_service": False,
    "safety_rating": "satisfactory",
    "connection_status": "onboarded",
    "identity_assessment": "pass",
}
# Values of each fact from the best to the worst; None: unknown. Where a value and "unknown" can't be compared, the
# value isn't here.
LADDERS = {
    "is_allowed_to_operate": [True, None, False],
    "common_authority": ["active", None, "inactive"],
    "contract_authority": ["active", None, "none"],
    "authority_granted_date": [TODAY - timedelta(days=400), None, TODAY - timedelta(days=10)],
    "liability_insurance": [Decimal(1_000_000), Decimal(750_000), None, Decimal(500_000), Decimal(0)],
    "liability_expiry_date": [TODAY + timedelta(days=9), None, TODAY - timedelta(days=1)],
    "is_out_of_service": [False, None, True],
    "safety_rating": ["satisfactory", None, "unsatisfactory"],
    "connection_status": ["onboarded", "needs_to_onboard", "do_not_dispatch"],
    "identity_assessment": ["pass", "partial_pass", "fail"],
}
AGES = st.integers(0, 60)


def facts_of(values, age=0, source=Source.IDENTITY):
    found_at = NOW - timedelta(days=age)
    return {name: Fact(value, source, found_at) for name, value in values.items() if value is not None}


def judge(values=GOOD, *, rules=RULES, has_phone=True, at=NOW, **changes):
    return assess(facts_of({**values, **changes}), has_phone=has_phone, rules=rules, at=at)


def codes(made):
    return [reason.code for reason in made.reasons]


def without(*names):
    return {name: value for name, value in GOOD.items() if name not in names}


def test_carrier_with_good_papers_passes_without_a_reason():
    made = judge()
    assert (made.value, made.reasons) == ("pass", ())
    assert made.due_at == NOW + timedelta(days=30), "then the facts are too old"


@pytest.mark.parametrize(
    ("changes", "value", "code"),
    [
        ({"is_allowed_to_operate": False}, "fail", "not_allowed_to_operate"),
        ({"common_authority": "inactive"}, "fail", "authority_inactive"),
        ({"common_authority": "none", "broker_authority": "active"}, "fail", "broker_only"),
        ({"authority_granted_date": TODAY - timedelta(days=89)}, "partial_pass", "authority_too_young"),
        ({"liability_insurance": Decimal(749_999)}, "fail", "liability_insurance_low"),
        ({"liability_expiry_date": TODAY - timedelta(days=1)}, "fail", "liability_insurance_expired"),
        ({"cargo_insurance": Decimal(50_000)}, "partial_pass", "cargo_insurance_low"),
        ({"cargo_expiry_date": TODAY - timedelta(days=1)}, "partial_pass", "cargo_insurance_expired"),
        ({"is_out_of_service": True}, "fail", "out_of_service"),
        ({"safety_rating": "conditional"}, "partial_pass", "safety_conditional"),
        ({"safety_rating": "unsatisfactory"}, "fail", "safety_unsatisfactory"),
        ({"connection_status": "do_not_dispatch"}, "fail", "do_not_dispatch"),
        ({"connection_status": "needs_to_onboard"}, "incomplete", "needs_to_onboard"),
        ({"connection_status": None}, "incomplete", "connection_unknown"),
        ({"identity_assessment": "fail"}, "fail", "identity_fail"),
        ({"identity_assessment": "incomplete"}, "incomplete", "identity_incomplete"),
        ({"identity_assessment": "partial_pass"}, "partial_pass", "identity_partial_pass"),
    ],
)
def test_each_bad_fact_names_its_reason(changes, value, code):
    made = judge(**changes)
    assert (made.value, codes(made)) == (value, [code])
    assert made.reasons[0].words.endswith(".")


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("common_authority", "authority_unknown"),
        ("authority_granted_date", "authority_age_unknown"),
        ("liability_insurance", "liability_insurance_unknown"),
        ("cargo_insurance", "cargo_insurance_unknown"),
        ("is_out_of_service", "out_of_service_unknown"),
        ("safety_rating", "safety_unknown"),
    ],
)
def test_what_is_not_known_makes_it_incomplete_unless_somebody_vouches(name, code):
    made = judge(without(name, "identity_assessment"))
    assert (made.value, codes(made)) == ("incomplete", [code])
    assert judge(without(name)).value == "pass"


def test_carrier_of_which_nothing_is_known_is_incomplete():
    made = assess({}, has_phone=False, rules=RULES, at=NOW)
    assert made.value == "incomplete"
    assert "phone_unknown" in codes(made)
    assert made.due_at is None


def test_insurance_that_ended_counts_whatever_its_amount():
    made = judge(liability_insurance=None, liability_expiry_date=TODAY - timedelta(days=1))
    assert (made.value, codes(made)) == ("fail", ["liability_insurance_expired"])


@pytest.mark.parametrize(
    ("rules", "changes"),
    [
        ({"requires_active_authority": False}, {"common_authority": "inactive"}),
        ({"least_authority_days": 0}, {"authority_granted_date": TODAY}),
        ({"young_authority": Effect.PASS}, {"authority_granted_date": TODAY}),
        ({"least_liability": Decimal(0)}, {"liability_insurance": None}),
        ({"low_cargo": Effect.PASS}, {"cargo_insurance": Decimal(5)}),
        ({"refuses_out_of_service": False}, {"is_out_of_service": True}),
        ({"conditional_rating": Effect.PASS}, {"safety_rating": "conditional"}),
        ({"requires_connection": False}, {"connection_status": None}),
    ],
)
def test_rule_that_is_off_asks_for_nothing(rules, changes):
    assert judge(rules=RULES, **changes).value != "pass" or changes == {"liability_insurance": None}
    assert judge(rules=replace(RULES, **rules), **changes).value == "pass"


def test_broker_is_no_carrier_whatever_the_rules():
    rules = replace(RULES, requires_active_authority=False)
    assert judge(rules=rules, common_authority="none", broker_authority="active").value == "fail"


def test_phone_is_asked_for_where_the_rules_say_so():
    assert codes(judge(has_phone=False)) == ["phone_unknown"]
    assert judge(has_phone=False, rules=replace(RULES, requires_phone=False)).value == "pass"


def test_good_news_grow_old_and_bad_news_stay():
    old = NOW - timedelta(days=31)
    told = {name: replace(fact, found_at=old) for name, fact in facts_of(GOOD).items()}
    made = assess(told, has_phone=True, rules=RULES, at=NOW)
    assert made.value == "incomplete"
    assert assess(told, has_phone=True, rules=replace(RULES, most_days_old=0), at=NOW).value == "pass"

    told["is_out_of_service"] = Fact(True, Source.REGISTRY, old)
    assert assess(told, has_phone=True, rules=RULES, at=NOW).value == "fail"


def test_onboarding_by_a_persons_word_lasts():
    facts = facts_of(without("connection_status"))
    facts["connection_status"] = Fact("onboarded", Source.PERSON, NOW - timedelta(days=500))
    assert assess(facts, has_phone=True, rules=RULES, at=NOW).value == "pass"


@given(
    values=st.fixed_dictionaries({name: st.sampled_from(ladder) for name, ladder in LADDERS.items()}),
    which=st.sampled_from(list(LADDERS)),
    by=st.integers(0, 4),
    age=AGES,
    younger=AGES,
    has_phone=st.booleans(),
    cargo=st.sampled_from([Decimal(0), Decimal(99_999), Decimal(100_000)]),
)
def test_better_facts_never_make_it_worse(values, which, by, age, younger, has_phone, cargo):
    values = {**values, "cargo_insurance": cargo, "broker_authority": "none"}
    worse = assess(facts_of(values, age), has_phone=has_phone, rules=RULES, at=NOW)

    ladder = LADDERS[which]
    better = {**values, which: ladder[max(0, ladder.index(values[which]) - by)]}
    risen = assess(facts_of(better, age), has_phone=True, rules=RULES, at=NOW)
    assert GRAVITY[risen.value] <= GRAVITY[worse.value], (worse.reasons, risen.reasons)


@given(
    values=st.fixed_dictionaries(
        {name: st.sampled_from([*ladder, None]) for name, ladder in LADDERS.items()}
    ),
    age=AGES,
    rules=st.builds(
        Rules,
        requires_active_authority=st.booleans(),
        least_authority_days=st.sampled_from([0, 90]),
        young_authority=st.sampled_from(Effect),
        low_cargo=st.sampled_from(Effect),
        refuses_out_of_service=st.booleans(),
        conditional_rating=st.sampled_from(Effect),
        unrated=st.sampled_from(Effect),
        requires_connection=st.booleans(),
        requires_phone=st.booleans(),
        most_days_old=st.sampled_from([0, 30]),
    ),
    has_phone=st.booleans(),
)
def test_every_result_names_its_reasons_and_unknown_never_fails(values, age, rules, has_phone):
    facts = facts_of(values, age)
    made = assess(facts, has_phone=has_phone, rules=rules, at=NOW)

    gravest = max((GRAVITY[reason.severity] for reason in made.reasons), default=0)
    assert GRAVITY[made.value] == gravest
    assert (made.value == "pass") == (not made.reasons)
    assert all(reason.words and reason.code for reason in made.reasons)
    assert made.due_at is None or made.due_at > NOW
    # Whatever fails does so by a fact that somebody told: with the facts taken away one by one, the last fail goes.
    if made.value == RulesAssessment.FAIL:
        assert (
            any(
                assess({name: facts[name]}, has_phone=True, rules=rules, at=NOW).value == RulesAssessment.FAIL
                for name in facts
            )
            or {"common_authority", "contract_authority"} <= set(facts)
            or any(f"{kind}_expiry_date" in facts for kind in ("liability", "cargo"))
        )


@given(
    values=st.fixed_dictionaries({name: st.sampled_from(ladder) for name, ladder in LADDERS.items()}),
    age=AGES,
    hours=st.integers(0, 24 * 40),
)
def test_nothing_changes_before_it_is_due(values, age, hours):
    facts = facts_of(values, age)
    now = assess(facts, has_phone=True, rules=RULES, at=NOW)
    later_at = NOW + timedelta(hours=hours)
    later = assess(facts, has_phone=True, rules=RULES, at=later_at)
    if now.due_at is None or later_at < now.due_at:
        assert (later.value, later.reasons) == (now.value, now.reasons)


# What stands when several have told


def found(source, days, **facts):
    return Finding(source, NOW - timedelta(days=days), facts)


def test_newest_word_counts_for_each_fact():
    standing = merge(
        [
            found(Source.PERSON, 1, liability_insurance=Decimal(2)),
            found(Source.REGISTRY, 3, liability_insurance=Decimal(1), safety_rating="unrated"),
        ]
    )
    assert {name: (fact.value, fact.source) for name, fact in standing.items()} == {
        "liability_insurance": (Decimal(2), "person"),
        "safety_rating": ("unrated", "registry"),
    }


def test_date_goes_with_what_it_is_the_date_of():
    older = found(Source.REGISTRY, 3, liability_insurance=Decimal(1), liability_expiry_date=date(2026, 1, 1))
    assert "liability_expiry_date" not in merge(
        [older, found(Source.PERSON, 1, liability_insurance=Decimal(1))]
    )
    assert merge([older])["liability_expiry_date"].value == date(2026, 1, 1)


def test_registry_knows_no_cargo_insurance():
    assert "cargo_insurance" not in merge([found(Source.REGISTRY, 1, cargo_insurance=Decimal(0))])
    assert merge([found(Source.IDENTITY, 1, cargo_insurance=Decimal(0))])["cargo_insurance"].value == 0


# Restrictions

HAUL = Haul("reefer", "TX", "US", "GA", "US")
NO_REEFERS = Restriction(Effect.FAIL, equipment_types=("reefer",))
ASK_ABOUT_GEORGIA = Restriction(Effect.PARTIAL_PASS, only_partial=True, destination_state="GA")
NOT_ABROAD = Restriction(Effect.FAIL, destination_country="CA")


@pytest.mark.parametrize(
    ("restrictions", "passes", "effect"),
    [
        ([], True, Effect.PASS),
        ([NO_REEFERS], True, Effect.FAIL),
        ([ASK_ABOUT_GEORGIA], False, Effect.PARTIAL_PASS),
        ([ASK_ABOUT_GEORGIA], True, Effect.PASS),
        ([ASK_ABOUT_GEORGIA, NO_REEFERS], False, Effect.FAIL),
        ([NOT_ABROAD], False, Effect.PASS),
        ([replace(NO_REEFERS, origin_state="ga")], True, Effect.PASS),
        ([replace(NO_REEFERS, origin_state="tx")], True, Effect.FAIL),
    ],
)
def test_gravest_restriction_that_fits_counts(restrictions, passes, effect):
    assert effect_on(HAUL, restrictions, passes=passes) == effect
