import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from 'nats';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { RpcWatch } from '../../src/cluster/nats/rpc.ts';
import { parseNatsAddress } from '../../src/cluster/nats/nats-address.ts';
import { NatsRpc } from '../../src/cluster/nats/nats-rpc.ts';
import { NatsBus } from '../../src/cluster/nats/nats-bus.ts';
import { NatsLink } from '../../src/cluster/nats/nats-link.ts';
import { packMessage } from '../../src/cluster/nats/messages/packing.ts';
import { cutIntoPieces } from '../../src/cluster/nats/messages/pieces.ts';
import { SystemClock } from '../../src/core/clocks/clock.ts';
import { Deferred } from '../../src/core/async/deferred.ts';
import { describeRpc, type TestNodes, type TestQuestions } from '../contract/ports/rpc-contract.ts';
import type { TestTopics } from '../contract/ports/bus-contract.ts';
import { sentAs } from '../support/sent-message.ts';
import { NatsServer } from '../support/nats-server.ts';

const clock = new SystemClock();

/** Nodes with one connection each, under a unique name. */
class NatsNodes implements TestNodes {
  readonly name = randomUUID();
  readonly #server: () => NatsServer;
  readonly #opened: { readonly rpc: NatsRpc<TestQuestions>; readonly link: NatsLink }[] = [];

  constructor(server: () => NatsServer) {
    this.#server = server;
  }

  async open(watch: RpcWatch = {}): Promise<NatsRpc<TestQuestions>> {
    const link = new NatsLink({ address: parseNatsAddress(this.#server().url), clock });
    const rpc = new NatsRpc<TestQuestions>({ link, clock, name: this.name, watch });
    this.#opened.push({ rpc, link });
    await until(() => rpc.isUp);
    return rpc;
  }

  /** Resolves when the servers know all subscriptions. */
  async settle(): Promise<void> {
    for (const { link } of this.#opened) await link.connection?.flush();
  }

  async close(): Promise<void> {
    for (const { rpc, link } of this.#opened) {
      await rpc.close();
      await link.close();
    }
  }
}

let server: NatsServer;
beforeAll(async () => {
  server = await NatsServer.start();
});
afterAll(() => server.stop());

describeRpc('RPC over NATS', () => new NatsNodes(() => server));

describe('RPC over NATS', () => {
  let own: NatsServer;
  let nodes: NatsNodes;
  let asker: NatsRpc<TestQuestions>;
  let one: NatsRpc<TestQuestions>;
  beforeAll(async () => {
    own = await NatsServer.start();
  });
  afterAll(() => own.stop());
  afterEach(() => nodes.close());

  async function open(): Promise<void> {
    nodes = new NatsNodes(() => own);
    [asker, one] = [await nodes.open(), await nodes.open()];
  }

  test('a killed server ends a request at once; when it is back, requests are answered again', async () => {
    await open();
    const begun = new Deferred<void>();
    const waits = { on: true };
    one.answer('double', (number) => {
      begun.resolve();
      return waits.on ? new Promise(() => undefined) : Promise.resolve(2 * number);
    });
    await nodes.settle();
    const asked = asker.ask('double', 1, { timeoutMs: 600_000 }).catch((error: unknown) => error);
    await begun.promise;
    await own.kill();
    expect(await asked).toMatchObject({ name: 'NoReply', reason: 'away' });
    await expect(asker.ask('double', 1)).rejects.toMatchObject({ reason: 'away', accepted: false });
    await own.begin();
    waits.on = false;
    await until(() => asker.isUp && one.isUp);
    await nodes.settle();
    expect(await asker.ask('double', 5)).toBe(10);
  });

  test('a server that stops answering is noticed long before the request would time out', async () => {
    await open();
    one.answer('double', (number) => Promise.resolve(2 * number));
    await nodes.settle();
    await own.pause();
    const error = await asker.ask('double', 1, { timeoutMs: 600_000 }).catch((thrown: unknown) => thrown);
    own.resume();
    expect(error).toMatchObject({ name: 'NoReply', accepted: false });
    expect(['silent', 'away']).toContain((error as { reason: string }).reason);
  });

  test('a node that dies while it works is noticed long before the request would time out', async () => {
    await open();
    const begun = new Deferred<void>();
    one.answer('double', () => (begun.resolve(), new Promise(() => undefined)));
    await nodes.settle();
    const asked = asker.ask('double', 1, { timeoutMs: 600_000 }).catch((error: unknown) => error);
    await begun.promise;
    await one.close();
    expect(await asked).toMatchObject({ reason: 'silent', accepted: true });
  });

  test('a node that works for longer than that is not given up', async () => {
    await open();
    one.answer('double', async (number) => {
      await clock.wait(3500);
      return 2 * number;
    });
    await nodes.settle();
    expect(await asker.ask('double', 3)).toBe(6);
  });

  test('one connection carries the bus and RPC, and each closes without the other', async () => {
    await open();
    const link = new NatsLink({ address: parseNatsAddress(own.url), clock });
    await until(() => link.connection !== undefined);
    const bus = new NatsBus<TestTopics>({ link, clock, name: nodes.name });
    const rpc = new NatsRpc<TestQuestions>({ link, clock, name: nodes.name });
    one.answer('double', (number) => Promise.resolve(2 * number));
    await nodes.settle();
    const received = new Promise((resolve) => bus.subscribe('numbers', resolve));
    await bus.publish('numbers', 7);
    expect([await received, await rpc.ask('double', 2)]).toEqual([7, 4]);
    await bus.close();
    expect(await rpc.ask('double', 3)).toBe(6);
    await rpc.close();
    expect(link.connection).toBeDefined();
    await link.close();
  });

  test('a message that is not our request is not answered, and later requests are', async () => {
    await open();
    const asked: number[] = [];
    one.answer('double', (number) => (asked.push(number), Promise.resolve(2 * number)));
    await nodes.settle();
    const stranger = await connect({ servers: own.url.slice('nats://'.length) });
    for (const to of ['any', 'all'])
      stranger.publish(`${nodes.name}.${to}.double`, Buffer.from('hello'), { reply: 'nowhere' });
    // One of our requests without a reply subject.
    const [piece] = cutIntoPieces(await packMessage(7, sentAs('0011223344556677', 1)), 1000);
    stranger.publish(`${nodes.name}.any.double`, piece);
    await stranger.flush();
    await stranger.close();
    expect(await asker.ask('double', 1)).toBe(2);
    expect(asked).toEqual([1]);
  });

  test('a foreign reply is not accepted', async () => {
    await open();
    const stranger = await connect({ servers: own.url.slice('nats://'.length) });
    stranger.subscribe(`${nodes.name}.any.double`, {
      callback: (_, { reply }) => stranger.publish(reply!, Buffer.from('hello')),
    });
    await stranger.flush();
    await expect(asker.ask('double', 1, { timeoutMs: 300 })).rejects.toMatchObject({
      reason: 'timeout',
      accepted: false,
    });
    await stranger.close();
  });
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(5);
}
