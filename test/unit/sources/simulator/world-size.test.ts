import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildWorld } from '../../../../src/sources/simulator/world.ts';

test('the size of the simulated market that the README names is the one that it has', () => {
  const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8');
  const { exchanges, markets, assets } = buildWorld('full').reference;
  const count = (number: number) => number.toLocaleString('en-US');
  // Markets come and go with the listings of the day.
  const hundreds = Math.floor(markets.length / 100) * 100;
  expect(readme.replaceAll(/\n>? ?/g, ' ')).toContain(
    `it models ${count(exchanges.length)} exchanges, some ${count(hundreds)} markets and ${count(assets.length)} assets`,
  );
});
