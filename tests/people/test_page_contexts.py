"""Named contexts of templates."""

from dataclasses import dataclass
from functools import cached_property

from people.web.responses import as_context


@dataclass(frozen=True)
class _Page:
    name: str
    points: int = 3

    @property
    def title(self) -> str:
        return f"{self.name}: {self.points}"

    @cached_property
    def double(self) -> int:
        return self.points * 2

    def action(self) -> None:
        raise AssertionError("a method is no variable")


def test_a_template_gets_the_fields_and_properties_of_a_context():
    assert as_context(_Page("Ann")) == {"name": "Ann", "points": 3, "title": "Ann: 3", "double": 6}


@dataclass
class _Computed:
    name: str

    def __post_init__(self) -> None:
        self._half = self.name[: len(self.name) // 2]
        self.halves = [self._half, self.name[len(self._half) :]]


def test_a_template_gets_the_public_attributes_that_a_context_computes():
    assert as_context(_Computed("Anna")) == {"name": "Anna", "halves": ["An", "na"]}
