import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { SeriesId } from '../../../src/core/index-value.ts';
import type { ReferenceContent } from '../../../src/core/reference-data.ts';
import { DAY_MS, SLOT_MS, type Millis } from '../../../src/core/time.ts';
import { LX_INDICES } from '../../../src/core/ids/well-known-ids.ts';
import { ListingChanges, type ListingChange } from '../../../src/reference/listing-changes.ts';
import { ListingLog } from '../../../src/reference/versions/listing-log.ts';
import { referenceHashOf } from '../../../src/reference/versions/reference-hash.ts';
import { ReferenceLog, ReferenceLogReader } from '../../../src/reference/versions/reference-log.ts';
import { buildWorld } from '../../../src/simulator/world.ts';

const START = Date.parse('2026-03-01T00:00:00Z');
const slot = (n: number) => START + n * SLOT_MS;
const { reference } = buildWorld('small');
const WORLD: ReferenceContent = { ...reference, lx: [], traded: [] };
/** A market whose two assets trade elsewhere, too. */
const [MARKET] = WORLD.markets as readonly [ReferenceContent['markets'][number]];
const MWA = { indexType: 'MWA', indexId: MARKET.id } as const;
const GWA = { indexType: 'GWA', indexId: MARKET.baseAssetId } as const;

function without(gone: (marketId: string) => boolean): ReferenceContent {
  const exchanges = WORLD.exchanges.map((exchange) => ({
    ...exchange,
    listings: exchange.listings.filter(({ marketId }) => !gone(marketId)),
  }));
  return { ...WORLD, exchanges };
}

function listingChanges(
  series: SeriesId,
  versions: Iterable<{ readonly from: Millis; readonly data: ReferenceContent }>,
): readonly ListingChange[] {
  const changes = new ListingChanges();
  for (const version of versions) changes.add(version);
  return changes.of(series);
}

const ofAsset = new Set(
  WORLD.markets
    .filter(({ baseAssetId, quoteAssetId }) => [baseAssetId, quoteAssetId].includes(GWA.indexId))
    .map(({ id }) => id),
);
const NO_MARKET = without((id) => id === MARKET.id);
const NO_ASSET = without((id) => ofAsset.has(id));

test('an average is listed while any exchange lists one of its markets', () => {
  const versions = [
    { from: slot(0), data: NO_ASSET },
    { from: slot(5), data: NO_MARKET },
    { from: slot(6), data: { ...NO_MARKET, supplies: [] } },
    { from: slot(9), data: WORLD },
    { from: slot(12), data: NO_MARKET },
  ];
  expect(ofAsset.size).toBeGreaterThan(1);
  expect(listingChanges(GWA, versions)).toEqual([
    { from: slot(0), isListed: false },
    { from: slot(5), isListed: true },
  ]);
  expect(listingChanges(MWA, versions)).toEqual([
    { from: slot(0), isListed: false },
    { from: slot(9), isListed: true },
    { from: slot(12), isListed: false },
  ]);
});

test('a listing that is not active does not count', () => {
  const exchanges = WORLD.exchanges.map((exchange) => ({
    ...exchange,
    listings: exchange.listings.map((listing) =>
      listing.marketId === MARKET.id ? { ...listing, status: 'INACTIVE' as const } : listing,
    ),
  }));
  const versions = [
    { from: slot(0), data: WORLD },
    { from: slot(2), data: { ...WORLD, exchanges } },
  ];
  expect(listingChanges(MWA, versions)).toEqual([
    { from: slot(0), isListed: true },
    { from: slot(2), isListed: false },
  ]);
});

test('a version that was announced but never used does not count', () => {
  const versions = [
    { from: slot(0), data: WORLD },
    { from: slot(10), data: NO_MARKET },
    { from: slot(8), data: WORLD },
  ];
  expect(listingChanges(MWA, versions)).toEqual([{ from: slot(0), isListed: true }]);
});

test('a liquid index is listed while it has constituents', () => {
  const blx = {
    name: 'BLX' as const,
    from: 0,
    assetId: MARKET.baseAssetId,
    quoteAssetIds: [],
    constituents: [{ exchangeId: WORLD.exchanges[0]!.id, marketId: MARKET.id }],
  };
  const versions = [
    { from: slot(0), data: { ...WORLD, lx: [{ ...blx, constituents: [] }] } },
    { from: slot(3), data: { ...WORLD, lx: [blx] } },
  ];
  expect(listingChanges({ indexType: 'LX', indexId: LX_INDICES.BLX }, versions)).toEqual([
    { from: slot(0), isListed: false },
    { from: slot(3), isListed: true },
  ]);
  expect(listingChanges({ indexType: 'LX', indexId: LX_INDICES.ELX }, versions)).toEqual([
    { from: slot(0), isListed: false },
  ]);
});

