import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Exchange } from '../../../src/core/exchange.ts';
import type { Market } from '../../../src/core/market.ts';
import type { ReferenceContent, ReferenceVersion } from '../../../src/core/reference-data.ts';
import { SLOT_MS } from '../../../src/core/time.ts';
import { applyChanges, changeBetween } from '../../../src/reference/versions/reference-change.ts';
import { referenceHashOf } from '../../../src/reference/versions/reference-hash.ts';
import { ReferenceLog, ReferenceLogReader } from '../../../src/reference/versions/reference-log.ts';
import { aMarket, anAsset, anExchange, COIN, COIN_DOLLAR, SOUND } from '../../support/reference-data.ts';

const ASSETS = ['dollar', 'coin', 'token', 'third', 'fourth'].map((slug) => anAsset(slug));
const MARKETS = ASSETS.slice(1).map((base) => aMarket(base, ASSETS[0]!));

/** Any data over a few assets, markets and exchanges. */
const data: fc.Arbitrary<ReferenceContent> = fc
  .record({
    assets: fc.subarray(ASSETS, { minLength: 1 }),
    statuses: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
    listed: fc.array(fc.subarray(MARKETS), { minLength: 2, maxLength: 2 }),
    qualified: fc.boolean(),
    tier: fc.constantFrom('A' as const, 'B' as const),
    supply: fc.option(fc.integer({ min: 1, max: 9 })),
    trades: fc.boolean(),
  })
  .map(({ assets, statuses, listed, qualified, tier, supply, trades }) => ({
    assets: assets.map((asset, i) => ({ ...asset, status: statuses[i] ? 'ACTIVE' : 'INACTIVE' })),
    markets: MARKETS,
    exchanges: listed.map((markets, i) =>
      anExchange(`Exchange ${i}`, {
        tier,
        listings: markets.map(({ id }) => ({ marketId: id, status: 'ACTIVE', qualified })),
      }),
    ),
    supplies: supply === null ? [] : [{ assetId: COIN.id, totalSupply: `${supply}`, freeFloatSupply: '1' }],
    lx: [],
    traded: trades ? [{ exchangeId: anExchange('Exchange 0').id, marketId: COIN_DOLLAR.id }] : [],
  }));

const reordered = ({ assets, exchanges, ...rest }: ReferenceContent): ReferenceContent => ({
  ...rest,
  assets: assets.toReversed().map((asset) => Object.fromEntries(Object.entries(asset).toReversed()) as never),
  exchanges: exchanges.map((exchange) => ({ ...exchange, listings: exchange.listings.toReversed() })),
});

describe('the name of reference data', () => {
  test('does not depend on the order of the data or of members', () => {
    fc.assert(
      fc.property(data, (some) => {
        expect(referenceHashOf(reordered(some))).toBe(referenceHashOf(some));
      }),
    );
  });

  test('differs for different content', () => {
    fc.assert(
      fc.property(data, data, (a, b) => {
        expect(referenceHashOf(a) === referenceHashOf(b)).toBe(Object.keys(changeBetween(a, b)).length === 0);
      }),
    );
  });

  test('never changes between versions of the program', () => {
    expect(referenceHashOf(SOUND)).toMatchInlineSnapshot(
      `"a95cc31833be514e571f6f9eda361bfd7a78a99aecdaddaafde368db304ff52f"`,
    );
  });
});

test('changes applied one after the other lead from one content to the next', () => {
  fc.assert(
    fc.property(fc.array(data, { minLength: 2, maxLength: 6 }), (sequence) => {
      const changes = sequence.slice(1).map((next, i) => changeBetween(sequence[i]!, next));
      expect(referenceHashOf(applyChanges(sequence[0]!, changes))).toBe(referenceHashOf(sequence.at(-1)!));
    }),
  );
});

test('unchanged items stay the same object', () => {
  const other = anExchange('Gamma', {
    listings: [{ marketId: COIN_DOLLAR.id, status: 'ACTIVE', qualified: true }],
  });
  const before: ReferenceContent = { ...SOUND, exchanges: [...SOUND.exchanges, other] };
  const [alpha, beta] = SOUND.exchanges as [Exchange, Exchange];
  const after = applyChanges(before, [
    {
      listings: {
        set: [{ exchangeId: beta.id, ...alpha.listings[0]! }],
        removed: [`${other.id} ${COIN_DOLLAR.id}`],
      },
    },
  ]);
  expect(after.exchanges.map(({ listings }) => listings.length)).toEqual([2, 1, 0]);
  expect(after.exchanges[0]).toBe(alpha);
  for (const table of ['assets', 'markets', 'supplies', 'lx', 'traded'] as const)
    expect(after[table]).toBe(before[table]);
  const same = applyChanges(before, [{ supplies: { removed: [COIN.id] } }]);
  expect(same.exchanges).toBe(before.exchanges);
  expect(same.supplies).toEqual([]);
});

