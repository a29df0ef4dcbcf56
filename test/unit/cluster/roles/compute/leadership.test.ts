import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { COMPUTE_LEASE } from '../../../../../src/cluster/postgres/leases/leases.ts';
import { Leadership } from '../../../../../src/cluster/roles/compute/leadership.ts';
import { Deferred } from '../../../../../src/core/async/deferred.ts';
import type { Lease } from '../../../../../src/cluster/postgres/leases/leases.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';

const LEASE_MS = 6000;

/** A store with one lease, which the test can take, give back and break. */
class OneLease {
  isFree = true;
  isAway = false;
  /** Whether it answers reads but hangs on writes. */
  hangs = false;
  asked = 0;
  released = 0;
  readonly given: Deferred<void>[] = [];

  async take(name: string): Promise<Lease | undefined> {
    this.asked++;
    if (this.isAway) throw new Error('no connection');
    if (!this.isFree) return undefined;
    this.isFree = false;
    const lost = new Deferred<void>();
    this.given.push(lost);
    const release = async () => {
      this.released++;
      this.isFree = true;
    };
    const lease = { name, number: this.given.length, isHeld: true, lost: lost.promise, release };
    void lost.promise.then(() => (lease.isHeld = false));
    return lease;
  }

  async close(): Promise<void> {}

  async holders(): Promise<ReadonlyMap<string, string>> {
    if (this.isAway) throw new Error('no connection');
    return new Map(this.isFree ? [] : [[COMPUTE_LEASE, 'a']]);
  }

  /** Whether a candidate could lead; rejects if the store cannot be used. */
  async mayLead(): Promise<boolean> {
    if (this.isAway || this.hangs) throw new Error('no answer');
    return true;
  }
}

let clock: ManualClock;
let leases: OneLease;
let leadership: Leadership;
let stop: AbortController;

beforeEach(() => {
  clock = new ManualClock(Date.parse('2026-03-01T12:00:00Z'));
  leases = new OneLease();
  stop = new AbortController();
  const log = pino({ level: 'silent' });
  leadership = new Leadership({
    leases: leases as never,
    clock,
    log,
    leaseMs: LEASE_MS,
    mayLead: () => leases.mayLead(),
  });
});

async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 100) {
    await setImmediate();
    clock.advance(100);
    await setImmediate();
  }
}

test('a free lease is taken at once', async () => {
  expect(await leadership.acquire(stop.signal)).toMatchObject({ name: COMPUTE_LEASE, number: 1 });
});

test('a lease of another process is taken within half a second after it expires', async () => {
  leases.isFree = false;
  let won: Lease | undefined;
  void leadership.acquire(stop.signal).then((lease) => (won = lease));
  await pass(5000);
  expect(won).toBeUndefined();
  leases.isFree = true;
  await pass(600);
  expect(won).toBeDefined();
});

test('after an outage of the store, the previous leader has one lease duration to take the lease back', async () => {
  leases.isAway = true;
  let won: Lease | undefined;
  void leadership.acquire(stop.signal).then((lease) => (won = lease));
  await pass(2000);
  leases.isAway = false;
  await pass(LEASE_MS - 1000);
  expect(won).toBeUndefined();
  await pass(2000);
  expect(won).toBeDefined();
});

test('a store that answers reads while its commits hang counts as unavailable until a write succeeds', async () => {
  leases.isFree = false;
  let won: Lease | undefined;
  void leadership.acquire(stop.signal).then((lease) => (won = lease));
  await pass(1000);
  // The lease of the leader expires, because it cannot be renewed either.
  [leases.isFree, leases.hangs] = [true, true];
  await pass(60_000);
  expect([won, leases.asked]).toEqual([undefined, 0]);
  leases.hangs = false;
  await pass(LEASE_MS - 1000);
  expect([won, leases.asked]).toEqual([undefined, 0]);
  await pass(2000);
  expect(won).toBeDefined();
});

test('a lease that another process holds is not requested', async () => {
  leases.isFree = false;
  leadership.acquire(stop.signal).catch(() => undefined);
  await pass(5000);
  expect(leases.asked).toBe(0);
  stop.abort();
});

test('a process whose lease has expired does not certainly lead until it takes the lease back', async () => {
  expect(leadership.isCertain).toBe(false);
  const lease = await leadership.acquire(stop.signal);
  expect(leadership.isCertain).toBe(true);
  const keeping = leadership.keep(lease, stop.signal, async () => false);
  [leases.isAway, leases.isFree] = [true, true];
  leases.given[0]!.resolve();
  await pass(1000);
  expect(leadership.isCertain).toBe(false);
  leases.isAway = false;
  await pass(300);
  expect(leadership.isCertain).toBe(true);
  stop.abort();
  await keeping;
});

test('a lost lease is taken back as soon as possible', async () => {
  const lease = await leadership.acquire(stop.signal);
  const keeping = leadership.keep(lease, stop.signal, async () => false);
  leases.isAway = true;
  leases.isFree = true;
  leases.given[0]!.resolve();
  await pass(3000);
  expect(leases.given).toHaveLength(1);
  leases.isAway = false;
  await pass(300);
  expect(leases.given).toHaveLength(2);
  stop.abort();
  await keeping;
  expect(leases.released).toBe(1);
});

test('a process that is no longer the writer releases the lease', async () => {
  const lease = await leadership.acquire(stop.signal);
  let isDeposed = false;
  let hasEnded = false;
  void leadership.keep(lease, stop.signal, async () => isDeposed).then(() => (hasEnded = true));
  leases.given[0]!.resolve();
  await pass(3000);
  expect(hasEnded).toBe(false);
  isDeposed = true;
  leases.isFree = true;
  await pass(300);
  expect(hasEnded).toBe(true);
  expect(leases.isFree).toBe(true);
});

test('an abort ends the waiting', async () => {
  leases.isFree = false;
  const won = leadership.acquire(stop.signal);
  await pass(200);
  stop.abort();
  await expect(won).rejects.toThrow();
});

test('a lease that is granted after the wait was aborted is released', async () => {
  const answer = new Deferred<void>();
  const take = leases.take.bind(leases);
  leases.take = async (name) => {
    await answer.promise;
    return take(name);
  };
  const winning = leadership.acquire(stop.signal);
  winning.catch(() => undefined);
  await setImmediate();
  stop.abort();
  answer.resolve();
  await expect(winning).rejects.toMatchObject({ name: 'AbortError' });
  expect([leases.given.length, leases.released]).toEqual([1, 1]);
});

test('one failed request costs no time: the lease of a dead leader is taken as soon as it expires', async () => {
  leases.isFree = false;
  const winning = leadership.acquire(stop.signal);
  let wonAt: number | undefined;
  void winning.then(() => (wonAt = clock.now()));
  await pass(1000);
  leases.isAway = true;
  await pass(500);
  leases.isAway = false;
  leases.isFree = true;
  const freeAt = clock.now();
  await pass(1000);
  expect((wonAt ?? Infinity) - freeAt).toBeLessThan(1000);
});
