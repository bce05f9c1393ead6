"""The types of clubs and rule books."""

from typing import Any

from ninja import Schema
from pydantic import Field

from api.schemas.values import Code, Day, Text, told


class ClubOut(Schema):
    """A club."""

    code: Code
    name: str = told("the name of the club")
    public: bool = told("whether everybody may read its season and public matches")
    role: str = told("the role that the token gives in the club: member, scorer, referee, organiser or owner; or empty")


class PlayerOut(Schema):
    """A player on a club’s roster."""

    id: int = told("the number of the player, which stays the same")
    name: str = told("the name as the requester may see it")


class HouseRulesOut(Schema):
    """Saved house rules of a club."""

    code: str = told("22 letters, digits, - or _")
    system: str = told("the key of the game")
    name: str = told("what the club calls them")
    note: str = told("a remark")
    version: int = told("grows with every change of them")
    options: dict[str, Any] = told("the options that differ from the defaults")


class PresetOut(Schema):
    """Ready-made house rules."""

    key: str = told("its key")
    title: str = told("its name")
    options: dict[str, Any] = told("the options that differ from the defaults")


class OptionOut(Schema):
    """A house rule."""

    name: str = told("its key in options")
    label: str = told("its name in words")
    help: str = told("what it changes")
    takes: str = told(
        "switch (true or false), number, choice (one of choices), list (some of choices), places (three numbers that "
        "add up to 0) or own (custom items)"
    )
    default: Any = told("the value if it is left out")
    choices: list[Any] = told("the values that it takes, if it takes only some")
    least: int | None = told("the smallest number")
    most: int | None = told("the greatest number")
    optional: bool = told("whether null is allowed")


class PatternOut(Schema):
    """A pattern, bonus item or limit hand of a game."""

    key: str = told("its key in patterns, bonus_items or limit")
    title: str = told("its name in words")
    gloss: str = told("what a romanised Japanese name means, such as All pongs for Toitoi; or empty")
    kind: str = told("pattern, bonus or limit")
    points: int = told("what it is worth by the default house rules, once")
    most: int = told("how often a hand can have it")


class RuleBookOut(Schema):
    """A game."""

    key: str = told("the value of system")
    title: str = told("the name of the game")
    version: int = told("the version of its rules in this program")
    presets: list[PresetOut] = told("ready-made house rules")
    options: dict[str, Any] = told("every option, with its default")
    described: list[OptionOut] = told("every option, with its name in words and the values that it takes")
    patterns: list[PatternOut] = told("what hands can contain")


class SeasonQuery(Schema):
    """The filters of a season."""

    system: Text = told("the key of a game; the club’s first one by default", default="")
    first: Day | None = Field(default=None, alias="from", description="the first day")
    last: Day | None = Field(default=None, alias="to", description="the last day")
    least: int = Field(default=0, ge=0, le=999, description="how many matches a player needs to get a place")
