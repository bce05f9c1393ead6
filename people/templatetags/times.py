"""Days and times on pages. Filters put times into a `<time>`, which a script shows in the local time zone."""

from datetime import date, datetime, time

from django import template
from django.utils.formats import date_format, time_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

register = template.Library()


@register.filter(expects_localtime=True)
def hour_tag(at: datetime) -> SafeString:
    return _tag(at, "H:i")


@register.filter(expects_localtime=True)
def moment_tag(at: datetime) -> SafeString:
    return _tag(at, "DATETIME_FORMAT")


@register.filter(expects_localtime=True)
def day_tag(at: datetime) -> SafeString:
    """Return the day without the time of day. It stays as it is in other time zones."""
    return format_html('<time datetime="{}">{}</time>', at.date().isoformat(), date_format(at))


@register.simple_tag
def weekday_and_day(day: date, begins: time | None = None) -> str:
    """Return a day with its weekday, and the hour if there is one, e.g. "Friday, 4 Dec 2026, 19:30"."""
    text = _("%(weekday)s, %(day)s") % {"weekday": date_format(day, "l"), "day": date_format(day)}
    return _("%(day)s, %(hour)s") % {"day": text, "hour": time_format(begins, "H:i")} if begins else text


@register.filter
def in_tag(minutes: int) -> SafeString:
    """Return the time from now until something, in whole minutes. The script of the clock (clock.js) counts it down."""
    text = ngettext("in %(minutes)s minute", "in %(minutes)s minutes", minutes) % {"minutes": minutes}
    return format_html("<span data-in>{}</span>", text)


def _tag(at: datetime, form: str) -> SafeString:
    return format_html(
        '<time datetime="{}" data-time>{} {}</time>', at.isoformat(), date_format(at, form), date_format(at, "T")
    )
