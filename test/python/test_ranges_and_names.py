"""Ranges and what they lack, times of places, suggestions, and calls beside prices."""

from __future__ import annotations

import sys
import unittest
import warnings
from datetime import datetime, timezone
from decimal import Decimal
from unittest import mock
from urllib.parse import parse_qs, urlsplit

from misbehaving import BTC, FakeClock, Service, at, say, tick
from tidemark import (
    Incomplete,
    IncompleteWarning,
    IndexNameError,
    MalformedError,
    Tidemark,
    TidemarkError,
    _incomplete_in,
    _instant,
)


def day(number: int) -> datetime:
    return datetime(2026, 11, number, tzinfo=timezone.utc)


def item(reason: str, start: int, end: int) -> str:
    return f'{reason};from="2026-11-{start}T00:00:00.000Z";to="2026-11-{end}T00:00:00.000Z"'


class NovemberClock(FakeClock):
    def now(self) -> datetime:
        return datetime(2026, 11, 16, 2, tzinfo=timezone.utc)


class ClientTest(unittest.TestCase):
    def setUp(self) -> None:
        self.service = Service()
        self.addCleanup(self.service.close)

    def client(self, **options: object) -> Tidemark:
        client = self.service.client(clock=NovemberClock(), **options)
        self.addCleanup(client.close)
        return client

    def query(self, number: int = -1) -> dict[str, str]:
        parts = parse_qs(urlsplit(self.service.asked()[number].path).query)
        return {name: values[0] for name, values in parts.items()}

    def answers(self, *contents: object) -> None:
        self.service.rest.extend(say(200, {"content": content}) for content in contents)


class IncompleteAnswers(ClientTest):
    def lacking(self, content: object, header: str, **more: object) -> None:
        self.service.rest.append(say(200, {"content": content, **more}, Tidemark_Incomplete=header))

    def test_a_range_that_lacks_something_warns_and_says_what(self) -> None:
        self.lacking([tick(1)], item("BACKFILL", 14, 15), nextId="next")
        self.lacking([tick(2)], item("BACKFILL", 15, 16) + ", " + item("DOWN", 17, 18))
        ticks = self.client().ticks(BTC, from_="2026-11-10")
        with self.assertWarns(IncompleteWarning) as warned:
            self.assertEqual(len(list(ticks)), 2)
        self.assertEqual(warned.filename, __file__)
        self.assertIn("2026-11-14T00:00:00.000Z to 2026-11-15T00:00:00.000Z (BACKFILL)", str(warned.warnings[0].message))
        self.assertIn("try again in a few seconds, or use an export", str(warned.warnings[0].message))
        self.assertEqual(
            ticks.incomplete, [Incomplete("BACKFILL", day(14), day(16)), Incomplete("DOWN", day(17), day(18))]
        )
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.answers([tick(1)])
            self.assertEqual(len(list(ticks)), 1)
        self.assertEqual(ticks.incomplete, [])

    def test_it_can_be_made_an_error(self) -> None:
        self.lacking([tick(1)], item("DOWN", 14, 15))
        with warnings.catch_warnings(), self.assertRaises(IncompleteWarning):
            warnings.simplefilter("error", IncompleteWarning)
            list(self.client().ticks(BTC, last="30d"))

    def test_a_header_that_cannot_be_read_means_that_something_is_missing(self) -> None:
        self.lacking([], "nonsense, ;")
        ticks = self.client().ticks(BTC, from_=day(10), to=day(12))
        with self.assertWarns(IncompleteWarning):
            self.assertEqual(list(ticks), [])
        self.assertEqual(ticks.incomplete, [Incomplete("UNKNOWN", day(10), day(12))])

    def test_a_plain_request_warns_too(self) -> None:
        self.lacking([], item("DOWN", 14, 15))
        with self.assertWarns(IncompleteWarning) as warned:
            self.client().get("/v3/ohlcv", indexId=BTC, from_="2026-11-10T00:00:00Z")
        self.assertEqual(warned.filename, __file__)

    def test_the_header(self) -> None:
        down = [Incomplete("DOWN", day(16), day(17))]
        for header in (
            item("DOWN", 16, 17),
            item("DOWN", 16, 17) + ';n=5;why="a;to=\\"x\\", y";a;b=?1;c=:YQ==:',
            'DOWN; to="2026-11-17T00:00:00Z"; from="2026-11-16T00:00:00Z"',
        ):
            self.assertEqual(_incomplete_in(header), down, header)
        for header in (
            "",
            "DOWN",
            "DOWN;from=5;to=6",
            item("DOWN", 17, 16),
            item("DOWN", 16, 17) + ",",
            item("DOWN", 16, 17)[:-1],
            f'"DOWN"{item("", 16, 17)}',
        ):
            self.assertIsNone(_incomplete_in(header), header)

    def test_a_frame_warns(self) -> None:
        self.lacking([], item("BACKFILL", 14, 15))
        candles = self.client().candles(BTC, "1h", last="30d")
        with mock.patch.dict(sys.modules, {"pandas": mock.MagicMock()}), self.assertWarns(IncompleteWarning) as warned:
            candles.df()
        self.assertEqual(warned.filename, __file__)
        self.assertEqual(candles.incomplete, [Incomplete("BACKFILL", day(14), day(15))])


