"""A client of a Tidemark service: one file, standard library only, Python 3.9 or newer.

Copy it beside your program, or install it as a package (docs/use/python.md):

    from tidemark import Tidemark

    tidemark = Tidemark("http://localhost:8080", "demo", "demo")
    print(tidemark.price("BTC"))

Prices and volumes are `decimal.Decimal`. The service sends them as text, so no digit is lost; arithmetic with them is
exact, and mixing them with floats by accident is an error and not a rounding. `float(price)` makes the nearest float.
Names are those of the API in snake_case. Times are `datetime` in UTC.

One client may be used from many threads.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import http.client
import ipaddress
import json
import os
import random
import re
import socket
import ssl
import struct
import threading
import sys
import time
import urllib.error
import urllib.request
import warnings
import weakref
import zlib
import zoneinfo
from collections import deque
from dataclasses import dataclass, fields
from datetime import date, datetime, timedelta, timezone, tzinfo
from decimal import Decimal
from email.utils import parsedate_to_datetime
from functools import lru_cache
from itertools import islice
from typing import Any, Callable, Generic, Iterable, Iterator, Mapping, NamedTuple, NoReturn, Optional, TypeVar, Union
from urllib.parse import quote, urlencode, urlsplit

__all__ = [
    "ApiError",
    "AsyncStream",
    "BadRequestError",
    "Candle",
    "Clock",
    "Conversion",
    "Day",
    "ExchangeTicker",
    "FieldProblem",
    "ForbiddenError",
    "Incomplete",
    "IncompleteWarning",
    "IndexNameError",
    "MalformedError",
    "MarketCap",
    "MarketCapTotal",
    "NotFoundError",
    "RateLimitedError",
    "Records",
    "Stream",
    "StreamClosedError",
    "Tick",
    "Tidemark",
    "TidemarkError",
    "UnauthorizedError",
    "UnavailableError",
    "UnreachableError",
]

Instant = Union[datetime, date, str]
"""A datetime with a time zone, a date (00:00 UTC) or text: 2026-11-01, 2026-11-01T12:00:00Z, 2026-11-01T12:00+01:00,
or a local time such as "2026-11-01 16:00 Europe/London" or "yesterday 16:00 Europe/London"."""

Duration = Union[timedelta, str]
"""A timedelta, or text such as 90m, 24h or 7d."""

TokenSource = Union[str, Callable[[str], str]]
"""A token, or a function that returns one for an audience (a URL)."""

T = TypeVar("T")
F = TypeVar("F", bound="_Fields")
R = TypeVar("R", bound="_Record")


# --- Errors ----------------------------------------------------------------------------------------------------------


class TidemarkError(Exception):
    """Base class of all errors of this client, except ValueError and TypeError for bad arguments."""


class UnreachableError(TidemarkError, ConnectionError):
    """The service could not be reached, or the connection closed early."""


class MalformedError(TidemarkError):
    """The service sent an invalid response: it may not be a Tidemark service."""


class FieldProblem(NamedTuple):
    """A problem with one field of a request."""

    field: str
    message: str
    rejected_value: Optional[str]


class ApiError(TidemarkError):
    """The service answered with an error."""

    def __init__(self, http_status: int, answer: Mapping[str, Any], retry_after: Optional[float] = None) -> None:
        self.http_status = http_status
        #: UNAUTHORIZED, NOT_FOUND, ...; None if a proxy answered instead of the service.
        self.status: Optional[str] = _text_in(answer, "status")
        #: One per invalid field.
        self.problems = [
            FieldProblem(str(each.get("field") or ""), str(each.get("message") or ""), each.get("rejectedValue"))
            for each in _dicts_in(answer.get("errors"))
        ]
        #: Quote it to the operator.
        self.request_id: Optional[str] = _text_in(answer, "requestId")
        #: The code of RFC 6749, from the token endpoint.
        self.oauth_error: Optional[str] = _text_in(answer, "error")
        #: Seconds to wait before a retry, if the service sent it.
        self.retry_after = retry_after
        why = "; ".join(f"{field} {message}".strip() for field, message, _ in self.problems)
        said = [f"{http_status} {self.status or ''}".strip(), _text_in(answer, "message") or self.oauth_error, why]
        super().__init__(": ".join(part for part in said if part))


def _text_in(answer: Mapping[str, Any], name: str) -> Optional[str]:
    """Drops members of the wrong type, which another server may have sent."""
    value = answer.get(name)
    return value if isinstance(value, str) else None


def _dicts_in(value: Any) -> list[dict[str, Any]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


class BadRequestError(ApiError):
    """400: `problems` names the fields."""


class UnauthorizedError(ApiError):
    """401: no valid token, or a wrong id or secret."""


class ForbiddenError(ApiError):
    """403: the token lacks the scope."""


class NotFoundError(ApiError):
    """404: there is nothing with this id."""


class RateLimitedError(ApiError):
    """429, and retries as instructed failed, or the wait would be too long."""


class UnavailableError(ApiError):
    """502, 503 or 504, and retries as instructed failed, or the wait would be too long."""


class IndexNameError(TidemarkError, LookupError):
    """There is nothing, or more than one thing, with this name."""

    def __init__(
        self, name: str, candidates: Iterable[Mapping[str, Any]] = (), suggestions: Iterable[str] = ()
    ) -> None:
        #: Assets or markets to choose from, as the service describes them; empty if nothing has the name.
        self.candidates = list(candidates)
        #: Similar known names, if nothing has this one.
        self.suggestions = list(suggestions)
        listed = ", ".join(f"{each['name']} ({each['id']})" for each in self.candidates)
        meant = f": did you mean {' or '.join(self.suggestions)}?" if self.suggestions else ""
        super().__init__(f'"{name}" may be {listed}' if listed else f'nothing is named "{name}"{meant}')


class IncompleteWarning(UserWarning):
    """An answer lacks values of the requested range. `warnings.simplefilter("error", IncompleteWarning)`
    makes it an error."""


class Incomplete(NamedTuple):
    """A missing part of a range: from `from_`, inclusive, to `to`, exclusive."""

    #: DOWN, SOURCE, DISK, NOT_LISTED, UNKNOWN, BACKFILL (it is being filled in: try again in a few seconds), RETENTION or
    #: BEFORE_FIRST.
    reason: str
    from_: datetime
    to: datetime


class StreamClosedError(TidemarkError):
    """The service closed a stream for a reason that reconnecting would not change."""

    def __init__(self, code: int, reason: str) -> None:
        self.code = code
        self.reason = reason
        super().__init__(f"the stream was closed with {code}" + (f": {reason}" if reason else ""))


_MAY_PASS = (UnreachableError, UnavailableError, RateLimitedError)
"""Errors after which the same request may succeed later."""

_CLASSES: Mapping[int, type[ApiError]] = {
    400: BadRequestError,
    401: UnauthorizedError,
    403: ForbiddenError,
    404: NotFoundError,
    429: RateLimitedError,
    502: UnavailableError,
    503: UnavailableError,
    504: UnavailableError,
}


_NO_JSON = (ValueError, ArithmeticError, RecursionError)
"""Errors of parsing invalid JSON, including numbers that no Decimal can hold and endlessly nested lists."""


def _api_error(http_status: int, body: bytes, retry_after: Optional[str] = None) -> ApiError:
    try:
        answer = json.loads(body)
    except _NO_JSON:
        answer = {}  # A proxy's page, or a body that broke off: the status is all that is known.
    answer = answer if isinstance(answer, dict) else {}
    return _CLASSES.get(http_status, ApiError)(http_status, answer, _seconds_of(retry_after))


def _seconds_of(retry_after: Optional[str]) -> Optional[float]:
    """Seconds, as the service sends it; a date, as a proxy may."""
    if retry_after is None:
        return None
    if re.fullmatch(r"\d+", retry_after.strip(), re.ASCII):
        return float(retry_after.strip()[:12])  # Some thousands of years: a longer number would be no finite one.
    try:
        at = parsedate_to_datetime(retry_after)
    except (TypeError, ValueError):
        return None
    return max(0.0, at.timestamp() - time.time())


# --- Records ---------------------------------------------------------------------------------------------------------


class _Fields:
    """Fields of the API, in snake_case."""

    @classmethod
    def of(cls: type[F], raw: Mapping[str, Any]) -> F:
        """As REST and the websocket send it. Unknown fields are left out."""
        kind: Any = cls
        try:
            return cls(**{name: convert(raw, sent_as) for name, sent_as, convert in _conversions(kind)})
        except _MALFORMED as error:
            raise MalformedError(f"a malformed {cls.__name__.lower()}: {error!r}") from error


@dataclass(frozen=True)
class _Record(_Fields):
    """A value of an index."""

    id: str
    index_id: str
    index_type: str
    #: Of a candle or a day: when it begins.
    timestamp: datetime


@dataclass(frozen=True)
class Tick(_Record):
    """A reference price: the value of an index at an instant of the 30-second grid."""

    #: In the quote asset of the market (MWA), in USD (GWA, LX).
    price: Decimal
    #: Base units traded in the trailing 24 hours.
    volume: Decimal
    #: LX only: base units traded in the slot.
    tick_volume: Optional[Decimal]
    #: Marks a value that is not simply the result of the formula, such as CARRIED or THIN.
    flags: tuple[str, ...]


@dataclass(frozen=True)
class Candle(_Record):
    """Open, high, low and close of an interval, made from 30-second values."""

    interval: str
    end_timestamp: datetime
    open: Decimal
    high: Decimal
    low: Decimal
    close: Decimal
    #: LX, and every index with interval 1d: what was traded in it. Volumes of averages cannot be added up.
    volume: Optional[Decimal]
    #: MWA and GWA: base units traded in the 24 hours before its last tick.
    volume_24h: Optional[Decimal]
    vwap: Decimal
    twap: Decimal
    #: How many ticks it has, how many of them were carried over, and how many it would have without a gap.
    ticks: int
    carried: int
    expected: int
    #: Whether it is final.
    complete: bool
    flags: tuple[str, ...]


@dataclass(frozen=True)
class Day(_Record):
    """The end-of-day record of a UTC day, final from 00:05 UTC of the next."""

    end_timestamp: datetime
    open: Decimal
    high: Decimal
    low: Decimal
    close: Decimal
    volume: Decimal
    volume_usd: Decimal
    vwap: Decimal
    twap: Decimal
    ticks: int
    carried: int
    flags: tuple[str, ...]


@dataclass(frozen=True)
class Conversion(_Fields):
    """An amount of one asset in another."""

    #: What the amount is worth.
    amount: Decimal
    #: Units of the other asset for one unit.
    rate: Decimal


@dataclass(frozen=True)
class MarketCap(_Fields):
    """The market cap of an asset. Numbers are in US dollars; supplies and `volume` in units."""

    id: str
    asset_id: str
    symbol: str
    name: str
    timestamp: datetime
    market_cap_rank: int
    volume_rank: int
    price: Decimal
    volume: Decimal
    total_supply: Decimal
    free_float_supply: Decimal
    market_cap: Decimal
    total_market_cap: Decimal
    flags: tuple[str, ...]
    #: With `percent_change`, by period as the API names them.
    market_cap_percent_change: Optional[dict[str, Decimal]]
    total_market_cap_percent_change: Optional[dict[str, Decimal]]
    volume_percent_change: Optional[dict[str, Decimal]]
    price_percent_change: Optional[dict[str, Decimal]]


@dataclass(frozen=True)
class MarketCapTotal(_Fields):
    """All established assets together, in US dollars."""

    market_cap: Decimal
    #: Of the trailing 24 hours.
    volume_usd: Decimal
    #: Share of Bitcoin in `market_cap`, in percent; None if Bitcoin is not counted.
    btc_share: Optional[Decimal]
    #: How many assets are counted, and how many records of /v3/market-cap are not.
    assets: int
    excluded: int
    timestamp: datetime


@dataclass(frozen=True)
class ExchangeTicker(_Fields):
    """The ticker of a market on an exchange."""

    id: str
    exchange_id: str
    market_id: str
    #: The price of the last trade.
    last: Decimal
    #: Base units traded in the trailing 24 hours.
    volume: Optional[Decimal]
    bid: Optional[Decimal]
    ask: Optional[Decimal]
    timestamp: datetime
    #: When the price was last updated at the exchange.
    last_moved: datetime


_Conversion = Callable[[Mapping[str, Any], str], Any]

_MALFORMED = (AttributeError, KeyError, TypeError, ValueError, ArithmeticError)
"""Errors of reading an invalid value."""


def _decimal(value: Any) -> Decimal:
    if not isinstance(value, (str, int, Decimal)) or not Decimal(value).is_finite():
        raise ValueError(f"{value!r} is not a decimal")
    return Decimal(value)


def _decimals(value: Any) -> dict[str, Decimal]:
    return {str(name): _decimal(each) for name, each in value.items() if each not in (None, "")}


def _flags(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise ValueError(f"{value!r} are no flags")
    return tuple(value)


_CONVERSIONS: Mapping[str, _Conversion] = {
    "str": lambda raw, name: str(raw[name]),
    "int": lambda raw, name: int(raw[name]),
    "bool": lambda raw, name: bool(raw[name]),
    "datetime": lambda raw, name: _time(raw[name]),
    "Decimal": lambda raw, name: _decimal(raw[name]),
    "Optional[Decimal]": lambda raw, name: _decimal(raw[name]) if name in raw else None,
    "Optional[dict[str, Decimal]]": lambda raw, name: _decimals(raw[name]) if name in raw else None,
    "tuple[str, ...]": lambda raw, name: _flags(raw.get(name, [])),
}


@lru_cache(maxsize=None)
def _conversions(kind: Any) -> list[tuple[str, str, _Conversion]]:
    """For each field: its name here, its name in the API, and the function that reads its value."""
    return [(each.name, _camel_case(each.name), _CONVERSIONS[str(each.type)]) for each in fields(kind)]


def _camel_case(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


_NOT_IN_FRAMES = {"id", "index_id", "index_type", "interval", "timestamp", "end_timestamp"}


class Records(Generic[R]):
    """The records of a range, oldest first. Pages are requested on demand; each iteration requests them again."""

    def __init__(self, kind: type[R], read: Callable[[Callable[[list[Incomplete]], None]], Iterator[R]]) -> None:
        """`read`: gets a function that it calls with the missing parts of an answer."""
        self._kind = kind
        self._read = read
        self._incomplete: list[Incomplete] = []

    def __repr__(self) -> str:
        return f"<{self._kind.__name__} records: iterate over them, or take .df()>"

    def __iter__(self) -> Iterator[R]:
        self._incomplete = []
        return self._read(self._note)

    @property
    def incomplete(self) -> list[Incomplete]:
        """Missing parts found so far by the last iteration or `df()`, oldest first."""
        return list(self._incomplete)

    def _note(self, lacking: list[Incomplete]) -> None:
        self._incomplete = _joined(self._incomplete + lacking)
        _warn_incomplete(lacking)

    def df(self, *, decimals: bool = False) -> Any:
        """A pandas DataFrame, indexed by time in UTC.

        Quantities are floats, which are fast; `decimals=True` keeps every digit. Flags stand with | between them.
        """
        try:
            import pandas
        except ImportError as error:
            raise TidemarkError("df() needs pandas: pip install pandas") from error
        columns = [field.name for field in fields(self._kind) if field.name not in _NOT_IN_FRAMES]
        records = list(self)
        index = pandas.to_datetime([record.timestamp for record in records], utc=True).rename("timestamp")
        data = {name: [_cell(getattr(record, name), decimals) for record in records] for name in columns}
        return pandas.DataFrame(data, index=index, columns=columns)


def _cell(value: Any, decimals: bool) -> Any:
    if isinstance(value, tuple):
        return "|".join(value)
    if decimals or isinstance(value, (bool, int)):
        return value
    return float("nan") if value is None else float(value)


def _time(value: Instant) -> datetime:
    if isinstance(value, str):
        value = _parsed(value)
    if not isinstance(value, date):
        raise TypeError(f"a datetime, a date or text is needed, not {value!r}")
    if not isinstance(value, datetime):
        return datetime(value.year, value.month, value.day, tzinfo=timezone.utc)
    if value.tzinfo is None:
        raise ValueError(f"{value} has no time zone: for now in UTC use datetime.now(timezone.utc)")
    try:
        return value.astimezone(timezone.utc)
    except OverflowError:
        raise ValueError(f"{value} is no time in UTC") from None


def _parsed(text: str) -> date:
    # Before Python 3.11 fromisoformat() does not accept Z.
    parsed = datetime.fromisoformat(text[:-1] + "+00:00" if text.endswith("Z") else text)
    return parsed.date() if len(text) == len("2026-11-01") else parsed


_ABBREVIATED = re.compile(r"(?:today|yesterday|\d{4}-\d\d-\d\d).* ([A-Za-z]{2,5})", re.ASCII)
"""Matches a text that ends with an abbreviation instead of a zone."""

_LOCAL = re.compile(
    r"(today|yesterday|\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d{1,3})?)?)? (UTC|[a-z_]+(?:/[\w+-]+)+)",
    re.IGNORECASE | re.ASCII,
)
"""A local time. The zone must be an IANA name: abbreviations such as EST are ambiguous."""


def _instant(value: Instant, now: Callable[[], datetime]) -> datetime:
    """Like `_time`, and also accepts local times."""
    matched = _LOCAL.fullmatch(value.strip()) if isinstance(value, str) else None
    if matched is None:
        return _given_time(value)
    day, time_of_day, seconds, name = matched.groups()
    zone = _zone(name)
    if day.lower() in ("today", "yesterday"):
        days_ago = timedelta(days=1 if day.lower() == "yesterday" else 0)
        day = (now().astimezone(zone).date() - days_ago).isoformat()
    whole, _, fraction = (seconds or ":00").partition(".")
    local = datetime.fromisoformat(f"{day}T{time_of_day or '00:00'}{whole}.{fraction.ljust(3, '0')}")
    return _only_reading(local, zone, name)


def _given_time(value: Instant) -> datetime:
    """Like `_time`, with an error that explains the format of times."""
    abbreviated = _ABBREVIATED.fullmatch(value.strip()) if isinstance(value, str) else None
    if abbreviated is not None:
        zone = abbreviated[1]
        raise ValueError(
            f"{zone} is not an IANA time zone: use one such as America/New_York, or an offset such as "
            f'2026-01-31T16:00-05:00 (got "{value}")'
        )
    try:
        parsed = value if not isinstance(value, str) else _parsed(value)
    except ValueError:
        raise ValueError(
            f'a time is like 2026-11-01, 2026-11-01T12:00:00Z or "2026-11-01 16:00 Europe/London" (got "{value}")'
        ) from None
    return _time(parsed)


def _zone(name: str) -> tzinfo:
    if name.upper() == "UTC":
        return timezone.utc
    try:
        return zoneinfo.ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        # File names are case-sensitive; zone names are not.
        alike = [each for each in zoneinfo.available_timezones() if each.lower() == name.lower()]
        if alike:
            return zoneinfo.ZoneInfo(alike[0])
        more = "" if zoneinfo.available_timezones() else ": this machine has no time zones, pip install tzdata"
        raise ValueError(f"there is no time zone {name}{more or ': IANA names are like Europe/London'}") from None


def _only_reading(local: datetime, zone: tzinfo, name: str) -> datetime:
    """The instant of a local time. Raises if clocks skip it or show it twice."""
    readings = [local.replace(tzinfo=zone, fold=fold) for fold in (0, 1)]
    instants = [each.astimezone(timezone.utc) for each in readings]
    shown = [each for each in instants if each.astimezone(zone).replace(tzinfo=None) == local]
    if len(set(shown)) == 1:
        return shown[0]
    how = "twice" if shown else ""
    choice = " or ".join(
        f"{each.isoformat()} ({_text(instant)})" for each, instant in zip(readings, instants)
    )
    said = f"{'show' if shown else 'skip'} {local:%Y-%m-%d %H:%M} {how}".strip()
    raise ValueError(f"clocks in {name} {said}: write {choice}")


def _text(value: datetime) -> str:
    return value.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.") + f"{value.microsecond // 1000:03d}Z"


_TOKEN = re.compile(r'[A-Za-z*][^\s",;=()]*')
_PARAMETER = re.compile(r'; *([a-z*][\w.*-]*)(?:=(?:"((?:[^"\\]|\\["\\])*)"|[^\s",;()]+))?')
_COMMA = re.compile(r"[ \t]*,[ \t]*")


def _incomplete_in(header: str) -> Optional[list[Incomplete]]:
    """Parses the header Tidemark-Incomplete (a list of RFC 8941); None if it is invalid."""
    text, place, items = header.strip(), 0, []
    while True:
        token = _TOKEN.match(text, place)
        if token is None:
            return None
        place, said = token.end(), {}
        while parameter := _PARAMETER.match(text, place):
            place, said[parameter[1]] = parameter.end(), parameter[2]
        try:
            item = Incomplete(token[0], _utc(said.get("from")), _utc(said.get("to")))
        except (TypeError, ValueError):
            return None
        if item.from_ >= item.to:
            return None
        items.append(item)
        comma = _COMMA.match(text, place)
        if comma is None:
            return items if place == len(text) else None
        place = comma.end()


def _utc(value: Optional[str]) -> datetime:
    if value is None or not value.endswith("Z"):
        raise ValueError(f"{value!r} is no time in UTC")
    return _time(value)


def _joined(items: list[Incomplete]) -> list[Incomplete]:
    """Oldest first, with adjacent or overlapping parts of the same reason joined."""
    joined: list[Incomplete] = []
    for item in sorted(items, key=lambda each: each.from_):
        same = [place for place, each in enumerate(joined) if each.reason == item.reason]
        if same and item.from_ <= joined[same[-1]].to:
            before = joined[same[-1]]
            joined[same[-1]] = before._replace(to=max(before.to, item.to))
        else:
            joined.append(item)
    return joined


def _warn_incomplete(items: list[Incomplete]) -> None:
    parts = ", ".join(f"{_text(from_)} to {_text(to)} ({reason})" for reason, from_, to in items)
    # Attributed to the line of your program, not to one of this file.
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and frame.f_code.co_filename == __file__:
        frame, level = frame.f_back, level + 1
    is_pending = any(reason == "BACKFILL" for reason, _, _ in items)
    advice = "; try again in a few seconds, or use an export (/v3/export), which waits" if is_pending else ""
    warnings.warn(f"incomplete: values are missing from {parts}{advice}", IncompleteWarning, stacklevel=level)


def _duration(value: Duration) -> timedelta:
    if isinstance(value, timedelta):
        return value
    matched = re.fullmatch(r"(\d+)([smhdw])", value)
    if not matched:
        raise ValueError(f'a duration is like 90m, 24h or 7d, not "{value}"')
    units = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
    if len(matched[1]) > 9:
        raise ValueError(f"a duration of {value} is too long")
    return timedelta(**{units[matched[2]]: int(matched[1])})


def _before(now: datetime, duration: timedelta) -> datetime:
    try:
        return now - duration
    except OverflowError:
        raise ValueError(f"{duration} before now there is no time") from None


_TICK = timedelta(seconds=30)
_DAY = timedelta(days=1)
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def _last_from(kind: Any, step: timedelta, duration: timedelta, now: datetime) -> datetime:
    """Where the newest records begin that fit into `duration`, one at least. The newest tick, the running candle or the last
    day that is over is the last of them."""
    whole, rest = divmod(now - _EPOCH, step)
    if kind is Tick or (kind is Candle and rest):
        whole += 1
    return _before(_EPOCH + whole * step, max(duration, step))


# --- REST ------------------------------------------------------------------------------------------------------------


class Clock:
    """The machine's clock. Your own tests can replace it, so that they need not wait."""

    def now(self) -> datetime:
        return datetime.now(timezone.utc)

    def monotonic(self) -> float:
        return time.monotonic()

    def wait(self, seconds: float, stopped: threading.Event) -> None:
        """Returns early if `stopped` is set."""
        stopped.wait(seconds)


