"""The displayed name of a player: the full name within the club, the player's choice outside."""

from django.utils.translation import gettext as _

from people.models import NameDisplay, Player


def shown_name(player: Player, inside: bool) -> str:
    """Return the name to display; `inside` means that the reader is a member of the player's club."""
    if player.erased_at is not None:
        return _("A former player")
    if inside or player.shown == NameDisplay.FULL:
        return player.name
    if player.shown == NameDisplay.NICKNAME and player.nickname:
        return player.nickname
    if player.shown == NameDisplay.INITIALS:
        return " ".join(f"{word[0]}." for word in player.name.split())
    return _("Player %(number)s") % {"number": player.number if player.number is not None else player.pk}
