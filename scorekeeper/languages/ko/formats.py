"""Korean dates and times, such as 2026. 11. 22. 14:30, with non-breaking spaces in the date."""

DATE_FORMAT = SHORT_DATE_FORMAT = "Y.\u00a0n.\u00a0j."
TIME_FORMAT = "H:i"
DATETIME_FORMAT = SHORT_DATETIME_FORMAT = "Y.\u00a0n.\u00a0j. H:i"
