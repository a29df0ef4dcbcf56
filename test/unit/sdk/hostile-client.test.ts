import { describe, expect, test } from 'vitest';
import { BadRequestError, MalformedError, StreamError, TidemarkError } from '../../../sdk/src/errors.ts';
import { toNumber } from '../../../sdk/src/decimal.ts';
import { all, FakeService, json, rejection, settled } from './fake-service.ts';
import { BTC, FakeStream, Reader, tickOf } from './fake-stream.ts';

/** JSON values that cannot be converted to text. */
const NO_TEXT = { toString: 1 };

describe('a message that cannot be converted to text ends the stream with an error, not the process', () => {
  test.each([
    { event: 'CONNECTED', timestamp: NO_TEXT },
    { event: 'ERROR', code: '500', message: NO_TEXT },
    { event: 'ERROR', code: NO_TEXT, message: 'no' },
    { event: 'ERROR', code: '500', message: 'no', requestId: NO_TEXT },
    { event: 'SUBSCRIBED_INDEX_TICKER', requestId: NO_TEXT },
    { event: 'INDEX_TICKER', ...tickOf(BTC, 1), indexId: NO_TEXT },
    { event: 'INDEX_TICKER', ...tickOf(BTC, 1), timestamp: NO_TEXT },
    { event: 'EXCHANGE_TICKER', exchangeId: NO_TEXT, marketId: 'market-1', timestamp: '' },
    { event: 'TRADE', exchangeId: 'exchange-1', marketId: NO_TEXT, timestamp: '' },
  ])('%j', async (message) => {
    const stream = new FakeStream();
    stream.isManual = message.event === 'CONNECTED';
    const reader = new Reader(stream.client().stream().ticks(BTC));
    await settled();
    expect(() => stream.connection.push(message)).not.toThrow();
    await settled();
    expect([StreamError, MalformedError]).toContain((reader.error as Error | undefined)?.constructor);
  });

  test('so does the time of an exchange ticker', async () => {
    const stream = new FakeStream();
    const reader = new Reader(stream.client().stream().exchangeTickers({ market: 'BTC_USD' }));
    await settled();
    const ticker = { exchangeId: 'exchange-1', marketId: 'market-1', timestamp: NO_TEXT };
    expect(() => stream.connection.push({ event: 'EXCHANGE_TICKER', ...ticker })).not.toThrow();
    await settled();
    expect(reader.error).toBeInstanceOf(TidemarkError);
  });
});

test('a refusal whose fields cannot be converted to text keeps its class', async () => {
  const errors = [{ field: NO_TEXT, message: NO_TEXT }];
  const service = new FakeService().on('/market-cap', () => json({ message: 'no', errors }, 400));
  expect(await rejection(service.client().marketCaps())).toBeInstanceOf(BadRequestError);
});

test('an asset whose symbol cannot be converted to text does not match', async () => {
  const service = new FakeService().on('/asset', () => json({ content: [{ id: '1', symbol: NO_TEXT }] }));
  expect(await rejection(service.client().asset('BTC'))).toBeInstanceOf(TidemarkError);
});

describe('whenever a call is aborted, no rejection is left without a listener', () => {
  const body = (text: string, signal: AbortSignal) =>
    new Response(
      new ReadableStream<Uint8Array>({
        start: (controller) => {
          if (signal.aborted) controller.error(signal.reason);
          signal.addEventListener('abort', () => controller.error(signal.reason));
        },
        pull: (controller) => controller.enqueue(new TextEncoder().encode(text)),
      }),
    );
  const fetch = async (_: string, { signal }: RequestInit) => {
    signal!.throwIfAborted();
    return body(' ', signal!);
  };
  const failing = async (): Promise<string> => {
    throw new Error('no token');
  };

  test.each([
    ['the body is read', async () => 't'],
    ['a token is asked for', failing],
  ])('while %s', async (_, token) => {
    const left: unknown[] = [];
    const listen = (reason: unknown) => left.push(reason);
    // The listener of the test runner would end the run.
    const others = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection').on('unhandledRejection', listen);
    try {
      for (let turns = -1; turns < 60; turns++) {
        const controller = new AbortController();
        if (turns < 0) controller.abort();
        const { signal } = controller;
        const asked = rejection(
          new FakeService().client({ token, fetch, retries: { times: 0 } }).price(BTC, { signal }),
        );
        for (let turn = 0; turn < turns; turn++) await Promise.resolve();
        controller.abort();
        await asked;
        await settled();
      }
    } finally {
      process.removeAllListeners('unhandledRejection');
      for (const other of others) process.on('unhandledRejection', other);
    }
    expect(left).toEqual([]);
  });
});

