import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { MINUTE_MS, SLOT_MS } from '../../../src/core/time.ts';
import { readDefinitions } from '../../../src/sources/live/declared/read-definitions.ts';
import { LiveStage } from '../../support/live-stage.ts';
import * as faults from '../../support/rig/faults.ts';
import type { RigFault } from '../../support/rig/faults.ts';
import type { RigInstrument } from '../../support/rig/rig-layout.ts';
import type { Unreachable } from '../../support/rig/rig-reach.ts';
import { Random } from '../../../bench/support/integrity/random.ts';
import { RIG_EXCHANGES } from '../../support/rig/layouts.ts';

export interface SoakOptions {
  readonly cycles: number;
  readonly seed: number;
  /** Number of declared exchanges, besides those of ccxt. */
  readonly declared: number;
  readonly markets: number;
  /** Collects garbage, so that only referenced memory is measured. */
  readonly gc?: (() => void) | undefined;
  readonly onProgress?: (measured: SoakSample) => void;
}

/** Resources that may leak, sampled while nothing is pending. */
export interface SoakSample {
  readonly cycle: number;
  readonly sockets: number;
  readonly timers: number;
  readonly waiting: number;
  readonly heapMb: number;
  readonly versions: number;
  /** Versions without a change. */
  readonly repeated: number;
  readonly logBytes: number;
  readonly listings: number;
}

export interface SoakResult {
  readonly exchanges: number;
  readonly cycles: number;
  readonly samples: readonly SoakSample[];
  /** Totals of all exchanges. */
  readonly byOutcome: Readonly<Record<string, number>>;
  readonly byFailure: Readonly<Record<string, number>>;
  /** Exchanges whose number of outcomes differs from their cycles, or whose failures have no kind. */
  readonly unaccounted: readonly string[];
  readonly statuses: Readonly<Record<string, number>>;
  /** Exchanges without a fault that are not ACTIVE, or were never read, with the kinds of their failures. */
  readonly stuck: readonly string[];
  /** Status of the exchange that never answers. */
  readonly deadStatus: string;
  readonly troubles: readonly string[];
  readonly faults: number;
  readonly cpuSeconds: number;
  readonly seconds: number;
}

const START = Date.UTC(2026, 10, 18, 0, 0, 7);
const SAMPLES = 12;
/** Share of exchanges that become faulty in a cycle, and of listings that change in an hour. */
const FALLS_ILL = 0.004;
const LONGEST_FAULT_CYCLES = 60;
const DEAD = 'lbank';

/** How faults of exchanges are reported: old clocks and inverted prices. */
const OF_FAULTS = /^(?:the answers of an exchange are old|the prices of an exchange are inverted)/;

const FAULTS: readonly (RigFault | Unreachable)[] = [
  faults.BAD_GATEWAY,
  faults.UNAVAILABLE,
  faults.tooManyRequests(),
  faults.tooManyRequests(90),
  faults.BANNED,
  faults.FORBIDDEN,
  faults.LEGAL_REASONS,
  faults.redirect('https://example.com/'),
  faults.EMPTY_BODY,
  faults.TRUNCATED_JSON,
  faults.HTML_AS_ANSWER,
  faults.REFUSAL,
  faults.CONNECTION_RESET,
  faults.NO_HEADERS,
  faults.STALLED_BODY,
  faults.HALF_GONE,
  faults.MAX_GONE,
  faults.PRICES_TIMES_100,
  faults.INVERTED_PRICES,
  faults.SWAPPED_NAMES,
  faults.clockSkew(10 * MINUTE_MS),
  'dns',
  'tls',
];

/** Cycles of many exchanges with changing faults and listings, as fast as possible. */
export async function soakLive(options: SoakOptions): Promise<SoakResult> {
  const { cycles, seed, gc, onProgress } = options;
  const random = new Random(seed);
  const began = { cpu: process.cpuUsage(), at: performance.now() };
  const { definitions } = readDefinitions(['examples/exchanges']);
  const stage = await LiveStage.open({
    exchanges: RIG_EXCHANGES,
    declared: definitions.slice(0, options.declared),
    markets: options.markets,
    start: START,
    random: () => random.next(),
    repriceEvery: 2,
    listed: changingListings,
  });
  const ill = new Map<string, number>();
  const samples: SoakSample[] = [];
  let fallen = 0;
  stage.fault(DEAD, faults.UNAVAILABLE);
  for (let cycle = 1; cycle <= cycles; cycle++) {
    fallen += turn(stage, ill, random);
    await stage.pass(1);
    stage.cycles.length = 0;
    if (cycle % Math.max(1, Math.floor(cycles / SAMPLES)) !== 0) continue;
    gc?.();
    const sample = sampleOf(stage, cycle);
    samples.push(sample);
    onProgress?.(sample);
  }
  const stuck = stuckOf(stage, ill);
  const result = { ...accountOf(stage), stuck, samples, cycles, faults: fallen };
  await stage.close();
  const { user, system } = process.cpuUsage(began.cpu);
  const seconds = (performance.now() - began.at) / 1000;
  return { ...result, cpuSeconds: (user + system) / 1e6, seconds };
}

