import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import {
  candlesSettledFrom,
  openSeamDay,
  ProgressDamaged,
  readProgress,
  valuesSettledFrom,
  writeProgress,
  type BackfillProgress,
} from '../../../../../src/app/pipeline/backfill/backfill-progress.ts';
import { quarantineDamagedProgress } from '../../../../../src/app/pipeline/backfill/open-backfill.ts';
import { quarantineOf } from '../../../../../src/app/directory/quarantine-of.ts';
import { DAY_MS, HOUR_MS } from '../../../../../src/core/time.ts';
import type { QuarantinedFile } from '../../../../../src/disk/quarantine.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidemark-progress-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const DAY = Date.parse('2026-03-01T00:00:00Z');
const NOW = DAY + 2 * HOUR_MS;
const plan = { firstLive: DAY + HOUR_MS, days: { largest: 200, everything: 2 }, largest: ['a'] } as const;

test('progress is read as written', () => {
  expect(readProgress(folder)).toBeUndefined();
  const progress = {
    prepared: true,
    firstLive: plan.firstLive,
    plan,
    done: { today: DAY },
    seamClosed: true,
  };
  writeProgress(folder, progress);
  expect(readProgress(folder)).toEqual(progress);
});

test.each([
  ['', /backfill\.json is damaged \(it is not valid JSON\): restore it from a backup, or remove it/],
  ['{"format":1', /is damaged/],
  ['null', /is damaged/],
  ['{"prepared":true}', /is damaged/],
  ['{"format":1,"prepared":true}', /is damaged \(format is not 2\)/],
  ['{"format":3,"prepared":true}', /has format 3, this version knows 2: run the newer version/],
])('%j is refused', (text, problem) => {
  writeFileSync(join(folder, 'backfill.json'), text);
  expect(() => readProgress(folder)).toThrow(problem);
});

describe('invalid content is reported as damage', () => {
  const firstLive = plan.firstLive;
  const refusalOf = (content: object, latest?: number) => {
    writeFileSync(join(folder, 'backfill.json'), JSON.stringify({ format: 2, prepared: true, ...content }));
    try {
      return readProgress(folder, latest);
    } catch (error) {
      return error instanceof ProgressDamaged ? error.problem : error;
    }
  };

  test.each([
    [{ prepared: 'yes' }, 'prepared is not true or false'],
    [{ seamClosed: 1 }, 'seamClosed is not true or false'],
    [{ changesLeft: null }, 'changesLeft is not true or false'],
    [{ firstLive: 'now' }, 'firstLive is not the time of a 30-second slot'],
    [{ firstLive: firstLive + 1 }, 'firstLive is not the time of a 30-second slot'],
    [{ firstLive: -30_000 }, 'firstLive is not the time of a 30-second slot'],
    [{ largest: [1] }, 'largest is not a list of ids'],
    [{ plan: 5 }, 'plan is not an object'],
    [{ plan: null }, 'plan is not an object'],
    [{ plan: {} }, 'plan.firstLive is not the time of a 30-second slot'],
    [{ plan: { ...plan, firstLive: firstLive + 1 } }, 'plan.firstLive is not the time of a 30-second slot'],
    [{ firstLive: firstLive + 30_000, plan }, 'plan.firstLive is not firstLive'],
    [{ plan: { ...plan, largest: undefined } }, 'plan.largest is missing'],
    [{ plan: { ...plan, days: { largest: 2 } } }, 'plan.days.everything is not a number of days'],
    [{ plan: { ...plan, days: 3 } }, 'plan.days is not an object'],
    [{ plan: { ...plan, byHand: 'no' } }, 'plan.byHand is not true or false'],
    [{ plan, done: [] }, 'done is not an object'],
    [{ plan, done: { today: DAY + 1 } }, 'done.today is not the start of a day'],
    [{ plan, missing: { today: DAY } }, 'missing.today is not a list of days'],
    [{ plan, missing: { today: [1] } }, 'missing.today is not a list of days'],
  ])('%j', (content, problem) => {
    expect(refusalOf(content)).toBe(problem);
  });

  test('a first tick in the future', () => {
    expect(refusalOf({ firstLive, plan }, firstLive)).toMatchObject({ firstLive });
    const problem = /^firstLive is later than 2026-03-01T00:59:30\.000Z/;
    expect(refusalOf({ firstLive }, firstLive - 30_000)).toMatch(problem);
    expect(refusalOf({ plan }, firstLive - 30_000)).toMatch(/^plan\.firstLive is later than/);
  });

  test('is set aside by a start, which reports what is wrong', () => {
    refusalOf({ plan: 5 });
    const lines: string[] = [];
    const taken: QuarantinedFile[] = [];
    const log = pino({}, { write: (line: string) => lines.push(line) });
    quarantineDamagedProgress(
      folder,
      Infinity,
      quarantineOf(folder, (file) => taken.push(file)),
      log,
    );
    expect(taken).toMatchObject([{ from: 'backfill.json', reason: 'it is damaged: plan is not an object' }]);
    expect(lines.join('')).toContain('"problem":"plan is not an object"');
    expect(readProgress(folder)).toBeUndefined();
    expect(readFileSync(join(folder, 'quarantine', taken[0]!.file), 'utf8')).toContain('"plan":5');
  });
});

test('values and records are settled if nothing is left to add', () => {
  const at = (done: BackfillProgress['done']) => ({ prepared: true, plan, ...(done && { done }) });
  const later = { today: DAY, 'first-values': DAY - 200 * DAY_MS, 'largest-values': DAY - 200 * DAY_MS };
  expect(valuesSettledFrom(at({}), NOW)).toBe(DAY + DAY_MS);
  expect(valuesSettledFrom(at({ today: DAY, 'first-values': DAY - 9 * DAY_MS }), NOW)).toBe(DAY);
  expect(valuesSettledFrom(at({ ...later, 'everything-values': DAY - DAY_MS }), NOW)).toBe(DAY - DAY_MS);
  expect(valuesSettledFrom(at({ ...later, 'everything-values': DAY - 2 * DAY_MS }), NOW)).toBe(-Infinity);
  expect(valuesSettledFrom({ prepared: true, firstLive: NOW }, NOW)).toBe(-Infinity);
  expect(valuesSettledFrom({ prepared: true, firstLive: NOW, changesLeft: true }, NOW)).toBe(NOW);
  expect(candlesSettledFrom(at({}), NOW)).toBe(DAY);
  const recorded = { ...later, 'largest-records': Date.UTC(2014, 0), 'everything-values': DAY - 2 * DAY_MS };
  expect(candlesSettledFrom(at({ ...recorded, 'everything-records': DAY - 8 * DAY_MS }), NOW)).toBe(
    DAY - 8 * DAY_MS,
  );
  expect(candlesSettledFrom(undefined, NOW)).toBe(-Infinity);
  expect(openSeamDay(at({}))).toBe(DAY);
  expect(openSeamDay({ ...at({}), seamClosed: true })).toBeUndefined();
  expect(openSeamDay({ prepared: true })).toBeUndefined();
});
