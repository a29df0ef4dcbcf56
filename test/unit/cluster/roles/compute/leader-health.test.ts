import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database, DatabaseRow } from '../../../../../src/cluster/postgres/database.ts';
import {
  BUS_LEASES,
  LeaderHealth,
  STANDBY_LEASES,
} from '../../../../../src/cluster/roles/compute/leader-health.ts';
import { LeaseRows, MemoryLeases } from '../../../../support/memory-leases.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';

const NODE = 'compute a';
const OTHER = 'compute b';

let clock: ManualClock;
let rows: LeaseRows;
let leases: MemoryLeases;
let others: MemoryLeases;
let isUp: boolean;
let hangs: boolean;
let apartMs: number;
let lines: string[];
let health: LeaderHealth;

/** A database that answers the probe. */
const database: Pick<Database, 'rows'> = {
  rows: async <T extends DatabaseRow>() => {
    if (hangs) throw new Error('Query read timeout');
    return [{ now: String(clock.now() - apartMs) }] as unknown as T[];
  },
};

beforeEach(async () => {
  clock = new ManualClock(Date.parse('2026-03-01T12:00:00Z'));
  rows = new LeaseRows();
  leases = new MemoryLeases(rows, clock, NODE);
  others = new MemoryLeases(rows, clock, OTHER);
  [isUp, hangs, apartMs, lines] = [true, false, 0, []];
  const log = pino(
    { base: null },
    { write: (line) => void lines.push((JSON.parse(line) as { msg: string }).msg) },
  );
  health = new LeaderHealth({ node: NODE, database, leases, isBusUp: () => isUp, time: clock, clock, log });
  await pass(0);
});
afterEach(() => health.close());

async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed <= ms; passed += 500) {
    for (let turns = 0; turns < 10; turns++) await setImmediate();
    if (passed < ms) clock.advance(500);
  }
}

async function othersHold(...prefixes: readonly string[]): Promise<void> {
  for (const prefix of prefixes) await others.take(`${prefix}${OTHER}`);
}

/** The leader's reason for giving way; undefined while it continues. */
function watched(): () => string | undefined {
  let said: string | undefined;
  void health.untilGivesWay(new AbortController().signal).then((reasons) => (said = reasons));
  return () => said;
}

describe('a node', () => {
  test('could lead if nothing is wrong', async () => {
    expect(health.reasons).toEqual([]);
    expect(await health.mayLead()).toBe(true);
  });

  test('whose clock is 20 s off could not, and reports it once', async () => {
    apartMs = 20_000;
    await pass(5000);
    expect(health.reasons).toEqual([expect.stringMatching(/clock .* differs .* by 20 s/)]);
    expect(await health.mayLead()).toBe(false);
    expect(lines).toEqual(['this node could not lead now']);
    apartMs = 4000;
    await pass(2000);
    expect(health.reasons).toEqual([]);
    expect(lines).toEqual(['this node could not lead now', 'this node could lead again']);
  });

  test('could not if the store accepts no writes, whatever it answers', async () => {
    hangs = true;
    await pass(2000);
    expect(health.reasons).toEqual([expect.stringMatching(/accepts no write/)]);
    await expect(health.mayLead()).rejects.toThrow('Query read timeout');
  });

  test('without the bus could not while another compute node has it', async () => {
    isUp = false;
    await pass(2000);
    expect(health.reasons).toEqual([]);
    await othersHold(BUS_LEASES);
    await pass(2000);
    expect(health.reasons).toEqual([expect.stringMatching(/bus/)]);
  });

  test('could not after two ticks in a row that it did not record', async () => {
    health.inputsRefused();
    health.inputsRecorded();
    health.inputsRefused();
    expect(health.reasons).toEqual([]);
    health.inputsRefused();
    expect(health.reasons).toEqual([expect.stringMatching(/record/)]);
    health.inputsRecorded();
    expect(health.reasons).toEqual([]);
  });

  test('could not while its source is dead', async () => {
    health.setDegraded('2 of 20 exchanges answer');
    expect(health.reasons).toEqual(['2 of 20 exchanges answer']);
    health.setDegraded(undefined);
    expect(health.reasons).toEqual([]);
  });

  test('that could not lead well leaves the lease to one that could, and leads if there is none', async () => {
    health.setDegraded('2 of 20 exchanges answer');
    expect(await health.mayLead()).toBe(true);
    await othersHold(STANDBY_LEASES);
    expect(await health.mayLead()).toBe(false);
  });
});

describe('a standby', () => {
  const names = () =>
    [...rows.rows].filter(([, { endsAt }]) => endsAt > clock.monotonic()).map(([name]) => name);

  test('announces that it could lead as long as it could', async () => {
    health.standBy(true);
    await pass(2000);
    expect(names()).toEqual([`${BUS_LEASES}${NODE}`, `${STANDBY_LEASES}${NODE}`]);
    apartMs = 20_000;
    await pass(2000);
    expect(names()).toEqual([`${BUS_LEASES}${NODE}`]);
    isUp = false;
    await pass(2000);
    expect(names()).toEqual([]);
  });
});

describe('a leader', () => {
  test.each([
    ['whose clock is wrong', () => (apartMs = 20_000), /clock/],
    ['that does not hear the bus', () => (isUp = false), /bus/],
    ['whose source is dead', () => health.setDegraded('no exchange answers'), /no exchange answers/],
  ])('%s gives way to one that could, after two seconds', async (_, break_, reason) => {
    const said = watched();
    await othersHold(STANDBY_LEASES, BUS_LEASES);
    await pass(10_000);
    expect(said()).toBeUndefined();
    break_();
    await pass(1500);
    expect(said()).toBeUndefined();
    await pass(4000);
    expect(said()).toMatch(reason);
  });

  test('continues if no other could lead', async () => {
    const said = watched();
    await othersHold(BUS_LEASES);
    [apartMs, isUp] = [20_000, false];
    await pass(60_000);
    expect(said()).toBeUndefined();
  });

  test('continues if the store accepts no writes: another node cannot lead with it either', async () => {
    const said = watched();
    await othersHold(STANDBY_LEASES, BUS_LEASES);
    hangs = true;
    await pass(60_000);
    expect(said()).toBeUndefined();
  });

  test('continues if a fault ends in time', async () => {
    const said = watched();
    await othersHold(STANDBY_LEASES, BUS_LEASES);
    for (let times = 0; times < 5; times++) {
      isUp = false;
      await pass(1000);
      isUp = true;
      await pass(2500);
    }
    expect(said()).toBeUndefined();
  });
});
