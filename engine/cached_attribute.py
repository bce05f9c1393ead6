"""An attribute that is worked out when it is first asked for, and then kept with its object."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class once(Generic[T]):
    """Like `functools.cached_property`, but without its lock, which costs more than what is worked out here.

    Two threads that ask at the same time may both work it out; they come to the same value.
    """

    def __init__(self, work: Callable[[Any], T]) -> None:
        self.work = work
        self.__doc__ = work.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, holder: None, owner: type) -> once[T]: ...

    @overload
    def __get__(self, holder: object, owner: type) -> T: ...

    def __get__(self, holder: object | None, owner: type) -> once[T] | T:
        if holder is None:
            return self
        value = holder.__dict__[self.name] = self.work(holder)
        return value
