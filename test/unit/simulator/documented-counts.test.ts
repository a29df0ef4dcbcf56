import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { UntradedAssets } from '../../../src/reference/untraded-assets.ts';
import { buildWorld, type WorldSize } from '../../../src/simulator/world.ts';

const page = (path: string) =>
  readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8').replaceAll(/\s+(?:> )?/g, ' ');

/** As documents write them. */
function countsOf(size: WorldSize) {
  const { assets, markets, exchanges } = buildWorld(size).reference;
  const ids = new Map(assets.map((asset) => [asset.id, asset]));
  const untraded = new UntradedAssets().find({}, { asset: (id) => ids.get(id) });
  const text = (count: number) => count.toLocaleString('en');
  return {
    exchanges: text(exchanges.length),
    markets: text(markets.length),
    assets: text(assets.length),
    active: text(assets.filter(({ status }) => status === 'ACTIVE').length),
    listed: text(assets.length + untraded.length),
  };
}

test('the documents have the counts of the simulated worlds', () => {
  const full = countsOf('full');
  expect(page('README.md')).toContain(`${full.exchanges} exchanges and some 6,400 markets`);
  expect(full.markets).toMatch(/^6,4/);
  expect(page('docs/reference/simulated-world.md')).toContain(
    `has ${full.exchanges} exchanges, ${full.markets} markets and ${full.assets} assets, ${full.active} of them traded. ` +
      `\`/v3/asset\` lists ${full.listed}:`,
  );
  const small = countsOf('small');
  expect(page('docs/reference/simulated-world.md')).toContain(
    `The small world has ${small.exchanges} exchanges, ${small.markets} markets and ${small.assets} assets`,
  );
});
