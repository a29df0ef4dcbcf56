"""The stream for asyncio: it resumes as the other one does, and never holds up the event loop."""

from __future__ import annotations

import asyncio
import threading
import unittest

from misbehaving import BTC, FakeClock, Peer, Service, at, sending
from tidemark import AsyncStream, StreamClosedError, TidemarkError, Tick

PATIENCE = 20.0
"""Seconds until a test that hangs is given up."""


class AsyncStreamTest(unittest.IsolatedAsyncioTestCase):
    def setUp(self) -> None:
        self.service = Service()
        self.addCleanup(self.service.close)
        self.client = self.service.client(clock=FakeClock())
        self.addCleanup(self.client.close)

    async def numbers(self, stream: AsyncStream, count: int) -> list[int]:
        async def read() -> list[int]:
            return [int((await stream.__anext__()).price) for _ in range(count)]

        return await asyncio.wait_for(read(), PATIENCE)

    async def test_after_a_cut_it_goes_on_after_the_last_tick(self) -> None:
        said: list[dict[str, object]] = []

        def first(peer: Peer) -> None:
            said.append(peer.accept())
            peer.ticks(1, 2, 3)  # ... and is gone.

        def second(peer: Peer) -> None:
            said.append(peer.accept())
            peer.ticks(3, 4, 5)
            peer.hold()

        self.service.streams.extend([first, second])
        async with self.client.async_stream(BTC) as stream:
            self.assertEqual(await self.numbers(stream, 5), [1, 2, 3, 4, 5])
            self.assertEqual([stream.connected, stream.reconnects], [True, 1])
        self.assertEqual([each.get("since") for each in said], [None, at(3)])
        self.assertIsNone(await stream.get())

    async def test_while_no_tick_comes_other_tasks_run(self) -> None:
        go_on = threading.Event()

        def behave(peer: Peer) -> None:
            peer.accept()
            go_on.wait(PATIENCE)
            peer.ticks(1)
            peer.hold()

        self.service.streams.append(behave)
        async with self.client.async_stream(BTC) as stream:
            reading = asyncio.ensure_future(self.numbers(stream, 1))
            for _ in range(10):
                await asyncio.sleep(0)
            self.assertFalse(reading.done())
            go_on.set()
            self.assertEqual(await reading, [1])

    async def test_while_many_ticks_wait_other_tasks_run(self) -> None:
        self.service.streams.append(sending(*range(1, 1001)))
        turns = 0

        async def count_turns() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        async with self.client.async_stream(BTC) as stream:
            await self.numbers(stream, 1)
            while len(stream._link.buffer._items) < 999:
                await asyncio.sleep(0)
            counting = asyncio.ensure_future(count_turns())
            self.assertEqual(await self.numbers(stream, 999), list(range(2, 1001)))
            counting.cancel()
        self.assertGreaterEqual(turns, 9)

    async def test_a_read_that_is_given_up_loses_no_tick(self) -> None:
        go_on = threading.Event()

        def behave(peer: Peer) -> None:
            peer.accept()
            go_on.wait(PATIENCE)
            peer.ticks(1, 2)
            peer.hold()

        self.service.streams.append(behave)
        async with self.client.async_stream(BTC) as stream:
            for _ in range(5):
                with self.assertRaises(asyncio.TimeoutError):
                    await asyncio.wait_for(stream.get(), 0.001)
            self.assertEqual(stream._link.buffer._wakers, [])
            go_on.set()
            self.assertEqual(await self.numbers(stream, 2), [1, 2])

    async def test_two_tasks_share_it(self) -> None:
        self.service.streams.append(sending(*range(1, 11)))
        async with self.client.async_stream(BTC) as stream:
            both = await asyncio.gather(self.numbers(stream, 5), self.numbers(stream, 5))
        self.assertEqual(sorted([*both[0], *both[1]]), list(range(1, 11)))

    async def test_what_cannot_be_mended_is_raised_where_it_is_read(self) -> None:
        def behave(peer: Peer) -> None:
            peer.accept()
            peer.ticks(1)
            peer.end(1008, "not allowed")

        self.service.streams.append(behave)
        async with self.client.async_stream(BTC) as stream:
            self.assertEqual(await self.numbers(stream, 1), [1])
            with self.assertRaises(StreamClosedError) as raised:
                await asyncio.wait_for(stream.get(), PATIENCE)
            self.assertEqual(raised.exception.code, 1008)

    async def test_it_ends_with_its_client_also_while_a_task_waits(self) -> None:
        async with self.client.async_stream(BTC) as stream:
            reading = asyncio.ensure_future(stream.get())
            await asyncio.sleep(0)
            await asyncio.to_thread(self.client.close)
            self.assertIsNone(await asyncio.wait_for(reading, PATIENCE))

    async def test_an_iteration_ends_with_the_stream(self) -> None:
        self.service.streams.append(sending(1, 2))
        seen: list[Tick] = []
        async with self.client.async_stream(BTC) as stream:
            async for tick in stream:
                seen.append(tick)
                if len(seen) == 2:
                    await stream.aclose()
        self.assertEqual([int(tick.price) for tick in seen], [1, 2])

    async def test_it_has_to_be_opened(self) -> None:
        with self.assertRaisesRegex(TidemarkError, "async with"):
            await self.client.async_stream(BTC).get()

    async def test_an_unknown_index_is_an_error_where_it_is_opened(self) -> None:
        with self.assertRaises(ValueError):
            async with self.client.async_stream():
                self.fail("it has no index")


if __name__ == "__main__":
    unittest.main()
