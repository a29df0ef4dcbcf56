import { describe, expect, test } from 'vitest';
import { latenessOf } from '../../../system/chaos/lateness.ts';
import type { ClientRecord, FaultRecord, ReceivedTick, RunRecord } from '../../../system/chaos/record.ts';
import { MINUTE_MS, SLOT_MS, type Millis } from '../../../../src/core/time.ts';

const FROM = Date.parse('2026-03-02T12:00:00Z');
const SLOTS = 8;
const at = (slot: number) => FROM + slot * SLOT_MS;

const received = (slot: number, lateMs: Millis): ReceivedTick => ({
  indexType: 'MWA',
  indexId: 'btc',
  at: at(slot),
  price: 100,
  volume: 7,
  flags: '',
  arrivedAt: at(slot) + lateMs,
});

/** `lateMs` of the slots that are not in time. */
function connection(from: number, to: number, lateMs: Readonly<Record<number, Millis>> = {}): ReceivedTick[] {
  return Array.from({ length: to - from }, (_, i) => received(from + i, lateMs[from + i] ?? 300));
}

const client = (node: string, ...connections: ReceivedTick[][]): ClientRecord => ({
  name: `${node}: indices`,
  node,
  given: [],
  connections,
  failures: [],
});

const fault = (changes: Partial<FaultRecord> = {}): FaultRecord => ({
  name: 'leader',
  from: at(4) - 5000,
  to: at(4) + 9000,
  limitMs: 10_000,
  nodes: [],
  ...changes,
});

const lateness = (clients: readonly ClientRecord[], ...faults: FaultRecord[]) =>
  latenessOf({
    from: FROM,
    to: at(SLOTS - 1),
    clients,
    faults,
    pages: [],
    truth: { slots: [], chainProblems: [] },
  } satisfies RunRecord);

const INTIME = client('serve-1', connection(0, SLOTS));
const lateAt4 = (lateMs: Millis) => connection(0, SLOTS, { 4: lateMs });

test('each node counts for itself: one that shows every slot a minute late is reported, even if others do not', () => {
  const everySlot = Object.fromEntries(Array.from({ length: SLOTS }, (_, slot) => [slot, MINUTE_MS]));
  const { violations, worstMs, byFault, firstByFault } = lateness([
    INTIME,
    client('serve-2', connection(0, SLOTS, everySlot)),
    client('balancer', connection(0, SLOTS)),
  ]);
  expect(violations).toHaveLength(SLOTS - 1);
  expect(violations[0]).toEqual({
    kind: 'late',
    where: 'serve-2',
    at: at(1),
    what: '60000 ms late during none',
  });
  expect(worstMs).toBe(MINUTE_MS);
  expect(byFault.get('none')).toBe(MINUTE_MS);
  expect(firstByFault.get('none')).toBe(300);
});

test('of a node the first client counts, of nodes the last one', () => {
  const clients = [INTIME, client('serve-2', lateAt4(9000)), client('serve-2', lateAt4(8000))];
  const { byFault, firstByFault, violations } = lateness(clients, fault());
  expect(byFault).toEqual(
    new Map([
      ['none', 300],
      ['leader', 8000],
    ]),
  );
  expect(firstByFault.get('leader')).toBe(300);
  expect(violations).toEqual([]);
});

test('a slot that is late on all nodes is reported once', () => {
  const clients = ['serve-1', 'serve-2'].map((node) => client(node, lateAt4(10_001)));
  expect(lateness(clients, fault()).violations).toEqual([
    { kind: 'late', where: 'all clients', at: at(4), what: '10001 ms late during leader' },
  ]);
});

describe('a node that a fault names', () => {
  const clients = [INTIME, client('serve-2', lateAt4(25_000))];

  test.each([{ nodes: ['serve-2'] }, { cutOff: ['serve-2'] }])('is excused: %o', (names) => {
    const { violations, judged, excused } = lateness(clients, fault(names));
    expect(violations).toEqual([]);
    expect({ judged, excused }).toEqual({ judged: 2 * (SLOTS - 1) - 1, excused: 1 });
  });

  test('is not excused if the fault names another one', () => {
    const { violations } = lateness(clients, fault({ nodes: ['serve-1'], cutOff: ['serve-3'] }));
    expect(violations).toMatchObject([{ where: 'serve-2', at: at(4) }]);
  });

  test('is not excused before and after it', () => {
    const names = { cutOff: ['serve-2'] };
    const before = fault({ ...names, from: at(3) - 9000, to: at(4) - 1 });
    const after = fault({ ...names, from: at(4) + 10_001, to: at(5) });
    expect(lateness(clients, before, after).violations).toMatchObject([{ where: 'serve-2', at: at(4) }]);
  });
});

test('a fault that starts when a slot is already late does not explain it', () => {
  const clients = [INTIME, client('serve-2', lateAt4(25_000))];
  const away = { name: 'away', limitMs: Infinity, to: at(5) };
  expect(lateness(clients, fault({ ...away, from: at(4) + 9999 })).violations).toEqual([]);
  expect(lateness(clients, fault({ ...away, from: at(4) + 10_001 })).violations).toHaveLength(1);
});

describe('a client whose connection was lost', () => {
  // The earlier slot comes again, then the missed one.
  const resumed = [received(3, SLOT_MS + 20_000), received(4, 20_000), ...connection(5, SLOTS)];
  const lost = client('serve-2', connection(0, 4), resumed);

  test('during a fault gets the past when it is back, which proves nothing about its node', () => {
    const { violations, excused, byFault } = lateness([INTIME, lost], fault());
    expect(violations).toEqual([]);
    expect(excused).toBe(1);
    expect(byFault.get('leader')).toBe(300);
  });

  test('during a fault, and is back after it', () => {
    const over = fault({ from: at(3) + 1000, to: at(4) - 1000 });
    expect(lateness([INTIME, lost], over).violations).toEqual([]);
  });

  test('without a fault has its ticks late', () => {
    expect(lateness([INTIME, lost]).violations).toMatchObject([{ where: 'serve-2', at: at(4) }]);
  });

  test('does not excuse a client of the same node that was connected all the time', () => {
    const other = client('serve-2', lateAt4(15_000));
    expect(lateness([INTIME, lost, other], fault()).violations).toMatchObject([
      { where: 'serve-2', at: at(4), what: '15000 ms late during leader' },
    ]);
  });

  test('gets later slots live again', () => {
    const slow = [...resumed.slice(0, 2), ...connection(5, SLOTS, { 6: 11_000 })];
    const { violations } = lateness([INTIME, client('serve-2', connection(0, 4), [], slow)], fault());
    expect(violations).toMatchObject([{ where: 'serve-2', at: at(6) }]);
  });
});

test('clients of the balancer prove nothing about a node', () => {
  const moved = client('balancer', connection(0, 4), connection(4, SLOTS, { 4: 20_000 }));
  const { violations, judged } = lateness([INTIME, moved]);
  expect(violations).toEqual([]);
  expect(judged).toBe(SLOTS - 1);
});
