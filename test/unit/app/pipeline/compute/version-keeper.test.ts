import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { VersionKeeper } from '../../../../../src/app/pipeline/compute/version-keeper.ts';
import { Deferred } from '../../../../../src/core/async/deferred.ts';
import type { LxDefinition } from '../../../../../src/core/lx-definition.ts';
import type { ReferenceContent, ReferenceVersion } from '../../../../../src/core/reference-data.ts';
import { SLOT_MS } from '../../../../../src/core/time.ts';
import { referenceHashOf } from '../../../../../src/reference/versions/reference-hash.ts';
import { ReferenceLog, ReferenceLogReader } from '../../../../../src/reference/versions/reference-log.ts';
import { applyNews, type ReferenceNews } from '../../../../../src/reference/versions/reference-news.ts';
import type { ReferenceStore } from '../../../../../src/reference/versions/reference-versions.ts';
import { buildWorld } from '../../../../../src/simulator/world.ts';

const T = Date.parse('2026-03-01T12:00:00Z');
const content: ReferenceContent = { ...buildWorld('small').reference, lx: [], traded: [] };
const [first] = content.exchanges;

/** The exchange's last listings are gone. */
const without = (count: number): ReferenceContent => ({
  ...content,
  exchanges: content.exchanges.map((exchange) =>
    exchange === first ? { ...exchange, listings: exchange.listings.slice(0, -count) } : exchange,
  ),
});

let folder: string;
let log: ReferenceLog;
let news: ReferenceNews[];
let failures: Error[];
let stored: string[];
let refused: string[];
let leftOut: string[];
/** The outcome of each announcement. */
let outcomes: ('accepted' | 'refused')[];
let full: boolean;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'versions-'));
  log = await ReferenceLog.open(join(folder, 'reference.log'), (reason) => {
    throw new Error(reason);
  });
  news = [];
  failures = [];
  stored = [];
  refused = [];
  leftOut = [];
  outcomes = [];
  full = false;
});

afterEach(async () => {
  await log.close();
  rmSync(folder, { recursive: true, force: true });
});

const begin = (announced = content, from = T, store: ReferenceStore = log) =>
  VersionKeeper.begin(
    {
      store,
      publish: (each) => news.push(each),
      onStored: (hash) => stored.push(hash),
      onFailure: (error) => failures.push(error),
      onRefused: (problems) => {
        outcomes.push('refused');
        refused.push(...problems);
      },
      onAccepted: (problems) => {
        outcomes.push('accepted');
        leftOut.push(...problems);
      },
    },
    announced,
    from,
  );

/** The log on a disk that the test can make full. */
const limited = (): ReferenceStore => ({
  entries: () => log.entries(),
  at: (slot) => log.at(slot),
  byHash: (hash) => log.byHash(hash),
  append: (version) => (full ? Promise.reject(new Error('no room')) : log.append(version)),
  close: () => log.close(),
});

/** The knowledge of a listener that received everything. */
function listener(): ReferenceVersion | undefined {
  let known: ReferenceVersion | undefined;
  for (const each of news) known = applyNews(each, known);
  return known;
}

