import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { ApiError } from '../../../../src/api/http/errors.ts';
import { StalePageCache } from '../../../../src/api/pages/page-cache.ts';
import type { Answer } from '../../../../src/api/http/routing/route.ts';
import { Deferred } from '../../../../src/core/async/deferred.ts';
import { StoreUnavailable } from '../../../../src/core/errors.ts';
import { PreparedAnswer } from '../../../../src/latest/answers/prepared-answer.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

let clock: ManualClock;
let changes: number;
let settledFrom: number;
let pages: StalePageCache;

beforeEach(() => {
  clock = new ManualClock(0);
  changes = 0;
  settledFrom = Infinity;
  pages = new StalePageCache(
    { settledFrom: () => settledFrom, pastRevision: () => 0, pastChanges: () => changes },
    clock,
  );
});

const fresh: Answer = { prepared: PreparedAnswer.ofJson('"fresh"'), maxAgeSeconds: 300 };
const away = () => Promise.reject(new StoreUnavailable('ECONNREFUSED', undefined));
const textOf = ({ prepared }: Answer) => Buffer.from(prepared.identity.bytes).toString();

function hold(): void {
  for (let i = 0; i < 2; i++) pages.store('key', 100, () => PreparedAnswer.ofJson('"held"'));
}

test('a new page takes precedence', async () => {
  hold();
  expect(await pages.makeOrCached('key', 0, async () => fresh)).toBe(fresh);
});

test('while the store is unavailable, a page is served as last read; without one, and for other failures, it fails', async () => {
  await expect(pages.makeOrCached('key', 0, away)).rejects.toThrow(StoreUnavailable);
  hold();
  const held = await pages.makeOrCached('key', 0, away);
  expect([textOf(held), held.maxAgeSeconds]).toEqual(['"held"', 0]);
  await expect(pages.makeOrCached('key', 101, away), 'it has left the window').rejects.toThrow(
    StoreUnavailable,
  );
  await expect(pages.makeOrCached('key', 0, () => Promise.reject(new Error('a defect')))).rejects.toThrow(
    'a defect',
  );
});

test('a store that does not answer is not waited for; its late answer is released', async () => {
  hold();
  const answer = new Deferred<Answer>();
  const made = pages.makeOrCached('key', 0, () => answer.promise);
  await setImmediate();
  clock.advance(1000);
  expect(textOf(await made)).toBe('"held"');
  let isReleased = false;
  answer.resolve({ ...fresh, release: () => (isReleased = true) });
  await setImmediate();
  expect(isReleased).toBe(true);
});

test('pages reported as changed are dropped', async () => {
  hold();
  changes++;
  await expect(pages.makeOrCached('key', 0, away)).rejects.toThrow(StoreUnavailable);
});

test.each([
  [100, -Infinity, true],
  [-Infinity, 100, true],
  [101, -Infinity, false],
  [-Infinity, 101, false],
  [Infinity, 100, false],
])('settled from %i, then from %i: a page that begins at 100 stays: %s', async (before, after, stays) => {
  settledFrom = before;
  hold();
  settledFrom = after;
  const made = pages.makeOrCached('key', 0, away).then(textOf, () => 'dropped');
  expect(await made).toBe(stays ? '"held"' : 'dropped');
});

test('while others queue for the store, a page is served as last read', async () => {
  const busy = () => Promise.reject(new ApiError('SERVICE_UNAVAILABLE', 'try again'));
  await expect(pages.makeOrCached('key', 0, busy)).rejects.toThrow(ApiError);
  hold();
  expect(textOf(await pages.makeOrCached('key', 0, busy))).toBe('"held"');
});
