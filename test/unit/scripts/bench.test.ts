import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BENCHES, partOf } from '../../../scripts/bench.mjs';
import packageJson from '../../../package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '../../..');

describe('a benchmark', () => {
  test('has an npm script for each name', () => {
    const scripts = Object.keys(packageJson.scripts).filter((name) => name.startsWith('bench:'));
    expect(scripts.toSorted()).toEqual(
      Object.keys(BENCHES)
        .map((name) => `bench:${name}`)
        .toSorted(),
    );
  });

  test.each(
    Object.entries(BENCHES).flatMap(([name, parts]) => Object.keys(parts).map((part) => [name, part])),
  )('%s has the program of its part %s', (name, part) => {
    const chosen = partOf([name!, part!, '--json']);
    expect(chosen).toMatchObject({ options: ['--json'] });
    const { program } = chosen as { program: string };
    expect(existsSync(join(ROOT, program.replace(/^dist./, '').replace(/js$/, 'ts')))).toBe(true);
  });

  test('runs its first part by default', () => {
    const whole = partOf(['history', '--days', '1']);
    expect(whole).toEqual(partOf(['history', 'stores', '--days', '1']));
    expect(whole).toMatchObject({ options: ['--days', '1'] });
  });

  test.each([
    [[], 'no benchmark ""; there are rest, '],
    [['speed'], 'no benchmark "speed"; there are rest, '],
    [['toString'], 'no benchmark "toString"; '],
    [['history', 'speed'], 'bench:history has no part "speed"; it has stores, codec, growth'],
    [['history', 'toString'], 'bench:history has no part "toString"; '],
  ])('is refused by name: %j', (args, message) => expect(partOf(args)).toContain(message));
});
