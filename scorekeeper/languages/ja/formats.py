"""Japanese dates and times, such as 2026/11/22 14:30."""

DATE_FORMAT = SHORT_DATE_FORMAT = "Y/n/j"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = SHORT_DATETIME_FORMAT = "Y/n/j H:i"
