"""Base classes for the pages of a match. Know no requests."""

from dataclasses import dataclass
from typing import ClassVar

from engine.rulesets.wording import Words
from matches.log.state import MatchState
from matches.models import Match
from matches.pages.chart import BalanceChart, balance_chart
from matches.pages.table import LedgerLine, ledger_lines


@dataclass(frozen=True)
class MatchPage:
    """A page of one match."""

    reading: MatchState

    @property
    def match(self) -> Match:
        return self.reading.match

    @property
    def names(self) -> list[str]:
        return list(self.reading.names)

    @property
    def words(self) -> Words:
        return self.reading.book.words


@dataclass(frozen=True)
class BalancePage(MatchPage):
    """A page with the running balance, as a chart and as a table."""

    chart_size: ClassVar[tuple[int, int]] = (334, 420)

    @property
    def chart(self) -> BalanceChart:
        return balance_chart(self.reading, *self.chart_size)

    @property
    def lines(self) -> list[LedgerLine]:
        return ledger_lines(self.reading)
