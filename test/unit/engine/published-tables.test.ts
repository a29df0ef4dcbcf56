import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { rulesOfPage, tablesOf, withTables } from '../../../bench/support/integrity/published-tables.ts';
import { rulesHash } from '../../../bench/support/integrity/rules-hash.ts';

const ENGINE = fileURLToPath(new URL('../../../src/engine', import.meta.url));
const PAGE = new URL('../../../docs/methodology/integrity.md', import.meta.url);

test('the published tables were measured with the rules of this source', () => {
  const message = 'the rules changed: run `npm run bench:integrity -- --seed N --write` with an unseen seed';
  expect(rulesOfPage(readFileSync(PAGE, 'utf8')), message).toBe(rulesHash(ENGINE));
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
    command: 'run',
    batches: [40_000, 40_023] as const,
    commit: 'abc',
    rules: 'f00d',
    cpuSeconds: 9,
  };

  test('name seeds, commit and rules, and take the place of those that a page has', () => {
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

  test('say which commitment was not kept', () => {
    expect(tablesOf([promised], measured)).toContain('Every commitment was kept in every batch.');
    const broken = tablesOf([{ ...promised, kept: 23 }], measured);
    expect(broken).toContain('**1 commitments were not kept in every batch**');
    expect(broken).toContain('**23 of 24**');
  });

  test('need a place on the page', () => {
    expect(() => withTables('no place', tablesOf([promised], measured))).toThrow(/no place/);
  });
});
