import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { connect, type NatsConnection } from 'nats';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newRoleKey, RoleKeys } from '../../src/cluster/credentials/role-keys.ts';
import { questionPurpose } from '../../src/cluster/nats/messages/message-trust.ts';
import { packMessage } from '../../src/cluster/nats/messages/packing.ts';
import { cutIntoPieces } from '../../src/cluster/nats/messages/pieces.ts';
import { parseNatsAddress } from '../../src/cluster/nats/nats-address.ts';
import { NatsBus } from '../../src/cluster/nats/nats-bus.ts';
import { NatsRpc } from '../../src/cluster/nats/nats-rpc.ts';
import { SystemClock } from '../../src/core/clocks/clock.ts';
import type { TestQuestions } from '../contract/ports/rpc-contract.ts';
import type { TestTopics } from '../contract/ports/bus-contract.ts';
import { NatsServer } from '../support/nats-server.ts';
import { sentAs } from '../support/sent-message.ts';

const clock = new SystemClock();
/** For limits of senders. */
class StoppedClock extends SystemClock {
  override monotonic(): number {
    return 0;
  }

  override wait(...waited: Parameters<SystemClock['wait']>): Promise<void> {
    return clock.wait(...waited);
  }
}
const [compute, serve] = [newRoleKey('compute'), newRoleKey('serve')];
const trustOf = (own: typeof compute) => new RoleKeys({ own, all: [compute, serve] }, () => clock.now());
const ROLES = { double: { asks: ['serve'], answers: ['compute'] } };
/** With half of it in each half second, of questions to any node and of questions to all. */
const MAX_PER_SECOND = 20;

let server: NatsServer;
let thief: NatsConnection;
const closing: { close(): Promise<unknown> }[] = [];
beforeAll(async () => {
  server = await NatsServer.start();
});
afterEach(async () => {
  for (const each of closing.splice(0).toReversed()) await each.close();
});
afterAll(() => server.stop());

async function stage() {
  const name = randomUUID();
  const address = parseNatsAddress(server.url);
  const refusals: string[] = [];
  const senders: unknown[] = [];
  const open = (own: typeof compute) => {
    const rpc = new NatsRpc<TestQuestions>({
      address,
      clock: own === compute ? new StoppedClock() : clock,
      name,
      trust: trustOf(own),
      roles: ROLES,
      maxPerSecond: { double: MAX_PER_SECOND },
      maxBytes: { double: { asks: 1000, answers: 1000 } },
      watch: {
        refused: (_, refusal, sender) => {
          refusals.push(refusal);
          senders.push(sender);
        },
      },
    });
    closing.push(rpc);
    return rpc;
  };
  const [node, asker] = [open(compute), open(serve)];
  await until(() => node.isUp && asker.isUp);
  thief = await connect({ servers: server.url.slice('nats://'.length) });
  closing.push(thief);
  return { name, node, asker, open, refusals, senders };
}

test('of a flood the servers deliver as many messages as a node takes, and it answers once there is room again', async () => {
  const { name, node, asker, refusals } = await stage();
  node.answer('double', async (number) => 2 * number);
  expect(await answered(asker, 1)).toBe(2);
  for (let i = 0; i < 20_000; i++)
    for (const to of ['any', 'all']) thief.publish(`${name}.${to}.double`, Buffer.alloc(500), { reply: 'x' });
  await thief.flush();
  await until(() => refusals.length > 0);
  const taken = refusals.length;
  // A busy machine may begin more than one half second meanwhile.
  expect(taken).toBeLessThan(1000);
  expect(await answered(asker, 2)).toBe(4);
});

test('a question that claims or has more bytes than allowed is rejected before its signature is checked', async () => {
  const { name, node, asker, refusals, senders } = await stage();
  node.answer('double', async (number) => 2 * number);
  expect(await answered(asker, 1)).toBe(2);
  const trust = trustOf(serve);
  const purpose = questionPurpose(name, 'double');
  const large = await packMessage(Buffer.alloc(2000).toString('base64'), {
    ...sentAs(trust.publisher, 1, trust, purpose),
  });
  const bytes = Buffer.alloc(2000);
  const [piece] = cutIntoPieces({ ...large, bytes, signature: Buffer.alloc(64) }, 100_000);
  const padded = Buffer.concat([cutIntoPieces({ ...large, bytes: Buffer.alloc(10) }, 1000)[0]!, bytes]);
  for (const each of [piece!, padded]) thief.publish(`${name}.any.double`, each, { reply: 'x' });
  await until(() => refusals.length === 2);
  expect(refusals).toEqual(['too-large', 'too-large']);
  expect(senders).toEqual([undefined, undefined]);
});

test('one sender gets half of what a node takes and is named, and another one is still answered', async () => {
  const { node, asker, open, refusals, senders } = await stage();
  const other = open(serve);
  let asked = 0;
  node.answer('double', async (number) => {
    asked++;
    return 2 * number;
  });
  await until(() => other.isUp);
  const reasonOf = ({ reason }: { reason: string }) => reason;
  const outcomes: unknown[] = [];
  while (!outcomes.includes('busy')) {
    outcomes.push(await asker.ask('double', 4).catch(reasonOf));
    await pause(20);
  }
  expect(asked).toBe(MAX_PER_SECOND / 2);
  expect(refusals).toEqual(['too-many']);
  expect(senders).toEqual([{ role: 'serve', publisher: expect.stringMatching(/^[0-9a-f]{16}$/) }]);
  expect(await answered(other, 3)).toBe(6);
});

test('requests for the last message of a topic are answered at a limited rate', async () => {
  const { name } = await stage();
  const bus = new NatsBus<TestTopics>({
    address: parseNatsAddress(server.url),
    clock,
    name,
    retained: ['numbers'],
  });
  closing.push(bus);
  await until(() => bus.isUp);
  await bus.publish('numbers', 7);
  let replies = 0;
  thief.subscribe('replies', { callback: (_, { headers }) => void (headers ?? replies++) });
  const requests = 2000;
  for (let i = 0; i < requests; i++) thief.publish(`${name}.ask.numbers`, undefined, { reply: 'replies' });
  await until(() => replies > 0);
  await bus.publish('numbers', 8);
  await thief.flush();
  expect(replies).toBeLessThan(requests / 10);
});

async function answered(asker: NatsRpc<TestQuestions>, number: number): Promise<number> {
  for (;;) {
    const answer = await asker.ask('double', number).catch(() => undefined);
    if (answer !== undefined) return answer;
    await pause(20);
  }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(5);
}
