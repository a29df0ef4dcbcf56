import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from 'nats';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { parseNatsAddress } from '../../src/cluster/nats/nats-address.ts';
import { BusAway, NatsBus, type BusWatch } from '../../src/cluster/nats/nats-bus.ts';
import { SystemClock } from '../../src/core/clocks/clock.ts';
import { describeBus, TEST_RETAINED, type TestTopics } from '../contract/ports/bus-contract.ts';
import { NatsServer, type NatsServerOptions } from '../support/nats-server.ts';

const opened: NatsBus<TestTopics>[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((bus) => bus.close()));
});

/** Connects to the server, by default under a unique name. */
async function openBus(server: NatsServer, name: string = randomUUID(), watch: BusWatch = {}) {
  const bus = await new Promise<NatsBus<TestTopics>>((resolve) => {
    const made: NatsBus<TestTopics> = new NatsBus<TestTopics>({
      address: parseNatsAddress(server.url),
      clock: new SystemClock(),
      retained: TEST_RETAINED,
      name,
      watch: {
        ...watch,
        up: () => {
          watch.up?.();
          resolve(made);
        },
      },
    });
    opened.push(made);
  });
  return bus;
}

function useServer(options: NatsServerOptions): () => NatsServer {
  let server: NatsServer;
  beforeAll(async () => {
    server = await NatsServer.start(options);
  });
  afterAll(() => server.stop());
  return () => server;
}

const KINDS = [
  ['servers with JetStream', { jetStream: true }],
  ['servers without JetStream', { jetStream: false }],
] as const;

for (const [kind, options] of KINDS) {
  describe(kind, () => {
    const server = useServer(options);
    describeBus('the bus over NATS', () => openBus(server()));

    test('a message of many chunks arrives unchanged in another process', async () => {
      const name = randomUUID();
      const [publisher, listener] = [await openBus(server(), name), await openBus(server(), name)];
      const bytes = new Uint8Array(randomBytes(3_000_000));
      const received = new Promise<TestTopics['ticks']>((resolve) => listener.subscribe('ticks', resolve));
      await listening(listener, publisher);
      await publisher.publish('ticks', tick(bytes));
      const { bytes: arrived, ...others } = await received;
      expect(Buffer.compare(arrived, bytes)).toBe(0);
      expect(others).toEqual({ ...tick(bytes), bytes: undefined });
    });

    test('a later subscriber receives the last message of a retained topic', async () => {
      const name = randomUUID();
      const publisher = await openBus(server(), name);
      for (const state of [1, 2, 3]) await publisher.publish('states', state);
      const later = await openBus(server(), name);
      expect(await first(later, 'states')).toBe(3);
    });

    test('a server that was killed and has lost everything: the next message is received, and the last one is available', async () => {
      const name = randomUUID();
      const watched = { ups: 0 };
      const publisher = await openBus(server(), name, { up: () => watched.ups++ });
      const listener = await openBus(server(), name, { up: () => watched.ups++ });
      const received: number[] = [];
      listener.subscribe('states', (state) => void received.push(state));
      await publisher.publish('states', 1);
      await until(() => received.length === 1);
      await server().kill();
      await until(() => !publisher.isUp);
      await expect(publisher.publish('states', 2)).rejects.toThrow(BusAway);
      await server().begin();
      await until(() => watched.ups === 4);
      // The message published while the server was away is the last one, and is sent over the new connection.
      await until(() => received.at(-1) === 2);
      await publisher.publish('states', 3);
      await until(() => received.at(-1) === 3);
      expect(received).toEqual([1, 2, 3]);
      const later = await openBus(server(), name);
      expect(await first(later, 'states')).toBe(3);
    });
  });
}

