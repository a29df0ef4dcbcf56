"""What the client makes of connections: cut, slow, malformed, closed with every code."""

from __future__ import annotations

import gc
import json
import ssl
import struct
import subprocess
import tempfile
import threading
import unittest
from datetime import timedelta
from pathlib import Path
from typing import Callable
from unittest import mock

from misbehaving import BTC, FIRST, FakeClock, Peer, Service, at, say, sending, tick
from tidemark import (
    ForbiddenError,
    MalformedError,
    NotFoundError,
    Stream,
    StreamClosedError,
    Tidemark,
    UnauthorizedError,
    UnreachableError,
)

PATIENCE = 20.0
"""Seconds until a test that hangs is given up."""


class StreamTest(unittest.TestCase):
    def setUp(self) -> None:
        self.service = Service()
        self.addCleanup(self.service.close)
        self.clock = FakeClock()

    def stream(self, *indices: str, **options: object) -> Stream:
        client = self.service.client(clock=self.clock)
        self.addCleanup(client.close)
        return client.stream(*(indices or (BTC,)), **options)

    def read(self, stream: Stream, count: int) -> list[int]:
        """The numbers of the next ticks."""
        return [int(stream.get(PATIENCE).price) for _ in range(count)]


class Resuming(StreamTest):
    def test_after_a_cut_it_goes_on_after_the_last_tick(self) -> None:
        said: list[dict[str, object]] = []

        def first(peer: Peer) -> None:
            said.append(peer.accept())
            peer.ticks(1, 2, 3)  # ... and is gone.

        def second(peer: Peer) -> None:
            said.append(peer.accept())
            peer.ticks(3, 4, 5)
            peer.hold()

        self.service.streams.extend([first, second])
        stream = self.stream()
        self.assertEqual(self.read(stream, 5), [1, 2, 3, 4, 5])
        self.assertEqual([each.get("since") for each in said], [None, at(3)])
        self.assertEqual([stream.connected, stream.reconnects], [True, 1])
        self.assertEqual(stream.last_close, (1006, "the connection broke"))
        self.assertTrue(len(self.clock.waits) == 1 and 0 <= self.clock.waits[0] <= 1, self.clock.waits)

    def test_the_lag_is_that_of_a_tick_on_its_way_by_the_clock_of_the_service(self) -> None:
        for wrong in (timedelta(), timedelta(hours=5), timedelta(hours=-5)):
            with self.subTest(wrong=wrong):
                # The service says at(0) when it is met.
                times = {"now": FIRST + wrong}
                self.clock.now = lambda times=times: times["now"]  # type: ignore[method-assign]
                went_on = threading.Event()

                def behave(peer: Peer, went_on: threading.Event = went_on) -> None:
                    peer.accept()
                    peer.ticks(0)
                    went_on.wait(PATIENCE)
                    peer.ticks(1, 3)
                    peer.hold()

                self.service.streams.append(behave)
                with self.stream() as stream:
                    self.assertEqual(self.read(stream, 1), [0])
                    # The current value was published before.
                    self.assertIsNone(stream.lag)
                    times["now"] += timedelta(seconds=30.25)
                    went_on.set()
                    self.assertEqual(self.read(stream, 1), [1])
                    self.assertEqual(self.read(stream, 1), [3])
                    # A market that runs ahead of clocks has none.
                    self.assertIsNone(stream.lag)

    def test_the_lag_of_a_tick_that_was_late(self) -> None:
        times = iter([FIRST, FIRST, FIRST + timedelta(seconds=30.25)])
        self.clock.now = lambda: next(times)  # type: ignore[method-assign]
        self.service.streams.append(sending(1))
        with self.stream() as stream:
            self.assertEqual(self.read(stream, 1), [1])
            self.assertEqual(stream.lag, timedelta(seconds=0.25))

    def test_since_begins_in_the_past(self) -> None:
        said: list[dict[str, object]] = []

        def behave(peer: Peer) -> None:
            said.append(peer.accept())
            peer.ticks(6, 7, 8)
            peer.hold()

        self.service.streams.append(behave)
        self.assertEqual(self.read(self.stream(since=at(6)), 2), [7, 8])
        self.assertEqual(said[0]["since"], at(6))

    def test_what_is_too_long_ago_for_the_stream_comes_out_of_history(self) -> None:
        second: list[dict[str, object]] = []

        def behave(peer: Peer) -> None:
            peer.say("CONNECTED", timestamp=at(0))
            peer.say("ERROR", code="400", message="since is too old", requestId=peer.subscription()["requestId"])
            second.append(peer.subscription())
            # Ticks go on while history is read.
            peer.confirm(second[0])
            peer.ticks(6, 7)
            peer.hold()

        self.service.streams.append(behave)
        self.service.rest.append(say(200, {"content": [tick(1), tick(2), tick(3)], "nextId": "next"}))
        self.service.rest.append(say(503, {}, Retry_After="1"))
        self.service.rest.append(say(200, {"content": [tick(4), tick(5), tick(6)]}))
        self.assertEqual(self.read(self.stream(since=at(1)), 6), [2, 3, 4, 5, 6, 7])
        self.assertNotIn("since", second[0])
        self.assertIn(f"from={at(1).replace(':', '%3A')}", self.service.asked("/v3/index-ticker")[0].path)

    def test_a_slow_reader_gets_every_tick_once(self) -> None:
        """The service gives up on it, again and again; it has read far less than was sent."""
        left = threading.Event()

        def behave(peer: Peer) -> None:
            since = peer.accept().get("since")
            begin = 1 if since is None else next(n for n in range(100) if at(n) == since) + 1
            peer.ticks(*range(begin, min(begin + 9, 31)))
            if begin + 9 > 30:
                left.set()
                peer.hold()
            peer.frame(8, struct.pack("!H", 1013) + b"backlog")
            peer.hold()

        self.service.streams.extend([behave] * 10)
        stream = self.stream(buffer=2)
        self.assertEqual(self.read(stream, 30), list(range(1, 31)))
        self.assertTrue(left.wait(PATIENCE))
        self.assertEqual([stream.reconnects, stream.last_close], [3, (1013, "backlog")])

    def test_many_indices_are_subscribed_to_a_few_at_a_time(self) -> None:
        ids = [f"00000000-0000-4000-8000-{number:012d}" for number in range(100)]
        subscribed: list[str] = []

        def behave(peer: Peer) -> None:
            peer.say("CONNECTED", timestamp=at(0))
            waiting = [peer.subscription() for _ in range(32)]
            # A 33rd does not come by itself: what follows is the answer to this.
            peer.frame(9, b"anything else?")
            assert peer.receive() == (10, b"anything else?")
            while waiting:
                message = waiting.pop(0)
                subscribed.append(message["indexId"])
                peer.confirm(message)
                if len(subscribed) + len(waiting) < 100:
                    waiting.append(peer.subscription())
            peer.ticks(1)
            peer.hold()

        self.service.streams.append(behave)
        self.assertEqual(self.read(self.stream(*ids), 1), [1])
        self.assertEqual(subscribed, ids)

    def test_waits_grow_and_are_random(self) -> None:
        def waits(times: int) -> list[float]:
            self.clock = FakeClock()
            self.service.streams.extend([lambda peer: None] * times)
            self.service.streams.append(sending(1))
            with self.stream() as stream:
                self.read(stream, 1)
            return self.clock.waits

        with mock.patch("tidemark.random.random", return_value=1.0):
            # For a minute up to five seconds, then up to half a minute.
            self.assertEqual(waits(16), [1, 2, 4, *[5] * 11, 30, 30])
        self.assertEqual(len(set(waits(4))), 4)

    def test_after_a_restart_clients_come_back_at_different_times(self) -> None:
        def restart(peer: Peer) -> None:
            peer.accept()
            peer.end(1012, "restart")

        self.service.streams.extend([restart, sending(1)])
        with mock.patch("tidemark.random.random", return_value=1.0):
            self.read(self.stream(), 1)
        self.assertEqual(self.clock.waits, [2])

    def test_after_a_restart_waits_are_short_again_for_a_minute(self) -> None:
        def restart(peer: Peer) -> None:
            peer.accept()
            peer.end(1012, "restart")

        away: list[Callable[[Peer], None]] = [lambda peer: None]
        self.service.streams.extend([*away * 15, restart, *away * 13, sending(1)])
        with mock.patch("tidemark.random.random", return_value=1.0):
            self.read(self.stream(), 1)
        self.assertEqual(self.clock.waits[14:], [30, *[5] * 12, 30, 30])


