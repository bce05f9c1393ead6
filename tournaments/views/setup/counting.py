"""Pages for what counts in a tournament, for drawn lots and for teams."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from people.web.responses import posted
from tournaments import wording
from tournaments.forms.series import CountingForm, LotsForm
from tournaments.setup.lifecycle import change_counting, rules_fixed
from tournaments.standings.qualification import equal, on_the_line, record_lots
from tournaments.standings.standings import counting_of, scheme_of, table_of, teams_of
from tournaments.views.screens import round_asked
from tournaments.views.shared import FORM, GET, TournamentAccess, TournamentFormPage, organisers, readers


@organisers(FORM)
def counting(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Which games count, who is promoted and relegated, how teams add up."""
    tournament = access.tournament
    form = CountingForm(request.POST) if request.method == "POST" else CountingForm.of(counting_of(tournament))

    more = {"fixed": rules_fixed(tournament), "said": wording.counting(counting_of(tournament).league)}
    page = TournamentFormPage(request, "tournaments/setup/counting.html", form, tournament, more)
    return page.submit(
        lambda: change_counting(counting=form.counting_rules, **access.action(request)), access.saved("counting")
    )


@organisers(FORM, over="standings")
def lots(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Drawn lots for players whom no tie-break separates."""
    day, by_pk, groups = access.day, access.day.by_pk, equal(access.day)
    numbers = [[by_pk[pk].number for pk in group] for group in groups]
    drawn = {f"lot_{by_pk[pk].number}": by_pk[pk].lot or "" for group in groups for pk in group}
    form = LotsForm(posted(request), groups=numbers, initial=drawn)

    line = set(on_the_line(day))
    rows = [
        {
            "line": bool(line.intersection(group)),  # a lot must decide before the next stage is drawn
            "people": [{"name": day.names[pk], "field": form[f"lot_{by_pk[pk].number}"]} for pk in group],
        }
        for group in groups
    ]
    more = {"groups": rows}
    page = TournamentFormPage(request, "tournaments/setup/tie_break_draws.html", form, access.tournament, more)
    return page.submit(lambda: record_lots(lots=form.lots, **access.action(request)), access.saved("lots"))


@readers(GET)
def teams(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """The teams, first place first, with what each member adds; `?after=2` for the standings after that round."""
    day = access.day
    after = round_asked(request, day)
    write = wording.signed if wording.has_signs(scheme_of(day.tournament)) else wording.amount
    names = {team.pk: team.name for team in day.teams}
    lines = teams_of(day, after)
    # Those who play or have played; not those who asked, wait or were refused.
    playing = {each.pk for each in day.entered} | {line.entrant for line in table_of(day, after)}
    places = [line.place for line in lines]
    rows = [
        {
            "place": line.place,
            "shared": places.count(line.place) > 1,
            "name": names[line.team],
            "total": write(line.total),
            "members": [
                {
                    "name": day.names[each.pk],
                    "number": each.number,
                    "gives": write(line.counted[each.pk]) if each.pk in line.counted else "",
                }
                for each in day.entrants
                if each.team_id == line.team and each.pk in playing
            ],
        }
        for line in lines
    ]
    rules = wording.teams(counting_of(day.tournament))
    context = {"tournament": day.tournament, "rows": rows, "after": after, "counting": rules}
    return render(request, "tournaments/setup/teams.html", context)
