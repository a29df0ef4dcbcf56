import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { ComputedTick } from '../../../src/app/pipeline/compute/index-computer.ts';
import { command as verifyCommand } from '../../../src/cli/commands/verify.ts';
import { OperatorError } from '../../../src/core/errors.ts';
import { flagsIn } from '../../../src/core/index-value.ts';
import { SLOT_MS } from '../../../src/core/time.ts';
import { computeTick } from '../../../src/engine/engine.ts';
import { METHODOLOGIES, methodologyNamed } from '../../../src/engine/methodology.ts';
import type { InputFrame } from '../../../src/history/input-store.ts';
import { runInProcess } from '../../support/command-line.ts';
import { readFixture, unpackFixture } from '../../support/data-fixture.ts';
import { writeRecordedDirectory } from '../../support/recorded-directory.ts';
import { Tidemark } from '../../support/tidemark-process.ts';

const tidemark = new Tidemark();
const kept = new Tidemark(afterAll);
const CHANGE = METHODOLOGIES.at(-1)!.from;
const TICKS = 12;
const at = (tick: number) => new Date(CHANGE + tick * SLOT_MS).toISOString();

interface Differences {
  readonly compared: number;
  readonly same: number;
  readonly under1Bp: number;
  readonly from1To10Bps: number;
  readonly from10To50Bps: number;
  readonly over50Bps: number;
  readonly onlyRecorded: number;
  readonly onlyComputed: number;
  readonly otherVolume: number;
  readonly otherFlags: number;
  readonly max?: { readonly bps: number; readonly name: string; readonly timestamp: string };
  readonly flags: Readonly<Record<string, { readonly gained: number; readonly lost: number }>>;
}

interface Comparison {
  readonly methodology: string;
  readonly recordedWith: Readonly<Record<string, number>>;
  readonly firstCompared: string;
  readonly lastCompared: string;
  readonly ticks: { readonly compared: number; readonly warmUp: number; readonly leftOut: object };
  readonly warmUpStarts: readonly string[];
  readonly ticksPerSecond: number;
  readonly types: Readonly<Record<'MWA' | 'GWA' | 'LX', Differences>>;
}

const run = (folder: string, ...args: string[]) =>
  runInProcess('verify', verifyCommand, ['--data', folder, '--methodology', ...args]);

async function compared(folder: string, ...args: string[]): Promise<Comparison> {
  const printed = await run(folder, ...args, '--json');
  expect([printed.err, printed.code]).toEqual(['', 0]);
  return JSON.parse(printed.out) as Comparison;
}

/** Bytes and times of all files. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => `${file} ${statSync(file).mtimeMs} ${readFileSync(file).toString('base64')}`)
    .toSorted();
}

/** Frames of a release that did not record the age of tickers. */
function withoutAges(frame: InputFrame): InputFrame {
  const rest = Uint8Array.from(frame.rest);
  const name = 'tidemark recorded input ';
  rest[Buffer.from(rest).indexOf(name) + name.length] = '2'.charCodeAt(0);
  return { ...frame, columns: frame.columns.slice(0, -1), rest };
}

/** Inputs of one version, without faults; tests only read them. */
let steady: Promise<{ folder: string; ticks: ComputedTick[] }> | undefined;
const steadyDirectory = () => (steady ??= writeSteady(kept.newFolder()));
async function writeSteady(folder: string) {
  return { folder, ticks: await writeRecordedDirectory({ folder, first: CHANGE, ticks: TICKS }) };
}

