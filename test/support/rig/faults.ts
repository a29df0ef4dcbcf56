import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import {
  decimalFromNumber,
  decimalToNumber,
  formatDecimal,
  multiplyDecimals,
  parseDecimal,
} from '../../../src/core/numbers/decimal.ts';
import { encodeBody } from './numeral.ts';
import type { RigAnswer, RigInstrument, RigLayout } from './rig-layout.ts';

/** A reply before it is sent, and its exchange. */
export interface Sending {
  readonly response: ServerResponse;
  readonly answer: RigAnswer;
  readonly layout: RigLayout;
}

/** A fault of an exchange, with at least one of these members. */
export interface RigFault {
  readonly name: string;
  /** Changes the markets of the exchange. */
  readonly instruments?: (instruments: readonly RigInstrument[]) => readonly RigInstrument[];
  /** Replaces how it replies. */
  readonly send?: (sending: Sending) => void;
  /** Whether a reply does not end by itself. */
  readonly holds?: true;
  /** How far the server's clock is ahead, in its `Date` header. */
  readonly clockAheadMs?: number;
  /** Time that a cache has kept its replies, in their `Age` headers, in seconds. */
  readonly ageSeconds?: number;
}

const HTML = '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>nginx</body>\r\n</html>\r\n';
const JSON_TYPE = { 'content-type': 'application/json' };
const HTML_TYPE = { 'content-type': 'text/html; charset=utf-8' };
const CHUNK = Buffer.alloc(1 << 16, ' ');

export function sendAnswer({ response, answer }: Pick<Sending, 'response' | 'answer'>): void {
  send(response, answer.status, JSON_TYPE, encodeBody(answer.body));
}

function send(response: ServerResponse, status: number, headers: Record<string, string>, body: string): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

function status(name: string, code: number, headers: Record<string, string> = {}): RigFault {
  return {
    name,
    send: ({ response }) => send(response, code, { ...JSON_TYPE, ...headers }, encodeBody({ message: name })),
  };
}

/** A proxy in front of the exchange gets no reply from it. */
export const BAD_GATEWAY: RigFault = {
  name: 'bad gateway',
  send: ({ response }) => send(response, 502, HTML_TYPE, HTML),
};
export const UNAVAILABLE = status('service unavailable', 503);
export const FORBIDDEN = status('forbidden', 403);
/** The exchange does not serve our country. */
export const LEGAL_REASONS = status('unavailable for legal reasons', 451);
/** Binance's reply when an address is banned for too many requests. */
export const BANNED = status('banned', 418, { 'retry-after': '120' });

/** `Retry-After` in seconds, or as given. */
export function tooManyRequests(retryAfterSeconds?: number | string): RigFault {
  const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  return status('too many requests', 429, headers as Record<string, string>);
}

/** The same with an instant, by the clock of the server's `Date`. */
export function tooManyRequestsFor(ms: number): RigFault {
  return {
    name: 'too many requests, until an instant',
    send(sending) {
      const now = Date.parse(String(sending.response.getHeader('date') ?? new Date().toUTCString()));
      tooManyRequests(new Date(now + ms).toUTCString()).send?.(sending);
    },
  };
}

export function redirect(location: string): RigFault {
  return { name: 'redirect', send: ({ response }) => send(response, 302, { ...HTML_TYPE, location }, HTML) };
}

/** A name means another asset from now on: the price is unrelated to the previous one. */
export function otherMeaning(base: string, times: string): RigFault {
  return {
    name: 'another asset by the same name',
    instruments: (instruments) =>
      instruments.map((one) => (one.base === base ? withPrices(one, (price) => product(price, times)) : one)),
  };
}

export const EMPTY_BODY: RigFault = {
  name: 'empty body',
  send: ({ response }) => send(response, 200, JSON_TYPE, ''),
};
/** Half of the JSON as a complete reply. */
export const TRUNCATED_JSON: RigFault = {
  name: 'truncated JSON',
  send: ({ response, answer }) => send(response, 200, JSON_TYPE, half(encodeBody(answer.body))),
};
export const HTML_AS_ANSWER: RigFault = {
  name: 'HTML as answer',
  send: ({ response }) => send(response, 200, HTML_TYPE, HTML),
};
/** An error in the exchange's own format and with its own status. */
export const REFUSAL: RigFault = {
  name: 'refusal',
  send: ({ response, layout }) => sendAnswer({ response, answer: layout.refusal }),
};

export const CONNECTION_RESET: RigFault = {
  name: 'connection reset',
  send: ({ response }) => void response.socket?.resetAndDestroy(),
};
export const NO_HEADERS: RigFault = { name: 'no headers', holds: true, send: () => undefined };
/** The headers and half of the body, then nothing. */
export const STALLED_BODY: RigFault = {
  name: 'stalled body',
  holds: true,
  send({ response, answer }) {
    const body = encodeBody(answer.body);
    response.writeHead(200, { ...JSON_TYPE, 'content-length': Buffer.byteLength(body) });
    response.write(half(body));
  },
};

