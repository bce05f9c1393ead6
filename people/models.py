"""Models of accounts, clubs and the audit log. They do not refer to matches."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

KEY_LENGTH = 22
NAME_LENGTH = 160  # characters; names are limited to the same number of bytes


class TokenLimits(NamedTuple):
    """The limits of a token: the id of the only club in which it has a role, and the highest role there."""

    club: int
    most: Role

    def apply(self, role: Role | None, club: int) -> Role | None:
        """Return the role that the token allows in a club (id), if the account's own role there is `role`."""
        if role is None or club != self.club:
            return None
        return self.most if role.covers(self.most) else role


class User(AbstractUser):
    """An account. People sign in with `username`; others see `name`. After erasure, an empty row remains."""

    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    erased_at = models.DateTimeField(null=True)

    # Not columns: the device of the current request (people.accounts.sessions), and the limits of the token with which
    # a program acts for this account (people.accounts.tokens).
    current_device: Device | None = None
    token_limits: TokenLimits | None = None

    @property
    def shown_name(self) -> str:
        return self.name or self.username


class SignInMethod(models.TextChoices):
    """The ways to sign in, as the list of sessions names them."""

    PASSWORD = "password", _("Password")
    CODE = "code", _("Password and code")
    RECOVERY = "recovery", _("Password and recovery code")
    PASSWORD_PASSKEY = "both", _("Password and passkey")
    PASSKEY = "passkey", _("Passkey")


class Device(models.Model):
    """A session in which an account is signed in; deleting the row signs it out.

    `session_key`: the row's mark in the session's data, never the id of the session. `method`: "" for sessions created
    by older versions or by programs.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="signed_in")
    session_key = models.CharField(max_length=40, unique=True)
    label = models.CharField(max_length=80)
    since = models.DateTimeField()
    seen_at = models.DateTimeField()
    method = models.CharField(max_length=12, choices=SignInMethod, blank=True, default="")

    class Meta:
        ordering = ["-seen_at"]


class Passkey(models.Model):
    """A passkey of an account (people.accounts.passkeys).

    `credential_id`: in base64url. `credential`: the public key and its id, as the authenticator sent them.
    `sign_count`: the authenticator's counter, 0 if it has none. `last_challenge`: the creation time, in microseconds,
    of the challenge that it answered last; older challenges are refused, so that no answer counts twice.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="passkeys")
    credential_id = models.CharField(max_length=1364, unique=True)
    credential = models.BinaryField()
    sign_count = models.PositiveBigIntegerField(default=0)
    last_challenge = models.PositiveBigIntegerField(default=0)
    name = models.CharField(max_length=NAME_LENGTH)
    created_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["created_at", "pk"]


class Authenticator(models.Model):
    """The authenticator app of an account, saved once a first code has confirmed it.

    `last_step`: the 30-second step of the last code that was accepted. No code counts twice.
    """

    user = models.OneToOneField(User, models.CASCADE, related_name="authenticator")
    secret = models.CharField(max_length=64)
    last_step = models.PositiveBigIntegerField(default=0)
    created_at = models.DateTimeField()


class RecoveryCode(models.Model):
    """The SHA-256 hash of a recovery code, which can be used once."""

    user = models.ForeignKey(User, models.CASCADE, related_name="recovery_codes")
    code_hash = models.CharField(max_length=64)
    used_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "code_hash"], name="recovery_code_once")]


class Tries(models.Model):
    """The failed attempts of one kind (`what`) by one party (`who`, a hash) since the window began."""

    what = models.CharField(max_length=20)
    who = models.CharField(max_length=64)
    since = models.DateTimeField()
    count = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["what", "who"], name="tries_one_a_party")]


class Role(models.TextChoices):
    """The roles of members, highest first. Each role has the rights of all roles below it."""

    OWNER = "owner", _("Owner")
    ORGANISER = "organiser", _("Organiser")
    REFEREE = "referee", _("Referee")
    SCORER = "scorer", _("Scorer")
    MEMBER = "member", _("Member")

    def covers(self, other: Role) -> bool:
        """Return whether this role has all rights of `other`."""
        order = list(Role)
        return order.index(self) <= order.index(other)


class NameDisplay(models.TextChoices):
    """The ways in which public pages can show a player's name."""

    FULL = "full", _("Full name")
    INITIALS = "initials", _("Initials")
    NICKNAME = "nickname", _("Nickname")
    NOBODY = "nobody", _("Number")


