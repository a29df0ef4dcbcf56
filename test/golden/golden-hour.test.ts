import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const SCRIPT = new URL('./golden-hour.mjs', import.meta.url).pathname;

interface Golden {
  readonly reference: string;
  readonly records: readonly string[];
  readonly values: readonly { readonly price: number }[];
}

const expected = JSON.parse(
  readFileSync(new URL('./small-world-hour.json', import.meta.url), 'utf8'),
) as Golden;

/** What the recorded hour gives on a Node. */
function replayOn(node: string): Golden {
  return JSON.parse(execFileSync(node, [SCRIPT], { maxBuffer: 64 * 2 ** 20 }).toString()) as Golden;
}

test('a recorded hour of the small world gives the recorded values, tick by tick', () => {
  const replayed = replayOn(process.execPath);
  expect(replayed.reference).toBe(expected.reference);
  expect(replayed.values).toEqual(expected.values);
  expect(replayed.records).toEqual(expected.records);
  expect(replayed.records).toHaveLength(120);
  expect(replayed.values.length).toBeGreaterThan(200);
});
