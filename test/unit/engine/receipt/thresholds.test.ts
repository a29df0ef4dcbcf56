import { describe, expect, test } from 'vitest';
import { receiptJson } from '../../../../src/api/resources/receipts/receipt-json.ts';
import { SLOT_MS } from '../../../../src/core/time.ts';
import { emptyState } from '../../../../src/engine/engine-state.ts';
import { computeTick } from '../../../../src/engine/engine.ts';
import { methodologyNamed } from '../../../../src/engine/methodology.ts';
import { explain } from '../../../../src/engine/receipt/explain.ts';
import { recomputeGwa, type GwaText } from '../../../support/independent/gwa.ts';
import { tickInput, worldReference, type Sayings, type WorldPlan } from '../small-world.ts';

const METHODOLOGY = methodologyNamed('2')!;
const AT = METHODOLOGY.from + 3600_000;
const THREE = ['a', 'b', 'c'];

const all = (names: readonly string[], last: number, volume: number) =>
  Object.fromEntries(names.map((name) => [name, { last, volume }]));
/** Shares of a whole, from one to the other. */
const steps = (from: number, to: number, count: number) =>
  Array.from({ length: count + 1 }, (_, i) => from + ((to - from) * i) / count);

interface Receipt extends GwaText {
  readonly flags: readonly string[];
  readonly markets: readonly (GwaText['markets'][number] & {
    readonly impliedUsd: string;
    readonly share: string;
  })[];
}

/** The receipt of the coin's GWA at the second tick: from then on volumes are known in USD. */
function receiptOf(sayings: Sayings): Receipt {
  const reference = worldReference(PLAN);
  const first = tickInput(reference, AT, sayings, emptyState(reference));
  const { state } = computeTick(reference, first, METHODOLOGY);
  const input = tickInput(reference, AT + SLOT_MS, sayings, state);
  const receipt = explain(reference, input, { indexType: 'GWA', indexId: 'coin' }, METHODOLOGY)!;
  const names = { referenceVersion: 'a version', recordHash: 'a hash' };
  return JSON.parse(receiptJson('an id', { ...receipt, ...names })) as Receipt;
}

/**
 * A sequence of worlds in which a measure of the receipt rises: SPLIT starts where it passes the limit, and the receipt alone
 * agrees with the engine for each. Returns the measure at which SPLIT starts.
 */
function passes(
  worlds: readonly Sayings[],
  measure: (receipt: Receipt) => number,
): readonly [before: number, after: number] {
  const receipts = worlds.map(receiptOf);
  for (const receipt of receipts) expect(recomputeGwa(receipt).flags).toEqual(receipt.flags);
  const isSplit = receipts.map(({ flags }) => flags.includes('SPLIT'));
  const first = isSplit.indexOf(true);
  expect(first).toBeGreaterThan(0);
  expect(isSplit.slice(first)).not.toContain(false);
  return [measure(receipts[first - 1]!), measure(receipts[first]!)];
}

const PLAN: WorldPlan = {
  exchanges: { a: 'A', b: 'A', c: 'A', x: 'B', y: 'B' },
  markets: {
    'bitcoin/us-dollar': THREE,
    'coin/us-dollar': [...THREE, 'x', 'y'],
    'coin/bitcoin': THREE,
  },
};

describe('SPLIT of a GWA, by its receipt alone', () => {
  /** Two markets of the coin so far apart. */
  const apart = (share: number, volume: number): Sayings => ({
    'bitcoin/us-dollar': all(THREE, 50_000, 1e6),
    'coin/us-dollar': all(THREE, 10, volume),
    'coin/bitcoin': all(THREE, (10 * (1 + share)) / 50_000, volume),
  });
  const distance = ({ markets: [one, other] }: Receipt) =>
    Math.abs(Math.log(Number(one!.impliedUsd) / Number(other!.impliedUsd)));

  test('starts at 1 % if both markets are precise', () => {
    const worlds = steps(0.01, 0.02, 200).map((share) => apart(share, 1e9));
    const [before, after] = passes(worlds, distance);
    expect(before).toBeLessThanOrEqual(0.01);
    expect(after).toBeGreaterThan(0.01);
    expect(after - before).toBeLessThan(0.0001);
  });

  test('starts at two of their deviations if these are larger', () => {
    const worlds = steps(0.01, 0.06, 400).map((share) => apart(share, 300));
    const inDeviations = (receipt: Receipt) =>
      distance(receipt) / Math.hypot(...receipt.markets.map(({ deviation }) => Number(deviation)));
    const [before, after] = passes(worlds, inDeviations);
    expect(before).toBeLessThanOrEqual(2);
    expect(after).toBeGreaterThan(2);
    expect(after - before).toBeLessThan(0.05);
    const [far] = passes(worlds, distance);
    expect(far).toBeGreaterThan(0.011);
  });

  test('starts when half of its weight is in markets that are', () => {
    const torn = { ...all(THREE, 10, 1e2), ...all(['x', 'y'], 10.3, 1e3) };
    const worlds = steps(6, 2, 200).map((exponent): Sayings => ({
      'bitcoin/us-dollar': all(THREE, 50_000, 1e6),
      'coin/us-dollar': torn,
      'coin/bitcoin': all(THREE, 10 / 50_000, 10 ** exponent),
    }));
    const splitShare = ({ markets }: Receipt) =>
      markets
        .filter(({ flags }) => flags.includes('SPLIT'))
        .reduce((sum, { share }) => sum + Number(share), 0);
    const [before, after] = passes(worlds, splitShare);
    expect(before).toBeLessThanOrEqual(0.5);
    expect(after).toBeGreaterThan(0.5);
    expect(after - before).toBeLessThan(0.02);
  });
});
