import { beforeEach, describe, expect, test } from 'vitest';
import type { ReferenceContent, ReferenceVersion } from '../../../../src/core/reference-data.ts';
import { MarketVersions } from '../../../../src/latest/market/market-versions.ts';
import { referenceHashOf } from '../../../../src/reference/versions/reference-hash.ts';
import { newsOf } from '../../../../src/reference/versions/reference-news.ts';
import { allListedBut, contentOf } from '../../../support/changing-market.ts';

const version = (hash: string, data: ReferenceContent): ReferenceVersion => ({ hash, from: 0, data });
const A = version('a', contentOf(allListedBut()));
const B = version('b', contentOf(allListedBut([0, 0])));
const C = version('c', contentOf(allListedBut([0, 0], [1, 1])));

let failures: unknown[];
let versions: MarketVersions;
beforeEach(() => {
  failures = [];
  versions = new MarketVersions({ failed: (error) => failures.push(error) });
});

test('before the first refresh nothing is current, and a read is an error', async () => {
  versions.announce(A);
  await versions.whenPrepared('a');
  expect(() => versions.current).toThrow();
  expect(versions.use('a')).toBe(versions.current);
});

test('a version becomes current with the first refresh that uses it, and the previous one stays available', async () => {
  versions.announce(A);
  const a = await versions.whenPrepared('a');
  versions.use('a');
  versions.announce(newsOf(B, A));
  const b = await versions.whenPrepared('b');
  expect([versions.current, versions.of('b')]).toEqual([a, b]);
  expect(versions.use('b')).toBe(b);
  expect([versions.current, versions.previous, versions.of('a')]).toEqual([b, a, a]);
  // A pending refresh does not revert anything.
  expect(versions.use('a')).toBe(a);
  expect(versions.current).toBe(b);
  expect(b.data).toEqual(B.data);
});

test('versions that were announced one after the other are prepared in that order, and may be skipped', async () => {
  versions.announce(A);
  versions.announce(newsOf(B, A));
  versions.announce(newsOf(C, B));
  await versions.whenPrepared('c');
  versions.use('a');
  expect(versions.use('c').data).toEqual(C.data);
  expect(versions.previous?.reference).toBe('a');
  expect(versions.of('b')).toBeUndefined();
});

test('listings removed before the process started are known', async () => {
  const after = new MarketVersions({
    failed: (error) => failures.push(error),
    earlier: (hash) => [A.data, B.data].filter(() => hash === 'c'),
  });
  after.announce(C);
  const { register, listings } = await after.whenPrepared('c');
  versions.announce(A);
  const before = (await versions.whenPrepared('a')).listings;
  const keys = before.listings.map((_listing, number) => before.entityKeyOf(number));
  expect(keys.map((key) => register.listingKeys.listingOf(key))).toEqual(before.listings);
  expect(before.listings.length).toBe(listings.listings.length + 2);
  expect(failures).toEqual([]);
});

test('a version is served even if earlier ones cannot be read', async () => {
  const after = new MarketVersions({
    failed: (error) => failures.push(error),
    earlier: () => {
      throw new Error('unreadable');
    },
  });
  after.announce(C);
  expect((await after.whenPrepared('c')).data).toBe(C.data);
  expect(failures).toEqual([new Error('unreadable')]);
});

test('a version that comes back is current again', async () => {
  versions.announce(A);
  versions.announce(newsOf(B, A));
  versions.announce(newsOf(A, B));
  await versions.whenPrepared('b');
  versions.use('a');
  // Preparing continues by itself.
  while (!versions.of('b')) await new Promise(setImmediate);
  versions.use('b');
  versions.announce(newsOf(C, A));
  await versions.whenPrepared('c');
  expect(referenceHashOf(versions.use('a').data)).toBe(referenceHashOf(A.data));
  expect([versions.current.reference, versions.previous?.reference]).toEqual(['a', 'b']);
  expect(versions.use('c').data).toEqual(C.data);
});

test('a version announced twice is prepared once', async () => {
  versions.announce(A);
  const a = await versions.whenPrepared('a');
  versions.announce(A);
  versions.announce(newsOf(B, A));
  await versions.whenPrepared('b');
  expect(versions.of('a')).toBe(a);
});

describe('a version that cannot be served', () => {
  const broken = version('x', { ...A.data, assets: A.data.assets.slice(1) });

  test('is reported, also to waiting and later callers, and the next one is served', async () => {
    versions.announce(A);
    const waiting = versions.whenPrepared('x');
    versions.announce(broken);
    await expect(waiting).rejects.toThrow(/not consistent/);
    await expect(versions.whenPrepared('x')).rejects.toThrow(/not consistent/);
    expect(failures).toHaveLength(1);
    versions.announce(newsOf(B, broken));
    expect(referenceHashOf((await versions.whenPrepared('b')).data)).toBe(referenceHashOf(B.data));
  });

  test('because its base is unknown waits for a complete one', async () => {
    versions.announce(A);
    versions.announce(newsOf(C, B));
    await expect(versions.whenPrepared('c')).rejects.toThrow(/without its base version/);
    versions.announce(B);
    expect((await versions.whenPrepared('b')).data).toEqual(B.data);
  });

  test('unless it can be found', async () => {
    const found = new MarketVersions({
      failed: (error) => failures.push(error),
      find: async (hash) => (hash === 'c' ? C.data : undefined),
    });
    found.announce(newsOf(C, B));
    expect((await found.whenPrepared('c')).data).toBe(C.data);
    expect(failures).toEqual([]);
  });

  test('or used without an announcement, and can be found', async () => {
    const asked: string[] = [];
    const found = new MarketVersions({
      failed: (error) => failures.push(error),
      find: async (hash) => {
        asked.push(hash);
        return hash === 'b' ? B.data : undefined;
      },
    });
    found.announce(A);
    expect((await found.whenPrepared('a')).data).toBe(A.data);
    expect((await found.whenPrepared('b')).data).toBe(B.data);
    found.announce(newsOf(C, B));
    expect((await found.whenPrepared('c')).data).toEqual(C.data);
    expect(asked).toEqual(['b']);
    expect(failures).toEqual([]);
  });
});