_COMPAT = {"Tidemark-Compat": "off"}
"""A service with `--compat original` then answers in its own shapes, which this client reads. Others ignore it."""

_FIRST_WAIT = 0.25
_LONGEST_WAIT = 60.0
"""Seconds: a longer wait is left to the caller, as `retry_after` of the error. Nor is a service asked again that took so
long, all tries together, without an answer."""


class _Http:
    """Retries requests when that is safe: as the service instructs, and never one that would count twice."""

    def __init__(
        self, timeout: float, retries: int, longest: int, context: Optional[ssl.SSLContext], clock: Clock
    ) -> None:
        self.closed = threading.Event()
        self._timeout = timeout
        self._longest = longest
        self._retries = retries
        self._clock = clock
        self._opener = _opener(context)

    def get(self, url: str, token: str) -> tuple[Any, Optional[str]]:
        """The answer, and the missing parts named by its header."""
        headers = {"Authorization": f"Bearer {token}"}
        answer: tuple[Any, Optional[str]] = self._repeat(lambda: self._ask(url, headers, None))
        return answer

    def post(self, url: str, body: Mapping[str, str], retries: Optional[int] = None) -> Any:
        """Only for requests that are safe to repeat, such as token requests: the service does not store tokens."""
        headers = {"Content-Type": "application/json"}
        return self._repeat(lambda: self._ask(url, headers, json.dumps(body).encode()), retries)[0]

    def _repeat(self, ask: Callable[[], Any], retries: Optional[int] = None) -> Any:
        times, spent = self._retries if retries is None else retries, 0.0
        for tried in range(times + 1):
            if self.closed.is_set():
                raise TidemarkError("the client is closed")
            began = self._clock.monotonic()
            try:
                return ask()
            except _MAY_PASS as error:
                spent += self._clock.monotonic() - began
                wait = _wait_after(error, tried)
                # A wrong secret, which the service counts, even with status 429.
                is_wrong = isinstance(error, ApiError) and error.oauth_error == "invalid_client"
                is_long = wait > _LONGEST_WAIT or spent >= _LONGEST_WAIT
                if is_wrong or is_long or tried == times or _is_distrusted(error):
                    raise
                self._clock.wait(wait, self.closed)
        raise AssertionError("unreachable")

    def _ask(self, url: str, headers: Mapping[str, str], body: Optional[bytes]) -> tuple[Any, Optional[str]]:
        own = {"Accept": "application/json", "Accept-Encoding": "gzip", "User-Agent": "tidemark.py"}
        request = urllib.request.Request(url, data=body, headers={**own, **_COMPAT, **headers})
        try:
            with self._opener.open(request, timeout=self._timeout) as response:
                text = _body_of(response, self._longest)
                lacking = response.headers.get("Tidemark-Incomplete")
        except urllib.error.HTTPError as error:
            with error:
                body = _rest_of(error, self._longest)
                raise _api_error(error.code, body, error.headers.get("Retry-After")) from None
        except (OSError, EOFError, zlib.error, http.client.HTTPException) as error:
            # Not the whole URL: logs should not contain what is requested.
            host = urlsplit(url).netloc
            raise UnreachableError(f"cannot reach {host}: {getattr(error, 'reason', error)}") from error
        try:
            return json.loads(text, parse_float=Decimal), lacking
        except _NO_JSON:
            raise MalformedError(f"{urlsplit(url).netloc} did not respond with JSON: is it a Tidemark service?") from None


