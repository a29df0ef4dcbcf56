import { describe, expect, test } from 'vitest';
import { MalformedError, StreamError, UnauthorizedError } from '../../../sdk/src/errors.ts';
import { BackOff } from '../../../sdk/src/stream/closing.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { json, refused, settled, T0 } from './fake-service.ts';
import { BTC, ETH, FakeStream, Reader, tickOf } from './fake-stream.ts';

async function reading(options: Parameters<FakeStream['client']>[0] = {}) {
  const fake = new FakeStream();
  await fake.publish();
  const stream = fake.client(options).stream();
  const reader = new Reader(stream.ticks([BTC]));
  await settled();
  return { fake, stream, reader };
}

describe('the client reconnects', () => {
  test.each([
    [1000, ''],
    [1001, ''],
    [1006, ''],
    [1008, 'ping time-out'],
    [1011, 'internal error: connect again and resume'],
    [1013, 'backlog: the client reads too slowly'],
  ])('after %i "%s", after a random delay', async (code, reason) => {
    const { fake, stream, reader } = await reading();
    fake.connection.close(code, reason);
    await settled();
    fake.service.clock.advance(499);
    await settled();
    expect(fake.connections).toHaveLength(1);
    expect(stream.state).toMatchObject({ connected: false, lastClose: { code, reason } });
    fake.service.clock.advance(1);
    await settled();
    expect(fake.connections).toHaveLength(2);
    expect([stream.state.reconnects, reader.error]).toEqual([1, undefined]);
  });

  test('after a restart, within a second', async () => {
    const { fake } = await reading();
    fake.connection.close(1012, 'service restart');
    await settled();
    fake.service.clock.advance(499);
    await settled();
    expect(fake.connections).toHaveLength(1);
    fake.service.clock.advance(1);
    await settled();
    expect(fake.connections).toHaveLength(2);
  });

  test('after 75 seconds of silence', async () => {
    const { fake, stream } = await reading();
    const { clock } = fake.service;
    clock.advance(74_000);
    await settled();
    fake.connection.ping();
    clock.advance(74_000);
    await settled();
    expect(fake.connections[0]!.isOver).toBe(false);
    clock.advance(1000);
    await settled();
    expect(fake.connections[0]!.isOver).toBe(true);
    expect(stream.state.lastClose).toEqual({ code: 1006, reason: 'no data received' });
    clock.advance(500);
    await settled();
    expect(fake.connections).toHaveLength(2);
  });

  test('when no token is available for a while', async () => {
    const { fake, reader } = await reading({ retries: { times: 0 } });
    fake.service.on('/oauth/token', () => refused(503, 'SERVICE_UNAVAILABLE'));
    fake.connection.close(1008, 'token refused');
    await settled();
    expect([fake.connections.length, reader.error]).toEqual([1, undefined]);
    fake.service.on('/oauth/token', () => json({ access_token: 'new', expires_in: 60 }));
    fake.service.clock.advance(30_000);
    await settled();
    expect([fake.connections.length, fake.connection.token]).toEqual([2, 'new']);
  });

  test('when the token function fails for a while', async () => {
    let isDown = false;
    const token = () => (isDown ? Promise.reject(new TypeError('fetch failed')) : 'mine');
    const { fake, stream, reader } = await reading({ token });
    isDown = true;
    fake.connection.close(1006);
    await settled();
    fake.service.clock.advance(30_000);
    await settled();
    expect([fake.connections.length, reader.error]).toEqual([1, undefined]);
    expect(stream.state.lastClose!.reason).toBe('token() failed');
    isDown = false;
    fake.service.clock.advance(30_000);
    await settled();
    expect([fake.connections.length, reader.error]).toEqual([2, undefined]);
  });

  test('not before a token may be requested again, according to the service', async () => {
    const { fake } = await reading({ retries: { times: 0 } });
    fake.service.on('/oauth/token', () => refused(429, 'TOO_MANY_REQUESTS', { 'retry-after': '600' }));
    fake.connection.close(1008, 'token refused');
    await settled();
    fake.service.clock.advance(30_000);
    await settled();
    const asked = fake.service.to('/oauth/token').length;
    fake.service.clock.advance(599_000);
    await settled();
    expect(fake.service.to('/oauth/token')).toHaveLength(asked);
    fake.service.clock.advance(1000);
    await settled();
    expect(fake.service.to('/oauth/token')).toHaveLength(asked + 1);
  });
});

