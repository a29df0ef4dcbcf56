import { generateKeyPairSync, webcrypto } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { signHead } from '../../../../../src/auth/head-signer.ts';
import type { ComputedTick } from '../../../../../src/app/pipeline/compute/index-computer.ts';
import { sha256 } from '../../../../../src/app/process/sha256.ts';
import { InProcessBus } from '../../../../../src/bus/in-process-bus.ts';
import type { NodeQuestions } from '../../../../../src/cluster/remote/node-questions.ts';
import {
  answerPublishedHeads,
  answerRecordedInputs,
} from '../../../../../src/cluster/remote/remote-inputs.ts';
import { LostTickSearch } from '../../../../../src/cluster/roles/compute/lost-tick-search.ts';
import { NoReply } from '../../../../../src/cluster/nats/rpc.ts';
import { PublishedHeads } from '../../../../../src/cluster/roles/published-heads.ts';
import { Deferred } from '../../../../../src/core/async/deferred.ts';
import { SystemClock } from '../../../../../src/core/clocks/clock.ts';
import type { SignedHead } from '../../../../../src/core/integrity-head.ts';
import { SECOND_MS, SLOT_MS, type Millis } from '../../../../../src/core/time.ts';
import { hashRecord } from '../../../../../src/engine/record/tick-record.ts';
import type { InputFrame, InputReader } from '../../../../../src/history/input-store.ts';
import type { MarketTopics } from '../../../../../src/latest/market/market-topics.ts';
import { frameOf, recordedTickOf } from '../../../../../src/values/receipts/recorded-input.ts';
import { temporaryFolders } from '../../../../support/data-folder.ts';
import { InProcessRpc } from '../../../../support/in-process-rpc.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';
import { RecordedWorld } from '../../../../support/recorded-world.ts';

const newFolder = temporaryFolders();
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const verifying = await webcrypto.subtle.importKey(
  'jwk',
  publicKey.export({ format: 'jwk' }),
  { name: 'Ed25519' },
  true,
  ['verify'],
);
const ticks = ticksOf(new RecordedWorld(), 6);
const [last] = ticks as [ComputedTick];

let rpc: InProcessRpc<NodeQuestions>;
let clock: ManualClock;
let heads: PublishedHeads;
let received: InputFrame[];
let lines: string[];

beforeEach(() => {
  rpc = new InProcessRpc<NodeQuestions>({ clock: new SystemClock() });
  clock = new ManualClock(ticks.at(-1)!.output.at + SLOT_MS);
  heads = newHeads();
  received = [];
  lines = [];
});

function ticksOf(world: RecordedWorld, count: number): ComputedTick[] {
  return Array.from({ length: count }, () => world.next());
}

function newHeads(): PublishedHeads {
  const bus = new InProcessBus<Pick<MarketTopics, 'head'>>();
  const log = pino({ level: 'silent' });
  return new PublishedHeads({ folder: newFolder(), service: 'tidemark', bus, clock, log });
}

async function headOf({ output: { at: slot }, record }: ComputedTick): Promise<SignedHead> {
  const current = { kid: 'head-key', privateKey };
  return signHead({ current }, { slot, recordHash: hashRecord(record, sha256) });
}

function readerOf(...frames: readonly InputFrame[]): InputReader {
  return {
    read: async (at) => frames.find((each) => each.at === at) ?? 'not-kept',
    between: async function* (from, to) {
      for (const inputs of frames) if (inputs.at >= from && inputs.at <= to) yield { at: inputs.at, inputs };
    },
  };
}

/** A compute node that has recorded these. */
const computing = (node: string, ...own: readonly ComputedTick[]) =>
  answerRecordedInputs({ rpc: rpc.another(), node, inputs: readerOf(...own.map(frameOf)) });

/** A serving node that has received these. */
const serving = (...own: readonly SignedHead[]) =>
  answerPublishedHeads(rpc.another(), { after: (at) => own.filter(({ slot }) => slot > at) });