def _opener(context: Optional[ssl.SSLContext]) -> urllib.request.OpenerDirector:
    """Uses proxies of the environment, but follows no redirects: that would send the token to another host."""
    opener = urllib.request.OpenerDirector()
    opener.add_handler(urllib.request.ProxyHandler())
    opener.add_handler(urllib.request.UnknownHandler())
    opener.add_handler(urllib.request.HTTPHandler())
    if context is not None:
        opener.add_handler(urllib.request.HTTPSHandler(context=context))
    opener.add_handler(urllib.request.HTTPErrorProcessor())
    opener.add_handler(urllib.request.HTTPDefaultErrorHandler())
    return opener


def _body_of(response: Any, longest: int) -> bytes:
    """The whole body, uncompressed. Stops reading if it is too long."""
    # In pieces: Python 3.9 would allocate the maximum size at once.
    read = bytearray()
    while len(read) <= longest and (piece := response.read(65_536)):
        read += piece
    body = bytes(read)
    if len(body) <= longest and response.length:
        raise http.client.IncompleteRead(body, response.length)
    if len(body) <= longest and response.headers.get("Content-Encoding") == "gzip":
        gzipped = zlib.decompressobj(16 + zlib.MAX_WBITS)
        body = gzipped.decompress(body, longest + 1)
        if len(body) <= longest and not gzipped.eof:
            raise EOFError("the response was cut off")
    if len(body) > longest:
        raise MalformedError(f"an answer is longer than max_answer_bytes ({longest})")
    return body


