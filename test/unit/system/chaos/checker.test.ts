import { describe, expect, test } from 'vitest';
import { check } from '../../../system/chaos/checker.ts';
import type {
  ClientRecord,
  FaultRecord,
  ReceivedTick,
  PageRecord,
  RunRecord,
  Tick,
} from '../../../system/chaos/record.ts';
import { SLOT_MS, type Millis } from '../../../../src/core/time.ts';

const FROM = Date.parse('2026-03-02T12:00:00Z');
const SLOTS = 8;
const INDICES = ['btc', 'eth', 'xrp'];
const at = (slot: number) => FROM + slot * SLOT_MS;
const TO = at(SLOTS - 1);

const tick = (indexId: string, slot: number): Tick => ({
  indexType: 'MWA',
  indexId,
  at: at(slot),
  id: `${indexId} ${slot}`,
  price: 100 + slot + indexId.length / 10,
  volume: 7,
  flags: '',
});

const received = (indexId: string, slot: number, lateMs = 300): ReceivedTick => ({
  ...tick(indexId, slot),
  arrivedAt: at(slot) + lateMs,
});

const ticksOf = (from: number, to: number): ReceivedTick[] =>
  Array.from({ length: to - from }, (_, i) => INDICES.map((indexId) => received(indexId, from + i))).flat();

function client(name: string, changes: Partial<ClientRecord> = {}): ClientRecord {
  return {
    name,
    node: `node of ${name}`,
    given: ticksOf(0, SLOTS),
    // Cut in the middle of a slot, which is sent again.
    connections: [ticksOf(0, 4), ticksOf(4, SLOTS)],
    failures: [],
    ...changes,
  };
}

const page = (changes: Partial<PageRecord> = {}): PageRecord => ({
  node: 'serve-1',
  asked: 'btc 12:00',
  askedAt: at(3),
  answeredAt: at(3) + 20,
  isHeld: true,
  ticks: [tick('btc', 0), tick('btc', 1)],
  ...changes,
});

const fault = (changes: Partial<FaultRecord> = {}): FaultRecord => ({
  name: 'leader',
  from: at(2) - 5000,
  to: at(2) + 9000,
  limitMs: 10_000,
  nodes: [],
  ...changes,
});

function run(changes: Partial<RunRecord> = {}): RunRecord {
  return {
    from: FROM,
    to: TO,
    clients: [client('first'), client('second')],
    pages: [page(), page({ node: 'serve-2' })],
    faults: [fault()],
    truth: {
      slots: Array.from({ length: SLOTS }, (_, slot) => ({
        at: at(slot),
        fence: slot < 4 ? 1 : 2,
        ticks: INDICES.map((indexId) => tick(indexId, slot)),
      })),
      chainProblems: [],
    },
    ...changes,
  };
}

const kinds = (record: RunRecord) =>
  [...new Set(check(record).violations.map(({ kind }) => kind))].toSorted();
const inBoth = (change: (ticks: ReceivedTick[]) => ReceivedTick[]): Partial<ClientRecord> => ({
  given: change(ticksOf(0, SLOTS)),
  connections: [change(ticksOf(0, SLOTS))],
});
const without = (indexId: string, slot: Millis) => (ticks: ReceivedTick[]) =>
  ticks.filter((one) => !(one.indexId === indexId && one.at === slot));

test('a correct run has no violation, and everything was compared', () => {
  const verdict = check(run());
  expect(verdict.violations).toEqual([]);
  // Both clients, twice each, and both pages.
  expect(verdict.compared).toBe(2 * 2 * SLOTS * INDICES.length + 4);
  expect(verdict.lateness.worstMs).toBe(300);
});

test('a client may have more values than a call may have arguments', () => {
  const before = Array.from({ length: 150_000 }, (_, i) => received('btc', i - 150_000));
  const first = client('first', { given: [...before, ...ticksOf(0, SLOTS)] });
  expect(check(run({ clients: [first] })).violations).toEqual([]);
});

describe('a value that is lost', () => {
  test('for one client', () => {
    const lost = client('second', { given: without('eth', at(5))(ticksOf(0, SLOTS)) });
    expect(check(run({ clients: [client('first'), lost] })).violations).toEqual([
      { kind: 'lost', where: 'second', at: at(5), what: 'MWA eth' },
    ]);
  });

  test('at the end', () => {
    expect(kinds(run({ clients: [client('first', { given: ticksOf(0, SLOTS - 1) })] }))).toEqual(['lost']);
  });

  test('on one connection, though the client has asked for it again', () => {
    const cut = client('first', { connections: [without('btc', at(3))(ticksOf(0, SLOTS))] });
    expect(kinds(run({ clients: [cut] }))).toEqual(['lost']);
  });

  test('in history', () => {
    const { truth } = run();
    const slots = truth.slots.filter((slot) => slot.at !== at(6));
    expect(kinds(run({ truth: { ...truth, slots } }))).toEqual(['lost', 'unstored']);
  });

  test('for a client that received nothing', () => {
    expect(kinds(run({ clients: [client('first', { given: [], connections: [] })] }))).toEqual(['lost']);
  });
});

test('a slot missing in history is lost, even if no client has it either', () => {
  const { truth } = run();
  const gone = (ticks: ReceivedTick[]) => ticks.filter((one) => one.at !== at(6));
  const slots = truth.slots.filter((slot) => slot.at !== at(6));
  const clients = [client('first', inBoth(gone))];
  expect(check(run({ clients, truth: { ...truth, slots } })).violations).toEqual([
    { kind: 'lost', where: 'history', at: at(6), what: 'no such slot' },
  ]);
});

