"""The tokens with which programs act for an account."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from people.models import NAME_LENGTH, Club, Role, TokenLimits, User


class Scope(models.TextChoices):
    """What a token allows, in one club. Each scope includes those before it."""

    READ = "read", _("Read")
    SCORE = "score", _("Read and score")
    ORGANISE = "organise", _("Read, score and organise")


ROLES = {Scope.READ: Role.MEMBER, Scope.SCORE: Role.SCORER, Scope.ORGANISE: Role.ORGANISER}


class Token(models.Model):
    """A token of an account for one club. The token itself is shown once; `digest` is its SHA-256 hash."""

    user = models.ForeignKey(User, models.CASCADE, related_name="tokens")
    club = models.ForeignKey(Club, models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=NAME_LENGTH)
    scope = models.CharField(max_length=12, choices=Scope)
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-made_at", "-pk"]
        constraints = [models.CheckConstraint(condition=~models.Q(name=""), name="token_has_a_name")]

    def __str__(self) -> str:
        return self.name

    @property
    def limits(self) -> TokenLimits:
        """What an account may do with this token."""
        return TokenLimits(self.club_id, ROLES[Scope(self.scope)])
