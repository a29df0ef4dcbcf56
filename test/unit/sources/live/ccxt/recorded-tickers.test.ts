import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Dispatcher } from 'undici';
import { SystemClock } from '../../../../../src/core/clocks/clock.ts';
import { CcxtExchange } from '../../../../../src/sources/live/ccxt/ccxt-exchange.ts';
import { isKnownToCcxt } from '../../../../../src/sources/live/ccxt/ccxt-library.ts';
import type { MarketList } from '../../../../../src/sources/live/ports/exchange-api.ts';
import { ExchangeHttp } from '../../../../../src/sources/live/http/exchange-http.ts';
import { TokenBucket } from '../../../../../src/sources/live/http/token-bucket.ts';
import { tickNumbersOf } from '../../../../../src/sources/live/understand/tick-numbers.ts';
import {
  recordedExceptions,
  recordedExchanges,
  recordedTickers,
  type RecordedExchange,
} from '../../../../support/recorded-tickers.ts';
import { encodeBody } from '../../../../support/rig/numeral.ts';
import type { RecordedEntry, RecordedTicker } from '../../../../support/rig/recorded.ts';
import { rigDialler } from '../../../../support/rig/rig-dialler.ts';

// Every recorded ticker through the whole path of a reading in production: the HTTP client, ccxt, and the decoder.

const NEVER = new AbortController().signal;
const EXCEPTIONS = recordedExceptions();
const titleOf = ({ exchange }: RecordedExchange, { method, input }: RecordedEntry) =>
  `${exchange} ${method} ${JSON.stringify(input)}`;
const cases = recordedExchanges().flatMap((recorded) =>
  recorded.entries.map((entry) => ({ recorded, entry, title: titleOf(recorded, entry) })),
);

let server: Server;
let dispatcher: Dispatcher;
let answer = '';

beforeAll(async () => {
  server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  dispatcher = rigDialler((server.address() as AddressInfo).port);
});

afterAll(async () => {
  await dispatcher.destroy();
  await new Promise((resolve) => server.close(resolve));
});

/** The ticks of a recorded answer, by symbol. */
async function ticksOf({ exchange: key, markets }: RecordedExchange, entry: RecordedEntry) {
  answer = encodeBody(entry.httpResponse);
  const clock = new SystemClock();
  const bucket = new TokenBucket({ clock, intervalMs: 0, burst: 1 });
  const http = new ExchangeHttp({ clock, dispatcher, bucketOf: () => bucket });
  const how = entry.method === 'fetchTicker' ? 'one by one' : 'at once';
  const exchange = await CcxtExchange.open(key, http, clock, undefined, { how });
  const asked = new Set(recordedTickers(entry).map(({ symbol }) => symbol));
  const raw = Object.values(markets).filter(({ symbol }) => asked.has(symbol));
  const listed = raw.map(({ symbol }) => ({ symbol, base: '', quote: '', active: true }));
  const list: MarketList = { markets: listed, currencies: [], raw };
  const readings = await exchange.tickers(list, NEVER);
  return new Map(readings.map((reading) => [reading.symbol, tickNumbersOf(reading)]));
}

const usable = cases.filter(({ recorded, title }) => !recorded.isLegacy && !(title in EXCEPTIONS));

describe('a recorded response is read as recorded', () => {
  test.each(usable)('$title', async ({ recorded, entry }) => {
    const ticks = await ticksOf(recorded, entry);
    const expected = recordedTickers(entry).filter(({ last }) => last !== undefined);
    expect([...ticks.keys()].toSorted()).toEqual(
      expect.arrayContaining(expected.map(({ symbol }) => symbol).toSorted()),
    );
    for (const ticker of expected) {
      const { last, bid, ask, volume } = ticks.get(ticker.symbol) ?? {};
      expect({ last: numberOf(last), bid: numberOf(bid), ask: numberOf(ask) }).toEqual({
        last: ticker.last,
        bid: ticker.bid,
        ask: ticker.ask,
      });
      expectVolume(volume, ticker);
    }
  });
});

describe('the recordings', () => {
  test('that are exceptions exist, and each has a reason', () => {
    const titles = cases.map(({ title }) => title);
    expect(titles).toEqual(expect.arrayContaining(Object.keys(EXCEPTIONS)));
    for (const reason of Object.values(EXCEPTIONS)) expect(reason.length).toBeGreaterThan(20);
  });

  test('of exchanges removed from ccxt cannot be read through it', () => {
    const legacy = cases.filter(({ recorded }) => recorded.isLegacy);
    expect(legacy.length).toBeGreaterThan(0);
    for (const { recorded } of legacy) expect(isKnownToCcxt(recorded.exchange)).toBe(false);
  });

  test('are all read except those', () => {
    const legacy = cases.filter(({ recorded }) => recorded.isLegacy);
    expect(usable.length + legacy.length + Object.keys(EXCEPTIONS).length).toBe(cases.length);
    expect(usable.length).toBeGreaterThanOrEqual(70);
  });
});

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

/** If only the volume in quote units was recorded, it is divided by a price. */
function expectVolume(
  volume: string | undefined,
  ticker: RecordedTicker & Partial<Record<'quoteVolume' | 'vwap', number>>,
): void {
  const { baseVolume, quoteVolume, vwap, last } = ticker;
  if (baseVolume !== undefined) expect(Number(volume)).toBe(baseVolume);
  else if (quoteVolume === undefined) expect(volume).toBeUndefined();
  else expect(Number(volume) / (quoteVolume / (vwap ?? last ?? 1))).toBeCloseTo(1, 9);
}