describe('a refused token', () => {
  const isRefused = (fake: FakeStream) => {
    fake.connection.push({ event: 'ERROR', code: '401', message: 'no' });
    fake.connection.close(1008, 'token refused');
  };

  test('is replaced once, at once', async () => {
    const fake = new FakeStream();
    fake.isManual = true;
    const reader = new Reader(fake.client().stream().ticks([BTC]));
    await settled();
    const first = fake.connection.token;
    isRefused(fake);
    await settled();
    expect(fake.connections).toHaveLength(2);
    expect(fake.connection.token).not.toBe(first);
    isRefused(fake);
    await settled();
    expect(reader.error).toBeInstanceOf(UnauthorizedError);
    expect(fake.connections).toHaveLength(2);
  });

  test('ends the stream if it was given', async () => {
    const fake = new FakeStream();
    fake.isManual = true;
    const reader = new Reader(fake.client({ token: 'mine' }).stream().ticks([BTC]));
    await settled();
    isRefused(fake);
    await settled();
    expect(reader.error).toBeInstanceOf(UnauthorizedError);
    expect(fake.connections.map(({ token }) => token)).toEqual(['mine']);
  });

  test('is replaced again each time after days', async () => {
    const { fake, reader } = await reading();
    for (const count of [2, 3, 4]) {
      fake.service.clock.advance(60_000);
      isRefused(fake);
      await settled();
      fake.service.clock.advance(30_000);
      await settled();
      expect(fake.connections).toHaveLength(count);
    }
    expect(reader.error).toBeUndefined();
  });

  test('ends the stream if it is refused repeatedly after it was accepted', async () => {
    const { fake, reader } = await reading();
    for (let i = 0; i < 6; i++) {
      expect(reader.error).toBeUndefined();
      isRefused(fake);
      await settled();
      fake.service.clock.advance(30_000);
      await settled();
    }
    expect(reader.error).toBeInstanceOf(UnauthorizedError);
  });

  test('is replaced again each time at the handshake after a lasting connection', async () => {
    const { fake, reader } = await reading();
    for (const life of [1, 2, 3]) {
      fake.isManual = true;
      fake.connection.close(1006);
      await settled();
      fake.service.clock.advance(30_000);
      await settled();
      isRefused(fake);
      await settled();
      expect(fake.connections).toHaveLength(2 * life + 1);
      fake.connection.connected();
      await settled();
      fake.service.clock.advance(60_000);
    }
    expect(reader.error).toBeUndefined();
  });

  test('is passed to the token function', async () => {
    const fake = new FakeStream();
    fake.isManual = true;
    const asked: unknown[] = [];
    const token = (...call: unknown[]) => `token ${asked.push(call)}`;
    void new Reader(fake.client({ token }).stream().ticks([BTC]));
    await settled();
    isRefused(fake);
    await settled();
    const ofStream = asked.filter((call) => (call as unknown[])[0] === 'stream');
    expect(ofStream).toEqual([
      ['stream', { refused: undefined }],
      ['stream', { refused: fake.connections[0]!.token }],
    ]);
  });

  test('ends the stream when the client itself is refused', async () => {
    const { fake, reader } = await reading();
    fake.service.on('/oauth/token', () => json({ error: 'invalid_client' }, 401));
    isRefused(fake);
    await settled();
    fake.service.clock.advance(30_000);
    await settled();
    expect(reader.error).toMatchObject({ oauthError: 'invalid_client' });
  });
});

test.each([
  [1002, ''],
  [1007, ''],
  [1008, 'policy: too many connections'],
  [1009, ''],
])('%i "%s" ends the stream with an error', async (code, reason) => {
  const { fake, reader, stream } = await reading();
  fake.connection.close(code, reason);
  await settled();
  fake.service.clock.advance(60_000);
  await settled();
  expect(reader.error).toBeInstanceOf(StreamError);
  expect(reader.error).toMatchObject({ closeCode: code });
  expect((reader.error as Error).message).toContain(reason);
  expect(fake.connections).toHaveLength(1);
  expect(stream.state).toMatchObject({ connected: false, lastClose: { code, reason } });
});

