"""Czech dates and times, such as 22. 11. 2026 14:30, with non-breaking spaces in the date."""

DATE_FORMAT = SHORT_DATE_FORMAT = "j.\u00a0n.\u00a0Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = SHORT_DATETIME_FORMAT = "j.\u00a0n.\u00a0Y H:i"