/** Passes time until the search has ended. Resolves with the seconds that it took. */
async function find(
  own: readonly ComputedTick[] = [],
  onSecond: (second: number) => void = () => undefined,
): Promise<number> {
  const current = { questions: 0, waits: 0 };
  const isBusy = () => current.waits === 0 || current.questions > 0;
  const search = new LostTickSearch({
    rpc: {
      askAll: (...asked) => {
        current.questions++;
        return rpc.askAll(...asked).finally(() => current.questions--);
      },
    },
    heads,
    keys: { keyById: (kid) => (kid === 'head-key' ? verifying : undefined) },
    own: [readerOf(...own.map(frameOf))],
    received: { append: async (frame) => (received.push(frame), 'recorded') },
    time: clock,
    clock: {
      monotonic: () => clock.monotonic(),
      wait: (...waits) => {
        current.waits++;
        return clock.wait(...waits).finally(() => current.waits--);
      },
    },
    log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
  });
  const stored = { at: last.output.at, record: Buffer.from(JSON.stringify(last.record)) };
  const ended = { isTrue: false };
  const finding = search.find(stored, new AbortController().signal).finally(() => (ended.isTrue = true));
  let second = 0;
  while (!ended.isTrue) {
    // Waits for the node, not for time to pass.
    for (let turns = 0; !ended.isTrue && isBusy() && turns < 100_000; turns++) await setImmediate();
    if (ended.isTrue) break;
    onSecond(++second);
    clock.advance(SECOND_MS);
    // Those that waited for this second continue.
    await setImmediate();
  }
  await finding;
  return second;
}

const receivedSlots = () => received.map(({ at }) => (at - last.output.at) / SLOT_MS);
const logged = (text: string) =>
  lines.map((line) => JSON.parse(line) as { msg: string }).filter(({ msg }) => msg.includes(text));
const slot = (number: number): Millis => ticks[number]!.output.at;

test('ticks that only other nodes have are taken in order, as far as a signed head proves their records', async () => {
  computing('compute-2', ticks[2]!, ticks[3]!, ticks[5]!);
  computing('compute-3', ticks[3]!, ticks[4]!, ticks[5]!);
  serving(await headOf(ticks[4]!));
  expect(await find([ticks[1]!])).toBe(0);
  expect(receivedSlots()).toEqual([2, 3, 4]);
  expect(received.map((frame) => recordedTickOf(frame).record)).toEqual(
    ticks.slice(2, 5).map((t) => t.record),
  );
  expect([...heads.all().keys()]).toEqual([slot(4)]);
  expect(logged('given back')).toMatchObject([
    { ticks: 3, from: new Date(slot(2)).toISOString(), to: new Date(slot(4)).toISOString() },
  ]);
});

test('a head that no known key has signed, and one from the future, are rejected', async () => {
  const head = await headOf(ticks[2]!);
  const future = { ...ticks[5]!, output: { ...ticks[5]!.output, at: clock.now() + SLOT_MS } };
  serving({ ...head, keyId: 'another' }, { ...head, slot: slot(3) }, await headOf(future));
  rpc.another().answer('published-heads', async () => [null, { slot: 'then' }] as never);
  computing('compute-2', ticks[1]!, ticks[2]!);
  expect(await find()).toBe(0);
  expect([heads.all().size, received]).toEqual([0, []]);
  expect(logged('they do not count')).toMatchObject([{ heads: 5 }]);
});

