import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { receiptJson } from '../../../../src/api/resources/receipts/receipt-json.ts';
import type { IndexType } from '../../../../src/core/index-value.ts';
import { runTick } from '../../../../src/engine/engine.ts';
import { methodologyNamed } from '../../../../src/engine/methodology.ts';
import { explainedBy } from '../../../../src/engine/receipt/explain.ts';
import { indexValues } from '../../../../src/engine/tick-output.ts';
import { recomputeGwa, type GwaText } from '../../../support/independent/gwa.ts';
import { recomputeLx, type LxText } from '../../../support/independent/lx.ts';
import { recomputeMwa, type MwaText } from '../../../support/independent/mwa.ts';
import type { Line } from '../../../support/independent/screening.ts';
import { expectEqual } from '../../../support/quick-equal.ts';
import { troubledTicks, troubledVersion } from '../../../support/troubled-world.ts';

/** Sampling of markets and assets; liquid indices are few, and checked at every tick. */
const EVERY = 11;
const AT_LEAST = 400;

interface Head {
  readonly indexType: IndexType;
  readonly methodology: string;
  readonly price: string;
  readonly volume: string;
  readonly flags: readonly string[];
  readonly volumeMedian?: string;
  readonly exchangeMedian?: string;
  readonly trustMedian?: string;
  readonly reference?: string;
}
interface Weighed extends Line {
  readonly weight: string;
  readonly clamped: boolean;
}
type MwaReceipt = Head & Omit<MwaText, 'exchanges'> & { readonly exchanges: readonly Weighed[] };
type GwaReceipt = Head & GwaText & { readonly volumeUsd: string };
type LxReceipt = Head & LxText & { readonly tickVolume: string };

interface Receipts {
  readonly MWA: MwaReceipt[];
  readonly GWA: GwaReceipt[];
  readonly LX: LxReceipt[];
}

function receiptsOf(version: string, first: string, ticks: number): Receipts {
  const receipts: Receipts = { MWA: [], GWA: [], LX: [] };
  const { reference } = troubledVersion;
  const methodology = methodologyNamed(version)!;
  let number = 0;
  for (const { input, output } of troubledTicks(Date.parse(first), ticks, methodology)) {
    const run = runTick(reference, input, methodology);
    for (const value of indexValues(reference, output)) {
      if (value.indexType !== 'LX' && number++ % EVERY !== 0) continue;
      const receipt = explainedBy({ reference, input, methodology, run }, value)!;
      const text = receiptJson('an id', { ...receipt, referenceVersion: 'a version', recordHash: 'a hash' });
      receipts[value.indexType].push(JSON.parse(text));
    }
  }
  return receipts;
}

const textOf = (numbers: readonly (number | undefined)[]) => numbers.map((number) => number?.toString());
const asNumbers = (texts: readonly (string | undefined)[]) =>
  texts.map((text) => (text === undefined ? undefined : Number(text)?.toString()));
const reasonsIn = (refused: readonly Line[]) =>
  new Map(refused.map(({ exchangeId, reason }) => [exchangeId, reason]));

const clampedIn = ({ exchanges }: MwaReceipt) =>
  exchanges.filter(({ clamped }) => clamped).map(({ exchangeId }) => exchangeId);

const statusOf = ({ exchangeStatus, marketStatus }: Line) => `${exchangeStatus} ${marketStatus}`;

function valuesOf(receipts: Receipts, type: IndexType) {
  const flags = new Set<string>(receipts[type].flatMap((receipt) => receipt.flags));
  return { count: receipts[type].length, flags: [...flags].toSorted() };
}

