"""Types shared by the API's schemas, and the schemas of its errors."""

import re
from datetime import date
from typing import Annotated, Any, Literal

from ninja import Schema
from pydantic import BeforeValidator, ConfigDict, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from engine.rulesets import BOOKS
from people.text.cleaning import LONGEST_NOTE, MOST_BYTES


def documented(description: str, **more: Any) -> Any:
    """A field with a description, which the guide and `openapi.json` show."""
    return Field(description=description, **more)


def _written_as_date(value: object) -> object:
    """Refuse a text that isn't an ISO date, because pydantic reads digits as seconds since 1970."""
    if isinstance(value, str) and not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
        raise PydanticCustomError("date_parsing", "")
    return value


Code = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{22}$", description="22 letters, digits, - or _")]
SeatName = Literal["P1", "P2", "P3"]
BySeat = Annotated[dict[SeatName, int], Field(description="a whole number for each of P1, P2 and P3")]
Number = Annotated[int, Field(ge=0, le=1_000_000)]
Points = Annotated[int, Field(ge=-1_000_000_000, le=1_000_000_000)]
Text = Annotated[str, Field(max_length=2000)]
Name = Annotated[str, Field(max_length=MOST_BYTES)]
Note = Annotated[str, Field(max_length=LONGEST_NOTE)]
Day = Annotated[date, BeforeValidator(_written_as_date)]
System = Annotated[str, Field(description="the key of a game", json_schema_extra={"enum": [*BOOKS]})]
# Whole numbers are written without a decimal point: 30, not 30.0.
Amount = Annotated[int | float, WithJsonSchema({"type": "number"})]
# The timestamp of the hash chain, with microseconds, written the same in documents and in streams.
Stamp = Annotated[str, WithJsonSchema({"type": "string", "format": "date-time"})]


class RequestBody(Schema):
    """What requests send. A field that it does not have is refused: its name may be misspelt."""

    model_config = ConfigDict(extra="forbid")


class Problem(Schema):
    """An error, as RFC 9457 describes it."""

    type: str = documented("the path of its description in this guide, or about:blank")
    title: str = documented("what is wrong, the same for each status")
    status: int = documented("the HTTP status")
    detail: str = documented("what is wrong in this request, and what to do", default="")
    field: str = documented(
        "the field, parameter or header that is wrong; match if the state of the match doesn’t allow the change; empty "
        "if no single value is wrong",
        default="",
    )


class ConflictProblem(Problem):
    """A change that was made for an older state of the match."""

    expected_seq: int = documented("the seq that the change was meant to get")
    version: int = documented("the version of the match now")
    saved: list[dict[str, Any]] = documented("the events since that state, as EventOut")
