"""The only model of the floor."""

from django.db import models


class Row(models.Model):
    """A numbered row of a table."""

    table = models.PositiveIntegerField(db_index=True)
    no = models.PositiveIntegerField()
    name = models.CharField(max_length=160)
    points = models.IntegerField()

    def __str__(self) -> str:
        return self.name
