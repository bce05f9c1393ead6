"""Path converters for codes and numbers."""

from django.urls import register_converter
from django.urls.converters import IntConverter, StringConverter


class Code(StringConverter):
    """The code of a match or a club."""

    regex = "[A-Za-z0-9_-]{22}"


class Seq(IntConverter):
    """The number of an event, limited to what every database can store."""

    regex = "[0-9]{1,6}"


class Id(IntConverter):
    """The id of a row, such as an account, a player or a club night."""

    regex = "[0-9]{1,9}"


register_converter(Code, "code")
register_converter(Seq, "seq")
register_converter(Id, "id")