test('another tick of a published slot is not taken, and neither are inputs that do not give the record', async () => {
  const other = ticksOf(new RecordedWorld(), 1);
  other.push(new RecordedWorld(slot(1)).next());
  serving(await headOf(ticks[1]!), await headOf(ticks[2]!));
  computing('compute-2', other[1]!);
  rpc.another().answer('recorded-ticks', async () => ({ node: 'compute-5', ticks: [{ at: 1 }] }) as never);
  rpc.another().answer('recorded-ticks', async () => ({}) as never);
  const lying = rpc.another();
  const links = ticks.slice(1, 3).map(({ output: { at }, record }) => ({
    at,
    hash: hashRecord(record, sha256),
    previous: record.previous,
  }));
  lying.answer('recorded-ticks', async () => ({ node: 'compute-3', ticks: links }));
  lying.answer('recorded-inputs', async ({ node }) =>
    node === 'compute-3' ? { inputs: frameOf(other[1]!) } : {},
  );
  await find();
  expect(received).toEqual([]);
  expect(logged('could not be taken')).toHaveLength(1);
  // Another node has the right ones.
  computing('compute-4', ticks[1]!, ticks[2]!);
  await find();
  expect(receivedSlots()).toEqual([1, 2]);
});

test('nodes that are just starting are waited for, but not for long', async () => {
  serving(await headOf(ticks[3]!));
  computing('compute-2', ticks[1]!);
  const waited = await find([], (second) => {
    if (second === 5) computing('compute-3', ticks[2]!, ticks[3]!);
  });
  expect(receivedSlots()).toEqual([1, 2, 3]);
  expect(waited).toBeLessThan(8);
  expect(logged('has: others have 30 s')).toMatchObject([
    { from: new Date(slot(1)).toISOString(), to: new Date(slot(3)).toISOString() },
  ]);
});

test('without them, what the others have is taken', async () => {
  serving(...(await Promise.all(ticks.slice(1, 4).map(headOf))));
  computing('compute-2', ticks[1]!);
  expect(await find()).toBe(30);
  expect(receivedSlots()).toEqual([1]);
});

test('the wait is shorter in a service that was publishing: its nodes have started', async () => {
  heads.add(...(await Promise.all(ticks.slice(1, 4).map(headOf))));
  computing('compute-2', ticks[1]!);
  // One second more, because no node answers the first question for heads.
  expect(await find()).toBe(11);
  expect(receivedSlots()).toEqual([1]);
});

test('a standby that has received the head of the last stored tick asks the others, too: it may have missed later ones', async () => {
  heads.add(await headOf(last));
  serving(await headOf(ticks[1]!));
  computing('compute-2', ticks[1]!);
  await find();
  expect(receivedSlots()).toEqual([1]);
});

test('heads are asked for again after half a second if no node has answered, and only then', async () => {
  const head = await headOf(ticks[2]!);
  const answers: (() => Promise<readonly SignedHead[][]>)[] = [];
  const askedAt: Millis[] = [];
  const begin = clock.now();
  const searchWith = (...given: typeof answers) => {
    answers.push(...given);
    const search = new LostTickSearch({
      rpc: {
        askAll: (() => {
          askedAt.push(clock.now() - begin);
          return answers.shift()!();
        }) as never,
      },
      heads,
      keys: { keyById: () => verifying },
      own: [],
      received: { append: async () => 'recorded' },
      time: clock,
      clock,
      log: pino({ level: 'silent' }),
    });
    return search.find(undefined, new AbortController().signal);
  };
  const swallowed = () => Promise.reject(new NoReply('published-heads', 'silent'));

  await searchWith(async () => [[]]);
  clock.advance(500);
  await setImmediate();
  expect(askedAt).toEqual([0]);
  const again = searchWith(swallowed, async () => [[head]]);
  for (const ms of [499, 1]) {
    await setImmediate();
    expect(askedAt).toEqual([0, 500]);
    clock.advance(ms);
  }
  await again;
  expect(askedAt).toEqual([0, 500, 1000]);
  expect([...heads.all().keys()]).toEqual([slot(2)]);

  // The first answer may still arrive after the second question, which another flood swallows.
  const late = new Deferred<readonly SignedHead[][]>();
  const waiting = searchWith(() => late.promise, swallowed);
  await setImmediate();
  clock.advance(500);
  await setImmediate();
  late.resolve([[await headOf(ticks[3]!)]]);
  await waiting;
  expect([...heads.all().keys()]).toEqual([slot(2), slot(3)]);
});