test('a second CONNECTED does not subscribe again', async () => {
  const { fake, stream } = await reading();
  const { length } = fake.connection.sent;
  fake.connection.connected();
  await settled();
  expect([fake.connection.sent.length, stream.state.reconnects]).toEqual([length, 0]);
});

test.each([
  { timestamp: 'soon' },
  { price: 'much' },
  { price: 5 },
  { price: undefined },
  { flags: 'CARRIED' },
  { flags: [7] },
  { flags: null },
])('a tick with %j ends its reader with an error of its class', async (wrong) => {
  const { fake, stream, reader } = await reading();
  const other = new Reader(stream.ticks([ETH]));
  await settled();
  fake.connection.push({ event: 'INDEX_TICKER', ...tickOf(BTC, 2), ...wrong });
  await fake.publish();
  expect(reader.error).toBeInstanceOf(MalformedError);
  expect(reader.read.map(({ id }) => id)).toEqual([`${BTC} 1`]);
  expect([other.error, other.read.map(({ id }) => id)]).toEqual([undefined, [`${ETH} 1`, `${ETH} 2`]]);
});

test('a malformed tick without a reader is reported', async () => {
  const { fake, stream, reader } = await reading();
  const errors: unknown[] = [];
  stream.on('error', (error) => errors.push(error));
  fake.connection.push({ event: 'INDEX_TICKER', ...tickOf('another', 2), indexType: 'MWA', price: 'much' });
  await fake.publish();
  expect(errors).toEqual([expect.any(MalformedError)]);
  expect([reader.error, reader.read.length]).toEqual([undefined, 2]);
});

test.each(['null', '7', '[', '"text"'])('a message %s ends the stream', async (text) => {
  const { fake, reader } = await reading();
  fake.connection.pushText(text);
  await settled();
  expect(reader.error).toMatchObject({ closeCode: 1007 });
  expect(fake.connection.isOver).toBe(true);
});

test('a stream that gave up starts again with the next subscription', async () => {
  const { fake, stream } = await reading();
  fake.connection.close(1008, 'policy: too many messages');
  await settled();
  const reader = new Reader(stream.ticks([BTC]));
  await settled();
  expect([fake.connections.length, reader.read.length]).toEqual([2, 1]);
});

describe('waits', () => {
  const backOffOf = (random: number) => {
    const clock = new ManualClock(T0);
    const backOff = new BackOff(clock, () => random);
    const waits = (count: number) =>
      Array.from({ length: count }, () => {
        const waitMs = backOff.waitMs('later');
        clock.advance(waitMs);
        return waitMs;
      });
    return { backOff, clock, waits };
  };

  test('grow up to 5 seconds in the first minute, then up to half a minute, and start again after a lasting connection', () => {
    const { backOff, waits } = backOffOf(1);
    expect(waits(4)).toEqual([1000, 2000, 4000, 5000]);
    expect(waits(12)).toEqual([...Array.from({ length: 10 }, () => 5000), 30_000, 30_000]);
    expect(backOff.waitMs('later', 59_999)).toBe(30_000);
    expect(backOff.waitMs('later', 60_000)).toBe(1000);
    expect(waits(3)).toEqual([2000, 4000, 5000]);
  });

  test('after a restart are short again for a minute, however long the earlier outage', () => {
    const { backOff, waits } = backOffOf(1);
    expect(backOff.waitMs('soon')).toBe(1000);
    expect(waits(20).at(-1)).toBe(30_000);
    expect(backOff.waitMs('soon')).toBe(1000);
    expect(waits(13)).toEqual([2000, 4000, ...Array.from({ length: 11 }, () => 5000)]);
    expect(waits(1)).toEqual([30_000]);
  });

  test('do not stay short if the clock was set back', () => {
    const { backOff, clock, waits } = backOffOf(1);
    waits(4);
    clock.step(-3_600_000);
    expect(backOff.waitMs('later')).toBe(8000 * 2);
  });

  test('are random, and no shorter than the service requests', () => {
    expect(backOffOf(0).backOff.waitMs('later', 0)).toBe(0);
    expect(backOffOf(1).backOff.waitMs('later', 0, 7000)).toBe(7000);
    expect(backOffOf(1).backOff.waitMs('later', 0, 1e12)).toBe(3_600_000);
  });
});