class Closing(StreamTest):
    def test_codes_after_which_it_connects_again(self) -> None:
        for code, reason in ((1001, ""), (1005, ""), (1011, "failed"), (1012, "restart"), (1013, "backlog")):
            self.comes_back(lambda peer, code=code, reason=reason: peer.end(code, reason))
        self.comes_back(lambda peer: peer.end(1008, "ping timeout"))

    def comes_back(self, end: Callable[[Peer], None]) -> None:
        def first(peer: Peer) -> None:
            peer.accept()
            peer.ticks(1)
            end(peer)

        self.service.streams.extend([first, sending(2)])
        with self.stream() as stream:
            self.assertEqual(self.read(stream, 2), [1, 2])

    def test_codes_after_which_it_does_not(self) -> None:
        for code, reason in ((1002, ""), (1003, ""), (1007, ""), (1008, "policy: too many messages"), (1009, "")):
            self.gives_up(lambda peer, code=code, reason=reason: peer.end(code, reason), code)

    def test_what_a_service_must_not_send(self) -> None:
        for sent, code in (
            (b"\x81\x85abcdhello", 1002),  # masked
            (b"\xc1\x00", 1002),  # compressed, which was not agreed on
            (b"\x82\x00", 1002),  # binary
            (b"\x80\x00", 1002),  # the rest of nothing
            (b"\x01\x00\x81\x00", 1002),  # a message within another
            (b"\x09\x00", 1002),  # a ping in parts
            (b"\x89\x7e\x00\x80" + b"a" * 128, 1002),  # a long ping
            (b"\x88\x01a", 1002),  # half a code
            (b"\x81\x02\xc3\x28", 1007),  # no UTF-8
            (b"\x81\x02[]", 1007),  # no object
            (b"\x81\x01{", 1007),  # no JSON
            (b"\x81\x7f" + struct.pack("!Q", 2**62), 1009),
            (b"\x01\x01a" + b"\x80\x7f" + struct.pack("!Q", 16 * 2**20), 1009),
        ):
            self.gives_up(lambda peer, sent=sent: (peer.socket.sendall(sent), peer.hold()), code)

    def gives_up(self, end: Callable[[Peer], object], code: int) -> None:
        def behave(peer: Peer) -> None:
            peer.accept()
            peer.ticks(1)
            end(peer)

        self.service.streams.append(behave)
        with self.stream() as stream:
            # What came before is read before.
            self.assertEqual(self.read(stream, 1), [1])
            for _ in range(2):
                with self.assertRaises(StreamClosedError) as raised:
                    stream.get(PATIENCE)
                self.assertEqual(raised.exception.code, code)
            self.assertFalse(stream.connected)

    def test_a_token_that_is_refused_is_replaced_at_once_and_once(self) -> None:
        def refuse(peer: Peer) -> None:
            peer.say("ERROR", code="401", message="the token has expired")
            peer.end(1008, "token refused")

        self.service.streams.extend([refuse, sending(1)])
        self.assertEqual(self.read(self.stream(), 1), [1])
        self.assertEqual([self.service.tokens_given, self.clock.waits], [2, []])
        self.service.streams.extend([refuse, refuse])
        with self.assertRaises(UnauthorizedError):
            self.stream().get(PATIENCE)
        self.assertEqual(self.service.tokens_given, 4)

    def test_after_a_connection_that_was_of_use_two_tokens_are_tried_again(self) -> None:
        def refuse(peer: Peer) -> None:
            peer.say("ERROR", code="401", message="the token has expired")
            peer.end(1008, "token refused")

        def refuse_later(peer: Peer) -> None:
            peer.accept()
            peer.ticks(1)
            refuse(peer)

        self.service.streams.extend([refuse, refuse_later, refuse, sending(2)])
        self.assertEqual(self.read(self.stream(), 2), [1, 2])
        self.assertEqual(self.service.tokens_given, 4)
        # At once with a second token, but not where a connection stood: a service might accept tokens only to refuse them.
        self.assertEqual(len(self.clock.waits), 1)

    def test_ticks_that_are_malformed_end_the_stream_with_an_error_of_their_own(self) -> None:
        for wrong in ({"price": "much"}, {"price": None}, {"flags": "CARRIED"}, {"timestamp": 7}):
            with self.subTest(wrong=wrong):

                def send(peer: Peer, wrong: dict[str, object] = wrong) -> None:
                    peer.accept()
                    peer.say("INDEX_TICKER", **{**tick(1), **wrong})
                    peer.hold()

                self.service.streams.append(send)
                with self.assertRaises(MalformedError):
                    self.stream().get(PATIENCE)

    def test_replies_to_what_was_never_asked_are_left_out(self) -> None:
        def send(peer: Peer) -> None:
            peer.accept()
            for request in ({}, [], None, 5):
                peer.say("SUBSCRIBED_INDEX_TICKER", requestId=request)
            peer.ticks(1)
            peer.hold()

        self.service.streams.append(send)
        self.assertEqual(self.read(self.stream(), 1), [1])

    def test_a_subscription_that_is_refused_ends_the_stream(self) -> None:
        for code, error in (("404", NotFoundError), ("403", ForbiddenError)):

            def behave(peer: Peer, code: str = code) -> None:
                peer.say("CONNECTED", timestamp=at(0))
                peer.say("ERROR", code=code, message="no", requestId=peer.subscription()["requestId"])
                peer.hold()

            self.service.streams.append(behave)
            with self.assertRaises(error):
                self.stream().get(PATIENCE)

    def test_handshakes_that_are_refused(self) -> None:
        self.service.handshakes.extend([say(503, {}, Retry_After="9"), say(500, b"oh"), lambda peer, _: None])
        self.service.handshakes.append(say(101, b"", Sec_WebSocket_Accept="wrong"))
        self.service.streams.append(sending(1))
        self.assertEqual(self.read(self.stream(), 1), [1])
        self.assertEqual([len(self.clock.waits), self.clock.waits[0]], [4, 9.0])
        self.service.handshakes.append(say(403, {"status": "FORBIDDEN", "message": "this Host"}))
        with self.assertRaisesRegex(ForbiddenError, "this Host"):
            self.stream().get(PATIENCE)

    def test_a_service_may_ask_for_an_hour_and_not_for_more(self) -> None:
        for asked in ("31536000", "9" * 400, "Fri, 31 Dec 9999 23:59:59 GMT"):
            with self.subTest(asked=asked[:40]):
                self.clock.waits.clear()
                self.service.handshakes.append(say(503, {}, Retry_After=asked))
                self.service.streams.append(sending(1))
                self.assertEqual(self.read(self.stream(), 1), [1])
                self.assertEqual(self.clock.waits, [3600.0])

    def test_a_refused_handshake_is_not_read_to_an_end_that_does_not_come(self) -> None:
        def endless(peer: Peer, _: object) -> None:
            peer.answer(403, b"", length=-1)
            try:
                while True:
                    peer.socket.sendall(b" " * 65_536)
            except OSError:
                ended.set()  # The client has left.

        ended = threading.Event()
        self.service.handshakes.append(endless)
        with self.assertRaises(ForbiddenError):
            self.stream().get(PATIENCE)
        self.assertTrue(ended.wait(PATIENCE))

    def test_times_that_no_clock_has_end_no_stream(self) -> None:
        for greeting in ("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z"):
            with self.subTest(greeting=greeting):

                def greet(peer: Peer, greeting: str = greeting) -> None:
                    peer.say("CONNECTED", timestamp=greeting)
                    peer.confirm(peer.subscription())
                    peer.ticks(1)
                    peer.say("INDEX_TICKER", **{**tick(2), "timestamp": "9999-12-31T23:59:30Z"})
                    peer.hold()

                self.service.streams.append(greet)
                self.assertEqual(self.read(self.stream(), 2), [1, 2])

    def test_a_buffer_that_holds_nothing_is_refused(self) -> None:
        for size in (0, -1, float("nan")):
            with self.subTest(size=size), self.assertRaisesRegex(ValueError, "at least 1"):
                self.stream(buffer=size)

    def test_the_token_is_in_the_header_and_not_in_the_url(self) -> None:
        self.service.streams.append(sending(1))
        self.read(self.stream(), 1)
        handshake = next(each for each in self.service.requests if "upgrade" in each.headers)
        self.assertEqual([handshake.path, handshake.headers["authorization"]], ["/", "Bearer token-1"])
        audience = json.loads(self.service.requests[0].body)["audience"]
        self.assertEqual(audience, self.service.url.replace("http", "ws"))


