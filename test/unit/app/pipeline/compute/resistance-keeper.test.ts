import { beforeEach, expect, test } from 'vitest';
import { columnsOf } from '../../../../../src/app/pipeline/compute/index-columns.ts';
import { QualitySheet } from '../../../../../src/app/pipeline/compute/quality-sheet.ts';
import { ResistanceKeeper } from '../../../../../src/app/pipeline/compute/resistance-keeper.ts';
import { maskOf } from '../../../../../src/core/index-value.ts';
import { formatDatetime, HOUR_MS, SLOT_MS } from '../../../../../src/core/time.ts';
import { outputOf, runTick } from '../../../../../src/engine/engine.ts';
import { methodologyAt } from '../../../../../src/engine/methodology.ts';
import type { IndexQuality } from '../../../../../sdk/src/contract.ts';
import { IN_VERSION_3 } from '../../../../support/receipt-worlds.ts';
import { troubledTicks, troubledVersion as version } from '../../../../support/troubled-world.ts';

const methodology = methodologyAt(IN_VERSION_3);
const ticks = [...troubledTicks(IN_VERSION_3, 3, methodology)].map(({ input }) => {
  const run = runTick(version.reference, input, methodology);
  const output = outputOf(version.reference, input, run, methodology);
  return { version, input, run, output, methodology };
});
const [first, second] = ticks as [(typeof ticks)[0], (typeof ticks)[0]];

let now: number;
let failures: Error[];
let keeper: ResistanceKeeper;

beforeEach(() => {
  now = 0;
  failures = [];
  const loop = {
    now: () => now,
    nextTurn: (goOn: () => void) => void setImmediate(goOn),
    after: (_ms: number, goOn: () => void) => void setImmediate(goOn),
  };
  keeper = new ResistanceKeeper(loop, (error) => failures.push(error));
});

test('there are no figures until the first refresh is done', async () => {
  expect(keeper.figuresFor(version)).toBeUndefined();
  keeper.offer(first);
  expect(keeper.figuresFor(version)).toBeUndefined();
  await keeper.settled();
  expect(keeper.figuresFor(version)?.at).toBe(first.input.at);
});

/** The same tick at a later time of the market. */
function later(tick: typeof first, ms: number): typeof first {
  return { ...tick, input: { ...tick.input, at: tick.input.at + ms } };
}

test('a refresh starts an hour of market time after the last one, with the current tick', async () => {
  keeper.offer(first);
  await keeper.settled();
  keeper.offer(later(first, HOUR_MS - SLOT_MS));
  await keeper.settled();
  expect(keeper.figuresFor(version)?.at).toBe(first.input.at);
  keeper.offer(later(first, HOUR_MS));
  await keeper.settled();
  expect(keeper.figuresFor(version)?.at).toBe(first.input.at + HOUR_MS);
});

test('in a world of any speed, it rests as long as the last refresh took', async () => {
  keeper.offer(first);
  now += 120_000;
  await keeper.settled();
  now += 119_999;
  keeper.offer(later(first, 50 * HOUR_MS));
  await keeper.settled();
  expect(keeper.figuresFor(version)?.at).toBe(first.input.at);
  now += 1;
  keeper.offer(later(first, 50 * HOUR_MS));
  await keeper.settled();
  expect(keeper.figuresFor(version)?.at).toBe(first.input.at + 50 * HOUR_MS);
});

test('a new listing is not left without figures for an hour', async () => {
  const { reference } = version;
  const known = new Set(reference.marketIds.slice(1));
  const before = {
    ...reference,
    marketIndex: (id: string) => (known.has(id) ? reference.marketIndex(id) : undefined),
    assetIndex: (id: string) => reference.assetIndex(id),
  };
  keeper.offer({ ...first, version: { ...version, reference: before as never } });
  await keeper.settled();
  keeper.offer(second);
  await keeper.settled();
  expect(keeper.figuresFor(version)?.at).toBe(second.input.at);
});

test('a refresh that fails is reported and leaves the old figures', async () => {
  keeper.offer(first);
  await keeper.settled();
  keeper.offer({ ...later(second, HOUR_MS), run: { ...second.run, lx: undefined as never } });
  await keeper.settled();
  expect(failures).toHaveLength(1);
  expect(keeper.figuresFor(version)?.at).toBe(first.input.at);
});

test('records of quality carry the figures, and their tick if it is an earlier one', async () => {
  keeper.offer(first);
  await keeper.settled();
  const figures = keeper.figuresFor(version)!;
  const recordsOf = ({ output }: typeof first, known?: typeof figures) => {
    const columns = columnsOf(output, version.orders.series);
    const { indices } = new QualitySheet().publish({ version, output, columns, hours: [] }, known);
    const text = Buffer.from(indices.bytes).toString('latin1');
    return JSON.parse(`[${text}]`) as IndexQuality[];
  };
  for (const record of recordsOf(first)) {
    expect(record).not.toHaveProperty('exchangesToMove1Percent');
    expect(record).not.toHaveProperty('resistanceAt');
    if (record.indexType === 'GWA') expect(record).not.toHaveProperty('oneExchangeBps');
  }
  for (const record of recordsOf(first, figures)) expect(record).not.toHaveProperty('resistanceAt');

  const later = recordsOf(second, figures);
  const { marketIds, assetIds } = version.reference;
  for (const { indexId, indexType, ...record } of later) {
    const market = marketIds.indexOf(indexId);
    const asset = assetIds.indexOf(indexId);
    const collusion =
      indexType === 'MWA'
        ? figures.markets[market]
        : indexType === 'GWA'
          ? figures.assets[asset]!.collusion
          : figures.lx.get(indexId);
    const isShown =
      collusion !== undefined && !['CARRIED', 'SUSPECT'].some((f) => record.flags.includes(f as never));
    expect(record.exchangesToMove1Percent).toBe(isShown ? collusion.exchanges : undefined);
    expect(record.atLeast).toBe(isShown && collusion.isAtLeast ? true : undefined);
    if (isShown) expect(record.resistanceAt).toBe(formatDatetime(first.input.at));
  }
  expect(later.some(({ atLeast }) => atLeast)).toBe(true);
});

test('a carried value has no figures, whatever they were before', async () => {
  keeper.offer(first);
  await keeper.settled();
  const { output } = second;
  const columns = columnsOf(output, version.orders.series);
  const carried = { ...columns, flags: columns.flags.map(() => maskOf('CARRIED')) };
  const { indices } = new QualitySheet().publish(
    { version, output, columns: carried, hours: [] },
    keeper.figuresFor(version),
  );
  const text = Buffer.from(indices.bytes).toString('latin1');
  for (const field of ['exchangesToMove1Percent', 'atLeast', 'resistanceAt'])
    expect(text).not.toContain(field);
});