class Words(ClientTest):
    def test_from_to_and_last(self) -> None:
        for words, start, end in (
            ({"from_": "2026-11-10", "to": "2026-11-12"}, "2026-11-10T00:00:00.000Z", "2026-11-12T00:00:00.000Z"),
            ({"start": "2026-11-10", "end": "2026-11-12"}, "2026-11-10T00:00:00.000Z", "2026-11-12T00:00:00.000Z"),
            ({"last": "2d"}, "2026-11-14T02:00:30.000Z", None),
            ({"last": "2d", "to": "2026-11-12"}, "2026-11-10T00:00:00.000Z", "2026-11-12T00:00:00.000Z"),
            ({"from_": "2026-11-10T12:00+01:00"}, "2026-11-10T11:00:00.000Z", None),
            ({"from_": "yesterday 16:00 Europe/London"}, "2026-11-15T16:00:00.000Z", None),
        ):
            with self.subTest(words=words):
                self.answers([])
                self.assertEqual(list(self.client().ticks(BTC, **words)), [])
                asked = self.query()
                self.assertEqual((asked["from"], asked.get("to")), (start, end))

    def test_two_words_for_one_thing_are_refused(self) -> None:
        client = self.client()
        for words, said in (
            ({"from_": day(1), "start": day(1)}, "start is the older word for from_"),
            ({"last": "1d", "to": day(1), "end": day(1)}, "end is the older word for to"),
            ({"from_": day(1), "last": "1d"}, "from_ and last both say where to begin"),
            ({}, "Give from_, last or limit"),
        ):
            with self.assertRaisesRegex(ValueError, said):
                client.days(BTC, **words)
        self.assertEqual(self.service.requests, [])


class PastValues(ClientTest):
    def test_a_price_at_a_past_time_is_the_one_at_or_before_it(self) -> None:
        self.answers([tick(1)])
        self.assertEqual(self.client().price(BTC, at=at(1)), Decimal(tick(1)["price"]))
        self.assertEqual((self.query()["timestamp"], self.query()["size"]), (at(1), "1"))
        self.answers([tick(1)])
        self.assertEqual(self.client().index(BTC, at="2026-11-15 16:00 America/New_York").id, tick(1)["id"])
        self.assertEqual(self.query()["timestamp"], "2026-11-15T21:00:00.000Z")

    def test_where_there_is_none_it_says_so(self) -> None:
        self.answers([])
        with self.assertRaisesRegex(TidemarkError, f"{BTC} has no value at or before 2026-11-01T00:00:00.000Z"):
            self.client().price(BTC, at="2026-11-01")


    def test_of_the_future_there_is_none(self) -> None:
        self.service.rest.append(say(200, {"slot": "2026-11-16T02:00:00.000Z"}))
        with self.assertRaisesRegex(ValueError, "2027-01-01T00:00:00.000Z is in the future: the newest tick is 2026-11-16T02:00"):
            self.client().price(BTC, at="2027-01-01")
        # A simulated market may run faster than this machine's clock.
        self.service.rest.append(say(200, {"slot": "2027-01-01T00:00:00.000Z"}))
        self.answers([tick(1)])
        self.assertEqual(self.client().index(BTC, at="2027-01-01").id, tick(1)["id"])

    def test_a_time_that_cannot_be_read_is_explained(self) -> None:
        for text, said in (
            ("2026-11-16 16:00 EST", "EST is not an IANA time zone: use one such as America/New_York"),
            ("noon", 'a time is like 2026-11-01, .*Europe/London" .got "noon".'),
        ):
            with self.subTest(text=text), self.assertRaisesRegex(ValueError, said):
                self.client().price(BTC, at=text)
        self.assertEqual(self.service.requests, [])


class SingleRecords(ClientTest):
    TOTAL = {"marketCap": "2.5", "volumeUsd": "1", "btcShare": "51.2", "assets": 934, "excluded": 7, "timestamp": at(0)}

    def test_the_total_has_counts_and_decimals(self) -> None:
        self.service.rest.append(say(200, self.TOTAL))
        total = self.client().market_cap_total()
        self.assertEqual((total.market_cap, total.assets, total.excluded), (Decimal("2.5"), 934, 7))
        self.assertEqual(total.btc_share, Decimal("51.2"))

    def test_they_are_no_list(self) -> None:
        self.service.rest.append(say(200, self.TOTAL))
        with self.assertRaisesRegex(TidemarkError, r'/v3/market-cap/total answers with one record, .* use get\("/v3'):
            list(self.client().records("/v3/market-cap/total"))

    def test_an_amount_that_is_no_number_is_explained(self) -> None:
        for amount in ("abc", "NaN", ""):
            with self.assertRaisesRegex(ValueError, "an amount is a number such as 2"):
                self.client().convert("ETH", "BTC", amount)
        self.assertEqual(self.service.requests, [])