/** Makes some exchanges faulty and repairs others. Returns the number of new faults. */
function turn(stage: LiveStage, ill: Map<string, number>, random: Random): number {
  let fallen = 0;
  for (const key of stage.keys) {
    if (key === DEAD) continue;
    const left = ill.get(key);
    if (left === undefined) {
      if (random.next() >= FALLS_ILL) continue;
      const fault = FAULTS[Math.floor(random.next() * FAULTS.length)];
      stage.fault(key, fault);
      ill.set(key, 1 + Math.floor(random.next() * LONGEST_FAULT_CYCLES));
      fallen += 1;
    } else if (left > 1) ill.set(key, left - 1);
    else {
      stage.fault(key, undefined);
      ill.delete(key);
    }
  }
  return fallen;
}

/** One market in ten is listed only in some hours. */
function changingListings(key: string, instruments: readonly RigInstrument[], at: number) {
  const hour = Math.floor((at - START) / (120 * SLOT_MS));
  return instruments.filter((_, i) => i % 10 !== 0 || (i + hour + key.length) % 3 !== 0);
}

function sampleOf(stage: LiveStage, cycle: number): SoakSample {
  const active = process.getActiveResourcesInfo();
  return {
    cycle,
    sockets: stage.reach.sockets,
    timers: active.filter((name) => name === 'Timeout').length,
    waiting: stage.clock.waiting,
    heapMb: Math.round(process.memoryUsage().heapUsed / 2 ** 20),
    versions: stage.versions,
    repeated: stage.repeated,
    logBytes: sizeOf(stage.folder),
    listings: stage.tick.version.data.exchanges.reduce((sum, { listings }) => sum + listings.length, 0),
  };
}

/** Stored data about live exchanges is in one file. */
function sizeOf(folder: string): number {
  const logs = readdirSync(folder).filter((name) => name.endsWith('.log'));
  return logs.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

function accountOf(stage: LiveStage) {
  const byOutcome: Record<string, number> = {};
  const byFailure: Record<string, number> = {};
  const statuses: Record<string, number> = {};
  const unaccounted: string[] = [];
  for (const key of stage.keys) {
    const { readings } = stage.health(key);
    const own = add(byOutcome, readings?.byOutcome ?? {});
    const failed = add(byFailure, readings?.byFailure ?? {});
    const { status } = stage.exchange(key);
    statuses[status] = (statuses[status] ?? 0) + 1;
    // The first reading takes place at the start; the last cycle may be pending.
    const isWhole = Math.abs(own - stage.slots - 1) <= 1 && failed === (readings?.byOutcome['failed'] ?? 0);
    if (!isWhole) unaccounted.push(`${key}: ${own} outcomes of ${stage.slots} cycles, ${failed} kinds`);
  }
  const { keys } = stage;
  const troubles = stage.troubles.filter((what) => !OF_FAULTS.test(what));
  const deadStatus = stage.exchange(DEAD).status;
  return { exchanges: keys.length, byOutcome, byFailure, statuses, unaccounted, deadStatus, troubles };
}

/** A repaired exchange may take some cycles to be accepted again; its last readings are then good. */
function stuckOf(stage: LiveStage, ill: ReadonlyMap<string, number>): readonly string[] {
  return stage.keys.flatMap((key) => {
    const { readings, failures } = stage.health(key);
    const { status } = stage.exchange(key);
    const { read = 0 } = readings?.byOutcome ?? {};
    const isStuck = key !== DEAD && !ill.has(key) && (read === 0 || status === 'INACTIVE');
    return isStuck
      ? [`${key}: ${status}, read ${read}, ${failures} ${JSON.stringify(readings?.byFailure)}`]
      : [];
  });
}

function add(total: Record<string, number>, counts: Readonly<Record<string, number>>): number {
  let sum = 0;
  for (const [name, count] of Object.entries(counts)) {
    total[name] = (total[name] ?? 0) + count;
    sum += count;
  }
  return sum;
}

/** Resources that must not grow over time: compares the end with the time after everything was loaded. */
export function leaksIn({ samples, cycles }: SoakResult): readonly string[] {
  const settled = samples[Math.floor(samples.length / 3)];
  const last = samples.at(-1);
  if (!settled || !last) return ['nothing was measured'];
  const span = last.cycle - settled.cycle;
  const limits: readonly (readonly [keyof SoakSample, number])[] = [
    // Four connections for each of about a hundred hosts.
    ['sockets', 400],
    ['timers', settled.timers + 20],
    ['waiting', settled.waiting + 120],
    // Learned listings and assets. A leak of 100 bytes in each of the 80 readings of a cycle would be four times as much.
    ['heapMb', settled.heapMb + 6 + 0.002 * span],
    // Each must have a cause: a changed list, a status, or a listing that starts or stops to take part.
    ['repeated', 0],
    ['versions', settled.versions + span],
    ['logBytes', settled.logBytes + 8_000 * span + 500_000],
  ];
  const found = limits.flatMap(([what, most]) =>
    last[what] > most
      ? [`${what}: ${settled[what]} after ${settled.cycle} cycles, ${last[what]} after ${cycles}`]
      : [],
  );
  return found;
}