def _rest_of(error: urllib.error.HTTPError, longest: int) -> bytes:
    """For an unreadable error response only the status is known."""
    try:
        return _body_of(error.fp, longest)
    except (OSError, EOFError, zlib.error, http.client.HTTPException, MalformedError):
        return b""


def _wait_after(error: TidemarkError, tried: int) -> float:
    """Half of it is random, so that clients that failed together do not retry together."""
    retry_after = error.retry_after if isinstance(error, ApiError) else None
    if retry_after is None:
        return float(_FIRST_WAIT * 2**tried * (0.5 + random.random() / 2))
    return max(retry_after, _FIRST_WAIT * random.random())


def _is_distrusted(error: BaseException) -> bool:
    """A retry would find the same invalid certificate."""
    cause = error.__cause__
    return any(isinstance(each, ssl.SSLCertVerificationError) for each in (cause, getattr(cause, "reason", None)))


_RENEW_AGAIN = 15.0
"""Seconds, after a renewal that failed while the token lasts."""


class _Tokens:
    """One token per audience, requested once for all waiting threads, and renewed before it expires."""

    def __init__(self, ask: Callable[[str, bool], tuple[str, float]], may_renew: bool, clock: Clock) -> None:
        """`ask`: for an audience; whether a token is held that still lasts, so that it need not be repeated."""
        self._ask = ask
        self._may_renew = may_renew
        self._clock = clock
        self._held: dict[str, tuple[str, float]] = {}
        self._ends: dict[str, float] = {}
        self._locks: dict[str, threading.Lock] = {}
        self._lock = threading.Lock()

    def get(self, audience: str) -> str:
        with self._lock_of(audience):
            token, renew_at = self._held.get(audience, ("", 0.0))
            asked_at = self._clock.monotonic()
            if token and asked_at < renew_at:
                return token
            lasts = bool(token) and asked_at < self._ends[audience]
            try:
                given, life = self._ask(audience, lasts)
            except _MAY_PASS:
                if not lasts:
                    raise
                # It is still valid for a while: retry soon, but not with every request.
                self._held[audience] = (token, asked_at + _RENEW_AGAIN)
                return token
            token = _checked_token(given)
            # Renewed when a twentieth of its life is left, and a minute before its end at the latest.
            left = min(max(life / 20, 60.0), life / 2)
            self._held[audience] = (token, asked_at + life - left)
            self._ends[audience] = asked_at + life
            return token

    def refused(self, audience: str, token: str) -> bool:
        """Marks a token as rejected. Returns whether another one may be available."""
        with self._lock_of(audience):
            if self._held.get(audience, ("",))[0] == token:
                del self._held[audience]
        return self._may_renew

    def _lock_of(self, audience: str) -> threading.Lock:
        with self._lock:
            return self._locks.setdefault(audience, threading.Lock())


def _checked_token(token: Any) -> str:
    """Rejects characters that are invalid in a header, with an error that does not show the token."""
    if not isinstance(token, str) or not re.fullmatch(r"[\x21-\x7e]+", token):
        raise TidemarkError("a token is text without blanks or line breaks")
    return token


def _always(token: str) -> Callable[[str], str]:
    return lambda _: token


def _brought(bring: Callable[[str], str], audience: str) -> str:
    try:
        return bring(audience)
    except TidemarkError:
        raise
    except Exception as error:
        # Most likely a failed request in the same outage, so a retry may succeed.
        raise UnreachableError("the function that brings tokens failed") from error


_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_LIQUID = re.compile(r"[A-Z]+LX", re.IGNORECASE)
_BETWEEN = re.compile("[/:-]")
"""Other separators of markets."""
_PAGE = 2000
_NAMES_FRESH = 600.0
"""Seconds after which a name is looked up again: a symbol may move to another asset."""
_LONGEST_ANSWER = 64 * 2**20
_SHORTEST_LIFE, _LONGEST_LIFE = 10.0, 1e9
"""Of a token, in seconds."""
_MOST_INDICES = 1500
"""Of one stream: the service takes a burst of 2,000 messages, pongs included."""