describe('tidemark verify --methodology', () => {
  test('finds no difference from the version that the ticks were recorded with, and writes nothing', async () => {
    const { folder, ticks } = await steadyDirectory();
    const before = filesOf(folder);
    const report = await compared(folder, '3', '--warm-up', '1m');
    expect(filesOf(folder)).toEqual(before);
    expect(report).toMatchObject({
      methodology: '3',
      recordedWith: { 3: TICKS - 2 },
      firstCompared: at(2),
      lastCompared: at(TICKS - 1),
      ticks: { compared: TICKS - 2, warmUp: 2 },
      warmUpStarts: [at(0)],
    });
    const values = ticks.slice(2).reduce((sum, { columns }) => sum + columns.series.length, 0);
    const { MWA, GWA, LX } = report.types;
    expect(MWA.compared + GWA.compared + LX.compared).toBe(values);
    for (const type of [MWA, GWA, LX])
      expect(type).toMatchObject({ same: type.compared, onlyRecorded: 0, onlyComputed: 0, otherFlags: 0 });
    expect(report.ticksPerSecond).toBeGreaterThan(0);
  });

  test('counts values that another version would have published, with its own state', async () => {
    const { folder, ticks } = await steadyDirectory();
    const report = await compared(folder, '1', '--warm-up', '1m');
    const methodology = methodologyNamed('1')!;
    let { state } = ticks[0]!.input;
    let [other, largest, missing] = [0, 0, 0];
    const flags = new Map<string, number>();
    ticks.forEach(({ input, output, version }, i) => {
      const again = computeTick(version.reference, { ...input, state }, methodology);
      ({ state } = again);
      if (i < 2) return;
      output.gwa.price.forEach((price, asset) => {
        const computed = again.gwa.price[asset]!;
        if (price > 0 !== computed > 0) missing++;
        if (price === 0 || computed === 0) return;
        if (price !== computed) other++;
        largest = Math.max(largest, (Math.abs(computed - price) / price) * 1e4);
        for (const flag of flagsIn(output.gwa.flags[asset]! & ~again.gwa.flags[asset]!))
          flags.set(flag, (flags.get(flag) ?? 0) + 1);
      });
    });
    const { GWA } = report.types;
    expect(other).toBeGreaterThan(0);
    expect(GWA.compared - GWA.same).toBe(other);
    expect(GWA.under1Bp + GWA.from1To10Bps + GWA.from10To50Bps + GWA.over50Bps).toBe(other);
    expect(GWA.onlyRecorded + GWA.onlyComputed).toBe(missing);
    expect(GWA.max!.bps).toBe(largest);
    expect(Object.entries(GWA.flags).filter(([, { lost }]) => lost > 0)).toEqual(
      Object.entries(GWA.flags).filter(([flag]) => flags.has(flag)),
    );
    for (const [flag, lost] of flags) expect(GWA.flags[flag]!.lost).toBe(lost);
    const { out } = await run(folder, '1', '--warm-up', '1m');
    expect(out).toContain('version 1 compared with version 3 (10 ticks)');
    expect(out).toContain(`${at(2)} to ${at(TICKS - 1)}, 10 ticks compared at `);
    expect(out).toContain('warm-up: 2 ticks, computed to warm up the state of version 1, and not compared');
    expect(out).toContain(`GWA max`);
    expect(out).toContain(`${GWA.max!.bps.toFixed(2)} bps: ${GWA.max!.name} at ${GWA.max!.timestamp}`);
  });

  test('names each version that ticks were recorded with, and "3 strict" changes flags alone', async () => {
    const folder = tidemark.newFolder();
    await writeRecordedDirectory({ folder, first: CHANGE - 6 * SLOT_MS, ticks: TICKS });
    const report = await compared(folder, '3', '--warm-up', '30s');
    expect(report.recordedWith).toEqual({ 2: 5, 3: 6 });
    const strict = await compared(folder, '3 strict', '--warm-up', '30s', '--from', at(0));
    expect(strict.methodology).toBe('3 strict');
    // The tick before the range initialises the state.
    expect(strict).toMatchObject({ firstCompared: at(0), recordedWith: { 3: 6 } });
    for (const type of Object.values(strict.types)) expect(type.same).toBe(type.compared);
    expect(strict.types.GWA.flags.THIN!.gained).toBeGreaterThan(0);
    expect((await compared(folder, '3-strict', '--warm-up', '30s', '--from', at(0))).types).toEqual(
      strict.types,
    );
  });

  test('starts again after missing or damaged inputs and after a lost state', async () => {
    const folder = tidemark.newFolder();
    await writeRecordedDirectory({
      folder,
      first: CHANGE,
      ticks: 16,
      lostAt: [10],
      unpublished: [13],
      frame: (frame, tick) => (tick === 5 ? undefined : frame),
    });
    const report = await compared(folder, '3', '--warm-up', '1m');
    expect(report.warmUpStarts).toEqual([at(0), at(6), at(10)]);
    expect(report.ticks).toMatchObject({ warmUp: 6, compared: 8 });
    for (const type of Object.values(report.types)) expect(type.same).toBe(type.compared);
    const { out } = await run(folder, '3', '--warm-up', '1m');
    expect(out).toContain(`${at(6)} the state was reset to the recorded one and warmed up`);
  });

  test('excludes ticks that were recorded without the age of tickers', async () => {
    const folder = tidemark.newFolder();
    const first = CHANGE - 6 * SLOT_MS;
    const frame = (own: InputFrame, tick: number) => (tick < 4 ? withoutAges(own) : own);
    await writeRecordedDirectory({ folder, first, ticks: TICKS, frame });
    const report = await compared(folder, '3', '--warm-up', '30s');
    expect(report).toMatchObject({ firstCompared: at(-1), ticks: { leftOut: { withoutAges: 4 } } });
    expect((await compared(folder, '1', '--warm-up', '30s')).ticks.leftOut).toMatchObject({ withoutAges: 0 });
    await expect(run(folder, '3', '--to', at(-3))).rejects.toThrow(
      'recorded without the age of tickers, which version 3 needs',
    );
  });

  test('compares recordings of 1.0.0 with versions that need no ages', async () => {
    const folder = tidemark.newFolder();
    unpackFixture(readFixture('1.0.0.json.br'), folder);
    await expect(run(folder, '3', '--warm-up', '30s')).rejects.toThrow('without the age of tickers');
    const report = await compared(folder, '1', '--warm-up', '30s');
    expect(report.ticks.compared).toBeGreaterThan(0);
    expect(report.types.MWA.compared).toBeGreaterThan(0);
    // Version 1 computed the tick before midnight: version 2 has its state from two of its own ticks on.
    const same = await compared(folder, '2', '--warm-up', '30s', '--from', '2026-11-17T00:01:00Z');
    expect(Object.keys(same.recordedWith)).toEqual(['2']);
    for (const type of Object.values(same.types)) expect(type.same).toBe(type.compared);
  });

  test('refuses ticks that it cannot compare, and says why', async () => {
    const folder = tidemark.newFolder();
    await writeRecordedDirectory({ folder, first: CHANGE, ticks: 3 });
    await expect(run(folder, '4')).rejects.toThrow(
      /--methodology.*must be a version of the methodology: 1, 2, 3, "3 strict"/,
    );
    await expect(run(folder, '3')).rejects.toThrow(
      'the range has 3 ticks that can be computed, but the first 120 warm up the state of version 3',
    );
    await expect(run(folder, '3', '--from', at(100))).rejects.toThrow(
      `no inputs are kept from ${at(100)}: recorded inputs go from ${at(0)} to ${at(2)} (--keep-inputs sets how long they are kept)`,
    );
    await expect(run(folder, '3', '--storage')).rejects.toThrow('--methodology compares versions');
    await expect(run(folder, '3', '--timestamp-ca', join(folder, 'ca.pem'))).rejects.toThrow(
      '--methodology compares versions and checks no timestamps',
    );
    await expect(runInProcess('verify', verifyCommand, ['--warm-up', '1h'])).rejects.toThrow(
      '--warm-up needs --methodology VERSION',
    );
    rmSync(join(folder, 'inputs'), { recursive: true });
    await expect(run(folder, '3')).rejects.toThrow(OperatorError);
    await expect(run(folder, '3')).rejects.toThrow('has no recorded inputs');
  });
});
