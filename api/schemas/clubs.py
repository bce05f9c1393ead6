"""The types of clubs and rule books."""

from typing import Any

from ninja import Schema
from pydantic import Field

from api.schemas.values import Code, Day, Text, documented


class ClubOut(Schema):
    """A club."""

    code: Code
    name: str = documented("the name of the club")
    public: bool = documented("whether everybody may read its season and public matches")
    role: str = documented(
        "the role that the token gives in the club: member, scorer, referee, organiser or owner; or empty"
    )


class PlayerOut(Schema):
    """A player on a club’s roster."""

    id: int = documented("the number of the player, which stays the same")
    name: str = documented("the name as the requester may see it")


class HouseRulesOut(Schema):
    """Saved house rules of a club."""

    code: str = documented("22 letters, digits, - or _")
    system: str = documented("the key of the game")
    name: str = documented("what the club calls them")
    note: str = documented("a remark")
    version: int = documented("grows with every change of them")
    options: dict[str, Any] = documented("the options that differ from the defaults")


class PresetOut(Schema):
    """Ready-made house rules."""

    key: str = documented("its key")
    title: str = documented("its name")
    options: dict[str, Any] = documented("the options that differ from the defaults")


class OptionOut(Schema):
    """A house rule."""

    name: str = documented("its key in options")
    label: str = documented("its name in words")
    help: str = documented("what it changes")
    takes: str = documented(
        "switch (true or false), number, choice (one of choices), list (some of choices), places (three numbers that "
        "add up to 0) or own (custom items)"
    )
    default: Any = documented("the value if it is left out")
    choices: list[Any] = documented("the values that it takes, if it takes only some")
    least: int | None = documented("the smallest number")
    most: int | None = documented("the greatest number")
    optional: bool = documented("whether null is allowed")


class PatternOut(Schema):
    """A pattern, bonus item or limit hand of a game."""

    key: str = documented("its key in patterns, bonus_items or limit")
    title: str = documented("its name in words")
    gloss: str = documented("what a romanised Japanese name means, such as All pongs for Toitoi; or empty")
    kind: str = documented("pattern, bonus or limit")
    points: int = documented("what it is worth by the default house rules, once")
    most: int = documented("how often a hand can have it")


class RuleBookOut(Schema):
    """A game."""

    key: str = documented("the value of system")
    title: str = documented("the name of the game")
    version: int = documented("the version of its rules in this program")
    presets: list[PresetOut] = documented("ready-made house rules")
    options: dict[str, Any] = documented("every option, with its default")
    described: list[OptionOut] = documented("every option, with its name in words and the values that it takes")
    patterns: list[PatternOut] = documented("what hands can contain")


class SeasonQuery(Schema):
    """The filters of a season."""

    system: Text = documented("the key of a game; the club’s first one by default", default="")
    first: Day | None = Field(default=None, alias="from", description="the first day")
    last: Day | None = Field(default=None, alias="to", description="the last day")
    least: int = Field(default=0, ge=0, le=999, description="how many matches a player needs to get a place")
