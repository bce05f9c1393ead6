"""Failed attempts, counted in the database, which all processes share."""

from django.db import models


class Tries(models.Model):
    """Failed tries of one sort (`what`) by one party (`who`, a hash), since the window began."""

    what = models.CharField(max_length=20)
    who = models.CharField(max_length=64)
    since = models.DateTimeField()
    count = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["what", "who"], name="tries_one_a_party")]

    def __str__(self) -> str:
        return f"{self.what} {self.count}"
