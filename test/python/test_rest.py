"""What the client makes of answers: good, bad and broken ones."""

from __future__ import annotations

import gzip
import json
import os
import sys
import threading
import unittest
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from unittest import mock

from misbehaving import BTC, FakeClock, Service, at, cut, say, sending, tick
from tidemark import (
    BadRequestError,
    ForbiddenError,
    IndexNameError,
    MalformedError,
    NotFoundError,
    RateLimitedError,
    Tidemark,
    TidemarkError,
    UnauthorizedError,
    UnavailableError,
    UnreachableError,
)


class RestTest(unittest.TestCase):
    def setUp(self) -> None:
        self.service = Service()
        self.addCleanup(self.service.close)

    def client(self, **options: object) -> Tidemark:
        client = self.service.client(**options)
        self.addCleanup(client.close)
        return client


class Compatibility(RestTest):
    def test_every_request_asks_for_the_shapes_that_the_client_reads(self) -> None:
        client = self.client()
        client.price(BTC)
        self.service.streams.append(sending(1))
        with client.stream(BTC) as stream:
            stream.get(20.0)
        self.assertEqual(["upgrade" in each.headers for each in self.service.requests], [False, False, False, True])
        self.assertEqual({each.headers.get("tidemark-compat") for each in self.service.requests}, {"off"})