describe('invalid names are refused before any request', () => {
  const names = ['', '  ', undefined, null, 5] as string[];

  test.each(names)('%j as an asset, a market, an exchange', async (name) => {
    const stream = new FakeStream();
    const tidemark = stream.client();
    for (const ask of [
      async () => tidemark.asset(name),
      async () => tidemark.market(name),
      async () => tidemark.exchange(name),
      async () => tidemark.convert(name, name),
      async () => all(tidemark.stream().trades({ market: name ?? '' })),
    ])
      expect(await rejection(ask())).toBeInstanceOf(TidemarkError);
    expect(stream.service.calls).toEqual([]);
  });

  test('a stream of no index', async () => {
    const reader = new Reader(new FakeStream().client().stream().ticks([]));
    await settled();
    expect(reader.error).toBeInstanceOf(TidemarkError);
  });

  test.each([0, -1, Number.NaN, '5' as never])('a queue of %s', (queueSize) => {
    expect(() => new FakeStream().client().stream({ queueSize })).toThrow(TidemarkError);
  });

  test('an instant that is null is not 1970', async () => {
    const stream = new FakeStream();
    const since = null as never;
    const reader = new Reader(stream.client().stream().ticks(BTC, { since }));
    await settled();
    expect(reader.error).toBeInstanceOf(TidemarkError);
    expect(await rejection(all(stream.client().ticks(BTC, { from: 0, to: since })))).toBeInstanceOf(
      TidemarkError,
    );
  });
});

describe('options', () => {
  const client = (options: object) => new FakeService().client(options);

  test.each([0, -1, Number.NaN, 'soon'])('a time limit of %s is refused', (timeoutMs) => {
    expect(() => client({ timeoutMs })).toThrow(TidemarkError);
  });

  test.each([Infinity, 2 ** 31])('one of %s does not end at once', async (timeoutMs) => {
    const fetch = () =>
      new Promise<Response>((resolve) => {
        setTimeout(() => resolve(json({ content: [tickOf(BTC, 1)] })), 20);
      });
    expect(await client({ timeoutMs, fetch, token: 't' }).price(BTC)).toBe('101');
  });

  test.each([
    'https://me:secret@prices.example.com',
    'https://me:secret@prices.example.com?x',
    'me:secret@x',
  ])('a URL with a password is refused and not shown (%s)', (url) => {
    expect(() => client({ url })).toThrow(/^(?!.*secret)url must be like/);
  });

  test.each(['sec\nret', 'sëcret€', ''])(
    'a token that is invalid in a header (%j) is refused and not shown',
    async (token) => {
      const stream = new FakeStream();
      const error = (await rejection(stream.client({ token }).price(BTC))) as Error;
      expect(error.constructor).toBe(TidemarkError);
      expect(`${error.message} ${String(error.cause)}`).not.toMatch(/sec|ret/);
      expect(stream.service.calls).toEqual([]);
    },
  );

  test('a line end after a token from a file does no harm', async () => {
    const stream = new FakeStream();
    await stream.client({ token: 'token\n' }).price(BTC);
    expect(stream.service.calls[0]!.headers['authorization']).toBe('Bearer token');
  });
});

test.each(['0x10', '0b1', ' 1 ', '1_0', '.', ''])('%j is not a decimal', (text) => {
  expect(() => toNumber(text)).toThrow(TidemarkError);
});
