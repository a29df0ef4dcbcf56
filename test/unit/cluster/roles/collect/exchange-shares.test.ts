import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CollectTopics } from '../../../../../src/cluster/roles/collect/collect-topics.ts';
import { ExchangeShares } from '../../../../../src/cluster/roles/collect/exchange-shares.ts';
import { InProcessBus } from '../../../../../src/bus/in-process-bus.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';
import { LeaseRows, MemoryLeases } from '../../../../support/memory-leases.ts';

const UNITS = Array.from({ length: 10 }, (_, i) => `exchange-${i}`);
const SECOND = 1000;

/** A collector in a test. */
class Collector {
  readonly name: string;
  readonly leases: MemoryLeases;
  readonly shares: ExchangeShares;
  read: ReadonlySet<string> = new Set();
  isCutFromBus = false;
  isDead = false;
  isClockWrong = false;
  readonly changes: string[] = [];

  constructor(name: string) {
    this.name = name;
    this.leases = new MemoryLeases(rows, clock, name);
    this.shares = new ExchangeShares({
      name,
      leases: this.leases,
      clock,
      units: UNITS,
      bus: {
        publish: (topic, message) =>
          this.isCutFromBus || this.isDead
            ? Promise.reject(new Error('the bus is away'))
            : bus.publish(topic, message),
        subscribe: (topic, hear) =>
          bus.subscribe(topic, (message) => {
            if (!this.isCutFromBus && !this.isDead) hear(message);
          }),
      },
      read: (units) => {
        this.read = units;
        return Promise.resolve();
      },
      isClockWrong: () => this.isClockWrong,
      onChange: (why) => this.changes.push(why),
    });
    collectors.push(this);
  }

  /** As if its process had been killed: it stops doing anything. */
  die(): void {
    this.isDead = true;
    this.leases.isCutOff = true;
    this.read = new Set();
  }
}

let clock: ManualClock;
let bus: InProcessBus<CollectTopics>;
let rows: LeaseRows;
let collectors: Collector[];
/** Maximum time for which two collectors have read the same exchange. */
let longestTwice = 0;
const twiceSince = new Map<string, number>();

beforeEach(() => {
  clock = new ManualClock(0);
  bus = new InProcessBus();
  rows = new LeaseRows();
  collectors = [];
  longestTwice = 0;
  twiceSince.clear();
});

afterEach(async () => {
  rows.isAway = false;
  await Promise.all(collectors.map(({ shares }) => shares.close()));
});

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Advances time by seconds, with all its effects. */
async function pass(seconds: number): Promise<void> {
  for (let i = 0; i < seconds; i++) {
    clock.advance(SECOND);
    for (const { leases } of collectors) leases.renew();
    await settled();
    for (const unit of UNITS) noteReaders(unit);
  }
}

function noteReaders(unit: string): void {
  const readers = collectors.filter(({ read }) => read.has(unit)).length;
  if (readers < 2) twiceSince.delete(unit);
  else {
    const since = twiceSince.get(unit) ?? clock.now() - SECOND;
    twiceSince.set(unit, since);
    longestTwice = Math.max(longestTwice, clock.now() - since);
  }
}

const start = (name: string) => new Collector(name);
const sizes = () => collectors.map(({ read }) => read.size);
const allRead = () => collectors.flatMap(({ read }) => [...read]).toSorted();

