"""The values that the types of the API have in common, and its errors."""

import re
from datetime import date
from typing import Annotated, Any, Literal

from ninja import Schema
from pydantic import BeforeValidator, ConfigDict, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from engine.rulesets import BOOKS
from people.text.cleaning import LONGEST_NOTE, MOST_BYTES


def told(description: str, **more: Any) -> Any:
    """A field with a description, for the guide and for `openapi.json`."""
    return Field(description=description, **more)


def _written_as_date(value: object) -> object:
    """Refuse numbers, which pydantic reads as seconds since 1970."""
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
# A whole number where possible: 30, not 30.0.
Amount = Annotated[int | float, WithJsonSchema({"type": "number"})]
# As the hash chain has it, with microseconds, in the documents and in streams alike.
Stamp = Annotated[str, WithJsonSchema({"type": "string", "format": "date-time"})]


class RequestBody(Schema):
    """What requests send. A field that it does not have is refused: its name may be misspelt."""

    model_config = ConfigDict(extra="forbid")


class Problem(Schema):
    """An error, as RFC 9457 describes it."""

    type: str = told("the path of its description in this guide, or about:blank")
    title: str = told("what is wrong, the same for each status")
    status: int = told("the HTTP status")
    detail: str = told("what is wrong in this request, and what to do", default="")
    field: str = told(
        "the field, parameter or header that is wrong; match if the state of the match doesn’t allow the change; empty "
        "if no single value is wrong",
        default="",
    )


class ConflictProblem(Problem):
    """A change that was made for an older state of the match."""

    expected_seq: int = told("the seq that the change was meant to get")
    version: int = told("the version of the match now")
    saved: list[dict[str, Any]] = told("the events since that state, as EventOut")
