"""Path converters for codes and numbers."""

from django.urls import register_converter
from django.urls.converters import IntConverter, StringConverter


class Code(StringConverter):
    regex = "[A-Za-z0-9_-]{22}"  # the code of a match or a club


class Seq(IntConverter):
    regex = "[0-9]{1,6}"  # the number of an event, limited to what every database can store


class Id(IntConverter):
    regex = "[0-9]{1,9}"  # the id of a row, such as an account, a player or a club night


register_converter(Code, "code")
register_converter(Seq, "seq")
register_converter(Id, "id")
