"""Sets which games of a tournament count and how teams add up, before a round is published."""

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people.audit.log import Record, by_program
from people.models import Role, User
from tournaments.models import Tournament
from tournaments.setup.counting_rules import CountingRules, read_counting, tell_counting
from tournaments.setup.create import rules_fixed
from tournaments.write_access import acting, refuse_over


def change_counting(*, tournament: Tournament, by: User, counting: CountingRules, record: Record = by_program) -> None:
    """Count otherwise. Raises `RuleViolation` (an option's name; none once a round was published), `NotAllowed`,
    `Unavailable`."""
    told = tell_counting(counting)
    read_counting(told)
    with acting(tournament, by, Role.ORGANISER) as now:
        if now.counting == told:
            return
        refuse_over(now)
        if rules_fixed(now):
            raise RuleViolation("counting", _("A round has been published: the rules stay as they are."))
        Tournament.objects.filter(pk=now.pk).update(counting=told)
        said = {"tournament": now.code, "fields": ["counting"]}
        record("tournament_rules", club=now.club, user=by, about=now.code, after=said)