class Frames(StreamTest):
    def test_messages_in_parts_with_pings_in_between(self) -> None:
        pongs: list[tuple[int, bytes]] = []

        def behave(peer: Peer) -> None:
            peer.accept()
            text = json.dumps({"event": "INDEX_TICKER", **tick(1), "new": "ü" * 70_000}).encode()
            # Also within a character, and with an empty part.
            parts = [text[:1], b"", text[1:60_001], text[60_001:]]
            for i, part in enumerate(parts):
                peer.frame(9, b"ping %d" % i)
                opcode = 1 if i == 0 else 0
                if len(part) < 65_536:
                    peer.frame(opcode, part, last=False)
                else:
                    peer.socket.sendall(bytes([0x80 | opcode, 127]) + struct.pack("!Q", len(part)) + part)
            pongs.extend(peer.receive() for _ in parts)
            peer.frame(9, b"x" * 125)
            pongs.append(peer.receive())
            peer.frame(10, b"unasked")
            peer.ticks(2)
            peer.hold()

        self.service.streams.append(behave)
        self.assertEqual(self.read(self.stream(), 2), [1, 2])
        self.assertEqual(pongs, [(10, b"ping %d" % i) for i in range(4)] + [(10, b"x" * 125)])

    def test_a_message_that_comes_byte_by_byte(self) -> None:
        def behave(peer: Peer) -> None:
            peer.accept()
            text = json.dumps({"event": "INDEX_TICKER", **tick(1)}).encode()
            for byte in b"\x81\x7e" + struct.pack("!H", len(text)) + text:
                peer.socket.sendall(bytes([byte]))
            peer.hold()

        self.service.streams.append(behave)
        self.assertEqual(self.read(self.stream(), 1), [1])

    def test_events_that_are_new_are_left_out(self) -> None:
        def behave(peer: Peer) -> None:
            peer.accept()
            peer.say("PING", timestamp=at(0))
            peer.say("WEATHER", sky="blue")
            peer.ticks(1)
            peer.hold()

        self.service.streams.append(behave)
        self.assertEqual(self.read(self.stream(), 1), [1])