describe('the keeper of versions', () => {
  test('starts with announced data: stored, sent, in force', async () => {
    const versions = await begin();
    expect(log.at(T)).toMatchObject({ hash: versions.inForce.hash, from: T });
    expect(listener()?.data).toEqual(content);
  });

  test('the first version is sent while it is being stored, and in force once it is durable', async () => {
    const stored = new Deferred<void>();
    const slow: ReferenceStore = { ...limited(), append: () => stored.promise };
    let hasBegun = false;
    const beginning = begin(content, T, slow).finally(() => (hasBegun = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(listener()?.data).toEqual(content);
    expect(hasBegun).toBe(false);
    stored.reject(new Error('no room'));
    await expect(beginning).rejects.toThrow('no room');
  });

  test('an announcement counts from the next slot on, not before', async () => {
    const versions = await begin();
    const before = versions.inForce;
    versions.announce(without(2));
    expect(versions.inForce).toBe(before);
    const next = versions.switchAt(T + SLOT_MS);
    expect(versions.inForce).toBe(next);
    expect(await versions.ensureStored(next!)).toBe(true);
    expect(log.at(T)?.hash).toBe(before.hash);
    expect(log.at(T + SLOT_MS)).toMatchObject({ hash: next?.hash, from: T + SLOT_MS });
    expect(listener()).toMatchObject({ hash: next?.hash, data: without(2) });
    expect(new ReferenceLogReader(join(folder, 'reference.log')).byHash(next!.hash)).toEqual(without(2));
  });

  test('of several announcements before a slot the last counts', async () => {
    const versions = await begin();
    versions.announce(without(2));
    versions.announce(without(3));
    versions.switchAt(T + SLOT_MS);
    expect(versions.inForce.data).toEqual(without(3));
    versions.announce(without(1));
    versions.announce(without(3));
    expect(versions.switchAt(T + 2 * SLOT_MS)).toBeUndefined();
    await versions.ensureStored(versions.inForce);
    expect(log.entries()).toHaveLength(2);
  });

  test('nothing is stored or sent again without a change, nor after a restart', async () => {
    const versions = await begin();
    versions.announce(structuredClone(content));
    expect(versions.switchAt(T + SLOT_MS)).toBeUndefined();
    expect(news).toHaveLength(1);
    const restarted = await begin(structuredClone(content), T + 10 * SLOT_MS);
    expect(restarted.inForce.hash).toBe(versions.inForce.hash);
    expect(log.entries()).toEqual([{ hash: versions.inForce.hash, from: T }]);
  });

  test('a clock that was set back between two versions does not stop a start', async () => {
    await begin(content, T);
    const restarted = await begin(without(1), T - 20 * SLOT_MS);
    expect(log.entries().at(-1)).toEqual({ hash: restarted.inForce.hash, from: T - 20 * SLOT_MS });
    expect(log.at(T)?.hash).toBe(restarted.inForce.hash);
  });

  test('a version that was stored and never used is announced again, and counts from its slot on', async () => {
    const before = await begin();
    before.announce(without(2));
    const next = before.switchAt(T + SLOT_MS)!;
    await before.ensureStored(next);
    // The process ended before the tick of T was stored: the next one computes it again.
    const restarted = await begin(content, T);
    expect(restarted.inForce.hash).toBe(referenceHashOf(content));
    restarted.announce(without(2));
    const again = restarted.switchAt(T + SLOT_MS)!;
    expect(again.hash).toBe(next.hash);
    expect(await restarted.ensureStored(again)).toBe(true);
    restarted.announce(without(3));
    expect(await restarted.ensureStored(restarted.switchAt(T + 2 * SLOT_MS)!)).toBe(true);
    expect(log.at(T)?.hash).toBe(referenceHashOf(content));
    expect(log.at(T + SLOT_MS)?.hash).toBe(next.hash);
    expect(failures).toEqual([]);
  });

  test('assets, markets and exchanges that are no longer announced keep their places', async () => {
    const versions = await begin();
    const lastAsset = content.assets.at(-1)!;
    const marketsOf = content.markets.filter(
      ({ baseAssetId, quoteAssetId }) => baseAssetId !== lastAsset.id && quoteAssetId !== lastAsset.id,
    );
    const ids = new Set(marketsOf.map(({ id }) => id));
    versions.announce({
      ...content,
      assets: content.assets.slice(0, -1),
      markets: marketsOf,
      supplies: content.supplies.filter(({ assetId }) => assetId !== lastAsset.id),
      exchanges: content.exchanges
        .filter((exchange) => exchange !== first)
        .map((exchange) => ({
          ...exchange,
          listings: exchange.listings.filter(({ marketId }) => ids.has(marketId)),
        })),
    });
    versions.switchAt(T + SLOT_MS);
    const { data } = versions.inForce;
    expect(data.assets.map(({ id }) => id)).toEqual(content.assets.map(({ id }) => id));
    expect(data.assets.at(-1)).toEqual({ ...lastAsset, status: 'INACTIVE' });
    expect(data.markets).toEqual(content.markets);
    expect(data.exchanges.map(({ id }) => id)).toEqual(content.exchanges.map(({ id }) => id));
    expect(data.exchanges[0]).toMatchObject({ status: 'INACTIVE', listings: [] });
  });

  test('a version that cannot be stored is retried, and until then nothing computed with it counts', async () => {
    const versions = await begin(content, T, limited());
    full = true;
    versions.announce(without(1));
    const next = versions.switchAt(T + SLOT_MS);
    expect(await versions.ensureStored(next!)).toBe(false);
    expect(stored).toEqual([referenceHashOf(content)]);
    expect(failures.map(({ message }) => message)).toContain('no room');
    full = false;
    expect(await versions.ensureStored(next!)).toBe(true);
    expect(log.byHash(next!.hash)).toEqual(without(1));
    expect(stored).toEqual([referenceHashOf(content), next!.hash]);
  });

  test('a version that comes into force meanwhile changes no durable one, and all are stored in order', async () => {
    const versions = await begin(content, T, limited());
    const first = versions.inForce;
    full = true;
    const ofFirst = versions.ensureStored(first);
    versions.announce(without(1));
    const second = versions.switchAt(T + SLOT_MS)!;
    const ofSecond = versions.ensureStored(second);
    versions.announce(without(2));
    const third = versions.switchAt(T + 2 * SLOT_MS)!;
    expect([await ofFirst, await ofSecond, await versions.ensureStored(third)]).toEqual([true, false, false]);
    full = false;
    expect(await versions.ensureStored(third)).toBe(true);
    expect(log.entries().map(({ hash }) => hash)).toEqual([first.hash, second.hash, third.hash]);
    expect(new ReferenceLogReader(join(folder, 'reference.log'))).toMatchObject({ damagedBytes: 0 });
  });

  test('contradictory data is refused, and the data in force stays', async () => {
    const versions = await begin();
    const before = versions.inForce;
    const unknown = {
      marketId: '00000000-0000-5000-8000-000000000001',
      status: 'ACTIVE',
      qualified: true,
    } as const;
    versions.announce({
      ...content,
      exchanges: content.exchanges.map((exchange) => ({
        ...exchange,
        listings: [...exchange.listings, unknown],
      })),
    });
    expect(refused.length).toBeGreaterThan(0);
    expect(versions.switchAt(T + SLOT_MS)).toBeUndefined();
    expect(versions.inForce).toBe(before);
  });

  const [asset, other] = content.assets;
  const [market] = content.markets;
  const definition: LxDefinition = {
    name: 'BLX',
    from: T,
    assetId: asset!.id,
    quoteAssetIds: [other!.id],
    constituents: [{ exchangeId: first!.id, marketId: market!.id }],
  };
  const UNKNOWN = '00000000-0000-5000-8000-000000000001';
  const twice = <Row>(rows: readonly Row[], row: Row, changed: Partial<Row> = {}) => [
    ...rows,
    { ...row, ...changed },
  ];
  const REFUSED: readonly [problem: string, announced: ReferenceContent][] = [
    [
      `asset id ${asset!.id} appears twice`,
      { ...content, assets: twice(content.assets, asset!, { name: 'x' }) },
    ],
    [`market id ${market!.id} appears twice`, { ...content, markets: twice(content.markets, market!) }],
    [`exchange id ${first!.id} appears twice`, { ...content, exchanges: twice(content.exchanges, first!) }],
    [
      `listing (exchange and market) ${first!.id} ${first!.listings[0]!.marketId} appears twice`,
      {
        ...content,
        exchanges: content.exchanges.map((exchange) =>
          exchange === first
            ? { ...exchange, listings: twice(exchange.listings, exchange.listings[0]!) }
            : exchange,
        ),
      },
    ],
    [
      `supply of asset ${content.supplies[0]!.assetId} appears twice`,
      { ...content, supplies: twice(content.supplies, content.supplies[0]!, { totalSupply: '1' }) },
    ],
    [
      `market ${market!.id} was ${market!.baseAssetId}/${market!.quoteAssetId} and is announced as ${market!.quoteAssetId}/${market!.baseAssetId}`,
      {
        ...content,
        markets: content.markets.map((row) =>
          row === market ? { ...row, baseAssetId: row.quoteAssetId, quoteAssetId: row.baseAssetId } : row,
        ),
      },
    ],
  ];

  test.each(REFUSED)('refuses with a reason: %s', async (problem, announced) => {
    const versions = await begin();
    const before = versions.inForce;
    versions.announce(announced);
    expect(refused).toContain(problem);
    expect(versions.switchAt(T + SLOT_MS)).toBeUndefined();
    expect(versions.inForce).toBe(before);
    versions.announce(without(1));
    expect(versions.switchAt(T + SLOT_MS)?.data).toEqual(without(1));
  });

  const LEFT_OUT: readonly [problem: string, announced: ReferenceContent][] = [
    [
      'definition of index BLX appears twice',
      { ...content, lx: [definition, { ...definition, from: T + 1 }] },
    ],
    [
      `traded listing (exchange and market) ${first!.id} ${market!.id} appears twice`,
      { ...content, traded: twice([...definition.constituents], definition.constituents[0]!) },
    ],
    [
      `the definition of BLX names an unknown asset ${UNKNOWN}`,
      { ...content, lx: [{ ...definition, assetId: UNKNOWN }] },
    ],
    [
      `the definition of BLX names an unknown asset ${UNKNOWN}`,
      { ...content, lx: [{ ...definition, quoteAssetIds: [UNKNOWN] }] },
    ],
    [
      `the definition of BLX names an unknown market ${UNKNOWN}`,
      { ...content, lx: [{ ...definition, constituents: [{ exchangeId: first!.id, marketId: UNKNOWN }] }] },
    ],
    [
      'there is no index NOLX to define',
      { ...content, lx: [{ ...definition, name: 'NOLX' as LxDefinition['name'] }] },
    ],
    [
      `a traded listing names an unknown exchange ${UNKNOWN}`,
      { ...content, traded: [{ exchangeId: UNKNOWN, marketId: market!.id }] },
    ],
  ];

  test.each(LEFT_OUT)('ignores with a reason, and accepts all the rest: %s', async (problem, announced) => {
    const good = { ...definition, name: 'ELX' as const };
    const [unlisted] = content.exchanges[1]!.listings;
    const traded = { exchangeId: content.exchanges[1]!.id, marketId: unlisted!.marketId };
    const whole = { ...announced, lx: [...announced.lx, good], traded: [...announced.traded, traded] };
    const versions = await begin();
    versions.announce({ ...whole, exchanges: without(1).exchanges });
    expect(leftOut).toEqual([problem]);
    expect(refused).toEqual([]);
    const sound = { ...without(1), lx: [good], traded: [traded] };
    expect(versions.switchAt(T + SLOT_MS)?.data).toEqual(sound);
    // It does not prevent a start either.
    const restarted = await begin(whole, T + 10 * SLOT_MS);
    expect(restarted.inForce.data.lx).toEqual([good]);
  });

  test.each([
    ['contradicts itself', REFUSED[0]![1]],
    ['is malformed', {} as ReferenceContent],
  ])(
    'a start with data that %s continues with the previous version, and fails without one',
    async (_, bad) => {
      await expect(begin(bad)).rejects.toThrow('is inconsistent');
      expect(log.entries()).toEqual([]);
      const before = await begin();
      const restarted = await begin(bad, T + 10 * SLOT_MS);
      expect(restarted.inForce.hash).toBe(before.inForce.hash);
      expect(log.entries()).toEqual([{ hash: before.inForce.hash, from: T }]);
      expect(refused.length).toBeGreaterThan(0);
    },
  );

  test('a start with refused data accepts nothing, but sends the previous version', async () => {
    await begin();
    expect(outcomes).toEqual(['accepted']);
    const restarted = await begin(REFUSED[0]![1], T + 10 * SLOT_MS);
    expect(news).toHaveLength(2);
    expect(outcomes).toEqual(['accepted', 'refused']);
    expect(restarted.switchAt(T + 11 * SLOT_MS)).toBeUndefined();
    // The data already in force is also sound.
    restarted.announce(structuredClone(content));
    expect(restarted.switchAt(T + 12 * SLOT_MS)).toBeUndefined();
    expect(outcomes).toEqual(['accepted', 'refused', 'accepted']);
    restarted.announce(REFUSED[0]![1]);
    restarted.announce(without(1));
    expect(outcomes.slice(3)).toEqual(['refused', 'accepted']);
  });

  test('a refusal revokes nothing: earlier announcements still come into force', async () => {
    const versions = await begin();
    versions.announce(without(1));
    versions.announce(REFUSED[0]![1]);
    versions.switchAt(T + SLOT_MS);
    expect(versions.inForce.data).toEqual(without(1));
    expect(outcomes).toEqual(['accepted', 'accepted', 'refused']);
  });

  test('definitions and traded listings of known items are accepted', async () => {
    const versions = await begin();
    const sound = { ...content, lx: [definition], traded: [...definition.constituents] };
    versions.announce(sound);
    expect(refused).toEqual([]);
    expect(versions.switchAt(T + SLOT_MS)?.data).toEqual(sound);
  });
});