describe('a bus', () => {
  const server = useServer({ jetStream: true });

  test('receives the last message of a publisher that has gone', async () => {
    const name = randomUUID();
    const publisher = await openBus(server(), name);
    await publisher.publish('states', 7);
    await publisher.close();
    expect(await first(await openBus(server(), name), 'states')).toBe(7);
  });

  test('receives no messages of another bus on the same servers', async () => {
    const [one, other] = [await openBus(server()), await openBus(server())];
    const received: number[] = [];
    other.subscribe('numbers', (number) => void received.push(number));
    other.subscribe('states', (state) => void received.push(state));
    await one.publish('numbers', 1);
    await one.publish('states', 2);
    await other.publish('numbers', 3);
    await until(() => received.length > 0);
    expect(received).toEqual([3]);
  });

  test('reports messages that it cannot use, and continues', async () => {
    const refusals: string[] = [];
    const name = randomUUID();
    const bus = await openBus(server(), name, {
      refused: (topic, refusal) => refusals.push(`${topic}: ${refusal}`),
    });
    const received: number[] = [];
    bus.subscribe('numbers', (number) => void received.push(number));
    const other = await connect({ servers: server().url.slice('nats://'.length) });
    await bus.publish('numbers', 1);
    await until(() => received.length === 1);
    other.publish(`${name}.live.numbers.0`, Buffer.from('hello'));
    await other.flush();
    await other.close();
    await bus.publish('numbers', 2);
    await until(() => received.length === 2);
    expect([received, refusals]).toEqual([[1, 2], ['numbers: foreign']]);
  });

  test('opens without a server, and works as soon as there is one', async () => {
    const away = await NatsServer.start();
    await away.kill();
    const opening = openBus(away);
    const [bus] = opened.slice(-1);
    const received: number[] = [];
    bus!.subscribe('numbers', (number) => void received.push(number));
    await expect(bus!.publish('numbers', 1)).rejects.toThrow(BusAway);
    await away.begin();
    await opening;
    await bus!.publish('numbers', 2);
    await until(() => received.length === 1);
    expect(received).toEqual([2]);
    await away.stop();
  });

  test('closes without a server', async () => {
    const away = await NatsServer.start();
    await away.stop();
    const bus = new NatsBus<TestTopics>({
      address: parseNatsAddress(away.url),
      clock: new SystemClock(),
    });
    await bus.close();
    expect(bus.isUp).toBe(false);
  });

  test('a server that stops answering is given up, and messages published meanwhile do not count as sent', async () => {
    const silent = await NatsServer.start();
    const bus = await openBus(silent);
    await silent.pause();
    await expect(bus.publish('numbers', 1)).rejects.toThrow(BusAway);
    silent.resume();
    await until(() => bus.isUp);
    await silent.stop();
  });

  test('connects only with a password', async () => {
    const locked = await NatsServer.start({ login: 'me:hunter2' });
    const open = (url: string) =>
      new NatsBus<TestTopics>({ address: parseNatsAddress(url), clock: new SystemClock() });
    const [known, unknown] = [
      open(locked.url.replace('//', '//me:hunter2@')),
      open(locked.url.replace('//', '//me:wrong@')),
    ];
    await until(() => known.isUp);
    await known.publish('numbers', 1);
    expect(unknown.isUp).toBe(false);
    await Promise.all([known.close(), unknown.close()]);
    await locked.stop();
  });
});

function tick(bytes: Uint8Array): TestTopics['ticks'] {
  return {
    at: 1,
    tag: 'tag',
    bytes,
    starts: Uint32Array.of(1),
    prices: Float64Array.of(Number.NaN),
    trades: [],
  };
}

function first(bus: NatsBus<TestTopics>, topic: 'states'): Promise<number> {
  return new Promise((resolve) => bus.subscribe(topic, resolve));
}

/** Resolves when the servers forward new messages to it. */
async function listening(listener: NatsBus<TestTopics>, publisher: NatsBus<TestTopics>): Promise<void> {
  const received: number[] = [];
  const end = listener.subscribe('numbers', (number) => void received.push(number));
  while (received.length === 0) {
    await publisher.publish('numbers', 0);
    await pause(5);
  }
  end();
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(5);
}
