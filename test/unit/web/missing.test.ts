import { expect, test } from 'vitest';
import { afterAnswer, isComing, isEnd, withMissing } from '../../../web/src/data/missing.ts';
import { missingWords } from '../../../web/src/format/missing-words.ts';

const [A, B, C] = ['2026-03-01T00:00:00.000Z', '2026-03-01T01:00:00.000Z', '2026-03-01T02:00:00.000Z'];
const at = (text: string | undefined) => Date.parse(text!);

test('what an answer lacks is taken from the callback of the SDK', async () => {
  const { answer, missing } = await withMissing(async ({ onIncomplete }) => {
    onIncomplete([{ reason: 'DOWN', from: A!, to: B! }]);
    return { content: [1] };
  });
  expect(answer).toEqual({ content: [1] });
  expect(missing).toEqual([{ reason: 'DOWN', from: at(A), to: at(B) }]);
});

test('what an answer lacks is taken from the answer itself, as texts or as dates', async () => {
  const incomplete = [{ reason: 'BACKFILL', from: new Date(at(A)), to: B }];
  const { missing } = await withMissing(async () => ({ content: [], incomplete }));
  expect(missing).toEqual([{ reason: 'BACKFILL', from: at(A), to: at(B) }]);
});

test('an answer that says nothing lacks nothing', async () => {
  expect((await withMissing(async () => ({ content: [] }))).missing).toEqual([]);
});

test('a later answer replaces what was known of its own part of time, and nothing else', () => {
  const known = [{ reason: 'BACKFILL', from: 0, to: 100 }];
  const span = { from: 40, to: 60 };
  expect(afterAnswer(known, span, [{ reason: 'DOWN', from: 50, to: 55 }])).toEqual([
    { reason: 'BACKFILL', from: 0, to: 40 },
    { reason: 'DOWN', from: 50, to: 55 },
    { reason: 'BACKFILL', from: 60, to: 100 },
  ]);
  expect(afterAnswer(known, { from: 0, to: Infinity }, [])).toEqual([]);
});

test('reasons say whether values will come, or can come at all', () => {
  const of = (reason: string) => ({ reason, from: at(A), to: at(C) });
  expect(['BACKFILL', 'DOWN', 'BEFORE_FIRST'].map((reason) => isComing(of(reason)))).toEqual([
    true,
    false,
    false,
  ]);
  expect(['BACKFILL', 'RETENTION', 'BEFORE_FIRST'].map((reason) => isEnd(of(reason)))).toEqual([
    false,
    true,
    true,
  ]);
});

test.each([
  'DOWN',
  'SOURCE',
  'DISK',
  'NOT_LISTED',
  'UNKNOWN',
  'BACKFILL',
  'RETENTION',
  'BEFORE_FIRST',
  'NEW_ONE',
])('%s is one plain sentence', (reason) => {
  expect(missingWords(reason)).toMatch(/^[A-Z][^.]+\.$/);
});
