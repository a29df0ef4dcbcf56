import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const SCRIPT = fileURLToPath(new URL('./golden-hour.mjs', import.meta.url));

/** By version of the methodology. */
const RECORDINGS = [
  { methodology: '1', name: 'small-world-hour' },
  { methodology: '2', name: 'small-world-version-2' },
];

/** Where `scripts/system-suites.mjs` has put them. */
const NODES = ['22', '24'].map((version) => ({
  version,
  path: fileURLToPath(new URL(`../../node_modules/.cache/nodes/${version}/bin/node`, import.meta.url)),
}));

describe.each(NODES)('on Node $version', ({ version, path }) => {
  test.each(RECORDINGS)('the recorded ticks of version $methodology give the same values', (recording) => {
    expect(execFileSync(path, ['--version']).toString()).toMatch(new RegExp(`^v${version}\\.`));
    const url = new URL(`./${recording.name}.json`, import.meta.url);
    const expected: unknown = JSON.parse(readFileSync(url, 'utf8'));
    const arguments_ = [SCRIPT, recording.methodology];
    const output = execFileSync(path, arguments_, { maxBuffer: 64 * 2 ** 20 }).toString();
    expect(JSON.parse(output)).toEqual(expected);
  });

  test('a refresh of the simulated world is the same, byte for byte', () => {
    expect(refreshHash(path)).toBe(refreshHash(process.execPath));
  });
});

/** Hash of every ticker of the full world at an instant, of all its contracts, and of their tickers. */
function refreshHash(node: string): string {
  const root = new URL('../../dist/src/simulator/', import.meta.url).href;
  const program = `
    const { buildWorld } = await import('${root}world.js');
    const { SimulatedMarket } = await import('${root}simulated-market.js');
    const market = new SimulatedMarket(buildWorld('full'), { seed: 'nodes' });
    const at = Date.UTC(2026, 2, 1, 12);
    const { derivatives, exchanges } = market;
    const listed = exchanges.map(({ exchangeId }) => derivatives.contractsListed(exchangeId, -Infinity, at));
    const ticks = exchanges.map(({ exchangeId }) => derivatives.ticksOf(exchangeId, at));
    process.stdout.write(JSON.stringify([market.ticksAt(at), listed, ticks]));`;
  const output = execFileSync(node, ['--input-type=module', '-e', program], { maxBuffer: 64 * 2 ** 20 });
  return createHash('sha256').update(output).digest('hex');
}