describe.each([
  { version: '2', first: '2026-11-17T12:00:00Z', liquid: 250 },
  // If too few constituents contribute, there is no index.
  { version: '3', first: '2026-12-03T12:00:00Z', liquid: 120 },
])('a receipt of version $version alone, by the documentation', ({ version, first, liquid }) => {
  let receipts: Receipts;

  beforeAll(() => {
    receipts = receiptsOf(version, first, 90);
  });

  test('gives the MWA, its medians, weights, refusals and flags to the last digit', () => {
    for (const receipt of receipts.MWA) {
      const again = recomputeMwa(receipt);
      const { price, volume, flags, volumeMedian, exchangeMedian, trustMedian, reference } = receipt;
      const stated = [price, volume, volumeMedian, exchangeMedian, trustMedian, reference];
      const medians = again.medians ?? [undefined, undefined, undefined, undefined];
      expectEqual(textOf([again.price, again.volume, ...medians]), asNumbers(stated));
      expectEqual(again.flags, flags);
      expectEqual(again.reasons, reasonsIn(receipt.refused));
      const weights = receipt.exchanges.map(({ exchangeId, weight }) => [exchangeId, Number(weight)]);
      expectEqual([...again.weights], weights);
      expectEqual(again.clamped, clampedIn(receipt));
    }
    const isQuiet = ({ trustMedian, exchangeMedian }: Head) =>
      exchangeMedian !== undefined && trustMedian === undefined;
    const quiet = receipts.MWA.filter(isQuiet);
    expect(quiet.filter((receipt) => clampedIn(receipt).length > 0).length).toBeGreaterThan(3);
    for (const { flags } of quiet) expect(flags).toEqual(['THIN']);
    const pairs = receipts.MWA.filter((receipt) => receipt.reference && !receipt.exchangeMedian);
    expect(pairs.some(({ flags }) => flags.length === 0)).toBe(version === '3');
    const { count, flags } = valuesOf(receipts, 'MWA');
    expect(count).toBeGreaterThan(AT_LEAST);
    expect(flags).toEqual(['CARRIED', 'SINGLE_SOURCE', 'SPLIT', 'SUSPECT', 'THIN']);
    const reasons = new Set(receipts.MWA.flatMap(({ refused }) => refused.map(({ reason }) => reason)));
    expect([...reasons].toSorted()).toEqual([
      'BAD_NUMBER',
      'BAD_TIME',
      'EXCHANGE_STATUS',
      'OUTLIER',
      'STALE',
      'UNQUALIFIED',
    ]);
    const statuses = new Set(receipts.MWA.flatMap(({ refused }) => refused.map(statusOf)));
    for (const status of ['MAINTENANCE ACTIVE', 'ACTIVE INACTIVE']) expect(statuses).toContain(status);
    const capped = receipts.MWA.filter(({ exchanges }) =>
      exchanges.some(({ reportedVolume, believedVolume }) => reportedVolume !== believedVolume),
    );
    expect(capped.length).toBeGreaterThan(10);
  });

  test('gives the GWA, its volumes and flags to the last digit', () => {
    for (const receipt of receipts.GWA) {
      const again = recomputeGwa(receipt);
      expectEqual(
        textOf([again.price, again.volume, again.volumeUsd]),
        asNumbers([receipt.price, receipt.volume, receipt.volumeUsd]),
      );
      expectEqual(again.flags, receipt.flags);
      if (receipt.ln !== undefined && again.x !== undefined)
        expect(Math.abs(again.x - Number(receipt.ln))).toBeLessThan(1e-11);
    }
    const { count, flags } = valuesOf(receipts, 'GWA');
    expect(count).toBeGreaterThan(AT_LEAST);
    expect(flags).toEqual(['CARRIED', 'SINGLE_SOURCE', 'SPLIT', 'SUSPECT', 'THIN']);
  });

  test('gives the LX, its medians, volumes, prices and flags to the last digit', () => {
    for (const receipt of receipts.LX) {
      const again = recomputeLx(receipt);
      const { price, volume, tickVolume, volumeMedian, exchangeMedian } = receipt;
      expectEqual(
        textOf([again.price, again.volume, again.tickVolume, ...(again.medians ?? [])]),
        asNumbers(
          [price, volume, tickVolume, volumeMedian, exchangeMedian].filter((text) => text !== undefined),
        ),
      );
      expectEqual(again.flags, receipt.flags);
      expectEqual(again.reasons, reasonsIn(receipt.refused));
    }
    const { count, flags } = valuesOf(receipts, 'LX');
    expect(count).toBeGreaterThan(liquid);
    expect(flags).toEqual(['CARRIED', 'SPLIT']);
    const all = receipts.LX.flatMap(({ refused }) => refused.map(({ reason }) => reason));
    expect(new Set(all).size).toBeGreaterThan(2);
    expect(receipts.LX.some(({ constituents }) => constituents.some(({ trades }) => trades.length > 1))).toBe(
      true,
    );
  });
});

describe('a receipt', () => {
  test('with strict flags also gives the GWA and its flags', () => {
    const strict = receiptsOf('3 strict', '2026-12-02T12:00:00Z', 12);
    const thin = strict.GWA.filter((receipt) => {
      const again = recomputeGwa(receipt);
      expect([again.price, again.flags]).toEqual([Number(receipt.price), receipt.flags]);
      const { flags } = recomputeGwa({ ...receipt, methodology: '3' });
      return receipt.flags.includes('THIN') && !flags.includes('THIN');
    });
    expect(thin.length).toBeGreaterThan(5);
  });

  test('is checked by code that imports nothing of the service', () => {
    const folder = new URL('../../../support/independent/', import.meta.url);
    const files = readdirSync(folder);
    expect(files.length).toBeGreaterThan(4);
    for (const file of files) {
      const imports = readFileSync(new URL(file, folder), 'utf8').matchAll(/from '([^']+)'/g);
      for (const [, path] of imports) expect(path).toMatch(/^\.\/[a-z]+\.ts$/);
    }
  });
});
