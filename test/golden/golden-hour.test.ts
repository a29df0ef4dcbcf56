import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { flagsIn } from '../../src/core/index-value.ts';

const SCRIPT = new URL('./golden-hour.mjs', import.meta.url).pathname;

interface Golden {
  readonly reference: string;
  readonly records: readonly string[];
  readonly values: readonly { readonly price: number; readonly flags: number }[];
}

/** What the recording of a version gives on a Node. */
function replayOn(node: string, version: string): Golden {
  const output = execFileSync(node, [SCRIPT, version], { maxBuffer: 64 * 2 ** 20 });
  return JSON.parse(output.toString()) as Golden;
}

test.each([
  { version: '1', name: 'small-world-hour', ticks: 120, flags: [] },
  { version: '2', name: 'small-world-version-2', ticks: 60, flags: ['THIN', 'SINGLE_SOURCE'] },
])(
  'recorded ticks of version $version give the recorded values, tick by tick',
  ({ version, name, ticks, flags }) => {
    const url = new URL(`./${name}.json`, import.meta.url);
    const expected = JSON.parse(readFileSync(url, 'utf8')) as Golden;
    const replayed = replayOn(process.execPath, version);
    expect(replayed.reference).toBe(expected.reference);
    expect(replayed.values).toEqual(expected.values);
    expect(replayed.records).toEqual(expected.records);
    expect(replayed.records).toHaveLength(ticks);
    expect(replayed.values.length).toBeGreaterThan(200);
    const flagged = replayed.values.flatMap((value) => flagsIn(value.flags) as string[]);
    expect(flagged).toEqual(expect.arrayContaining(flags));
  },
);