class Last(ClientTest):
    def test_it_is_exactly_so_many_records(self) -> None:
        # It is 02:00:00 of the 16th.
        for read, first in (
            (lambda client: client.ticks(BTC, last="2m"), "2026-11-16T01:58:30.000Z"),
            (lambda client: client.candles(BTC, "1h", last="2h"), "2026-11-16T00:00:00.000Z"),
            (lambda client: client.candles(BTC, "4h", last="8h"), "2026-11-15T20:00:00.000Z"),
            (lambda client: client.candles(BTC, "4h", last="1m"), "2026-11-16T00:00:00.000Z"),
            (lambda client: client.days(BTC, last="7d"), "2026-11-09T00:00:00.000Z"),
        ):
            self.answers([])
            self.assertEqual(list(read(self.client())), [])
            self.assertEqual(self.query()["from"], first)


class LocalTimes(unittest.TestCase):
    def read(self, text: str) -> datetime:
        return _instant(text, NovemberClock().now)

    def test_they_are_read_by_the_rules_of_their_zone(self) -> None:
        for text, instant in (
            ("2026-11-16 16:00 Europe/London", "2026-11-16T16:00:00+00:00"),
            ("2026-07-16 16:00 Europe/London", "2026-07-16T15:00:00+00:00"),
            ("2026-07-16T16:00:30.25 Europe/London", "2026-07-16T15:00:30.250000+00:00"),
            ("2026-07-16 Europe/London", "2026-07-15T23:00:00+00:00"),
            ("2026-11-16 09:30 america/new_york", "2026-11-16T14:30:00+00:00"),
            ("2026-01-16 12:00 Australia/Lord_Howe", "2026-01-16T01:00:00+00:00"),
            ("2026-07-16 12:00 Australia/Lord_Howe", "2026-07-16T01:30:00+00:00"),
            ("2011-12-29 12:00 Pacific/Apia", "2011-12-29T22:00:00+00:00"),
            ("2011-12-31 12:00 Pacific/Apia", "2011-12-30T22:00:00+00:00"),
            ("2026-11-16 12:00 UTC", "2026-11-16T12:00:00+00:00"),
            ("today 09:30 America/New_York", "2026-11-15T14:30:00+00:00"),
            ("yesterday 16:00 Europe/London", "2026-11-15T16:00:00+00:00"),
        ):
            self.assertEqual(self.read(text).isoformat(), instant, text)

    def test_a_time_that_clocks_skip_or_show_twice_has_both_readings(self) -> None:
        for text, how, first, second in (
            ("2026-03-29 01:30 Europe/London", "skip", "2026-03-29T01:30:00+00:00", "2026-03-29T01:30:00+01:00"),
            ("2026-10-25 01:30 Europe/London", "twice", "2026-10-25T01:30:00+01:00", "2026-10-25T01:30:00+00:00"),
            ("2026-03-08 02:30 America/New_York", "skip", "2026-03-08T02:30:00-05:00", "2026-03-08T02:30:00-04:00"),
            ("2026-11-01 01:30 America/New_York", "twice", "2026-11-01T01:30:00-04:00", "2026-11-01T01:30:00-05:00"),
            ("2026-10-04 02:15 Australia/Lord_Howe", "skip", "2026-10-04T02:15:00+10:30", "2026-10-04T02:15:00+11:00"),
            ("2026-04-05 01:45 Australia/Lord_Howe", "twice", "2026-04-05T01:45:00+11:00", "2026-04-05T01:45:00+10:30"),
            ("2011-12-30 12:00 Pacific/Apia", "skip", "2011-12-30T12:00:00-10:00", "2011-12-30T12:00:00+14:00"),
        ):
            with self.subTest(text=text), self.assertRaises(ValueError) as raised:
                self.read(text)
            for part in (how, first, second):
                self.assertIn(part, str(raised.exception))
            for reading in (first, second):
                self.assertIn(f"{reading} ({self.read(reading):%Y-%m-%dT%H:%M:%S.000Z})", str(raised.exception))

    def test_what_is_none_is_refused(self) -> None:
        for text in (
            "2026-11-16 16:00 Europe/Lundon",
            "2026-11-16 16:00 BST",
            "2026-02-30 16:00 Europe/London",
            "2026-11-16 25:00 Europe/London",
            "16:00 Europe/London",
        ):
            with self.subTest(text=text), self.assertRaises(ValueError):
                self.read(text)


