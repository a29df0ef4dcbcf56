import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { IndexComputer, type ComputedTick } from '../../../../src/app/pipeline/compute/index-computer.ts';
import { sha256 } from '../../../../src/app/process/sha256.ts';
import { hashRecord } from '../../../../src/engine/record/tick-record.ts';
import { maskOf } from '../../../../src/core/index-value.ts';
import { DAY_MS, dayOfTick, HOUR_MS, SLOT_MS } from '../../../../src/core/time.ts';
import { decodeMemory, encodeMemory, type NamedMemory } from '../../../../src/engine/engine-memory.ts';
import { METHODOLOGIES } from '../../../../src/engine/methodology.ts';
import { FileInputReader } from '../../../../src/history/inputs/file-input-reader.ts';
import { FileInputStore } from '../../../../src/history/inputs/file-input-store.ts';
import { MemoryHistoryStore } from '../../../support/memory-history/memory-history-store.ts';
import { Recomputation } from '../../../../src/values/receipts/recomputation.ts';
import { frameOf } from '../../../../src/values/receipts/recorded-input.ts';
import { verify, type VerificationReport } from '../../../../src/values/receipts/verification.ts';
import {
  FIRST,
  recordedOrder,
  RecordedWorld,
  recordedVersion,
  sliceOf,
} from '../../../support/recorded-world.ts';
import { SharedTicks } from '../../../support/shared-ticks.ts';

const BTC_USD = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';
const AMPLE = { shortageFor: () => undefined };

let folder: string;
let history: MemoryHistoryStore;
let inputs: FileInputStore;
let world: RecordedWorld | SharedTicks;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-verify-'));
  history = new MemoryHistoryStore(DAY_MS);
  inputs = FileInputStore.open({ folder, keepMs: DAY_MS, space: AMPLE, onEvent: () => {} });
  world = new SharedTicks();
});
afterEach(async () => {
  await inputs.close();
  rmSync(folder, { recursive: true, force: true });
});

const record = (tick: ComputedTick) => inputs.append(frameOf(tick));
const store = (tick: ComputedTick) => history.append(sliceOf(tick));

async function tick(): Promise<number> {
  const computed = world.next();
  await record(computed);
  await store(computed);
  return computed.columns.series.length;
}

const references = (hash: string) => (hash === recordedVersion.hash ? recordedVersion.reference : undefined);

function check(): Promise<VerificationReport> {
  const reader = new FileInputReader(folder);
  const recomputation = new Recomputation(references, reader, sha256);
  return verify({ history, inputs: reader, recomputation, hash: sha256 }, FIRST, FIRST + HOUR_MS);
}

const CLEAN = {
  different: 0,
  notVerifiable: { noInputs: 0, modelled: 0, damagedInputs: 0, otherReference: 0 },
  modelledBefore: { ticks: 0, values: 0 },
  differences: [],
  alteredRecords: [],
  alteredValues: [],
  brokenLinks: [],
  otherStates: [],
  lostStates: [],
};

const byInputs = (values: number) => ({ verified: values, verifiedBy: { inputs: values, record: 0 } });

