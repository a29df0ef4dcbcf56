import { request, type Dispatcher } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as faults from '../../support/rig/faults.ts';
import type { RigInstrument } from '../../support/rig/rig-layout.ts';
import { rigDialler } from '../../support/rig/rig-dialler.ts';
import { Rig } from '../../support/rig/rig.ts';

const TICKERS = 'https://api.binance.com/api/v3/ticker/24hr';
const OTHER = 'https://www.okx.com/api/v5/market/tickers?instType=SPOT';
const AT = Date.parse('2026-03-01T12:00:00Z');

const instrument = (base: string, more: Partial<RigInstrument> = {}): RigInstrument => ({
  base,
  quote: 'USDT',
  last: '8',
  bid: '5',
  ask: '10',
  baseVolume: '1000',
  quoteVolume: '8000',
  vwap: '8',
  timestamp: AT,
  active: true,
  ...more,
});

interface BinanceTicker {
  readonly symbol: string;
  readonly lastPrice: string;
  readonly bidPrice: string;
  readonly askPrice: string;
  readonly volume: string;
  readonly quoteVolume: string;
  readonly closeTime: number;
}

describe('a fault of the rig', () => {
  let rig: Rig;
  let dialler: ReturnType<typeof rigDialler>;

  beforeEach(async () => {
    rig = await Rig.start();
    dialler = rigDialler(rig.port);
    rig.set('binance', [instrument('BTC'), instrument('ETH'), instrument('LTC'), instrument('XRP')]);
  });

  afterEach(async () => {
    await dialler.destroy();
    await rig.close();
  });

  const ask = (url = TICKERS, options: { signal?: AbortSignal } = {}): Promise<Dispatcher.ResponseData> =>
    request(url, { dispatcher: dialler, ...options });

  async function tickers(): Promise<readonly BinanceTicker[]> {
    const { statusCode, body } = await ask();
    expect(statusCode).toBe(200);
    return (await body.json()) as readonly BinanceTicker[];
  }

  it.each([
    [faults.BAD_GATEWAY, 502, 'text/html'],
    [faults.UNAVAILABLE, 503, 'application/json'],
    [faults.tooManyRequests(), 429, 'application/json'],
    [faults.FORBIDDEN, 403, 'application/json'],
    [faults.LEGAL_REASONS, 451, 'application/json'],
    [faults.BANNED, 418, 'application/json'],
    [faults.HTML_AS_ANSWER, 200, 'text/html'],
  ])('$name: status and type', async (fault, status, type) => {
    rig.fault('binance', fault);
    const { statusCode, headers, body } = await ask();
    const text = await body.text();
    expect(statusCode).toBe(status);
    expect(headers['content-type']).toContain(type);
    expect(text.startsWith('<html>')).toBe(type === 'text/html');
  });

  it('sends a time for the next request, or none', async () => {
    rig.fault('binance', faults.tooManyRequests(7));
    const limited = await ask();
    await limited.body.dump();
    rig.fault('binance', faults.tooManyRequests());
    const unlimited = await ask();
    await unlimited.body.dump();
    expect([limited.headers['retry-after'], unlimited.headers['retry-after']]).toEqual(['7', undefined]);
  });

  it('redirects elsewhere', async () => {
    rig.fault('binance', faults.redirect('https://elsewhere.example/'));
    const { statusCode, headers, body } = await ask();
    await body.dump();
    expect([statusCode, headers['location']]).toEqual([302, 'https://elsewhere.example/']);
  });

  it('sends an empty response, or half of the JSON', async () => {
    const whole = await (await ask()).body.text();
    rig.fault('binance', faults.EMPTY_BODY);
    expect(await (await ask()).body.text()).toBe('');
    rig.fault('binance', faults.TRUNCATED_JSON);
    const half = await (await ask()).body.text();
    expect(whole.startsWith(half)).toBe(true);
    expect(half.length).toBe(whole.length >> 1);
    expect(() => JSON.parse(half) as unknown).toThrow(SyntaxError);
  });

  it('refuses in the format of the exchange', async () => {
    rig.fault('binance', faults.REFUSAL);
    const { statusCode, body } = await ask();
    expect(statusCode).toBe(400);
    expect(await body.json()).toEqual({ code: -1121, msg: 'Invalid symbol.' });
  });

  it('resets the connection', async () => {
    rig.fault('binance', faults.CONNECTION_RESET);
    await expect(ask()).rejects.toMatchObject({ code: expect.stringMatching(/ECONNRESET|UND_ERR_SOCKET/) });
  });

  it('sends no headers, while other exchanges answer', async () => {
    rig.fault('binance', faults.NO_HEADERS);
    const stop = new AbortController();
    let answered = false;
    const asked = ask(TICKERS, { signal: stop.signal }).then(
      () => (answered = true),
      (error: Error) => error.name,
    );
    while (!rig.requests('binance').has('/api/v3/ticker/24hr')) await (await ask(OTHER)).body.dump();
    await (await ask(OTHER)).body.dump();
    expect(answered).toBe(false);
    stop.abort();
    expect(await asked).toBe('AbortError');
  });

  it('stalls in the middle of the body', async () => {
    const whole = await (await ask()).body.text();
    rig.fault('binance', faults.STALLED_BODY);
    const { headers, body } = await ask();
    expect(Number(headers['content-length'])).toBe(whole.length);
    let read = '';
    const ended = new Promise<string>((resolve) => {
      body.once('end', () => resolve('end'));
      body.once('error', () => resolve('error'));
    });
    await new Promise<void>((resolve) => {
      body.on('data', (chunk: Buffer) => {
        read += chunk.toString();
        if (read.length >= whole.length >> 1) resolve();
      });
    });
    await (await ask(OTHER)).body.dump();
    expect(read).toBe(whole.slice(0, whole.length >> 1));
    await dialler.destroy();
    expect(await ended).toBe('error');
  });

  it('drips: the complete response in many chunks', async () => {
    const whole = await (await ask()).body.text();
    rig.fault('binance', faults.slowDrip(100, 1));
    const { body } = await ask();
    const chunks: string[] = [];
    for await (const chunk of body) chunks.push(String(chunk));
    expect(chunks.join('')).toBe(whole);
    expect(chunks.length).toBeGreaterThan(3);
  });

  it('answers at any length, also compressed', async () => {
    const whole = await (await ask()).body.text();
    const bytes = 50 << 20;
    rig.fault('binance', faults.hugeBody());
    const huge = await (await ask()).body.text();
    expect(huge.length).toBe(bytes);
    expect(huge.trimEnd()).toBe(whole);
    rig.fault('binance', faults.compressedHugeBody(1 << 20));
    const { headers, body } = await ask();
    expect(headers['content-encoding']).toBe('gzip');
    expect((await body.arrayBuffer()).byteLength).toBeLessThan(1 << 14);
  });

  it('omits half of the markets', async () => {
    rig.fault('binance', faults.HALF_GONE);
    expect((await tickers()).map(({ symbol }) => symbol)).toEqual(['BTCUSDT', 'LTCUSDT']);
  });

  it('shows a hundred times the price', async () => {
    rig.fault('binance', faults.PRICES_TIMES_100);
    const [ticker] = await tickers();
    expect(ticker).toMatchObject({ lastPrice: '800', bidPrice: '500', askPrice: '1000', volume: '1000' });
  });

  it('shows prices of the inverse market under its name', async () => {
    rig.fault('binance', faults.INVERTED_PRICES);
    const [ticker] = await tickers();
    expect(ticker).toMatchObject({
      symbol: 'BTCUSDT',
      lastPrice: '0.125',
      bidPrice: '0.1',
      askPrice: '0.2',
      volume: '8000',
      quoteVolume: '1000',
    });
  });

  it('swaps the names of base and quote', async () => {
    rig.fault('binance', faults.SWAPPED_NAMES);
    expect((await tickers())[0]).toMatchObject({ symbol: 'USDTBTC', lastPrice: '8' });
  });

  it('has a clock that is ahead', async () => {
    rig.fault('binance', faults.clockSkew(90_000));
    expect((await tickers())[0]?.closeTime).toBe(AT + 90_000);
  });

  it('ends when it is removed, and affects only one exchange', async () => {
    rig.fault('binance', faults.UNAVAILABLE);
    const other = await ask(OTHER);
    await other.body.dump();
    expect(other.statusCode).toBe(200);
    rig.fault('binance', undefined);
    expect(await tickers()).toHaveLength(4);
  });
});