/** The complete reply, a few bytes at a time. */
export function slowDrip(bytes: number, everyMs: number): RigFault {
  return {
    name: 'slow drip',
    holds: true,
    send({ response, answer }) {
      const body = Buffer.from(encodeBody(answer.body));
      response.writeHead(200, { ...JSON_TYPE, 'content-length': body.length });
      response.flushHeaders();
      let sent = 0;
      const timer = setInterval(() => {
        response.write(body.subarray(sent, sent + bytes));
        sent += bytes;
        if (sent >= body.length) response.end();
      }, everyMs);
      response.once('close', () => clearInterval(timer));
    },
  };
}

/** The reply, padded with blanks to a size: still JSON. */
export function hugeBody(bytes = 50 << 20): RigFault {
  return {
    name: 'huge body',
    send({ response, answer }) {
      const body = encodeBody(answer.body);
      response.writeHead(200, JSON_TYPE);
      response.write(body);
      let left = bytes - Buffer.byteLength(body);
      const go = () => {
        while (left > 0) {
          const chunk = CHUNK.subarray(0, Math.min(left, CHUNK.length));
          left -= chunk.length;
          if (!response.write(chunk)) return void response.once('drain', go);
        }
        response.end();
      };
      go();
    },
  };
}

/** A huge body that is sent compressed, so that little is transferred. */
export function compressedHugeBody(bytes = 50 << 20): RigFault {
  return {
    name: 'compressed huge body',
    send({ response, answer }) {
      const body = gzipSync(encodeBody(answer.body).padEnd(bytes));
      response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip', 'content-length': body.length });
      response.end(body);
    },
  };
}

/** Every second market is neither listed nor priced. */
export const HALF_GONE: RigFault = {
  name: 'half of the markets gone',
  instruments: (instruments) => instruments.filter((_, i) => i % 2 === 0),
};

/** Two of three markets are neither listed nor priced. */
export const MAX_GONE: RigFault = {
  name: 'most of the markets gone',
  instruments: (instruments) => instruments.filter((_, i) => i % 3 === 0),
};

/** Prices in cents instead of dollars. */
export const PRICES_TIMES_100: RigFault = {
  name: 'prices times 100',
  instruments: (instruments) => instruments.map((one) => withPrices(one, times100)),
};

/** The market keeps its name, but has the prices and volumes of the inverse market. */
export const INVERTED_PRICES: RigFault = {
  name: 'inverted prices',
  instruments: (instruments) => instruments.map(inverted),
};

/** The market is named the other way round, but keeps its prices and volumes. */
export const SWAPPED_NAMES: RigFault = {
  name: 'swapped names',
  instruments: (instruments) =>
    instruments.map(({ base, quote, ...rest }) => ({ ...rest, base: quote, quote: base })),
};

/** Volumes in quote units instead of base units. */
export const QUOTE_VOLUMES: RigFault = {
  name: 'volumes in quote units',
  instruments: (instruments) =>
    instruments.map((one) => ({ ...one, baseVolume: product(one.baseVolume, one.last) })),
};

/** The exchange's clock is ahead of others. */
export function clockSkew(aheadMs: number): RigFault {
  return {
    name: 'clock skew',
    clockAheadMs: aheadMs,
    instruments: (instruments) => instruments.map((one) => ({ ...one, timestamp: one.timestamp + aheadMs })),
  };
}

/** The exchange shows an earlier state of its markets, with the timestamps of that time. */
export function delayed(instrumentsThen: () => readonly RigInstrument[]): RigFault {
  return { name: 'delayed', instruments: instrumentsThen };
}

/** A cache in front of the exchange that follows the caching headers. */
export function cachedFor(ageSeconds: number): RigFault {
  return { name: 'a cached answer', ageSeconds, clockAheadMs: -ageSeconds * 1000 };
}

const half = (text: string) => text.slice(0, text.length >> 1);

function withPrices(instrument: RigInstrument, change: (price: string) => string): RigInstrument {
  const { last, bid, ask, vwap, quoteVolume } = instrument;
  return {
    ...instrument,
    last: change(last),
    quoteVolume: change(quoteVolume),
    ...(bid === undefined ? {} : { bid: change(bid) }),
    ...(ask === undefined ? {} : { ask: change(ask) }),
    ...(vwap === undefined ? {} : { vwap: change(vwap) }),
  };
}

/** The ask of one direction is the bid of the other. */
function inverted(instrument: RigInstrument): RigInstrument {
  const { bid, ask, baseVolume, quoteVolume } = instrument;
  const { bid: _bid, ask: _ask, ...rest } = withPrices(instrument, inverse);
  return {
    ...rest,
    baseVolume: quoteVolume,
    quoteVolume: baseVolume,
    ...(ask === undefined ? {} : { bid: inverse(ask) }),
    ...(bid === undefined ? {} : { ask: inverse(bid) }),
  };
}

const product = (price: string, times: string) =>
  formatDecimal(multiplyDecimals(decimalOf(price), decimalOf(times)));
const times100 = (price: string) => product(price, '100');

/** Rounded to twelve digits: no exchange sends more. */
const inverse = (price: string) =>
  formatDecimal(decimalFromNumber(Number((1 / decimalToNumber(decimalOf(price))).toPrecision(12))));

function decimalOf(text: string) {
  const decimal = parseDecimal(text);
  if (!decimal) throw new Error(`${text} is no decimal`);
  return decimal;
}
