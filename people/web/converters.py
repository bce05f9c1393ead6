"""Path converters for codes and numbers."""

from django.urls import register_converter


class Code:
    """The code of a match or a club in an address."""

    regex = "[A-Za-z0-9_-]{22}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class Seq:
    """The number of an event: small enough for every database."""

    regex = "[0-9]{1,6}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


class Id(Seq):
    """The id of a row: an account, a player, a night."""

    regex = "[0-9]{1,9}"


register_converter(Code, "code")
register_converter(Seq, "seq")
register_converter(Id, "id")