describe('collectors', () => {
  test('share exchanges evenly, read each once, and rebalance when another one joins', async () => {
    start('a');
    await pass(6);
    expect(sizes()).toEqual([10]);
    start('b');
    await pass(12);
    expect(sizes()).toEqual([5, 5]);
    expect(allRead()).toEqual(UNITS);
    start('c');
    await pass(12);
    expect(sizes().every((size) => size >= 2 && size <= 4)).toBe(true);
    expect(allRead()).toEqual(UNITS);
    expect(longestTwice).toBe(0);
  });

  test('take over the exchanges of a closed one at once, and those of a dead one within 60 seconds', async () => {
    const [a, b, c] = [new Collector('a'), new Collector('b'), new Collector('c')];
    await pass(20);
    await c.shares.close();
    expect(c.read.size).toBe(0);
    await pass(20);
    expect(allRead()).toEqual(UNITS);
    expect([a.read.size, b.read.size]).toEqual([5, 5]);
    b.die();
    await pass(19);
    expect(a.read.size).toBe(5);
    await pass(41);
    expect([...a.read].toSorted()).toEqual(UNITS);
    expect(longestTwice).toBe(0);
  });

  test('continue while the database is unavailable for ten minutes, and change nothing when it is back', async () => {
    const [a, b] = [new Collector('a'), new Collector('b')];
    await pass(20);
    const before = [a.read, b.read].map((read) => [...read].toSorted());
    rows.isAway = true;
    await pass(600);
    expect([a.read, b.read].map((read) => [...read].toSorted())).toEqual(before);
    expect([a.shares.uncertain, b.shares.uncertain]).toEqual([5, 5]);
    rows.isAway = false;
    await pass(30);
    expect([a.read, b.read].map((read) => [...read].toSorted())).toEqual(before);
    expect([a.shares.uncertain, b.shares.uncertain]).toEqual([0, 0]);
    expect(longestTwice).toBe(0);
  });

  test('do not replace one that only lacks the database', async () => {
    const [a, b] = [new Collector('a'), new Collector('b')];
    await pass(20);
    const before = [...a.read];
    a.leases.isCutOff = true;
    await pass(120);
    expect([...a.read]).toEqual(before);
    expect(a.shares.uncertain).toBe(5);
    expect(allRead()).toEqual(UNITS);
    expect(b.shares.members).toBe(2);
  });

  test('that are cut off from the bus release their exchanges, so that others read them', async () => {
    const [a, b] = [new Collector('a'), new Collector('b')];
    await pass(20);
    a.isCutFromBus = true;
    await pass(60);
    expect(sizes()).toEqual([0, 10]);
    expect(a.changes.at(-1)).toBe('bus silent');
    a.isCutFromBus = false;
    await pass(30);
    expect([a.read.size, b.read.size]).toEqual([5, 5]);
    expect(longestTwice).toBe(0);
  });

  test('whose clock is wrong release their exchanges, so that others read them, and read again once it is right', async () => {
    const [a, b] = [new Collector('a'), new Collector('b')];
    await pass(20);
    expect(sizes()).toEqual([5, 5]);
    a.isClockWrong = true;
    await pass(15);
    expect(sizes()).toEqual([0, 10]);
    expect(a.changes.at(-1)).toBe('clock wrong');
    expect(b.shares.members).toBe(1);
    a.isClockWrong = false;
    await pass(15);
    expect([a.read.size, b.read.size]).toEqual([5, 5]);
    expect(longestTwice).toBe(0);
  });

  test('that are cut off from bus and database stop soon after another one starts to read', async () => {
    const [a, b] = [new Collector('a'), new Collector('b')];
    await pass(20);
    a.isCutFromBus = true;
    a.leases.isCutOff = true;
    await pass(60);
    expect(a.read.size).toBe(0);
    expect([...b.read].toSorted()).toEqual(UNITS);
    expect(longestTwice).toBeLessThanOrEqual(20 * SECOND);
    [a.isCutFromBus, a.leases.isCutOff] = [false, false];
    await pass(30);
    expect([a.read.size, b.read.size]).toEqual([5, 5]);
    expect(allRead()).toEqual(UNITS);
  });

  test('stop reading exchanges claimed with a greater number while their lease is uncertain, but not with a smaller one', async () => {
    const a = new Collector('a');
    await pass(6);
    const claim = (number: number) =>
      bus.publish('reading', { collector: 'b', units: { 'exchange-3': number } });
    // As a compromised collector could claim: the lease is certain, so no other can have it.
    await claim(Number.MAX_SAFE_INTEGER);
    await settled();
    expect(a.read.has('exchange-3')).toBe(true);
    a.leases.isCutOff = true;
    await pass(25);
    await claim(0);
    await settled();
    expect(a.read.has('exchange-3')).toBe(true);
    await claim(2);
    await settled();
    expect(a.read.has('exchange-3')).toBe(false);
    expect(a.changes.at(-1)).toBe('taken by another collector');
  });

  test('stop reading exchanges that the database gave to another one while it did not answer', async () => {
    const a = new Collector('a');
    await pass(6);
    a.leases.isCutOff = true;
    await pass(30);
    const row = rows.rows.get('collect/exchange/exchange-3')!;
    const taken = { holder: 'b', number: row.number + 1, endsAt: clock.monotonic() + 60 * SECOND };
    rows.rows.set('collect/exchange/exchange-3', taken);
    expect(a.read.has('exchange-3')).toBe(true);
    a.leases.isCutOff = false;
    await pass(6);
    expect(a.read.has('exchange-3')).toBe(false);
    expect(a.read.size).toBe(9);
  });

  test('release nothing before it is no longer read', async () => {
    const order: string[] = [];
    const leases = new MemoryLeases(rows, clock, 'a');
    const take = leases.take.bind(leases);
    leases.take = async (name) => {
      const lease = await take(name);
      const release = lease!.release.bind(lease);
      lease!.release = () => {
        order.push(`released ${name}`);
        return release();
      };
      return lease;
    };
    const shares = new ExchangeShares({
      name: 'a',
      leases,
      clock,
      bus,
      units: ['x'],
      read: async (units) => {
        await settled();
        order.push(`read ${[...units].join()}`);
      },
    });
    await settled();
    await settled();
    await shares.close();
    expect(order).toEqual(['read x', 'read ', 'released collect/exchange/x', 'released collect/collector/a']);
  });
});
