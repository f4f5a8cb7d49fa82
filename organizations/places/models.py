"""Towns of the United States, Canada and Mexico: the same for every organization, written by `loading` alone.

Neither table is managed, so that what empties our tables (`flush`, and with it tests) leaves them as they are. Their
migrations change them by name, as if they were.
"""

from django.db import models

from organizations.places.regions import short_region


class Place(models.Model):
    """A town of 500 people or more; its key is GeoNames'. Rows are never deleted: loads and lanes refer to them."""

    id = models.IntegerField(primary_key=True)
    name = models.CharField(max_length=200)
    country = models.CharField(max_length=2, help_text="US, CA or MX.")
    region = models.CharField(max_length=3, help_text="Postal code; of Mexico's states that of ISO 3166-2.")
    latitude = models.FloatField()
    longitude = models.FloatField()
    timezone = models.CharField(max_length=64)
    population = models.IntegerField()

    class Meta:
        managed = False

    def __str__(self) -> str:
        """As people write it: a Mexican state by its short code, Ciudad Juárez, CH."""
        return f"{self.name}, {short_region(self.region)}"


class PlaceName(models.Model):
    """A name of a place as key (`names.place_key`), to find it by."""

    pk = models.CompositePrimaryKey("key", "place_id")
    key = models.CharField(max_length=200)
    country = models.CharField(max_length=2)
    region = models.CharField(max_length=3)
    place = models.ForeignKey(Place, on_delete=models.CASCADE, related_name="+", db_index=False)
    is_alternative = models.BooleanField(help_text="Counts only where no place has it as its own name.")

    class Meta:
        managed = False

    def __str__(self) -> str:
        return self.key
