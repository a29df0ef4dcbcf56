import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { appendBatch, readBatches } from '../../../bench/support/integrity/measured-batches.ts';
import {
  rangesOf,
  rulesOfPage,
  tablesOf,
  withTables,
} from '../../../bench/support/integrity/published-tables.ts';
import { rulesHash } from '../../../bench/support/integrity/rules-hash.ts';

const ENGINE = fileURLToPath(new URL('../../../src/engine', import.meta.url));
const PAGE = new URL('../../../docs/reference/integrity-results.md', import.meta.url);

test('the published tables were measured with the rules of this source', () => {
  const message = 'the rules changed: run `npm run bench:integrity -- --seed N --write` with an unseen seed';
  expect(rulesOfPage(readFileSync(PAGE, 'utf8')), message).toBe(rulesHash(ENGINE));
});

test('measured batches are read back, including numbers that JSON lacks, except those of other rules', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-batches-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'results.jsonl');
  expect(readBatches(file, 'f00d')).toEqual(new Map());
  const result = { group: 'g', attack: 'a', measure: 'm', before: NaN, after: Infinity };
  const batch = { batch: 7, rules: 'f00d', isQuick: false, cpuSeconds: 1.5, results: [result] };
  appendBatch(file, batch);
  appendBatch(file, { ...batch, batch: 8, rules: 'beef' });
  appendBatch(file, { ...batch, batch: 9, isQuick: true });
  expect(readBatches(file, 'f00d')).toEqual(new Map([[7, batch]]));
  expect([...readBatches(file, 'f00d', true).keys()]).toEqual([9]);
});

describe('tables', () => {
  const promised = {
    group: 'Attacks',
    attack: 'one exchange',
    measure: 'bps, unflagged',
    limit: 50,
    before: 149.04,
    median: 12,
    worst: 49.96,
    kept: 24,
    batches: 24,
  };
  const measured = {
    commands: ['run'],
    batches: [[40_000, 40_023]] as const,
    commit: 'abc',
    rules: 'f00d',
    cpuSeconds: 9,
  };

  test('name seeds, commit and rules, and replace those of a page', () => {
    const page = 'before\n<!-- measured: begin -->\nold\n<!-- measured: end -->\nafter\n';
    const written = withTables(page, tablesOf([promised], measured));
    expect(written).toMatch(/^before\n[^]*\nafter\n$/);
    expect(written).not.toContain('old');
    expect(written).toContain('batches 40000 to 40023');
    expect(written).toContain('commit `abc`');
    expect(written).toContain(
      '| one exchange | bps, unflagged | 149       | 12 / 50   | 50        | 24 of 24 |',
    );
    expect(rulesOfPage(written)).toBe('f00d');
    expect(withTables(written, tablesOf([promised], measured))).toBe(written);
  });

  test('name every range of batches', () => {
    expect(rangesOf([5, 6, 7, 12, 20, 21])).toEqual([
      [5, 7],
      [12, 12],
      [20, 21],
    ]);
    const commands = ['run', 'run --skip 5'];
    const batches = [
      [5, 7],
      [10, 12],
    ] as const;
    const written = tablesOf([promised], { ...measured, commands, batches });
    expect(written).toContain('`run` and `run --skip 5` (batches 5 to 7 and 10 to 12, 9 s of CPU)');
  });

  test('name a broken commitment', () => {
    expect(tablesOf([promised], measured)).toContain('Every commitment was kept in every batch.');
    const broken = tablesOf([{ ...promised, kept: 23 }], measured);
    expect(broken).toContain('**1 commitments were not kept in every batch**');
    expect(broken).toContain('**23 of 24**');
  });

  test('need markers on the page', () => {
    expect(() => withTables('no place', tablesOf([promised], measured))).toThrow(/no place/);
  });
});