test('every stored version is delivered in order', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'listings-'));
  const path = join(folder, 'reference.log');
  const store = await ReferenceLog.open(path, () => undefined);
  const versions = [NO_MARKET, WORLD, NO_MARKET].map((data, i) => ({
    hash: referenceHashOf(data),
    from: slot(i),
    data,
  }));
  for (const version of versions) await store.append(version);
  await store.close();
  const read = [...new ReferenceLogReader(path).contents()];
  expect(read.map(({ hash, from, data }) => [hash, from, referenceHashOf(data)])).toEqual(
    versions.map(({ hash, from }) => [hash, from, hash]),
  );
  expect(listingChanges(MWA, read).map(({ isListed }) => isListed)).toEqual([false, true, false]);
  rmSync(folder, { recursive: true });
});

test('versions are read once for all series, and later only new ones', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'listings-'));
  const path = join(folder, 'reference.log');
  const store = await ReferenceLog.open(path, () => undefined);
  const append = async (from: Millis, data: ReferenceContent) => {
    await store.append({ hash: referenceHashOf(data), from, data });
    return referenceHashOf(data);
  };
  const first = await append(slot(0), NO_MARKET);
  const second = await append(slot(5), WORLD);
  const read = vi.spyOn(ReferenceLogReader.prototype, 'contents');
  const places = () => read.mock.calls.map(([place = 0]) => place);
  const log = new ListingLog(path);
  expect(log.of(MWA, second)).toEqual([
    { from: slot(0), isListed: false },
    { from: slot(5), isListed: true },
  ]);
  for (const { id } of WORLD.markets) log.of({ indexType: 'MWA', indexId: id }, second);
  expect(log.of(GWA, first)).toEqual([{ from: slot(0), isListed: true }]);
  expect(places()).toEqual([0]);
  const third = await append(slot(9), NO_ASSET);
  expect(log.of(GWA, third)).toEqual([
    { from: slot(0), isListed: true },
    { from: slot(9), isListed: false },
  ]);
  expect(places()).toEqual([0, 2]);
  await store.close();
  // A file that was repaired meanwhile is read from its beginning.
  rmSync(path);
  const other = await ReferenceLog.open(path, () => undefined);
  const { supplies: _, ...rest } = WORLD;
  const content: ReferenceContent = { ...rest, supplies: [] };
  await other.append({ hash: referenceHashOf(content), from: slot(2), data: content });
  await other.close();
  expect(log.of(MWA, referenceHashOf(content))).toEqual([{ from: slot(2), isListed: true }]);
  read.mockRestore();
  rmSync(folder, { recursive: true });
});

test('a version that returns under the same name is also read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'listings-'));
  const path = join(folder, 'reference.log');
  const store = await ReferenceLog.open(path, () => undefined);
  const log = new ListingLog(path);
  const listed: (readonly boolean[])[] = [];
  for (const [i, data] of [WORLD, NO_MARKET, WORLD].entries()) {
    await store.append({ hash: referenceHashOf(data), from: slot(i), data });
    listed.push(log.of(MWA, referenceHashOf(data)).map(({ isListed }) => isListed));
  }
  await store.close();
  expect(listed).toEqual([[true], [true, false], [true, false, true]]);
  rmSync(folder, { recursive: true });
});

test('states before the window are dropped, except for the last', () => {
  const changes = new ListingChanges();
  const add = (day: number, data: ReferenceContent) => changes.add({ from: START + day * DAY_MS, data });
  for (let day = 0; day < 2048; day++) add(day, day % 2 === 0 ? WORLD : NO_MARKET);
  expect(changes.of(MWA).length).toBeLessThan(600);
  const at = (day: number) => changes.of(MWA).findLast(({ from }) => from <= START + day * DAY_MS)?.isListed;
  for (let day = 1847; day < 2048; day++) expect(at(day)).toBe(day % 2 === 0);
  // A delisted market takes no space.
  const before = changes.size;
  for (let day = 2048; day < 2048 + 512; day++) add(day, NO_MARKET);
  expect([changes.size <= before - 200, at(2500)]).toEqual([true, false]);
});
