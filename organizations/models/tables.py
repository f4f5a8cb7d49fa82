"""How a person likes to see the lists: their views and their columns."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Lower

from organizations.models.people import User
from organizations.models.tenants import Owned

NAME_LENGTH, QUERY_LENGTH = 80, 2000


class SavedView(Owned):
    """A person's name for filters, sort and columns of a list; `query` is what stands in its address after `?`."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    list = models.CharField(max_length=30, help_text="A name of settings.TABLES.")
    name = models.CharField(max_length=NAME_LENGTH)
    query = models.CharField(max_length=QUERY_LENGTH)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="saved_view_key"),
            models.UniqueConstraint("organization", "user", "list", Lower("name"), name="saved_view_name"),
        ]

    def __str__(self) -> str:
        return self.name


class ChosenColumns(Owned):
    """The columns that a person chose last for a list."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    list = models.CharField(max_length=30, help_text="A name of settings.TABLES.")
    columns = ArrayField(models.CharField(max_length=30))

    class Meta:
        verbose_name_plural = "chosen columns"
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="chosen_columns_key"),
            models.UniqueConstraint(fields=["organization", "user", "list"], name="chosen_columns_once"),
        ]

    def __str__(self) -> str:
        return f"{self.list}: {', '.join(self.columns)}"