class Club(models.Model):
    """A club. `public`: everyone with its URL may read the standings, players' pages and club nights."""

    code = models.CharField(max_length=KEY_LENGTH, unique=True)
    name = models.CharField(max_length=NAME_LENGTH)
    start_key = models.CharField(max_length=KEY_LENGTH, unique=True)
    created_at = models.DateTimeField()
    public = models.BooleanField(default=False)
    # The generation of the link for each role: increasing it revokes older links (people.clubs.invitations).
    invitations: models.JSONField[dict[str, int], dict[str, int]] = models.JSONField(default=dict)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [models.CheckConstraint(condition=~Q(name=""), name="club_has_a_name")]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """An account in a club, with one role."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=12, choices=Role)
    since = models.DateTimeField()

    class Meta:
        ordering = ["since", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="member_once"),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="member_has_a_role"),
        ]


class Player(models.Model):
    """A player on a club's roster. Matches refer to this row, so a name can be changed or erased in one place.

    `user`: the player's account. `claimed_by`: an account whose claim has not been confirmed. `merged_into`: another
    entry of the same person, which replaces this one.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="players")
    name = models.CharField(max_length=NAME_LENGTH)
    nickname = models.CharField(max_length=NAME_LENGTH, blank=True)
    number = models.PositiveIntegerField(null=True)
    shown = models.CharField(max_length=12, choices=NameDisplay, default=NameDisplay.FULL)
    user = models.ForeignKey(User, models.SET_NULL, null=True, related_name="players")
    claimed_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="claims")
    merged_into = models.ForeignKey("self", models.PROTECT, null=True, related_name="merged")
    created_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True)
    erased_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "number"], name="player_number_once"),
            models.UniqueConstraint(
                fields=["club", "user"],
                condition=Q(merged_into=None, user__isnull=False),
                name="player_of_an_account_once",
            ),
            models.CheckConstraint(condition=~Q(name=""), name="player_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class ClubNight(models.Model):
    """An evening on which the club plays.

    `tables`: the tables that there is room for, None for no limit. `guest_links`: the generation of the link with which
    guests sign up (people.clubs.invitations).
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="nights")
    on = models.DateField()
    begins = models.TimeField(null=True)
    place = models.CharField(max_length=NAME_LENGTH, blank=True)
    note = models.CharField(max_length=600, blank=True)
    changed_at = models.DateTimeField()
    # Cancelled nights are kept, so that subscribed calendars show the cancellation.
    cancelled = models.BooleanField(default=False)
    tables = models.PositiveSmallIntegerField(null=True)
    guest_links = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["on", "begins", "pk"]


class NightSignUp(models.Model):
    """A person who is coming to a club night: a roster player, a member who is not on the roster (`user`), or a guest.

    The rows are in the order of sign-up. They are created while the club is locked, so a later row has a higher id.
    `guest`: the name that a guest typed. `key`: the key of the form, if a guest signed up with the night's link.
    """

    night = models.ForeignKey(ClubNight, models.CASCADE, related_name="sign_ups")
    player = models.ForeignKey(Player, models.CASCADE, null=True, related_name="night_sign_ups")
    user = models.ForeignKey(User, models.CASCADE, null=True, related_name="night_sign_ups")
    guest = models.CharField(max_length=NAME_LENGTH, blank=True)
    key = models.CharField(max_length=KEY_LENGTH, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["night", "player"], name="player_signs_up_once"),
            models.UniqueConstraint(fields=["night", "user"], name="account_signs_up_once"),
            models.UniqueConstraint(fields=["key"], condition=~Q(key=""), name="guest_signs_up_once"),
            models.CheckConstraint(
                condition=Q(player__isnull=False, user=None, guest="")
                | Q(player=None, user__isnull=False, guest="")
                | (Q(player=None, user=None) & ~Q(guest="")),
                name="sign_up_is_of_one_person",
            ),
        ]

    @property
    def name(self) -> str:
        """The name that members of the club see."""
        if self.player:
            return self.player.name
        return self.user.shown_name if self.user else self.guest

    @property
    def account(self) -> User | None:
        """The person's account, if it is known."""
        return self.player.user if self.player else self.user


class Scope(models.TextChoices):
    """The scopes of a token, for one club. Each scope includes those before it."""

    READ = "read", _("Read")
    SCORE = "score", _("Read and score")
    ORGANISE = "organise", _("Read, score and organise")


SCOPE_ROLES = {Scope.READ: Role.MEMBER, Scope.SCORE: Role.SCORER, Scope.ORGANISE: Role.ORGANISER}


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
        constraints = [models.CheckConstraint(condition=~Q(name=""), name="token_has_a_name")]

    def __str__(self) -> str:
        return self.name

    @property
    def limits(self) -> TokenLimits:
        """The limits that requests with this token have."""
        return TokenLimits(self.club_id, SCOPE_ROLES[Scope(self.scope)])


class Audit(models.Model):
    """An action that was done or refused. Triggers (people/audit/append_only.py) prevent changing or deleting rows.

    Rows contain ids, never names: people can be erased, rows cannot. `what`: a value of people.audit.events.What.
    `device`: the phone. `label`: the name of its browser. `match`: the code of a match. `seq`: an event of the match.
    `about`: the id of the object concerned, such as an account, a player or a club night. `before`, `after`: the
    change, as plain values.
    """

    at = models.DateTimeField(db_index=True)
    what = models.CharField(max_length=40)
    refused = models.BooleanField(default=False)
    user = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    device = models.CharField(max_length=KEY_LENGTH, blank=True)
    label = models.CharField(max_length=80, blank=True, default="")
    club = models.ForeignKey(Club, models.PROTECT, null=True, related_name="+")
    match = models.CharField(max_length=KEY_LENGTH, blank=True, db_index=True)
    seq = models.PositiveIntegerField(null=True)
    about = models.CharField(max_length=40, blank=True, db_index=True)
    before: models.JSONField[Any, Any] = models.JSONField(default=dict)
    after: models.JSONField[Any, Any] = models.JSONField(default=dict)

    class Meta:
        ordering = ["-pk"]


class AuditAddress(models.Model):
    """The network address of an audit row, in its own table, so that it can be deleted after thirty days."""

    row = models.OneToOneField(Audit, models.PROTECT, related_name="from_address")
    address = models.CharField(max_length=64)


class AuditNames(models.Model):
    """The names before and after a renaming, in their own table, so that they can be erased."""

    row = models.OneToOneField(Audit, models.PROTECT, related_name="names")
    before = models.CharField(max_length=160, blank=True)
    after = models.CharField(max_length=160, blank=True)
