import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { reviewedNames, shippedTier } from '../../../src/reference/exchange-tiers.ts';
import { buildWorld } from '../../../src/simulator/world.ts';

const page = readFileSync(new URL('../../../docs/reference/exchange-tiers.md', import.meta.url), 'utf8');
const { exchanges } = buildWorld('full').reference;

function rowsUnder(title: string): string[][] {
  const section = page.split(`\n## ${title}\n`)[1]!.split('\n## ')[0]!;
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

describe('trust tiers', () => {
  test('are those of the exchanges of the simulated world', () => {
    for (const { name, tier } of exchanges) expect([name, tier]).toEqual([name, shippedTier(name).tier]);
    const names = new Set(exchanges.map(({ name }) => name));
    expect(reviewedNames().filter((name) => !names.has(name))).toEqual([]);
  });

  test('each have a date and a reason, which the page shows', () => {
    for (const tier of ['A', 'B']) {
      const decided = reviewedNames().filter((name) => shippedTier(name).tier === tier);
      const inCode = decided.map((name) => [name, shippedTier(name).since, shippedTier(name).reason]);
      expect(new Set(rowsUnder(`Tier ${tier}`).map(String))).toEqual(new Set(inCode.map(String)));
      for (const [, since, reason] of inCode) {
        expect(since).toMatch(/^\d{4}-\d{2}-\d{2}$/);
        expect(reason).not.toBe('');
      }
    }
  });

  test('of exchanges that were not reviewed are B, and the page names these too', () => {
    const left = exchanges.map(({ name }) => name).filter((name) => !reviewedNames().includes(name));
    const named = page
      .split('\n## Next\n')[0]!
      .replaceAll('\n', ' ')
      .split('Not reviewed, and therefore tier B: ')[1]!;
    expect(new Set(named.trim().slice(0, -1).split(', '))).toEqual(new Set(left));
    expect(left.length).toBeGreaterThan(100);
    expect(shippedTier('an exchange that is not known')).toEqual({ tier: 'B', reason: 'Not reviewed' });
  });
});