class Tidemark:
    """A client of one Tidemark service.

    What is not given comes from the environment: TIDEMARK_URL, TIDEMARK_TOKEN, or TIDEMARK_CLIENT_ID and
    TIDEMARK_CLIENT_SECRET. With neither, on a loopback address, it is the built-in client `demo`.

    An index is named by an asset (`BTC` or `bitcoin`: its price in US dollars), a market (`BTC_USD`), a liquid index
    (`BLX`) or its id. Case does not matter where only one thing is meant. `BTC/USD`, `BTC-USD` and `BTC:USD` are `BTC_USD`
    where nothing else is called so.

    Reading, and asking for a token, is repeated after 429, 502, 503 and 504 and when the service cannot be reached, as
    long apart as Retry-After says; a wait of more than a minute is left to you.
    """

    def __init__(
        self,
        url: Optional[str] = None,
        client_id: Optional[str] = None,
        client_secret: Optional[str] = None,
        *,
        token: Optional[TokenSource] = None,
        ws_url: Optional[str] = None,
        audience: Optional[str] = None,
        stream_audience: Optional[str] = None,
        timeout: float = 30.0,
        retries: int = 4,
        max_answer_bytes: int = _LONGEST_ANSWER,
        ssl_context: Optional[ssl.SSLContext] = None,
        clock: Optional[Clock] = None,
    ) -> None:
        """`token`: a long-lived one, or a function that returns one for an audience, instead of id and secret.
        `ws_url`, `audience`, `stream_audience`: where the operator's settings differ from the URL.
        `timeout`: seconds of silence after which a request fails. `retries`: how often reading is repeated.
        `max_answer_bytes`: how long an answer may be, uncompressed, so that none fills the memory.
        `ssl_context`: for a certificate authority of your own: `ssl.create_default_context(cafile=...)`.
        """
        if retries < 0:
            raise ValueError(f"retries must not be negative (got {retries})")
        if timeout is not None and not 0 < timeout <= threading.TIMEOUT_MAX:
            raise ValueError(f"timeout must be a number of seconds above 0 (got {timeout})")
        self._url = _base(url or os.environ.get("TIDEMARK_URL") or "http://localhost:8080")
        self._ws_url = re.sub("^http", "ws", _base(ws_url or self._url))
        self._audience = audience or self._url
        self._stream_audience = stream_audience or self._ws_url
        self._timeout = timeout
        is_secure = self._url.startswith("https") or self._ws_url.startswith("wss")
        # It loads all certificate authorities of the machine, which takes a moment.
        self._context = ssl_context or (ssl.create_default_context() if is_secure else None)
        self._clock = clock or Clock()
        self._http = _Http(timeout, retries, max_answer_bytes, self._context, self._clock)
        self._tokens = self._tokens_of(token, client_id, client_secret)
        self._names: dict[tuple[str, str], tuple[str, float]] = {}
        self._streams: weakref.WeakSet[Stream] = weakref.WeakSet()

    def __repr__(self) -> str:
        return f"Tidemark({self._url!r})"

    def __enter__(self) -> Tidemark:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes its streams, and stops retries in other threads."""
        self._http.closed.set()
        for stream in list(self._streams):
            stream.close()

    def price(self, index: str, *, at: Optional[Instant] = None) -> Decimal:
        """The latest reference price of an asset (in USD), a market (in its quote) or a liquid index.

        `at`: the one at or before that time, of the last 200 days. `index(index, at=...)` has its timestamp too.
        """
        return self.index(index, at=at).price

    def index(self, index: str, *, at: Optional[Instant] = None) -> Tick:
        """The latest value of an index, or the one at or before `at`, with its volume, time and flags."""
        when = None if at is None else self._past(_instant(at, self._clock.now))
        more = {} if when is None else {"timestamp": when, "size": 1}
        found = self._content("/v3/index-ticker", indexId=self.find(index), **more)
        if not found and when is not None:
            raise TidemarkError(f"{index} has no value at or before {when} within the last 200 days")
        if not found:
            raise self._unknown(index)
        return Tick.of(found[0])

    def _past(self, at: datetime) -> str:
        """Raises for a time in the future. A simulated market may be ahead of this machine's clock, so its newest tick
        counts too. Clocks may differ by a tick."""
        if at > self._clock.now() + _TICK:
            newest = _time(str(_object(self.get("/v3/integrity/head")).get("slot")))
            if at > newest + _TICK:
                raise ValueError(f"{_text(at)} is in the future: the newest tick is {_text(newest)}")
        return _text(at)

    def ticks(
        self,
        index: str,
        *,
        from_: Optional[Instant] = None,
        to: Optional[Instant] = None,
        last: Optional[Duration] = None,
        limit: Optional[int] = None,
        start: Optional[Instant] = None,
        end: Optional[Instant] = None,
    ) -> Records[Tick]:
        """30-second values of the last 200 days, with `from_` <= timestamp < `to`.

        `last`: in place of `from_`, so long before `to`, else before now. `limit`: the first so many from `from_`, or
        else the newest. `start` and `end`: older words for `from_` and `to`.
        """
        return self._range(Tick, "/v3/index-ticker", index, {}, _Range(from_, to, last, limit, start, end))

    def candles(
        self,
        index: str,
        interval: str = "1h",
        *,
        from_: Optional[Instant] = None,
        to: Optional[Instant] = None,
        last: Optional[Duration] = None,
        limit: Optional[int] = None,
        start: Optional[Instant] = None,
        end: Optional[Instant] = None,
    ) -> Records[Candle]:
        """Candles of 1m, 5m, 15m, 30m, 1h, 4h or 1d; the newest may be running. The range is as with `ticks`."""
        return self._range(Candle, "/v3/candles", index, {"interval": interval}, _Range(from_, to, last, limit, start, end))

    def days(
        self,
        index: str,
        *,
        from_: Optional[Instant] = None,
        to: Optional[Instant] = None,
        last: Optional[Duration] = None,
        limit: Optional[int] = None,
        start: Optional[Instant] = None,
        end: Optional[Instant] = None,
    ) -> Records[Day]:
        """End-of-day records of the full history. The range is as with `ticks`."""
        return self._range(Day, "/v3/ohlcv", index, {}, _Range(from_, to, last, limit, start, end))

    def receipt(self, value: Union[Tick, str]) -> dict[str, Any]:
        """How a value was computed, exchange by exchange: for a tick (or its id), or for the latest value of an index.

        It is evidence, and so given as it was sent, its numbers as text.
        """
        if isinstance(value, Tick):
            tick_id = value.id
        elif isinstance(value, str) and _UUID.fullmatch(value):
            # A tick's id looks like an index's: only the service can tell.
            found = self._content("/v3/index-ticker", indexId=value)
            tick_id = str(found[0].get("id")) if found else value
        else:
            tick_id = self.index(value).id
        return _object(self.get(f"/v3/index-ticker/{quote(tick_id, safe='')}/constituents"))

    def stream(self, *indices: str, since: Optional[Instant] = None, buffer: int = 10_000) -> Stream:
        """The current value of each index, then each tick of it, read by a thread of its own.

        `since`: all ticks after it first. `buffer`: how many may wait for you.
        """
        if not 0 < len(indices) <= _MOST_INDICES:
            raise ValueError(f"a stream has 1 to {_MOST_INDICES} indices: use several streams for more")
        if not buffer >= 1:
            raise ValueError(f"buffer must be at least 1 (got {buffer})")
        ids = list(dict.fromkeys(self.find(index) for index in indices))
        stream = Stream(_Link(self, ids, None if since is None else _instant(since, self._clock.now), buffer))
        self._streams.add(stream)
        return stream

    def async_stream(self, *indices: str, since: Optional[Instant] = None, buffer: int = 10_000) -> AsyncStream:
        """The same for asyncio: `async with tidemark.async_stream("BTC") as stream: async for tick in stream: ...`"""
        return AsyncStream(lambda: self.stream(*indices, since=since, buffer=buffer))

    def convert(self, from_: str, to: str, amount: Union[Decimal, int, str] = 1) -> Conversion:
        """Converts an amount of one asset into another, by their reference prices: `convert("ETH", "BTC", "2.5").amount`."""
        if isinstance(amount, float):
            raise TypeError(f"a float is not exact: give the amount as Decimal, int or text (got {amount!r})")
        try:
            exact = _decimal(amount)
        except _MALFORMED:
            raise ValueError(f'an amount is a number such as 2 or "2.5" (got {amount!r})') from None
        assets = {"fromAssetId": self._asset(from_), "toAssetId": self._asset(to)}
        return Conversion.of(_object(self.get("/v3/convert", amount=format(exact, "f"), **assets)))

    def market_caps(self, *, top: Optional[int] = None, percent_change: bool = False) -> list[MarketCap]:
        """Assets by market cap, largest first; all of them, or the first `top`."""
        found = self._content("/v3/market-cap", top=top, percentChange=percent_change or None)
        return sorted(map(MarketCap.of, found), key=lambda each: each.market_cap_rank)

    def market_cap_total(self) -> MarketCapTotal:
        """Market cap and volume of all established assets together, and the share of Bitcoin."""
        return MarketCapTotal.of(_object(self.get("/v3/market-cap/total")))

    def exchange_tickers(self, market: Optional[str] = None, exchange: Optional[str] = None) -> list[ExchangeTicker]:
        """The latest ticker of a market on each exchange, or of each market of an exchange, or both."""
        if market is None and exchange is None:
            raise ValueError("give a market or an exchange")
        market_id = None if market is None else self._named("market", market, self._market)
        exchange_id = None if exchange is None else self._named("exchange", exchange, self._exchange)
        found = self._content("/v3/exchange-ticker", marketId=market_id, exchangeId=exchange_id)
        return list(map(ExchangeTicker.of, found))

    def find(self, index: str) -> str:
        """The id of an index."""
        return self._named("index", index, self._find)

    def _asset(self, name: str) -> str:
        return self._named("asset", name, lambda text: self._find_asset(text) or self._raise_unknown(text))

    def _named(self, kind: str, wanted: str, find: Callable[[str], str]) -> str:
        """The id of a name, cached for some minutes."""
        if not isinstance(wanted, str):
            raise TypeError(f"an {kind} is named by text, such as BTC or BTC_USD, not by {wanted!r}")
        name = wanted.strip()
        if not name:
            raise IndexNameError(wanted)
        name.encode()  # A half of a character is an error of the caller, not of the service's records.
        if _UUID.fullmatch(name):
            return name.lower()
        found, until = self._names.get((kind, name), ("", 0.0))
        if not found or self._clock.monotonic() >= until:
            try:
                found = find(name)
            except _MALFORMED as error:
                raise MalformedError(f"malformed records of assets or markets: {error!r}") from error
            self._names[kind, name] = (found, self._clock.monotonic() + _NAMES_FRESH)
        return found

    def get(self, path: str, **parameters: Any) -> Any:
        """Any route, with its answer unchanged: `get("/v3/market-cap", symbol="BTC")`. For `from` write `from_`.

        An answer that lacks values of its range is an IncompleteWarning.
        """
        return self._get(path, parameters, _warn_incomplete)

    def _get(self, path: str, parameters: Mapping[str, Any], note: Callable[[list[Incomplete]], None]) -> Any:
        answer, lacking = self._ask(path, parameters)
        if lacking is not None:
            note(_incomplete_in(lacking) or [self._unknown_part(parameters)])
        return answer

    def _unknown_part(self, parameters: Mapping[str, Any]) -> Incomplete:
        """An unreadable header still means that something is missing."""
        given = {name.rstrip("_"): value for name, value in parameters.items()}
        begin, end = (given.get(name) or self._clock.now() for name in ("from", "to"))
        return Incomplete("UNKNOWN", _time(begin), _time(end))

    def _ask(self, path: str, parameters: Mapping[str, Any]) -> tuple[Any, Optional[str]]:
        if not path.startswith("/"):
            # It would become part of the host name, and that host would get the token.
            raise ValueError(f'a path begins with /, such as /v3/market-cap (got "{path}")')
        given = {name.rstrip("_"): _parameter(value) for name, value in parameters.items() if value is not None}
        url = self._url + path + ("?" + urlencode(given) if given else "")
        token = self._tokens.get(self._audience)
        try:
            return self._http.get(url, token)
        except UnauthorizedError:
            # The service may have restarted with other keys, or the token ended early: retry once with a new token.
            if not self._tokens.refused(self._audience, token):
                raise
            return self._http.get(url, self._tokens.get(self._audience))

    def records(self, path: str, **parameters: Any) -> Iterator[dict[str, Any]]:
        """The records of all pages of a list, unchanged. Use `get` for a route that answers with one record."""
        return self._pages(path, parameters, _warn_incomplete, may_be_single=True)

    def _pages(
        self,
        path: str,
        wanted: Mapping[str, Any],
        note: Callable[[list[Incomplete]], None],
        may_be_single: bool = False,
    ) -> Iterator[dict[str, Any]]:
        parameters, asked = dict(wanted), set[str]()
        while True:
            page = _object(self._get(path, parameters, note))
            if may_be_single and page and "content" not in page:
                raise TidemarkError(f'{path} answers with one record, not with a list: use get("{path}")')
            yield from _list_in(page)
            if page.get("nextId") is None:
                return
            next_id = str(page["nextId"])
            if next_id in asked:
                raise MalformedError(f"the response to {path} leads back to {next_id}: it would have no end")
            asked.add(next_id)
            parameters["startAfter"] = next_id

    def _content(self, path: str, **parameters: Any) -> list[dict[str, Any]]:
        return _list_in(_object(self.get(path, **parameters)))

    def _range(
        self,
        kind: type[R],
        path: str,
        index: str,
        more: Mapping[str, str],
        wanted: _Range,
    ) -> Records[R]:
        start, until, before_end = wanted.checked(self._clock.now)
        limit = wanted.limit

        def read(note: Callable[[list[Incomplete]], None]) -> Iterator[R]:
            first = start
            if before_end is not None:
                step = _DAY if kind is Day else _duration(more.get("interval", "30s"))
                first = _before(until, before_end) if until else _last_from(kind, step, before_end, self._clock.now())
            query: dict[str, Any] = {**more, "indexId": self.find(index), "from": first, "to": until}
            query["order"] = "desc" if first is None else "asc"
            query["size"] = _PAGE if limit is None else min(_PAGE, max(1, limit))
            found = map(kind.of, islice(self._pages(path, query, note), limit))
            # Pages of the newest records are requested newest first, and returned oldest first like all others.
            return reversed(list(found)) if first is None else found

        return Records(kind, read)

    def _find(self, name: str) -> str:
        if _LIQUID.fullmatch(name):
            found = self._content("/v3/index-ticker", name=name.upper())
            if found:
                return str(found[0]["indexId"])
        # An asset's symbol may itself contain an underscore.
        market = self._find_market(name) if "_" in name else None
        if market is not None:
            return market
        asset = self._find_asset(name)
        if asset is None and _BETWEEN.search(name):
            market = self._find_market(_BETWEEN.sub("_", name, count=1))
        return asset or market or self._raise_unknown(name)

    def _find_asset(self, name: str) -> Optional[str]:
        assets = self._content("/v3/asset", symbol=name)
        if assets:
            return self._only(name, _active_first(assets), symbol=name)
        lower = name.lower()
        called = [
            asset
            for asset in self._content("/v3/asset")
            if lower in (asset["symbol"].lower(), asset["slugName"].lower(), asset["name"].lower())
        ]
        return self._only(name, _active_first(called)) if called else None

    def _market(self, name: str) -> str:
        found = self._find_market(name)
        if found is None and _BETWEEN.search(name):
            found = self._find_market(_BETWEEN.sub("_", name, count=1))
        return found or self._raise_unknown(name)

    def _exchange(self, name: str) -> str:
        found = self._content("/v3/exchange", name=name)
        return str(found[0]["id"]) if found else self._raise_unknown(name, is_exchange=True)

    def _raise_unknown(self, name: str, is_exchange: bool = False) -> NoReturn:
        raise self._unknown(name, is_exchange)

    def _unknown(self, name: str, is_exchange: bool = False) -> IndexNameError:
        """Adds similar names, if the names can be loaded."""
        try:
            meant = self._near_exchange(name) if is_exchange else self._near_index(name)
        except (TidemarkError, *_MALFORMED):
            meant = None
        return IndexNameError(name, suggestions=[] if meant is None else [meant])

    def _near_exchange(self, name: str) -> Optional[str]:
        names = [each["name"] for each in self._content("/v3/exchange")]
        return _same_letters(name, names) or _nearest(name, names)

    def _near_index(self, name: str) -> Optional[str]:
        markets = [each["name"] for each in self._content("/v3/market")]
        if re.search("[_/:-]", name):
            return _same_letters(name, markets) or _nearest(_BETWEEN.sub("_", name, count=1), markets)
        assets = self._content("/v3/asset", status="ACTIVE")
        symbol = _nearest(name, [each["symbol"] for each in assets])
        called = _nearest(name, [each["name"] for each in assets])
        by_name = next((each["symbol"] for each in assets if each["name"] == called), None)
        return _same_letters(name, markets) or symbol or by_name

    def _find_market(self, name: str) -> Optional[str]:
        for market_name in dict.fromkeys([name, name.upper()]):
            markets = self._content("/v3/market", marketName=market_name)
            if markets:
                return self._only(name, markets, marketName=market_name)
        # Some symbols use both cases: these are searched in the full list.
        alike = [each for each in self._content("/v3/market") if each["name"].lower() == name.lower()]
        return self._only(name, alike) if alike else None

    def _only(self, name: str, candidates: list[dict[str, Any]], **selector: str) -> str:
        if len(candidates) == 1:
            return str(candidates[0]["id"])
        if selector:
            # If several have the name, the service selects the only one with a price.
            try:
                priced = self._content("/v3/index-ticker", **selector)
            except BadRequestError:
                priced = []
            if priced:
                return str(priced[0]["indexId"])
        raise IndexNameError(name, candidates)

    def _tokens_of(
        self, token: Optional[TokenSource], client_id: Optional[str], client_secret: Optional[str]
    ) -> _Tokens:
        if token is None and client_id is None:
            token = os.environ.get("TIDEMARK_TOKEN") or None
            client_id = os.environ.get("TIDEMARK_CLIENT_ID") or None
            client_secret = client_secret or os.environ.get("TIDEMARK_CLIENT_SECRET")
        if token is not None:
            bring = token if callable(token) else _always(token)
            # Its lifetime is unknown here: the function is called each time.
            return _Tokens(lambda audience, _: (_brought(bring, audience), 0.0), callable(token), self._clock)
        if client_id is None and _is_loopback(self._url):
            client_id, client_secret = "demo", "demo"
        if not client_id or not client_secret:
            raise TidemarkError("a client id and its secret are needed, or a token")
        client = {"client_id": client_id, "client_secret": client_secret}
        return _Tokens(lambda audience, lasts: self._ask_token(audience, client, lasts), True, self._clock)

    def _ask_token(self, audience: str, client: Mapping[str, str], lasts: bool) -> tuple[str, float]:
        body = {"grant_type": "client_credentials", "audience": audience, **client}
        # While the previous token is valid, its users need not wait for an unavailable service.
        answer = self._http.post(f"{self._url}/v3/oauth/token", body, 0 if lasts else None)
        try:
            token, life = str(answer["access_token"]), float(answer["expires_in"])
        except _MALFORMED:
            raise MalformedError("the answer to a token request has no token") from None
        # A shorter life is not believed, so that not every request needs a new token. NaN counts as short.
        return token, min(life, _LONGEST_LIFE) if life > _SHORTEST_LIFE else _SHORTEST_LIFE


class _Range(NamedTuple):
    """As a call has it: `start` and `end` are older words for `from_` and `to`."""

    from_: Optional[Instant]
    to: Optional[Instant]
    last: Optional[Duration]
    limit: Optional[int]
    start: Optional[Instant]
    end: Optional[Instant]

    def checked(self, now: Callable[[], datetime]) -> tuple[Optional[datetime], Optional[datetime], Optional[timedelta]]:
        """Where it begins, where it ends, and how long before its end it begins."""
        for new, old in (("from_", "start"), ("to", "end")):
            if getattr(self, new) is not None and getattr(self, old) is not None:
                raise ValueError(f"{old} is the older word for {new}: give one of them")
        begin = self.from_ if self.from_ is not None else self.start
        end = self.to if self.to is not None else self.end
        if begin is not None and self.last is not None:
            raise ValueError("from_ and last both say where to begin: give one of them")
        if begin is None and self.last is None and self.limit is None:
            raise ValueError("how far back? Give from_, last or limit")
        return (
            None if begin is None else _instant(begin, now),
            None if end is None else _instant(end, now),
            None if self.last is None else _duration(self.last),
        )


def _same_letters(name: str, known: Iterable[str]) -> Optional[str]:
    """`BTCUSDT` has the letters of `BTC_USDT`."""
    letters = _letters(name)
    return next((each for each in known if letters and _letters(each) == letters), None)


def _letters(text: str) -> str:
    return "".join(each for each in text.lower() if each.isalnum())


def _nearest(name: str, known: Iterable[str]) -> Optional[str]:
    """What is misspelt only a little, or begins so; case does not count."""
    wanted = name.lower()
    most = 1 if len(wanted) <= 4 else 2 if len(wanted) <= 8 else 3
    best, nearest = most + 1, None
    for each in known:
        distance = _edit_distance(wanted, each.lower(), most)
        if len(wanted) >= 3 and each.lower().startswith(wanted):
            distance = min(most, distance)
        if distance < best:
            best, nearest = distance, each
    return nearest


def _edit_distance(a: str, b: str, most: int) -> int:
    """How many letters must be changed, added, left out or swapped with their neighbour; above `most` only that."""
    if abs(len(a) - len(b)) > most:
        return most + 1
    before: list[int] = []
    above = list(range(len(b) + 1))
    for i in range(1, len(a) + 1):
        row = [i]
        for j in range(1, len(b) + 1):
            least = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] != b[j - 1]))
            if i > 1 and j > 1 and a[i - 1] == b[j - 2] and a[i - 2] == b[j - 1]:
                least = min(least, before[j - 2] + 1)
            row.append(least)
        before, above = above, row
    return above[len(b)]


def _object(answer: Any) -> dict[str, Any]:
    if not isinstance(answer, dict):
        raise MalformedError("the response is not an object: is it a Tidemark service?")
    return answer


def _list_in(page: Mapping[str, Any]) -> list[dict[str, Any]]:
    content = page.get("content")
    if not isinstance(content, list) or len(_dicts_in(content)) < len(content):
        raise MalformedError("the response is not a list of records: is it a Tidemark service?")
    return content


def _active_first(assets: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Inactive ones count only where no active one is meant."""
    return [asset for asset in assets if asset["status"] == "ACTIVE"] or assets