class OtherCalls(ClientTest):
    ASSETS = [
        {"id": "1", "symbol": "BTC", "slugName": "bitcoin", "name": "Bitcoin", "status": "ACTIVE"},
        {"id": "2", "symbol": "ETH", "slugName": "ethereum", "name": "Ethereum", "status": "ACTIVE"},
    ]

    def test_convert(self) -> None:
        self.answers(self.ASSETS[1:], self.ASSETS[:1])
        self.service.rest.append(say(200, {"amount": "0.0875", "rate": "0.035"}))
        conversion = self.client().convert("ETH", "BTC", Decimal("2.50"))
        self.assertEqual((conversion.amount, conversion.rate), (Decimal("0.0875"), Decimal("0.035")))
        self.assertEqual(self.query(), {"amount": "2.50", "fromAssetId": "2", "toAssetId": "1"})
        with self.assertRaisesRegex(TypeError, "a float is not exact"):
            self.client().convert("ETH", "BTC", 2.5)  # type: ignore[arg-type]

    def test_market_caps(self) -> None:
        cap = {
            "id": "a",
            "assetId": "1",
            "symbol": "BTC",
            "name": "Bitcoin",
            "timestamp": at(0),
            "marketCapRank": "2",
            "volumeRank": "1",
            **dict.fromkeys(("price", "volume", "totalSupply", "freeFloatSupply", "marketCap", "totalMarketCap"), "7.5"),
            "pricePercentChange": {"change24h": "-1.5"},
        }
        self.answers([cap, {**cap, "id": "b", "marketCapRank": "1"}])
        first, second = self.client().market_caps(top=2, percent_change=True)
        self.assertEqual((first.id, second.id, second.market_cap), ("b", "a", Decimal("7.5")))
        self.assertEqual(second.price_percent_change, {"change24h": Decimal("-1.5")})
        self.assertIsNone(second.volume_percent_change)
        self.assertEqual(self.query(), {"top": "2", "percentChange": "true"})
        self.answers([{**cap, "price": "x"}])
        with self.assertRaises(MalformedError):
            self.client().market_caps()

    def test_exchange_tickers(self) -> None:
        ticker = {"id": "a", "exchangeId": "k", "marketId": "m", "last": "1.5", "timestamp": at(0), "lastMoved": at(0)}
        self.answers([{"id": "m", "name": "BTC_USD"}], [{"id": "k", "name": "Kraken"}], [ticker])
        (found,) = self.client().exchange_tickers("BTC_USD", "kraken")
        self.assertEqual((found.last, found.bid, found.exchange_id), (Decimal("1.5"), None, "k"))
        self.assertEqual(self.query(), {"marketId": "m", "exchangeId": "k"})
        with self.assertRaisesRegex(ValueError, "give a market or an exchange"):
            self.client().exchange_tickers()


class Suggestions(ClientTest):
    MARKETS = [{"id": "1", "name": "BTC_USD"}, {"id": "2", "name": "BTC_USDT"}]
    EXCHANGES = [{"id": "k", "name": "Kraken"}, {"id": "c", "name": "Coinbase-Pro"}]

    def meant(self, name: str, *contents: object) -> list[str]:
        self.answers(*contents)
        with self.assertRaises(IndexNameError) as raised:
            self.client().price(name)
        self.service.rest.clear()
        return raised.exception.suggestions

    def test_of_names_that_nothing_bears(self) -> None:
        assets = OtherCalls.ASSETS
        self.assertEqual(self.meant("BTCUSDT", [], assets, self.MARKETS, assets), ["BTC_USDT"])
        self.assertEqual(self.meant("ETHH", [], assets, self.MARKETS, assets), ["ETH"])
        self.assertEqual(self.meant("ethereun", [], assets, self.MARKETS, assets), ["ETH"])
        self.assertEqual(self.meant("BTC/USX", [], assets, [], [], self.MARKETS), ["BTC_USD"])
        self.assertEqual(self.meant("something else", [], assets, self.MARKETS, assets), [])

    def test_of_exchanges(self) -> None:
        for name, meant in (("krakn", "Kraken"), ("coinbase pro", "Coinbase-Pro")):
            self.answers([], self.EXCHANGES)
            with self.assertRaisesRegex(IndexNameError, f'nothing is named "{name}": did you mean {meant}\\?'):
                self.client().exchange_tickers(exchange=name)

    def test_a_service_that_does_not_say_its_names_costs_the_suggestion_only(self) -> None:
        self.answers([], OtherCalls.ASSETS)
        self.service.rest.append(say(403, {"status": "FORBIDDEN"}))
        with self.assertRaisesRegex(IndexNameError, 'nothing is named "ETHH"$'):
            self.client().price("ETHH")


if __name__ == "__main__":
    unittest.main()