describe('verification', () => {
  test('computes every recorded value again, bit for bit', async () => {
    let values = 0;
    for (let i = 0; i < 20; i++) values += await tick();
    expect(await check()).toEqual({ ...CLEAN, ticks: 20, ...byInputs(values) });
    expect(values).toBeGreaterThan(5000);
  });

  test('reports a stored value that was altered in one bit', async () => {
    await tick();
    const computed = world.next();
    await record(computed);
    const row = 7;
    const prices = computed.columns.prices.slice();
    new BigUint64Array(prices.buffer)[row]! ^= 1n;
    await history.append({ ...sliceOf(computed), prices });
    await tick();
    const report = await check();
    expect(report).toMatchObject({ ticks: 3, different: 1, brokenLinks: [], alteredRecords: [] });
    expect(report.differences).toMatchObject([
      {
        at: computed.columns.at,
        stored: { price: prices[row] },
        recomputed: { price: computed.columns.prices[row] },
      },
    ]);
  });

  test('reports a missing value, and one that should not exist', async () => {
    const computed = world.next();
    await record(computed);
    const slice = sliceOf(computed);
    const without = <T extends Float64Array | Uint32Array | Uint16Array>(column: T) => column.slice(1) as T;
    await history.append({
      ...slice,
      series: without(slice.series),
      prices: without(slice.prices),
      volumes: without(slice.volumes),
      tickVolumes: without(slice.tickVolumes),
      flags: without(slice.flags),
    });
    const report = await check();
    expect(report.different).toBe(1);
    expect(report.differences[0]).toHaveProperty('recomputed');
    expect(report.differences[0]).not.toHaveProperty('stored');
  });

  test('reports inputs altered with their checksums as damaged', async () => {
    await tick();
    const computed = world.next();
    const last = computed.input.tickers.last.slice();
    last[last.findIndex((price) => price > 0)]! *= 2;
    const input = { ...computed.input, tickers: { ...computed.input.tickers, last } };
    await record({ ...computed, input });
    await store(computed);
    const report = await check();
    expect(report.notVerifiable.damagedInputs).toBe(computed.columns.series.length);
    expect(report.different).toBe(0);
  });

  test('detects inputs that were altered together with their record', async () => {
    await tick();
    const computed = world.next();
    const m = recordedVersion.reference.marketIndex(BTC_USD)!;
    const last = computed.input.tickers.last.slice();
    for (
      let i = recordedVersion.reference.firstListing[m]!;
      i < recordedVersion.reference.firstListing[m + 1]!;
      i++
    )
      last[i]! *= 2;
    const input = { ...computed.input, tickers: { ...computed.input.tickers, last } };
    const { encodeObservation } = await import('../../../../src/engine/record/observation-codec.ts');
    await record({
      ...computed,
      input,
      record: { ...computed.record, input: sha256(encodeObservation(input, 1)) },
    });
    await store(computed);
    await tick();
    const report = await check();
    expect(report.different).toBeGreaterThan(0);
    expect(report.alteredRecords).toEqual([computed.columns.at]);
    expect(report.brokenLinks).toEqual([computed.columns.at + SLOT_MS]);
  });

  test('counts ticks without inputs, and continues after them', async () => {
    const without = world.next();
    await store(without);
    const values = await tick();
    expect(await check()).toEqual({
      ...CLEAN,
      ticks: 2,
      ...byInputs(values),
      notVerifiable: { ...CLEAN.notVerifiable, noInputs: without.columns.series.length },
    });
  });

  test('counts back-filled values as not verifiable', async () => {
    const computed = world.next();
    await record(computed);
    const flags = computed.columns.flags.map((mask) => mask | maskOf('MODELLED'));
    await history.append({ ...sliceOf(computed), flags });
    const report = await check();
    expect(report.notVerifiable.modelled).toBe(computed.columns.series.length);
    expect(report.verified).toBe(0);
  });

  test('is not confused by a tick that was recorded and never stored', async () => {
    let values = await tick();
    await record(world.next(false));
    values += await tick();
    expect(await check()).toEqual({ ...CLEAN, ticks: 2, ...byInputs(values) });
  });

  test('counts values of ticks whose reference data are not there', async () => {
    const computed = world.next();
    const ofAnother = { ...computed, record: { ...computed.record, reference: 'another' } };
    await record(ofAnother);
    await store(ofAnother);
    const report = await check();
    expect(report.notVerifiable.otherReference).toBe(computed.columns.series.length);
    expect(report.alteredRecords).toEqual([]);
  });

  test.each(['reference', 'methodology'] as const)(
    'sees inputs that name another %s than the record of the tick, though nothing can be computed with it',
    async (name) => {
      const computed = world.next();
      await record({ ...computed, record: { ...computed.record, [name]: 'another' } });
      await store(computed);
      await tick();
      expect(await check()).toMatchObject({ alteredRecords: [computed.columns.at] });
    },
  );
});

describe('the state that a tick begins from', () => {
  const SECOND = FIRST + SLOT_MS;

  /** Goes on after a tick as after a restart. */
  function restarted(last: ComputedTick, state: Uint8Array | undefined): IndexComputer {
    const bytes = Buffer.from(JSON.stringify(last.record));
    const resumed = { record: bytes, state, dayRecords: [hashRecord(last.record, sha256)] };
    return new IndexComputer(recordedVersion, { last: resumed, referenceOf: references });
  }

  async function afterRestart(alter: (memory: NamedMemory) => NamedMemory): Promise<VerificationReport> {
    const last = world.next();
    await record(last);
    await store(last);
    const memory = alter(decodeMemory(last.state));
    world = new RecordedWorld(SECOND, restarted(last, encodeMemory(recordedVersion.hash, memory)));
    await tick();
    await tick();
    return check();
  }

  test('is the one that the tick before left, also over a restart', async () => {
    expect(await afterRestart((memory) => memory)).toMatchObject({ ...CLEAN, ticks: 3 });
  });

  test('is named where it is another', async () => {
    const report = await afterRestart((memory) => {
      const price = memory.state.markets.price.map((value) => value * 1.4);
      return { ...memory, state: { ...memory.state, markets: { ...memory.state.markets, price } } };
    });
    expect(report).toMatchObject({ ...CLEAN, ticks: 3, otherStates: [SECOND] });
  });

  test('is distinguished if it was lost, whatever is assumed about assets', async () => {
    const last = world.next();
    await record(last);
    await store(last);
    const computer = restarted(last, undefined);
    computer.assumeUsdValues(() => 7);
    world = new RecordedWorld(SECOND, computer);
    await tick();
    await tick();
    expect(await check()).toMatchObject({ ...CLEAN, ticks: 3, lostStates: [SECOND] });
  });

  test('is not compared over a tick whose inputs are gone', async () => {
    await tick();
    await store(world.next());
    await tick();
    expect(await check()).toMatchObject({ otherStates: [], lostStates: [] });
  });
});

