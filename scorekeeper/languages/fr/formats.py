"""French dates and times, such as 22/11/2026 14:30, and numbers, such as 12 000."""

DATE_FORMAT = SHORT_DATE_FORMAT = "d/m/Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = SHORT_DATETIME_FORMAT = "d/m/Y H:i"
FIRST_DAY_OF_WEEK = 1
THOUSAND_SEPARATOR = "\u202f"