describe('a value that is doubled', () => {
  const doubled = (ticks: ReceivedTick[]) => ticks.flatMap((one) => (one.at === at(5) ? [one, one] : [one]));

  test('for a client', () => {
    expect(kinds(run({ clients: [client('first', { given: doubled(ticksOf(0, SLOTS)) })] }))).toEqual([
      'doubled',
    ]);
  });

  test('on a connection, even if the client has dropped it', () => {
    expect(kinds(run({ clients: [client('first', { connections: [doubled(ticksOf(0, SLOTS))] })] }))).toEqual(
      ['doubled'],
    );
  });

  test('in history', () => {
    const { truth } = run();
    const slots = truth.slots.flatMap((slot) => (slot.at === at(5) ? [slot, slot] : [slot]));
    expect(kinds(run({ truth: { ...truth, slots } }))).toEqual(['doubled']);
  });
});

describe('a value that is different', () => {
  const changed =
    (change: Partial<Tick>) =>
    (ticks: ReceivedTick[]): ReceivedTick[] =>
      ticks.map((one) => (one.indexId === 'xrp' && one.at === at(2) ? { ...one, ...change } : one));

  test.each([{ price: 1 }, { volume: 1 }, { tickVolume: 1 }, { flags: 'CARRIED' }])('%o', (change) => {
    const clients = [client('first'), client('second', inBoth(changed(change)))];
    expect(kinds(run({ clients }))).toEqual(['different']);
  });

  test('on a page, from history', () => {
    expect(kinds(run({ pages: [page({ ticks: [{ ...tick('btc', 0), price: 1 }] })] }))).toEqual([
      'different',
    ]);
  });

  test('on a page, from the answer of another node', () => {
    const pages = [page(), page({ node: 'serve-2', ticks: [tick('btc', 0)] })];
    expect(kinds(run({ pages }))).toEqual(['different']);
  });
});

test('a value that history does not have is unstored', () => {
  const invented = client('first', { given: [...ticksOf(0, SLOTS), received('doge', 7)] });
  expect(kinds(run({ clients: [invented] }))).toEqual(['unstored']);
});

describe('values that are reordered', () => {
  const swapped = (ticks: ReceivedTick[]) => [
    ...ticks.filter((one) => one.at < at(3)),
    ...ticks.filter((one) => one.at === at(4)),
    ...ticks.filter((one) => one.at === at(3)),
    ...ticks.filter((one) => one.at > at(4)),
  ];

  test('for a client', () => {
    expect(kinds(run({ clients: [client('first', { given: swapped(ticksOf(0, SLOTS)) })] }))).toEqual([
      'reordered',
    ]);
  });

  test('on a connection', () => {
    const clients = [client('first', { connections: [swapped(ticksOf(0, SLOTS))] })];
    expect(kinds(run({ clients }))).toContain('reordered');
  });
});

describe('a tick that is late', () => {
  const late = (lateMs: Millis) =>
    client('first', {
      connections: [
        ticksOf(0, SLOTS).map((one) => (one.at === at(2) ? received(one.indexId, 2, lateMs) : one)),
      ],
    });

  test('by more than its fault explains', () => {
    const verdict = check(run({ clients: [late(10_001)] }));
    expect(verdict.violations).toEqual([
      { kind: 'late', where: 'all clients', at: at(2), what: '10001 ms late during leader' },
    ]);
    expect(verdict.lateness.worstMs).toBe(10_001);
  });

  test('within the limit', () => {
    expect(check(run({ clients: [late(9999)] })).violations).toEqual([]);
  });

  test('for one client is no violation if another one of the same node had it in time', () => {
    const second = client('second', { node: 'node of first' });
    expect(check(run({ clients: [late(25_000), second] })).violations).toEqual([]);
  });

  test('during a fault that has no limit', () => {
    const clients = [late(600_000)];
    expect(check(run({ clients, faults: [fault(), fault({ limitMs: Infinity })] })).violations).toEqual([]);
  });

  test('without a fault', () => {
    expect(kinds(run({ clients: [late(10_001)], faults: [] }))).toEqual(['late']);
  });
});

test('a broken chain of records is reported', () => {
  const { truth } = run();
  expect(kinds(run({ truth: { ...truth, chainProblems: ['a record names another one'] } }))).toEqual([
    'chain',
  ]);
});

test('an older writer that stored after a newer one is reported', () => {
  const { truth } = run();
  const slots = truth.slots.map((slot) => (slot.at === at(6) ? { ...slot, fence: 1 } : slot));
  expect(kinds(run({ truth: { ...truth, slots } }))).toEqual(['fence']);
});

test('two nodes that lead at the same time are reported', () => {
  expect(kinds(run({ leaders: ['compute-1'] }))).toEqual([]);
  expect(kinds(run({ leaders: ['compute-1', 'compute-2'] }))).toEqual(['fence']);
});

describe('a page of the past that is not answered', () => {
  const silent = page({ ticks: undefined as never, failure: '503' });

  test('by a node that has it', () => {
    expect(kinds(run({ pages: [silent] }))).toEqual(['unavailable']);
  });

  test('in time', () => {
    expect(kinds(run({ pages: [page({ answeredAt: at(3) + 6000 })] }))).toEqual(['unavailable']);
  });

  test('is no violation if the node never had it, or was disturbed itself', () => {
    expect(kinds(run({ pages: [{ ...silent, isHeld: false }] }))).toEqual([]);
    const ended = fault({ nodes: ['serve-1'], from: at(3), to: at(3) + 10 });
    expect(kinds(run({ pages: [silent], faults: [ended] }))).toEqual([]);
  });
});

test('a client that ended permanently is reported', () => {
  expect(kinds(run({ clients: [client('first', { failures: ['1008'] })] }))).toEqual(['failed']);
});
