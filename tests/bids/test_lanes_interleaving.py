"""Writers at once, in any order: what is committed always adds up, and over lanes nobody waits for anybody."""

import random
import threading
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal

import pytest
from django.db import connections, transaction

from bids.models import Bid, Booking
from bids.models.bids import LANES
from carriers.identity import Numbers, ensure_carriers
from carriers.models import Carrier, CarrierLane
from loads.models import Load
from organizations.places.gazetteer import find_place
from tests.analytics.workers import Writer
from tests.bids.lane_counts import counted, kept
from tests.factories import NOW, BidFactory, BookingFactory, CarrierFactory, LoadFactory

pytestmark = pytest.mark.django_db(transaction=True)

TOWNS = [("Dallas", "TX"), ("Houston", "TX"), ("Atlanta", "GA"), ("Zzyzx Yard", "ZZ"), ("", "")]


def ends(chance):
    """Places of a load, which may be unknown."""
    values = {}
    for end in ("origin", "destination"):
        city, state = chance.choice(TOWNS)
        values |= {f"{end}_city": city, f"{end}_state": state, f"{end}_place": find_place(city, state)}
    return values


def some(chance, model, organization, most=1):
    keys = list(model.unscoped.filter(organization=organization).order_by("pk").values_list("pk", flat=True))
    return sorted(chance.sample(keys, k=min(len(keys), most)))


def write(organization, chance):
    """One write of a kind that the service knows."""
    load, carrier = some(chance, Load, organization), some(chance, Carrier, organization)
    amount = chance.choice([None, Decimal(chance.randrange(100_000, 300_000)) / 100])
    which = {"organization": organization, "load_id": load[0] if load else None}
    of_carrier = {"carrier_id": chance.choice([*carrier, None])}
    done = chance.choice([Bid, Bid, Booking]).unscoped.filter(
        pk__in=some(chance, Bid, organization, most=chance.randrange(4))
    )
    match chance.randrange(11):
        case 0 | 1 if load:
            Bid.unscoped.bulk_create(
                BidFactory.build(conversation=None, amount=amount, load=None, **which, **of_carrier)
                for _ in range(chance.randrange(1, 6))
            )
        case 2 if load:
            Booking.unscoped.bulk_create([BookingFactory.build(load=None, **which, **of_carrier)])
        case 3:
            done.delete()
        case 4:
            Bid.unscoped.filter(pk__in=some(chance, Bid, organization, most=3)).update(amount=amount)
        case 5:
            done.update(**of_carrier)
        case 6 if load:
            done.update(load_id=load[0])
        case 7:
            Load.unscoped.filter(pk__in=some(chance, Load, organization, most=3)).update(**ends(chance))
        case 8:
            status = chance.choice(["DELIVERED", "COVERED"])
            Load.unscoped.filter(pk__in=load).update(
                status=status, equipment_type=chance.choice(["van", "reefer", ""])
            )
        case 9 if load:
            Load.unscoped.get(pk=load[0]).delete()
        case 10:
            number = chance.randrange(4)
            numbers = chance.choice(
                [Numbers(None, str(number)), Numbers(number + 1, ""), Numbers(number + 1, str(number))]
            )
            ensure_carriers(organization=organization, numbers=[numbers], at=NOW)


def make(organization, chance):
    for _ in range(6):
        LoadFactory(organization=organization, **ends(chance))
        CarrierFactory(organization=organization)
    for _ in range(10):
        write(organization, chance)


@pytest.mark.deep_but(1)
@pytest.mark.parametrize("seed", range(8))
def test_committed_lanes_always_add_up(acme, seed):
    chance = random.Random(seed)
    make(acme, chance)
    writers = [Writer() for _ in range(3)]
    try:
        for _ in range(60):
            writer = chance.choice(writers)
            if chance.random() < 0.7:
                writer.write(write, acme, random.Random(chance.random()))
            else:
                writer.end(is_kept=chance.random() < 0.8)
            assert LANES.count_differences(acme.pk) == 0
    finally:
        for writer in writers:
            writer.end(is_kept=True)
            writer.close()
    assert kept() == counted()
    assert LANES.count_differences(acme.pk) == 0


def test_two_who_count_on_the_same_lane_do_not_wait(acme):
    load, others = (LoadFactory(organization=acme) for _ in range(2))
    carrier = CarrierFactory(organization=acme)

    def bid(load):
        BidFactory(organization=acme, carrier=carrier, load=load, conversation=None)

    bid(load)
    writers = [Writer(), Writer()]
    try:
        assert writers[0].write(bid, load)
        assert writers[1].write(bid, others)
    finally:
        for writer in writers:
            writer.end(is_kept=True)
            writer.close()
    assert CarrierLane.unscoped.count() == 2
    assert kept() == counted()
    bid(load)  # who finds both rows free makes them one
    assert CarrierLane.unscoped.get().bids == 4


def test_bid_on_a_load_that_is_just_moving_counts_where_it_arrives(acme):
    load, carrier = LoadFactory(organization=acme), CarrierFactory(organization=acme)
    mover, bidder = Writer(), Writer()
    try:
        assert mover.write(lambda: Load.unscoped.filter(pk=load.pk).update(origin_city="Houston"))
        with ThreadPoolExecutor(1) as pool:
            waiting = pool.submit(
                bidder.do,
                lambda: BidFactory(organization=acme, carrier=carrier, load=load, conversation=None),
            )
            mover.end(is_kept=True)
            waiting.result(30)
    finally:
        mover.close()
        bidder.close()
    assert CarrierLane.unscoped.get().origin == "Houston, TX"
    assert kept() == counted()


@pytest.mark.deep
def test_many_writers_at_once_neither_fail_nor_miscount(acme):
    chance = random.Random(7)
    loads = [LoadFactory(organization=acme, **ends(chance)) for _ in range(5)]
    carriers = [CarrierFactory(organization=acme) for _ in range(3)]
    ready = threading.Barrier(5)

    def work(seed):
        chance = random.Random(seed)
        ready.wait(30)
        for _ in range(25):
            with transaction.atomic():
                load = chance.choice(loads)
                for _ in range(3):
                    carrier = chance.choice(carriers)
                    BidFactory(organization=acme, load=load, carrier=carrier, conversation=None)
                if chance.random() < 0.5:
                    Load.unscoped.filter(pk=load.pk).update(**ends(chance))
        connections.close_all()

    def rebuild():
        ready.wait(30)
        for _ in range(3):
            LANES.rebuild(acme.pk)
        connections.close_all()

    with ThreadPoolExecutor(5) as pool:
        jobs = [*(pool.submit(work, seed) for seed in range(4)), pool.submit(rebuild)]
        for job in jobs:
            job.result(120)
    assert kept() == counted()
    assert Bid.unscoped.count() == 300