test('rows keep their positions, also changed ones, and a listing that returns follows the others', () => {
  const [first, second] = MARKETS as [Market, Market];
  const listing = (marketId: string, qualified = true) => ({
    marketId,
    status: 'ACTIVE' as const,
    qualified,
  });
  const exchange = anExchange('Alpha', { listings: [listing(first.id), listing(second.id)] });
  const before: ReferenceContent = { ...SOUND, markets: MARKETS, exchanges: [exchange] };
  const row = (marketId: string, qualified = true) => ({
    exchangeId: exchange.id,
    ...listing(marketId, qualified),
  });
  const changed = applyChanges(before, [{ listings: { set: [row(first.id, false)] } }]);
  expect(changed.exchanges[0]?.listings).toEqual([listing(first.id, false), listing(second.id)]);
  const back = applyChanges(before, [
    { listings: { removed: [`${exchange.id} ${first.id}`] } },
    { listings: { set: [row(first.id)] } },
  ]);
  expect(back.exchanges[0]?.listings).toEqual([listing(second.id), listing(first.id)]);
});

describe('the file of versions', () => {
  let folder: string;
  let path: string;
  const reasons: string[] = [];
  const setAside = (reason: string) => void reasons.push(reason);
  beforeEach(() => {
    reasons.length = 0;
    folder = mkdtempSync(join(tmpdir(), 'reference-'));
    path = join(folder, 'reference.log');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const version = (content: ReferenceContent, slot: number): ReferenceVersion => ({
    hash: referenceHashOf(content),
    from: slot * SLOT_MS,
    data: content,
  });

  const withStatus = (i: number): ReferenceContent => ({
    ...SOUND,
    supplies: [{ assetId: COIN.id, totalSupply: `${i + 1}`, freeFloatSupply: '1' }],
  });

  async function store(versions: readonly ReferenceVersion[]): Promise<void> {
    const log = await ReferenceLog.open(path, setAside);
    for (const one of versions) await log.append(one);
    await log.close();
  }

  test('contains every version, at its slots and by its name, also for another reader', async () => {
    const versions = Array.from({ length: 600 }, (_, i) => version(withStatus(i), 10 * (i + 1)));
    await store(versions.slice(0, 300));
    await store(versions.slice(300));
    const reader = new ReferenceLogReader(path);
    expect(reader.at(9 * SLOT_MS)).toBeUndefined();
    for (const i of [0, 1, 255, 256, 257, 299, 300, 599]) {
      const { hash, from, data: content } = versions[i]!;
      expect(reader.at(from)).toMatchObject({ hash, from });
      expect(reader.at(from + 9 * SLOT_MS)?.data).toEqual(content);
      expect(reader.byHash(hash)).toEqual(content);
    }
    expect(reader.entries()).toHaveLength(600);
    expect(reader.records.filter(({ kind }) => kind === 'whole').length).toBeLessThan(6);
  });

  test('keeps one entry while the content stays; of several in force, the last one counts', async () => {
    const log = await ReferenceLog.open(path, setAside);
    await log.append(version(withStatus(1), 5));
    await log.append(version(withStatus(1), 6));
    expect(log.entries()).toHaveLength(1);
    await log.append(version(withStatus(2), 6));
    await log.append(version(withStatus(1), 7));
    expect(log.entries().map(({ from }) => from / SLOT_MS)).toEqual([5, 6, 7]);
    expect(log.at(6 * SLOT_MS)?.hash).toBe(referenceHashOf(withStatus(2)));
    // The version of slot 7 was never used: the process ended, and the next one continues from slot 6.
    await log.append(version(withStatus(3), 6));
    for (const slot of [6, 7, 8]) expect(log.at(slot * SLOT_MS)?.hash).toBe(referenceHashOf(withStatus(3)));
    expect(log.at(5 * SLOT_MS)?.hash).toBe(referenceHashOf(withStatus(1)));
    await log.close();
  });

  test('a reader that was opened earlier finds later versions', async () => {
    await store([version(withStatus(1), 1)]);
    const reader = new ReferenceLogReader(path);
    await store([version(withStatus(2), 2)]);
    expect(reader.byHash(referenceHashOf(withStatus(2)))).toEqual(withStatus(2));
  });

  test('an incomplete record is removed, and the next one follows', async () => {
    await store([version(withStatus(1), 1), version(withStatus(2), 2)]);
    const whole = statSync(path).size;
    await store([version(withStatus(3), 3)]);
    truncateSync(path, statSync(path).size - 5);
    await store([version(withStatus(4), 4)]);
    const reader = new ReferenceLogReader(path);
    expect(reader.entries().map(({ from }) => from / SLOT_MS)).toEqual([1, 2, 4]);
    expect(reader.at(4 * SLOT_MS)?.data).toEqual(withStatus(4));
    expect(reader.damagedBytes).toBe(0);
    expect(whole).toBeLessThan(statSync(path).size);
  });

  test('a flipped bit loses the versions that need the record, and never gives other content', async () => {
    const versions = Array.from({ length: 6 }, (_, i) => version(withStatus(i), i + 1));
    await store(versions);
    const sound = readFileSync(path);
    await fc.assert(
      fc.asyncProperty(fc.nat(sound.length * 8 - 1 - 26 * 8), async (bit) => {
        const bytes = Buffer.from(sound);
        bytes[26 + (bit >> 3)]! ^= 1 << (bit & 7);
        writeFileSync(path, bytes);
        const reader = new ReferenceLogReader(path);
        for (const { hash, data: content } of versions) {
          const found = reader.byHash(hash);
          if (found) expect(found).toEqual(content);
          expect(reader.keeps(hash)).toBe(found !== undefined);
        }
        expect(reader.entries().length).toBeGreaterThanOrEqual(5);
        const log = await ReferenceLog.open(path, setAside);
        await log.append(version(withStatus(77), 99));
        await log.close();
        expect(new ReferenceLogReader(path).byHash(referenceHashOf(withStatus(77)))).toEqual(withStatus(77));
      }),
      { numRuns: 60 },
    );
  });

  test('a file of a newer format is refused and not touched', async () => {
    const text = 'tidemark reference log 2\nxxxxxxxxxxxxxxxx';
    writeFileSync(path, text);
    await expect(ReferenceLog.open(path, setAside)).rejects.toThrow(/reference\.log/);
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(reasons).toEqual([]);
  });

  test('with a damaged beginning it is set aside, and every sound record is copied', async () => {
    const versions = [1, 2, 3].map((i) => version(withStatus(i), i));
    await store(versions);
    const bytes = readFileSync(path);
    bytes[3]! ^= 1;
    writeFileSync(path, bytes);
    const log = await ReferenceLog.open(path, setAside);
    await log.append(version(withStatus(4), 4));
    await log.close();
    expect(reasons).toEqual(['its beginning is damaged']);
    const reader = new ReferenceLogReader(path);
    expect(reader.hasBeginning).toBe(true);
    for (const i of [1, 2, 3, 4])
      expect(reader.byHash(referenceHashOf(withStatus(i)))).toEqual(withStatus(i));
  });

  test('an incomplete last record is set aside before it is removed', async () => {
    await store([version(withStatus(1), 1), version(withStatus(2), 2)]);
    const sound = readFileSync(path);
    const flipped = Buffer.from(sound);
    flipped[sound.length - 1]! ^= 1;
    for (const [bytes, expected] of [
      [flipped, ['its last record is incomplete']],
      [sound.subarray(0, -5), ['its last record is incomplete']],
    ] as const) {
      reasons.length = 0;
      writeFileSync(path, bytes);
      const log = await ReferenceLog.open(path, setAside);
      await log.append(version(withStatus(2), 3));
      await log.close();
      expect(reasons).toEqual(expected);
      expect(new ReferenceLogReader(path).at(Infinity)).toEqual(version(withStatus(2), 3));
    }
  });

  test('an incomplete header is written again', async () => {
    appendFileSync(path, 'tidemark re');
    await store([version(withStatus(1), 1)]);
    expect(new ReferenceLogReader(path).at(Infinity)?.data).toEqual(withStatus(1));
  });
});