def _parameter(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return _text(_time(value)) if isinstance(value, date) else str(value)


def _base(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https", "ws", "wss") or not parts.hostname or re.search("[?#@]", url):
        raise TidemarkError(f'a URL must be like https://prices.example.com (got "{url}")')
    return re.sub("^ws", "http", url.rstrip("/"))


def _is_loopback(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


# --- Stream ----------------------------------------------------------------------------------------------------------


class _Stopped(Exception):
    """The reader has closed the stream."""


class _Buffer(Generic[T]):
    """Between the thread that reads the connection and those that read the stream. Who puts waits for room."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._items: deque[T] = deque()
        self._changed = threading.Condition()
        self._error: Optional[BaseException] = None
        self._is_ended = False
        self._wakers: list[Callable[[], None]] = []

    def put(self, item: T) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._is_ended or len(self._items) < self._size)
            if self._is_ended:
                raise _Stopped
            self._items.append(item)
            self._notify()

    def get(self, timeout: Optional[float]) -> T:
        """Raises _Stopped at the end, TimeoutError where nothing came."""
        until = None if timeout is None else time.monotonic() + timeout
        with self._changed:
            while not self._items:
                if self._error is not None:
                    raise self._error
                if self._is_ended:
                    raise _Stopped
                left = 1.0 if until is None else until - time.monotonic()
                if left <= 0:
                    raise TimeoutError("no tick came")
                # Not for ever: on Windows a wait without an end cannot be interrupted with Ctrl-C.
                self._changed.wait(min(left, 1.0))
            return self._pop()

    def poll(self, wake: Callable[[], None]) -> Optional[T]:
        """The next item if there is one. Otherwise None, and `wake` is called once, by another thread, when there may be one."""
        with self._changed:
            if self._items:
                return self._pop()
            if self._error is not None:
                raise self._error
            if self._is_ended:
                raise _Stopped
            self._wakers.append(wake)
            return None

    def forget(self, wake: Callable[[], None]) -> None:
        """`wake` is not called any more."""
        with self._changed:
            if wake in self._wakers:
                self._wakers.remove(wake)

    def end(self, error: Optional[BaseException] = None) -> None:
        """With an error, after what is left to read; without one, at once."""
        with self._changed:
            if self._is_ended:
                return
            self._is_ended = True
            self._error = error
            if error is None:
                self._items.clear()
            self._notify()

    def _pop(self) -> T:
        item = self._items.popleft()
        self._changed.notify_all()
        return item

    def _notify(self) -> None:
        self._changed.notify_all()
        wakers, self._wakers = self._wakers, []
        for wake in wakers:
            wake()


class _Ending(NamedTuple):
    """How a connection ended: with a code of the websocket, 1006 where none was said."""

    code: int
    reason: str
    retry_after: float = 0.0


_FINAL = {1002, 1003, 1007, 1008, 1009, 1010}
_RESTART = 1012
_PING_TIME_OUT = re.compile("ping time-?out", re.IGNORECASE)
_SETTLED = 60.0
"""Seconds: a connection that lasted so long begins anew with short waits."""
_LONGEST_BACK_OFF, _LONGEST_AT_FIRST = 30.0, 5.0
"""Seconds; the latter in the first minute of an outage, which a restart mostly is."""
_LONGEST_ASKED = 3600.0
"""Seconds that a service may ask a stream to wait."""
_EARLIEST = timedelta(seconds=-1)
"""No tick is sent before its time: an earlier one is of a market that has another time. Two clocks may differ by less."""
_READS_IN_A_ROW = 100
"""Ticks that an asyncio task may read without letting other tasks run, if many wait."""
_UNCONFIRMED = 32
"""Subscriptions on their way. More would wait for a reader that is busy sending them."""


class _LinkState:
    """How the connection of a stream is doing."""

    _link: _Link

    @property
    def connected(self) -> bool:
        """Whether the connection stands."""
        return self._link.connected

    @property
    def reconnects(self) -> int:
        """How often a connection was replaced by another."""
        return self._link.reconnects

    @property
    def lag(self) -> Optional[timedelta]:
        """Between the timestamp of the last tick and its arrival, by the service's clock.

        None before one was published, which the current value was not, and of a simulated market whose time runs ahead
        of clocks.
        """
        return self._link.lag

    @property
    def last_close(self) -> Optional[tuple[int, str]]:
        """Code and reason with which the last connection ended."""
        return self._link.last_close


class Stream(_LinkState):
    """Ticks of some indices as they are published: `for tick in stream`, from any thread.

    When the connection breaks, it connects again, with growing random waits, and goes on after the last tick of each
    index: none is missing, none comes twice, also after days, and however slowly you read. What cannot be mended is
    raised where you read. It ends with `close`, with its client, or when it is not referred to any more.
    """

    def __init__(self, link: _Link) -> None:
        self._link = link
        # The thread knows the link alone: a loop over a stream that breaks off leaves nothing behind.
        weakref.finalize(self, link.stop)

    def __iter__(self) -> Iterator[Tick]:
        return self

    def __next__(self) -> Tick:
        tick = self.get()
        if tick is None:
            raise StopIteration
        return tick

    def get(self, timeout: Optional[float] = None) -> Optional[Tick]:
        """The next tick; None at the end of the stream. Raises TimeoutError where none came in so many seconds."""
        try:
            return self._link.buffer.get(timeout)
        except _Stopped:
            return None

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the connection, and iterations with it."""
        self._link.stop()
        self._link.join()


class AsyncStream(_LinkState):
    """A `Stream` for asyncio: `async with tidemark.async_stream("BTC") as stream: async for tick in stream: ...`

    It resumes as a `Stream` does. A thread reads the connection, so the event loop never waits for it, and it never gets
    ahead of you by more than the buffer. Use it in one event loop; several tasks may share it, and each tick goes to one.
    """

    def __init__(self, open_stream: Callable[[], Stream]) -> None:
        self._open_stream = open_stream
        self._stream: Optional[Stream] = None
        self._reads = 0

    async def __aenter__(self) -> AsyncStream:
        # Names are looked up over HTTP.
        stream = await asyncio.to_thread(self._open_stream)
        self._stream, self._link = stream, stream._link
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    def __aiter__(self) -> AsyncStream:
        return self

    async def __anext__(self) -> Tick:
        tick = await self.get()
        if tick is None:
            raise StopAsyncIteration
        return tick

    async def get(self) -> Optional[Tick]:
        """The next tick; None at the end of the stream. `asyncio.wait_for(stream.get(), 60)` loses none if it times out."""
        if self._stream is None:
            raise TidemarkError("open the stream first: async with tidemark.async_stream(...) as stream")
        self._reads += 1
        if self._reads % _READS_IN_A_ROW == 0:
            await asyncio.sleep(0)
        loop, buffer = asyncio.get_running_loop(), self._link.buffer
        while True:
            woken = asyncio.Event()

            def wake(woken: asyncio.Event = woken) -> None:
                try:
                    loop.call_soon_threadsafe(woken.set)
                except RuntimeError:
                    pass  # The event loop is closed, so no task waits.

            try:
                tick = buffer.poll(wake)
                if tick is not None:
                    return tick
                await woken.wait()
            except _Stopped:
                return None
            finally:
                buffer.forget(wake)

    async def aclose(self) -> None:
        """Ends the connection, and iterations with it."""
        if self._stream is not None:
            self._link.stop()
            await asyncio.to_thread(self._link.join)


class _BackOff:
    """Waits by chance, so that clients which were cut off together do not come back together."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._failures = 0
        self._since = 0.0

    def wait_after(self, ending: _Ending, lasted: float) -> float:
        now, is_restart = self._clock.monotonic(), ending.code == _RESTART
        if lasted >= _SETTLED:
            self._failures = 0
        if is_restart or self._failures == 0:
            self._since = now
        if is_restart:
            self._failures = max(self._failures, 1)
        most = _LONGEST_AT_FIRST if now - self._since < _SETTLED else _LONGEST_BACK_OFF
        longest = min(most, 2.0**self._failures)
        self._failures = min(self._failures + 1, 10)
        return random.random() * longest


class _Link:
    """The thread behind a stream, and the connection that it keeps."""

    def __init__(self, client: Tidemark, ids: list[str], since: Optional[datetime], size: int) -> None:
        self.connected = False
        self.reconnects = 0
        self.lag: Optional[timedelta] = None
        self.last_close: Optional[tuple[int, str]] = None
        self.buffer: _Buffer[Tick] = _Buffer(size)
        self._client = client
        self._ids = ids
        #: By index: the newest tick that the reader has or will get.
        self._last: dict[str, datetime] = {} if since is None else dict.fromkeys(ids, since)
        self._closed = threading.Event()
        self._socket: Optional[_WebSocket] = None
        self._to_subscribe: deque[str] = deque()
        #: What the service's stream does not reach back for.
        self._from_history: set[str] = set()
        self._connected_at: Optional[float] = None
        #: When the service was met, and how much its clock is ahead of the machine's own.
        self._met_at, self._ahead = client._clock.now(), timedelta()
        self._had_connection = False
        self._is_refused = False
        self._thread = threading.Thread(target=self._run, name="tidemark-stream", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._closed.set()
        self.buffer.end()
        opened = self._socket
        if opened is not None:
            opened.interrupt()

    def join(self) -> None:
        """Not for ever: it may be looking up a host."""
        if threading.current_thread() is not self._thread:
            self._thread.join(timeout=2.0)

    def _run(self) -> None:
        try:
            self._keep()
        except _Stopped:
            pass
        except Exception as error:  # Whatever it is, the reader must hear of it and not wait for ever.
            self.buffer.end(error)
        finally:
            self.connected = False

    def _keep(self) -> None:
        """Makes another connection where one ends, as close codes say."""
        client, is_second_token = self._client, False
        back_off = _BackOff(client._clock)
        while True:
            ending, token = self._attempt()
            if self._closed.is_set():
                raise _Stopped
            was_connected = self._connected_at is not None
            lasted = client._clock.monotonic() - (self._connected_at or client._clock.monotonic())
            self.connected, self._connected_at = False, None
            self.last_close = (ending.code, ending.reason)
            if self._is_refused or ending.reason == "token refused":
                may_renew = client._tokens.refused(client._stream_audience, token)
                if not may_renew or (is_second_token and not was_connected):
                    raise UnauthorizedError(401, {"status": "UNAUTHORIZED", "message": ending.reason})
                # Two in a row: after a connection that was of use, or one that broke, it begins anew.
                is_second_token = not was_connected
                if is_second_token:
                    continue
            elif ending.code in _FINAL and not _PING_TIME_OUT.match(ending.reason):
                raise StreamClosedError(ending.code, ending.reason)
            else:
                is_second_token = False
            wait = back_off.wait_after(ending, lasted)
            client._clock.wait(max(wait, min(ending.retry_after, _LONGEST_ASKED)), self._closed)

    def _attempt(self) -> tuple[_Ending, str]:
        """One connection, from its token to its end."""
        client, token = self._client, ""
        self._is_refused = False
        try:
            token = client._tokens.get(client._stream_audience)
            opened = _WebSocket.connect(client._ws_url, token, client._timeout, client._context)
        except (ApiError, UnreachableError) as error:
            return _ending_after(error), token
        self._socket = opened
        try:
            return self._listen(opened), token
        except _ProtocolError as error:
            return error.ending, token
        except (ApiError, UnreachableError) as error:
            return _ending_after(error), token
        finally:
            self._socket = None
            opened.close()

    def _listen(self, opened: _WebSocket) -> _Ending:
        while not self._closed.is_set():
            received = opened.receive()
            if isinstance(received, _Ending):
                return received
            message = _message_of(received)
            event = message.get("event")
            if event == "INDEX_TICKER":
                tick = Tick.of(message)
                self._measure(tick)
                self._deliver(tick)
            elif event == "CONNECTED":
                self._meet(message)
                self._begin(opened)
            elif event == "SUBSCRIBED_INDEX_TICKER":
                self._confirmed(opened, str(message.get("requestId")))
            elif event == "ERROR":
                self._complained(opened, message)
        raise _Stopped

    def _meet(self, message: Mapping[str, Any]) -> None:
        self._met_at = self._client._clock.now()
        try:
            self._ahead = _time(str(message.get("timestamp"))) - self._met_at
        except (ValueError, OverflowError):
            self._ahead = timedelta()

    def _measure(self, tick: Tick) -> None:
        """What is older was published before there was a connection: it says nothing about its way."""
        try:
            sent_at = tick.timestamp - self._ahead
        except OverflowError:
            return  # A time at the end of all times: such a clock says nothing either.
        if sent_at > self._met_at:
            lag = self._client._clock.now() - sent_at
            self.lag = None if lag < _EARLIEST else lag

    def _begin(self, opened: _WebSocket) -> None:
        self.reconnects += self._had_connection
        self._had_connection = self.connected = True
        self._connected_at = self._client._clock.monotonic()
        self._from_history.clear()
        self._to_subscribe = deque(self._ids)
        for _ in range(_UNCONFIRMED):
            self._subscribe_next(opened)

    def _subscribe_next(self, opened: _WebSocket) -> None:
        if self._to_subscribe:
            self._subscribe(opened, self._to_subscribe.popleft())

    def _subscribe(self, opened: _WebSocket, index_id: str) -> None:
        message = {"event": "SUBSCRIBE_INDEX_TICKER", "indexId": index_id, "requestId": index_id}
        if index_id in self._last and index_id not in self._from_history:
            message["since"] = _text(self._last[index_id])
        opened.send(json.dumps(message))

    def _confirmed(self, opened: _WebSocket, index_id: str) -> None:
        if index_id in self._from_history:
            # What was published before the subscription is in history by now; what comes after it waits in the socket.
            for tick in self._client.ticks(index_id, from_=self._last[index_id]):
                self._deliver(tick)
        self._subscribe_next(opened)

    def _complained(self, opened: _WebSocket, message: Mapping[str, Any]) -> None:
        code, index_id = str(message.get("code")), str(message.get("requestId"))
        if code == "401":
            self._is_refused = True  # The end of the connection follows.
        elif code == "400" and index_id in self._last and index_id not in self._from_history:
            # It was too long ago for the service's stream.
            self._from_history.add(index_id)
            self._subscribe(opened, index_id)
        elif code.isdigit():
            raise _api_error(int(code), json.dumps({"message": message.get("message")}).encode())

    def _deliver(self, tick: Tick) -> None:
        last = self._last.get(tick.index_id)
        if last is not None and tick.timestamp <= last:
            return
        self.buffer.put(tick)
        self._last[tick.index_id] = tick.timestamp


def _ending_after(error: Union[ApiError, UnreachableError]) -> _Ending:
    """Raises the error where connecting again would meet it again."""
    if isinstance(error, ApiError) and (error.http_status >= 500 or error.http_status == 429):
        return _Ending(1006, str(error), error.retry_after or 0.0)
    if isinstance(error, UnreachableError) and not _is_distrusted(error):
        return _Ending(1006, str(error))
    raise error


def _message_of(text: str) -> dict[str, Any]:
    try:
        message = json.loads(text)
    except _NO_JSON:
        message = None
    if not isinstance(message, dict):
        raise _ProtocolError(1007, "a message that is no JSON object")
    return message


# --- Websocket (RFC 6455) --------------------------------------------------------------------------------------------

_MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_CONTINUATION, _TEXT, _CLOSE, _PING, _PONG = 0, 1, 8, 9, 10
_LONGEST_MESSAGE = 16 * 2**20
_SILENCE = 75.0
"""Seconds: the service pings every 30. Two that did not come, and a half."""


class _ProtocolError(Exception):
    def __init__(self, code: int, reason: str) -> None:
        self.ending = _Ending(code, reason)


class _WebSocket:
    """One connection. One thread reads and writes it; any other may interrupt it."""

    def __init__(self, opened: socket.socket) -> None:
        self._socket = opened
        self._reader = opened.makefile("rb")

    @classmethod
    def connect(cls, url: str, token: str, timeout: float, context: Optional[ssl.SSLContext]) -> _WebSocket:
        """Raises UnreachableError, or the ApiError that the handshake was answered with."""
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "wss" else 80)
        opened: Optional[socket.socket] = None
        try:
            opened = socket.create_connection((host, port), timeout)
            # Messages are small and many: each goes at once.
            opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if parts.scheme == "wss":
                opened = (context or ssl.create_default_context()).wrap_socket(opened, server_hostname=host)
            websocket = cls(opened)
            websocket._shake_hands(parts.netloc, parts.path or "/", token)
            opened.settimeout(_SILENCE)
            return websocket
        except Exception as error:
            if opened is not None:
                opened.close()
            if isinstance(error, (OSError, ValueError, http.client.HTTPException)):
                raise UnreachableError(f"cannot reach {parts.netloc}: {error}") from error
            raise

    def _shake_hands(self, host: str, path: str, token: str) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        # In the header and not in the URL: proxies keep URLs, and long-lived tokens are taken from here only.
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {host}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {key}",
            f"Authorization: Bearer {token}",
            "User-Agent: tidemark.py",
            *(f"{name}: {value}" for name, value in _COMPAT.items()),
        ]
        self._socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))
        status_line = self._reader.readline(65_536).split(maxsplit=2)
        headers = http.client.parse_headers(self._reader)
        if len(status_line) < 2:
            raise ConnectionError("the connection broke")
        status = int(status_line[1])
        if status != 101:
            # Below 0 it would be read to its end, which may not come.
            length = max(0, min(int(headers.get("Content-Length") or 0), 65_536))
            raise _api_error(status, self._reader.read(length), headers.get("Retry-After"))
        expected = base64.b64encode(hashlib.sha1((key + _MAGIC).encode()).digest()).decode()
        if headers.get("Sec-WebSocket-Accept") != expected:
            raise ConnectionError("the handshake failed")

    def send(self, text: str) -> None:
        try:
            self._write(_TEXT, text.encode())
        except OSError as error:
            raise UnreachableError(f"the connection broke: {error}") from error

    def receive(self) -> Union[str, _Ending]:
        """The next message, or how the connection ended."""
        try:
            return self._next_message()
        except _ProtocolError as error:
            return error.ending
        except OSError as error:
            return _Ending(1006, str(error) or "the connection broke")

    def interrupt(self) -> None:
        """Wakes the thread that reads. All else is left to it: a TLS connection must not be used by two at once."""
        try:
            socket.socket.shutdown(self._socket, socket.SHUT_RD)
        except OSError:
            pass  # It is closed already.

    def close(self, code: int = 1000) -> None:
        try:
            self._write(_CLOSE, struct.pack("!H", code))
        except OSError:
            pass  # The other side is gone, and needs no farewell.
        self._reader.close()
        self._socket.close()

    def _next_message(self) -> Union[str, _Ending]:
        message, is_begun = bytearray(), False
        while True:
            is_last, opcode, payload = self._read_frame(_LONGEST_MESSAGE - len(message))
            if opcode == _PING:
                self._write(_PONG, payload)
            elif opcode == _CLOSE:
                return _ending_of(payload)
            elif opcode != _PONG:
                if (opcode == _CONTINUATION) != is_begun:
                    raise _ProtocolError(1002, "a fragment out of order")
                is_begun = True
                message += payload
                if is_last:
                    return _utf8(message)

    def _read_frame(self, longest: int) -> tuple[bool, int, bytes]:
        first, second = self._read(2)
        is_last, opcode, length = bool(first & 0x80), first & 0x0F, second & 0x7F
        if first & 0x70 or second & 0x80 or opcode not in (_CONTINUATION, _TEXT, _CLOSE, _PING, _PONG):
            raise _ProtocolError(1002, "a frame that a service does not send")
        if opcode >= _CLOSE and (length > 125 or not is_last):
            raise _ProtocolError(1002, "a control frame that is too long or in parts")
        if length == 126:
            (length,) = struct.unpack("!H", self._read(2))
        elif length == 127:
            (length,) = struct.unpack("!Q", self._read(8))
        if length > longest:
            raise _ProtocolError(1009, "a message is too long")
        return is_last, opcode, self._read(length)

    def _read(self, count: int) -> bytes:
        data = self._reader.read(count)
        if len(data) < count:
            raise ConnectionError("the connection broke")
        return data

    def _write(self, opcode: int, payload: bytes) -> None:
        mask, length = os.urandom(4), len(payload)
        if length < 126:
            head = struct.pack("!BB", 0x80 | opcode, 0x80 | length)
        else:
            head = struct.pack("!BBH", 0x80 | opcode, 0x80 | 126, length)
        self._socket.sendall(head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload)))


def _ending_of(payload: bytes) -> _Ending:
    if len(payload) == 1:
        raise _ProtocolError(1002, "a close frame with half a code")
    if not payload:
        return _Ending(1005, "")
    return _Ending(struct.unpack("!H", payload[:2])[0], _utf8(payload[2:]))


def _utf8(data: Union[bytes, bytearray]) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise _ProtocolError(1007, "a text that is not UTF-8") from None