class Ending(StreamTest):
    def test_closing_ends_a_reader_in_another_thread(self) -> None:
        connected = threading.Event()
        farewells: list[tuple[int, bytes]] = []
        gone = threading.Event()

        def behave(peer: Peer) -> None:
            peer.accept()
            connected.set()
            farewells.append(peer.receive())
            gone.set()

        self.service.streams.append(behave)
        stream, read = self.stream(), list[object]()
        reader = threading.Thread(target=lambda: read.extend(stream))
        reader.start()
        self.assertTrue(connected.wait(PATIENCE))
        stream.close()
        reader.join(PATIENCE)
        self.assertEqual([read, reader.is_alive(), stream.connected], [[], False, False])
        self.assertIsNone(stream.get())
        self.assertTrue(gone.wait(PATIENCE))
        self.assertEqual(farewells, [(8, struct.pack("!H", 1000))])

    def test_a_loop_that_breaks_off_leaves_no_thread(self) -> None:
        gone = threading.Event()

        def behave(peer: Peer) -> None:
            peer.accept()
            peer.ticks(1)
            peer.hold()
            gone.set()

        self.service.streams.append(behave)
        for _ in self.stream():
            break
        gc.collect()
        self.assertTrue(gone.wait(PATIENCE))

    def test_a_client_takes_its_streams_along(self) -> None:
        with self.service.client() as client:
            stream = client.stream(BTC)
        self.assertEqual(list(stream), [])

    def test_a_wait_for_a_tick_has_an_end(self) -> None:
        with self.assertRaises(TimeoutError):
            self.stream().get(timeout=0)