/** Version 2 of the methodology is in force: its records name the values that are stored. */
const LATER = METHODOLOGIES[1]!.from + DAY_MS;

describe('values whose inputs are gone', () => {
  let ticks: ComputedTick[];

  beforeEach(() => {
    const later = new SharedTicks(LATER);
    ticks = Array.from({ length: 3 }, () => later.next());
  });

  const checkLater = () => {
    const reader = new FileInputReader(folder);
    const recomputation = new Recomputation(references, reader, sha256);
    return verify({ history, inputs: reader, recomputation, hash: sha256 }, LATER, LATER + HOUR_MS);
  };

  test('are verified by the record of their tick', async () => {
    for (const computed of ticks) await store(computed);
    const values = ticks.reduce((sum, { columns }) => sum + columns.series.length, 0);
    expect(await checkLater()).toEqual({
      ...CLEAN,
      ticks: 3,
      verified: values,
      verifiedBy: { inputs: 0, record: values },
    });
  });

  test.each(['prices', 'volumes', 'tickVolumes', 'flags'] as const)(
    'are not, where one bit of %s was altered',
    async (name) => {
      for (const computed of ticks) {
        const altered = computed.columns[name].slice();
        // The last series is an LX, which has all of them.
        if (computed === ticks[1])
          new Uint8Array(altered.buffer)[altered.byteLength - altered.BYTES_PER_ELEMENT]! ^= 1;
        await history.append({ ...sliceOf(computed), [name]: altered });
      }
      expect(await checkLater()).toMatchObject({ ticks: 3, alteredValues: [LATER + SLOT_MS], different: 0 });
    },
  );

  test('are not, where inputs beside them are damaged', async () => {
    const [first] = ticks;
    const last = first!.input.tickers.last.slice();
    last[last.findIndex((price) => price > 0)]! *= 2;
    await record({ ...first!, input: { ...first!.input, tickers: { ...first!.input.tickers, last } } });
    const prices = first!.columns.prices.slice();
    prices[0]! *= 2;
    await history.append({ ...sliceOf(first!), prices });
    const report = await checkLater();
    expect(report.notVerifiable.damagedInputs).toBe(prices.length);
    expect(report).toMatchObject({ ticks: 1, verified: 0, alteredValues: [LATER] });
  });

  test('are not, where one is missing', async () => {
    const [first] = ticks;
    const slice = sliceOf(first!);
    const { series, prices, volumes, tickVolumes, flags } = slice;
    await history.append({
      ...slice,
      series: series.slice(1),
      prices: prices.slice(1),
      volumes: volumes.slice(1),
      tickVolumes: tickVolumes.slice(1),
      flags: flags.slice(1),
    });
    expect((await checkLater()).alteredValues).toEqual([LATER]);
  });

  test('are verified whatever was filled in beside them', async () => {
    for (const computed of ticks) {
      const flags = computed.columns.flags.slice();
      await history.append({ ...sliceOf(computed), flags });
    }
    const { startAt, parts } = filledIn(ticks[0]!);
    await history.insertPast({ startAt, parts });
    const report = await checkLater();
    expect(report).toMatchObject({ alteredValues: [], notVerifiable: { modelled: 1 } });
  });
});

/** A modelled value of a series that the tick has none of. */
function filledIn({ columns }: ComputedTick) {
  const number = recordedOrder.series.findIndex((_series, at) => !columns.series.includes(at));
  const startAt = dayOfTick(columns.at);
  const series = {
    ...recordedOrder.series[number]!,
    slots: Uint16Array.of((columns.at - startAt) / SLOT_MS - 1),
    prices: Float64Array.of(1),
    volumes: Float64Array.of(1),
    tickVolumes: Float64Array.of(Number.NaN),
    flags: Uint16Array.of(maskOf('MODELLED')),
  };
  return { startAt, parts: [[series]] };
}