class Tokens(RestTest):
    def test_threads_that_begin_together_share_one_token(self) -> None:
        client, together = self.client(), threading.Barrier(8)

        def ask() -> None:
            together.wait()
            client.price(BTC)

        threads = [threading.Thread(target=ask) for _ in range(8)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        self.assertEqual(self.service.tokens_given, 1)
        self.assertEqual({each.headers["authorization"] for each in self.service.asked()}, {"Bearer token-1"})
        self.assertEqual(len(self.service.asked()), 8)

    def test_a_token_is_renewed_before_it_ends(self) -> None:
        clock = FakeClock()
        client = self.client(clock=clock)
        self.service.expires_in = 3600
        for clock.seconds in (0, 3400, 3421):
            client.price(BTC)
        said = [each.headers["authorization"] for each in self.service.asked()]
        self.assertEqual(said, ["Bearer token-1", "Bearer token-1", "Bearer token-2"])

    def test_a_life_that_is_none_does_not_make_each_request_ask_for_a_token(self) -> None:
        for life in (0, -5, "1e308", "inf", "nan"):
            with self.subTest(life=life):
                before = self.service.tokens_given
                self.service.expires_in = life
                client = self.client()
                for _ in range(3):
                    client.price(BTC)
                self.assertEqual(self.service.tokens_given, before + 1)

    def test_a_token_that_is_refused_is_replaced_once(self) -> None:
        refusal = say(401, {"status": "UNAUTHORIZED", "message": "the token has expired"})
        self.service.rest.append(refusal)
        self.assertEqual(self.client().price(BTC), Decimal("1.000000000000000001"))
        self.assertEqual(self.service.tokens_given, 2)
        self.service.rest.extend([refusal, refusal])
        with self.assertRaises(UnauthorizedError):
            self.client().price(BTC)
        self.assertEqual(len(self.service.asked()), 4)

    def test_a_given_token_is_used_as_it_is(self) -> None:
        client = self.client(token="long-lived")
        client.price(BTC)
        self.service.rest.append(say(401, {"status": "UNAUTHORIZED"}))
        with self.assertRaises(UnauthorizedError):
            client.price(BTC)
        self.assertEqual([each.headers["authorization"] for each in self.service.requests], ["Bearer long-lived"] * 2)

    def test_a_function_brings_tokens(self) -> None:
        brought = iter(["a", "b", "c"])
        audiences: list[str] = []

        def bring(audience: str) -> str:
            audiences.append(audience)
            return next(brought)

        self.service.rest.append(say(401, {"status": "UNAUTHORIZED"}))
        self.client(token=bring).price(BTC)
        self.assertEqual([each.headers["authorization"] for each in self.service.asked()], ["Bearer a", "Bearer b"])
        self.assertEqual(audiences, [self.service.url] * 2)

    def test_a_function_that_fails_is_an_error_that_may_pass(self) -> None:
        def bring(audience: str) -> str:
            raise KeyError(audience)

        with self.assertRaises(UnreachableError) as raised:
            self.client(token=bring).price(BTC)
        self.assertIsInstance(raised.exception.__cause__, KeyError)

    def test_a_token_that_no_header_can_hold_is_refused_without_being_shown(self) -> None:
        for token in ("secret\r\nX: y", "sec ret", "", "sécret"):
            with self.assertRaisesRegex(TidemarkError, "a token is text without") as raised:
                self.client(token=lambda _, token=token: token).price(BTC)
            self.assertNotIn("ret", str(raised.exception).replace("breaks", ""))

    def test_a_token_that_cannot_be_renewed_is_used_while_it_lasts(self) -> None:
        clock = FakeClock()
        client = self.client(clock=clock, retries=0)
        self.service.expires_in = 3600
        client.price(BTC)
        self.service.tokens.append(say(503, {}))
        for clock.seconds in (3430, 3431):
            client.price(BTC)
        self.assertEqual({each.headers["authorization"] for each in self.service.asked()}, {"Bearer token-1"})
        self.assertEqual(len([each for each in self.service.requests if each.method == "POST"]), 2)
        self.service.tokens.append(say(503, {}))
        clock.seconds = 3601
        with self.assertRaises(UnavailableError):
            client.price(BTC)

    def test_a_wrong_secret_is_not_tried_again_as_the_service_counts_them(self) -> None:
        for status, error in ((401, UnauthorizedError), (429, RateLimitedError)):
            self.service.tokens.append(say(status, {"error": "invalid_client"}, Retry_After="1"))
            with self.assertRaises(error):
                self.client().price(BTC)
        self.assertEqual(len(self.service.requests), 2)

    def test_a_token_request_is_repeated_while_the_service_is_away(self) -> None:
        clock = FakeClock()
        away = [say(503, {}, Retry_After="7"), cut, say(502, b"<html>"), say(429, {}, Retry_After="3")]
        self.service.tokens.extend(away)
        self.client(clock=clock).price(BTC)
        self.assertEqual([len(clock.waits), clock.waits[0], clock.waits[3]], [4, 7.0, 3.0])
        self.service.tokens.extend([cut] * 3)
        with self.assertRaises(UnreachableError):
            self.client(retries=2).price(BTC)
        self.assertEqual(list(self.service.tokens), [])

    def test_a_token_request_is_repeated_where_nothing_listens(self) -> None:
        clock, elsewhere = FakeClock(), Service()
        elsewhere.close()
        with self.assertRaises(UnreachableError):
            Tidemark(elsewhere.url, "demo", "demo", clock=clock).price(BTC)
        self.assertEqual(len(clock.waits), 4)

    def test_a_token_that_lasts_is_used_without_waiting_for_another(self) -> None:
        clock = FakeClock()
        client = self.client(clock=clock)
        self.service.expires_in = 3600
        client.price(BTC)
        clock.seconds = 3430
        self.service.tokens.append(cut)
        client.price(BTC)
        self.assertEqual([clock.waits, len(self.service.tokens)], [[], 0])

    def test_what_comes_from_the_environment(self) -> None:
        settings = {"TIDEMARK_URL": self.service.url, "TIDEMARK_CLIENT_ID": "me", "TIDEMARK_CLIENT_SECRET": "mine"}
        with mock.patch.dict(os.environ, settings):
            Tidemark().price(BTC)
        asked = json.loads(self.service.requests[0].body)
        self.assertEqual([asked["client_id"], asked["client_secret"]], ["me", "mine"])
        with mock.patch.dict(os.environ, {"TIDEMARK_URL": self.service.url, "TIDEMARK_TOKEN": "fixed"}):
            Tidemark().price(BTC)
        self.assertEqual(self.service.requests[-1].headers["authorization"], "Bearer fixed")

    def test_only_on_loopback_the_demo_client_is_taken_for_granted(self) -> None:
        Tidemark(self.service.url).price(BTC)
        self.assertEqual(json.loads(self.service.requests[0].body)["client_id"], "demo")
        for url in ("https://prices.example.com", "http://localhost.example.com"):
            with self.assertRaisesRegex(TidemarkError, "client id"):
                Tidemark(url)
        for url in ("prices.example.com", "ftp://prices.example.com", "https://user:word@prices.example.com"):
            with self.assertRaisesRegex(TidemarkError, "a URL must be like"):
                Tidemark(url, "a", "b")


class Troubles(RestTest):
    def test_rate_limits_and_overload_are_waited_for_as_told(self) -> None:
        clock = FakeClock()
        self.service.rest.extend([say(429, {}, Retry_After="3"), say(503, {}, Retry_After="5"), say(504, b"<html>")])
        self.assertEqual(self.client(clock=clock).price(BTC), Decimal("1.000000000000000001"))
        self.assertEqual(clock.waits[:2], [3.0, 5.0])
        self.assertTrue(0.5 <= clock.waits[2] <= 1.0, clock.waits)

    def test_a_date_in_retry_after_is_understood(self) -> None:
        clock = FakeClock()
        self.service.rest.append(say(503, {}, Retry_After="Wed, 21 Oct 2015 07:28:00 GMT"))
        self.client(clock=clock).price(BTC)
        self.assertTrue(clock.waits[0] < 0.25, clock.waits)

    def test_a_long_wait_is_left_to_the_caller(self) -> None:
        self.service.rest.append(say(429, {"status": "TOO_MANY_REQUESTS"}, Retry_After="3600"))
        with self.assertRaises(RateLimitedError) as raised:
            self.client().price(BTC)
        self.assertEqual(raised.exception.retry_after, 3600)
        self.assertEqual(len(self.service.asked()), 1)

    def test_a_very_long_wait_is_left_to_the_caller_too(self) -> None:
        for text in ("9999999999", "9" * 400):
            self.service.rest.append(say(429, {}, Retry_After=text))
            with self.assertRaises(RateLimitedError) as raised:
                self.client().price(BTC)
            self.assertTrue(1e9 < (raised.exception.retry_after or 0) < 1e13)

    def test_an_answer_that_is_not_compressed_as_it_says_is_tried_again(self) -> None:
        broken = bytearray(gzip.compress(b'{"content":[]}' * 100))
        broken[12:20] = b"\xff" * 8
        self.service.rest.append(say(200, bytes(broken), Content_Encoding="gzip"))
        self.assertEqual(self.client().price(BTC), Decimal("1.000000000000000001"))
        self.service.rest.append(say(404, bytes(broken), Content_Encoding="gzip"))
        with self.assertRaises(NotFoundError):
            self.client().price(BTC)

    def test_connections_that_are_cut_are_tried_again_until_it_is_enough(self) -> None:
        cut_midway = say(200, b'{"content":', length=500)
        self.service.rest.extend([cut, cut_midway])
        self.assertEqual(self.client().price(BTC), Decimal("1.000000000000000001"))
        self.service.rest.extend([cut] * 5)
        with self.assertRaisesRegex(UnreachableError, "cannot reach 127.0.0.1"):
            self.client().price(BTC)
        self.assertEqual(len(self.service.asked()), 3 + 5)
        self.service.rest.append(cut)
        with self.assertRaises(ConnectionError):
            self.client(retries=0).price(BTC)

    def test_a_service_that_took_a_minute_without_an_answer_is_not_asked_again(self) -> None:
        for seconds, times in ((30, 2), (120, 1), (5, 5)):
            with self.subTest(seconds=seconds):
                clock, before = FakeClock(), len(self.service.asked())

                def stall(peer: object, request: object, clock: FakeClock = clock, seconds: int = seconds) -> None:
                    clock.seconds += seconds

                client = self.client(clock=clock, token="mine")
                self.service.rest.extend([stall] * times)
                with self.assertRaises(UnreachableError):
                    client.price(BTC)
                self.assertEqual(len(self.service.asked()), before + times)

    def test_errors_say_which_fields_are_wrong(self) -> None:
        problem = {"object": "IndexTicker", "field": "size", "rejectedValue": "x", "message": "must be a number"}
        answer = {"status": "BAD_REQUEST", "message": "validation error", "errors": [problem], "requestId": "r-1"}
        self.service.rest.append(say(400, answer))
        with self.assertRaises(BadRequestError) as raised:
            self.client().get("/v3/index-ticker", size="x")
        error = raised.exception
        self.assertEqual([(each.field, each.rejected_value) for each in error.problems], [("size", "x")])
        self.assertEqual(str(error), "400 BAD_REQUEST: validation error: size must be a number")
        self.assertEqual((error.status, error.request_id), ("BAD_REQUEST", "r-1"))

    def test_every_status_has_its_class(self) -> None:
        for status, expected in ((403, ForbiddenError), (404, NotFoundError)):
            self.service.rest.append(say(status, {"message": "no"}))
            with self.assertRaises(expected):
                self.client().price(BTC)
        self.service.rest.append(say(502, b"<html>"))
        with self.assertRaises(UnavailableError) as raised:
            self.client(retries=0).price(BTC)
        self.assertIsNone(raised.exception.status)

    def test_a_redirect_is_not_followed_with_the_token(self) -> None:
        elsewhere = Service()
        self.addCleanup(elsewhere.close)
        self.service.rest.append(say(302, b"", Location=f"{elsewhere.url}/v3/index-ticker"))
        with self.assertRaisesRegex(TidemarkError, "302"):
            self.client().price(BTC)
        self.assertEqual(elsewhere.requests, [])

    def test_a_path_cannot_lead_to_another_host(self) -> None:
        for path in (".example.com/v3/asset", "@127.0.0.1/v3/asset", "v3/asset", ""):
            with self.subTest(path=path):
                with self.assertRaisesRegex(ValueError, "begins with /"):
                    self.client().get(path)
                with self.assertRaises(ValueError):
                    list(self.client().records(path))
        self.assertEqual(self.service.requests, [])

    def test_settings_that_cannot_be_are_refused_at_once(self) -> None:
        for wrong in ({"retries": -1}, {"timeout": 0}, {"timeout": -1}, {"timeout": float("nan")}, {"timeout": 1e300}):
            with self.subTest(wrong=wrong), self.assertRaises(ValueError):
                self.client(**wrong)

    def test_a_page_in_place_of_json_is_named(self) -> None:
        self.service.rest.append(say(200, b"<html>log in</html>"))
        with self.assertRaisesRegex(TidemarkError, "is it a Tidemark service"):
            self.client().price(BTC)

    def test_json_that_cannot_be_read_has_an_error_of_its_own(self) -> None:
        for body in (b"[" * 200_000, b'{"a":' * 200_000, b'{"content":[1e99999999999999999999]}', b"9" * 5000):
            with self.subTest(body=body[:40]):
                self.service.rest.append(say(200, body))
                with self.assertRaises(MalformedError):
                    self.client().price(BTC)
                self.service.rest.append(say(404, body))
                with self.assertRaises(NotFoundError):
                    self.client().price(BTC)

    def test_answers_that_are_malformed_have_an_error_of_their_own(self) -> None:
        wrong: list[object] = [
            None,
            [],
            7,
            {},
            {"content": None},
            {"content": {"price": "1"}},
            {"content": [None]},
            {"content": [{}]},
            {"content": [{**tick(1), "price": None}]},
            {"content": [{**tick(1), "price": "much"}]},
            {"content": [{**tick(1), "price": "NaN"}]},
            {"content": [{**tick(1), "price": ["1"]}]},
            {"content": [{**tick(1), "timestamp": 5}]},
            {"content": [{**tick(1), "timestamp": "soon"}]},
            {"content": [{**tick(1), "flags": "CARRIED"}]},
            {"content": [{**tick(1), "flags": 3}]},
        ]
        for answer in wrong:
            for read in (lambda client: client.price(BTC), lambda client: list(client.ticks(BTC, last="1h"))):
                with self.subTest(answer=answer):
                    self.service.rest.append(say(200, answer))
                    with self.assertRaises(MalformedError):
                        read(self.client())
        for answer in (None, [], {"content": 1}, {"content": [{}]}, {"content": [{"id": "1", "symbol": 5}, {}]}):
            with self.subTest(assets=answer):
                self.service.rest.extend([say(200, {"content": []}), say(200, answer)])
                with self.assertRaises(MalformedError):
                    self.client().find("BTC")
        self.service.rest.append(say(200, []))
        with self.assertRaises(MalformedError):
            self.client().receipt(self.client().index(BTC))

    def test_errors_that_are_malformed_are_known_by_their_status(self) -> None:
        for errors in (5, "x", [None, 7], {"field": "x"}):
            with self.subTest(errors=errors):
                body = {"status": 7, "message": ["no"], "errors": errors, "requestId": {}}
                self.service.rest.append(say(400, body))
                with self.assertRaises(BadRequestError) as raised:
                    self.client().price(BTC)
                self.assertEqual((raised.exception.problems, raised.exception.request_id), ([], None))

    def test_pages_that_lead_back_are_an_error(self) -> None:
        page = {"content": [tick(1)], "nextId": "the same"}
        self.service.rest.extend([say(200, page)] * 5)
        with self.assertRaisesRegex(MalformedError, "leads back to the same"):
            list(self.client().ticks(BTC, last="1h"))
        self.assertEqual(len(self.service.asked()), 2)

    def test_closing_ends_a_wait_of_another_thread(self) -> None:
        client = Tidemark(self.service.url, "demo", "demo")
        answered = threading.Event()

        def turn_away(peer: object, request: object) -> None:
            say(503, {}, Retry_After="50")(peer, request)
            answered.set()

        self.service.rest.append(turn_away)
        errors: list[BaseException] = []

        def ask() -> None:
            try:
                client.price(BTC)
            except TidemarkError as error:
                errors.append(error)

        thread = threading.Thread(target=ask)
        thread.start()
        answered.wait(10)
        client.close()
        thread.join(10)
        self.assertEqual([str(error) for error in errors], ["the client is closed"])

    def test_no_error_and_no_text_has_the_secret_or_the_token(self) -> None:
        client = self.client()
        said = repr(client) + repr(vars(client))
        for behaviour in (cut, say(401, {}), say(400, {}), say(200, b"no")):
            self.service.rest.extend([behaviour] * 2)
            try:
                self.client(retries=1).price(BTC)
            except TidemarkError as error:
                said += repr(error) + str(error)
        self.assertNotIn("secret-of-demo", said)
        self.assertNotIn("token-", said)


class Ranges(RestTest):
    def test_pages_are_asked_for_as_they_are_read(self) -> None:
        self.service.rest.append(say(200, {"content": [tick(1), tick(2)], "nextId": "next"}))
        self.service.rest.append(say(200, {"content": [tick(3)]}))
        ticks = iter(self.client().ticks(BTC, start="2026-03-01", end=date(2026, 3, 2)))
        self.assertEqual([next(ticks).price, next(ticks).price], [Decimal(tick(1)["price"]), Decimal(tick(2)["price"])])
        self.assertEqual(len(self.service.asked()), 1)
        self.assertEqual([each.id for each in ticks], [tick(3)["id"]])
        first, second = [each.path for each in self.service.asked()]
        for part in ("from=2026-03-01T00%3A00%3A00.000Z", "to=2026-03-02T00%3A00%3A00.000Z", "order=asc", "size=2000"):
            self.assertIn(part, first)
        self.assertIn("startAfter=next", second)

    def test_a_limit_without_a_beginning_means_the_newest_oldest_first(self) -> None:
        self.service.rest.append(say(200, {"content": [tick(9), tick(8), tick(7)], "nextId": "next"}))
        numbers = [int(each.price) for each in self.client().ticks(BTC, limit=3)]
        self.assertEqual(numbers, [7, 8, 9])
        self.assertEqual(len(self.service.asked()), 1)
        self.assertIn("order=desc&size=3", self.service.asked()[0].path)

    def test_a_range_can_be_read_again(self) -> None:
        ticks = self.client().ticks(BTC, last="7d")
        self.assertEqual(list(ticks), list(ticks))
        self.assertEqual(len(self.service.asked()), 2)

    def test_times_without_a_zone_and_ranges_without_a_beginning_are_refused(self) -> None:
        client = self.client()
        for wrong in ({"start": datetime(2026, 3, 1)}, {"start": "2026-03-01T12:00:00"}, {}, {"last": "week"}):
            with self.assertRaises(ValueError):
                client.ticks(BTC, **wrong)
        with self.assertRaises(ValueError):
            client.ticks(BTC, start="2026-03-01", last="7d")
        with self.assertRaises(TypeError):
            client.ticks(BTC, start=1772366400)
        for far in ({"last": "9999999d"}, {"last": "99999999999999d"}, {"start": "0001-01-01T00:00:00+10:00"}):
            with self.subTest(far=far), self.assertRaises(ValueError):
                list(client.ticks(BTC, **far))
        self.assertEqual(self.service.requests, [])

    def test_other_zones_are_converted(self) -> None:
        east = timezone(timedelta(hours=2))
        list(self.client().ticks(BTC, start=datetime(2026, 3, 1, 14, 0, tzinfo=east)))
        self.assertIn("from=2026-03-01T12%3A00%3A00.000Z", self.service.asked()[0].path)

    def test_no_digit_is_lost_as_text_or_as_number(self) -> None:
        digits = "123456789.000000000000000000123456789"
        as_number = json.dumps({"content": [tick(1)]}).replace(f'"{tick(1)["price"]}"', digits).encode()
        for body in ({"content": [{**tick(1), "price": digits}]}, as_number):
            self.service.rest.append(say(200, body))
            self.assertEqual(str(self.client().price(BTC)), digits)

    def test_compressed_answers_are_read(self) -> None:
        body = gzip.compress(json.dumps({"content": [tick(5)]}).encode())
        self.service.rest.append(say(200, body, Content_Encoding="gzip"))
        self.assertEqual(int(self.client().price(BTC)), 5)
        self.service.rest.extend([say(200, body[:-12], Content_Encoding="gzip")] * 5)
        with self.assertRaises(UnreachableError):
            self.client().price(BTC)

    def test_an_answer_that_would_fill_the_memory_is_refused(self) -> None:
        long = b'{"content":[]}' + b" " * 5_000
        for body, more in (
            (long, {}),
            (gzip.compress(long), {"Content_Encoding": "gzip"}),
            (gzip.compress(b" " * 10_000_000), {"Content_Encoding": "gzip"}),
            # Its end never comes.
            (long, {"length": 10**12}),
        ):
            with self.subTest(length=len(body), more=more):
                self.service.rest.append(say(200, body, **more))
                with self.assertRaisesRegex(MalformedError, "longer than max_answer_bytes"):
                    self.client(max_answer_bytes=5_000).price(BTC)
        self.service.rest.append(say(404, long))
        with self.assertRaises(NotFoundError):
            self.client(max_answer_bytes=5_000).price(BTC)
        self.service.rest.append(say(200, {"content": [tick(5)]}))
        self.assertEqual(int(self.client(max_answer_bytes=5_000).price(BTC)), 5)

    def test_fields_that_are_new_are_left_out(self) -> None:
        self.service.rest.append(say(200, {"content": [{**tick(1), "mood": "calm", "flags": ["THIN"]}]}))
        self.assertEqual(self.client().index(BTC).flags, ("THIN",))


class Names(RestTest):
    ASSETS = [
        {"id": "1", "symbol": "VTHO", "slugName": "vethor", "name": "VeThor", "status": "ACTIVE"},
        {"id": "2", "symbol": "VTHO", "slugName": "vechain-energy", "name": "VeChain Energy", "status": "ACTIVE"},
        {"id": "3", "symbol": "ETH", "slugName": "ethereum", "name": "Ethereum", "status": "ACTIVE"},
        {"id": "4", "symbol": "Eth", "slugName": "old", "name": "Old", "status": "INACTIVE"},
    ]

    def test_any_case_and_any_kind_of_name(self) -> None:
        for name in ("eth", "ETHEREUM", " Ethereum "):
            self.service.rest.extend([say(200, {"content": []}), say(200, {"content": self.ASSETS})])
            self.assertEqual(self.client().find(name), "3")

    def test_markets_in_any_case(self) -> None:
        none, markets = say(200, {"content": []}), [{"id": "1", "name": "BTC_USD"}, {"id": "2", "name": "stETH_USD"}]
        self.service.rest.extend([none, say(200, {"content": markets[:1]})])
        self.assertEqual(self.client().find("btc_usd"), "1")
        self.service.rest.extend([none, none, say(200, {"content": markets})])
        self.assertEqual(self.client().find("Steth_usd"), "2")
        both = [{"id": "2", "name": "stETH_USD"}, {"id": "3", "name": "STeth_USD"}]
        self.service.rest.extend([none, none, say(200, {"content": both})])
        with self.assertRaisesRegex(IndexNameError, r'"steth_usd" may be stETH_USD \(2\), STeth_USD \(3\)'):
            self.client().find("steth_usd")

    def test_markets_as_they_are_written_elsewhere(self) -> None:
        none, market = say(200, {"content": []}), say(200, {"content": [{"id": "1", "name": "ETH_USD"}]})
        for name in ("ETH/USD", "ETH-USD", "ETH:USD"):
            self.service.rest.extend([none, say(200, {"content": self.ASSETS}), market])
            self.assertEqual(self.client().find(name), "1")
            self.assertIn("marketName=ETH_USD", self.service.asked("/v3/market")[-1].path)
        # What is really called so comes first.
        self.service.rest.extend([none, say(200, {"content": self.ASSETS})])
        self.assertEqual(self.client().find("vechain-energy"), "2")
        self.service.rest.extend([none, say(200, {"content": self.ASSETS}), none, none])
        with self.assertRaisesRegex(IndexNameError, 'nothing is named "ETH/USX"'):
            self.client().find("ETH/USX")

    def test_a_name_that_several_bear_has_candidates_unless_one_has_a_price(self) -> None:
        bearers = say(200, {"content": self.ASSETS[:2]})
        self.service.rest.extend([bearers, say(400, {"status": "BAD_REQUEST"})])
        with self.assertRaisesRegex(IndexNameError, r'"VTHO" may be VeThor \(1\), VeChain Energy \(2\)') as raised:
            self.client().price("VTHO")
        self.assertEqual([each["id"] for each in raised.exception.candidates], ["1", "2"])
        self.service.rest.extend([bearers, say(200, {"content": [{**tick(1), "indexId": "2"}]})])
        self.assertEqual(self.client().find("VTHO"), "2")

    def test_a_name_that_nothing_bears(self) -> None:
        self.service.rest.extend([say(200, {"content": []}), say(200, {"content": self.ASSETS})])
        with self.assertRaisesRegex(IndexNameError, 'nothing is named "nope"'):
            self.client().price("nope")

    def test_a_name_that_is_none_is_refused_at_once(self) -> None:
        client = self.client()
        for call in (client.price, client.receipt, client.stream, lambda name: list(client.candles(name, limit=1))):
            for name in ("", "  "):
                with self.assertRaises(IndexNameError):
                    call(name)
            for wrong in (None, 5, ["BTC"]):
                with self.assertRaisesRegex(TypeError, "an index is named by text"):
                    call(wrong)
        self.assertEqual(self.service.requests, [])

    def test_names_are_remembered_for_some_minutes(self) -> None:
        clock = FakeClock()
        client = self.client(clock=clock)
        for clock.seconds in (0, 500, 700):
            self.service.rest.append(say(200, {"content": [self.ASSETS[2]]}))
            client.find("ETH")
        self.assertEqual(len(self.service.asked("/v3/asset")), 2)


class Frames(RestTest):
    def test_a_frame_has_times_as_index_and_floats(self) -> None:
        self.service.rest.append(say(200, {"content": [tick(1), {**tick(2), "flags": ["THIN", "CARRIED"]}]}))
        frame = self.client().ticks(BTC, start=at(0)).df()
        self.assertEqual(list(frame.columns), ["price", "volume", "tick_volume", "flags"])
        self.assertEqual([str(frame.index.tz), frame.index.name], ["UTC", "timestamp"])
        self.assertEqual(frame["price"].tolist(), [1.0, 2.0])
        self.assertEqual(frame["flags"].tolist(), ["", "THIN|CARRIED"])

    def test_a_frame_of_decimals_keeps_every_digit(self) -> None:
        frame = self.client().ticks(BTC, start=at(0)).df(decimals=True)
        self.assertEqual(frame["price"].tolist(), [Decimal("1.000000000000000001")])

    def test_a_frame_of_nothing_has_its_columns(self) -> None:
        self.service.rest.append(say(200, {"content": []}))
        frame = self.client().days(BTC, start=at(0)).df()
        self.assertEqual([len(frame), "close" in frame.columns, str(frame.index.tz)], [0, True, "UTC"])

    def test_without_pandas_the_error_says_what_to_install(self) -> None:
        missing = mock.patch.dict(sys.modules, {"pandas": None})
        with missing, self.assertRaisesRegex(TidemarkError, "pip install pandas"):
            self.client().ticks(BTC, start=at(0)).df()


if __name__ == "__main__":
    unittest.main()
