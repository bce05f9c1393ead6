"""Models of accounts, clubs and the audit log. They know no match and no score."""

from people.models.accounts import KEY_LENGTH, NAME_LENGTH, Device, User
from people.models.attempts import Tries
from people.models.audit import Audit, AuditAddress, AuditNames
from people.models.clubs import Club, ClubNight, Membership, NameDisplay, Player, Role

__all__ = [
    "KEY_LENGTH",
    "NAME_LENGTH",
    "Audit",
    "AuditAddress",
    "AuditNames",
    "Club",
    "ClubNight",
    "Device",
    "Membership",
    "Player",
    "Role",
    "NameDisplay",
    "Tries",
    "User",
]
