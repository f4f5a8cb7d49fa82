"""How a carrier is reached, and what is known of a number or an address."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Now

from carriers.models.carriers import Carrier
from carriers.querysets import ContactFindingQuerySet
from carriers.states import PhoneRisk, Source
from organizations.constraints import SameOrganization
from organizations.models import E164, Owned
from organizations.querysets import ScopedManager


class CarrierContact(Owned):
    """A person or a desk of a carrier, beside the carrier's own phone and e-mail."""

    carrier = models.ForeignKey(
        Carrier, on_delete=models.CASCADE, related_name="contacts", db_constraint=False
    )
    name = models.CharField(max_length=200, blank=True)
    title = models.CharField(max_length=100, blank=True, help_text="Dispatcher, owner, after hours …")
    phone = models.CharField(max_length=16, blank=True, validators=[E164], help_text="E.164.")
    email = models.EmailField(blank=True)
    source = models.CharField(max_length=10, choices=Source.choices, default=Source.PERSON)
    is_registered = models.BooleanField(
        default=True, help_text="The carrier’s own by a trusted source: whoever calls from it is believed."
    )
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="carrier_contact_key"),
            models.UniqueConstraint(fields=["carrier", "phone", "email"], name="carrier_contact_once"),
            models.CheckConstraint(
                condition=~models.Q(phone="", email=""),
                name="carrier_contact_reachable",
                violation_error_message="A contact has a phone number or an e-mail address.",
            ),
            SameOrganization("carrier", name="carrier_contact_carrier_same_organization"),
        ]
        indexes = [
            models.Index(
                fields=["organization", "phone"],
                name="carrier_contact_by_phone",
                condition=~models.Q(phone=""),
            ),
        ]

    def __str__(self) -> str:
        return self.name or self.phone or self.email


class ContactFinding(Owned):
    """What a source says of a phone number or an e-mail address, whoever's it is; the newest word of each source."""

    address = models.CharField(max_length=254, help_text="E.164, or an e-mail address in lower case.")
    source = models.CharField(max_length=10, choices=Source.choices, default=Source.PERSON)
    risks = ArrayField(
        models.CharField(max_length=20, choices=PhoneRisk.choices),
        default=list,
        blank=True,
        help_text="Any of them ends the talk about rates.",
    )
    found_at = models.DateTimeField()
    data = models.JSONField(default=dict, blank=True, help_text="As the source told it.")

    objects = ScopedManager.from_queryset(ContactFindingQuerySet)()
    unscoped = models.Manager.from_queryset(ContactFindingQuerySet)()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="contact_finding_key"),
            models.UniqueConstraint(
                fields=["organization", "address", "source"], name="contact_finding_once"
            ),
        ]

    def __str__(self) -> str:
        return self.address
