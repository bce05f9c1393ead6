"""Progress of a long command: one changing line on a terminal, occasional lines elsewhere."""

from typing import TextIO

_WIDE = 24


class Progress:
    """Reports progress to `out`: every step on a terminal, otherwise every ten percent."""

    def __init__(self, out: TextIO) -> None:
        self.out = out
        self.live = out.isatty()
        self._shown = -1

    def report(self, done: int, of: int, what: str) -> None:
        """Report that `done` of `of` steps are finished and `what` is next."""
        percent = 100 * done // max(of, 1)
        if self.live:
            full = _WIDE * done // max(of, 1)
            self.out.write(f"\r\x1b[K[{'█' * full}{'·' * (_WIDE - full)}] {percent:3} %  {what}")
        elif percent // 10 != self._shown:
            self._shown = percent // 10
            self.out.write(f"{percent:3} %  {what}\n")
        self.out.flush()

    def end(self, what: str) -> None:
        """Report the end with a final message."""
        self.out.write(f"\r\x1b[K{what}\n" if self.live else f"100 %  {what}\n")
        self.out.flush()
