"""Programs that use the API beside a full hall: they enter hands, wait for events, and follow streams."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import time
from collections.abc import Mapping
from typing import Any

from proofs.line import BROKEN, Line, Tally, api_request
from proofs.phones import CHAIRS

MOST_HANDS, TRIES = 27, 5
TWICE = 0.3  # the share of hands that a program sends twice at the same time with one key; the first always is
WAIT, PAUSE = 2, 0.5  # seconds: for an event, and before the next question


class Program:
    """A program with a token to score, and one with a token to read that follows what the first one enters."""

    def __init__(self, port: int, tally: Tally, club: str, tokens: Mapping[str, str], chance: random.Random) -> None:
        self.port, self.tally, self.club, self.tokens, self.chance = port, tally, club, tokens, chance
        self.lines = [Line(port, tally, {}) for _worker in range(2)]
        self.reader = Line(port, tally, {})
        self.sent: dict[str, list[dict[str, Any]]] = {}
        self.code, self.events, self.streamed, self.repeated = "", 0, 0, 0

    async def start(self) -> None:
        """Start a match with two requests with one key, which must return the same match."""
        names = {"P1": "Ann", "P2": "Bea", "P3": "Cho"}
        content = {"club": self.club, "system": "korean_japanese", "players": names, "options": {"match_length": 27}}
        sent = api_request(self.port, "matches", self.tokens["score"], secrets.token_hex(8), content)
        answers = await asyncio.gather(*(line.send("start", sent, (201,)) for line in self.lines))
        codes = {json.loads(answer.body)["code"] for answer in answers if answer}
        if len(codes) != 1:
            self.tally.errors[f"start: {len(codes)} matches"] += 1
        self.code = codes.pop() if codes else ""
        self.sent[self.code] = []

    async def play(self, every: float, end: float) -> None:
        """Enter a hand every `every` seconds until `end`."""
        await self.start()
        while self.code and time.monotonic() < end:
            if len(self.sent[self.code]) == MOST_HANDS:
                await self.start()
            if not await self.enter():
                return
            await asyncio.sleep(max(0.0, min(every, end - time.monotonic())))

    async def enter(self) -> bool:
        """Enter the next hand, retrying until it is accepted; then read its event, and record the stored key."""
        hands, seq = self.sent[self.code], len(self.sent[self.code]) + 1
        hand = {"key": "", "winner": self.chance.choice(CHAIRS), "points": 3 + seq % 11, "acked": False}
        hands.append(hand)
        payload = {"winner": hand["winner"], "win": {"by": "wall"}, "hand_points": hand["points"], "bonus_points": 5}
        content = {"kind": "hand", "payload": payload, "expected_seq": seq}
        path = f"matches/{self.code}"
        sent = api_request(self.port, f"{path}/entries", self.tokens["score"], secrets.token_hex(8), content)
        for _try in range(TRIES):
            lines = self.lines if seq == 1 or self.chance.random() < TWICE else self.lines[:1]
            answers = await asyncio.gather(*(line.send("entry", sent, (200,)) for line in lines))
            saved = [json.loads(answer.body) for answer in answers if answer]
            self.repeated += sum(each["repeated"] for each in saved)
            if saved and all(each["seq"] == seq for each in saved):
                return await self._note(hand, path, seq)
        return False

    async def _note(self, hand: dict[str, Any], path: str, seq: int) -> bool:
        sent = api_request(self.port, f"{path}/events?after={seq - 1}", self.tokens["score"])
        answer = await self.lines[0].send("event", sent, (200,))
        events = json.loads(answer.body)["events"] if answer else []
        if not events:
            self.tally.errors["event: none after it was saved"] += 1
            return False
        hand |= {"key": events[0]["key"], "acked": True}
        return True

    async def follow(self, end: float) -> None:
        """Wait for each event of the matches until `end`; none may be missing, and none may come twice."""
        code, after = "", 0
        while time.monotonic() < end:
            if not self.code:
                await asyncio.sleep(PAUSE)
                continue
            if code != self.code:
                code, after = self.code, 0
            path = f"matches/{code}/events?after={after}&wait={WAIT}"
            answer = await self.reader.send("wait", api_request(self.port, path, self.tokens["read"]), (200,))
            events = json.loads(answer.body)["events"] if answer else []
            after += self._counted("wait", after, [each["seq"] for each in events])
            self.events += len(events)
            await asyncio.sleep(PAUSE)

    def _counted(self, what: str, after: int, seqs: list[int]) -> int:
        if seqs != list(range(after + 1, after + 1 + len(seqs))):
            self.tally.errors[f"{what}: {seqs} after {after}"] += 1
        return len(seqs)

    async def stream(self, end: float) -> None:
        """Read the stream of a match until `end`, if the server has a free place for it; reconnect when it ends."""
        code, after = "", 0
        while time.monotonic() < end:
            if self.code and code != self.code:
                code, after = self.code, 0
            if code:
                after = await self._streamed(code, after, end)
            await asyncio.sleep(PAUSE)

    async def _streamed(self, code: str, after: int, end: float) -> int:
        """Read one stream; return the seq of its last event."""
        writer = None
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            writer.write(api_request(self.port, f"matches/{code}/stream?after={after}", self.tokens["score"]))
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 60)
            status = int(head.split(b" ")[1])
            if status not in (200, 429):
                self.tally.errors[f"stream: {status}"] += 1
            while status == 200 and time.monotonic() < end and code == self.code:
                line = await asyncio.wait_for(reader.readline(), 60)
                if line.startswith(b"{"):
                    after += self._counted("stream", after, [json.loads(line)["seq"]])
                    self.streamed += 1
                elif not line:
                    break
        except BROKEN as error:
            self.tally.errors[f"stream: {type(error).__name__}"] += 1
        finally:
            if writer:
                writer.close()
        return after