class Secure(unittest.TestCase):
    """Over TLS, with a certificate of its own."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.certificate, key = (str(Path(folder.name) / name) for name in ("cert.pem", "key.pem"))
        curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
        names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"]
        command = ["openssl", "req", "-x509", *curve, *names, "-keyout", key, "-out", self.certificate]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, key)
        self.service = Service(context)
        self.addCleanup(self.service.close)

    def test_rest_and_stream(self) -> None:
        self.service.streams.append(sending(1))
        trusting = ssl.create_default_context(cafile=self.certificate)
        with self.service.client(ssl_context=trusting) as client:
            self.assertEqual(int(client.price(BTC)), 1)
            stream = client.stream(BTC)
            self.assertEqual(int(stream.get(PATIENCE).price), 1)
            stream.close()
            self.assertFalse(stream._link._thread.is_alive())

    def test_a_certificate_that_is_not_trusted_is_not_tried_again(self) -> None:
        clock = FakeClock()
        client = Tidemark(self.service.url, token="any", clock=clock)
        self.addCleanup(client.close)
        for ask in (lambda: client.price(BTC), lambda: client.stream(BTC).get(PATIENCE)):
            with self.assertRaisesRegex(UnreachableError, "CERTIFICATE_VERIFY_FAILED"):
                ask()
        self.assertEqual([clock.waits, self.service.requests], [[], []])


if __name__ == "__main__":
    unittest.main()
