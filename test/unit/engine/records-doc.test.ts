import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sha256 } from '../../../src/app/process/sha256.ts';
import { emptyState } from '../../../src/engine/engine-state.ts';
import { emptyTickers } from '../../../src/engine/market/market-tickers.ts';
import { methodologyNamed } from '../../../src/engine/methodology.ts';
import { DayRecords } from '../../../src/engine/record/day-records.ts';
import { InputLeaves } from '../../../src/engine/record/input-leaves.ts';
import { INPUTS, MerkleTree } from '../../../src/engine/record/merkle.ts';
import { joinRoots } from '../../../src/engine/record/record-roots.ts';
import { hashRecord } from '../../../src/engine/record/tick-record.ts';
import { storedValuesTree } from '../../../src/engine/record/value-leaves.ts';
import { layoutOf } from '../../../src/engine/reference-layout.ts';

const AT = Date.parse('2026-12-01T00:00:30Z');
const MARKET = '11111111-1111-4111-8111-111111111111';
const ASSET = '22222222-2222-4222-8222-222222222222';
const EXCHANGE = '33333333-3333-4333-8333-333333333333';

/** Every byte string that was hashed, in the order of hashing. */
function listening() {
  const seen: string[] = [];
  const hash = (bytes: Uint8Array) => {
    seen.push(Buffer.from(bytes).toString('hex'));
    return sha256(bytes);
  };
  return { seen, hash };
}

/** A value of a market and one of its asset, and the inputs of the market: one ticker. */
function example(): Record<string, string> {
  const ofValues = listening();
  const values = storedValuesTree(
    AT,
    {
      series: [
        { indexType: 'MWA', indexId: MARKET },
        { indexType: 'GWA', indexId: ASSET },
      ],
      prices: Float64Array.of(100.5, 100.5),
      volumes: Float64Array.of(20, 20),
      tickVolumes: Float64Array.of(NaN, NaN),
      flags: Uint16Array.of(8, 4),
    },
    ofValues.hash,
  );
  const reference = layoutOf(
    {
      assets: [
        { id: ASSET, symbol: 'BTC' },
        { id: 'usd', symbol: 'USD' },
      ],
      markets: [{ id: MARKET, baseAssetId: ASSET, quoteAssetId: 'usd' }],
      exchanges: [
        {
          id: EXCHANGE,
          name: 'Ex',
          url: '',
          status: 'ACTIVE',
          tier: 'A',
          listings: [{ marketId: MARKET, status: 'ACTIVE', qualified: true }],
          ownSymbols: [],
        },
      ],
    },
    'usd',
  );
  const tickers = emptyTickers(1);
  [tickers.last[0], tickers.bid[0], tickers.volume[0]] = [100.5, 100, 20];
  [tickers.lastMoved[0], tickers.k[0], tickers.age[0]] = [AT - 5000, 1, 3000];
  const state = emptyState({ ...reference, lx: [] });
  const input = { at: AT, tickers, trades: [], state };
  const ofInputs = listening();
  const leaves = new InputLeaves({ reference, input, methodology: methodologyNamed('3')! }, ofInputs.hash);
  const usd = Float64Array.of(99, 1);
  const leaf = leaves.ofMarket(
    { markets: { crossRates: new Map(), previousUsd: usd, quoteUsd: usd } as never },
    0,
  );
  const inputs = new MerkleTree(INPUTS, sha256, [leaf]);
  const roots = { values: values.root, inputs: inputs.root, day: new DayRecords(sha256).emptyRoot };
  const record = {
    at: AT,
    methodology: '3',
    reference: 'r',
    input: 'i',
    state: 's',
    output: 'o',
    roots: joinRoots(roots),
    previous: '',
  };
  return {
    'leaf of the MWA, bytes': ofValues.seen[0]!,
    'leaf of the MWA': values.leaf(0)!,
    'leaf of the GWA': values.leaf(1)!,
    'root of values': roots.values,
    'leaf of inputs, bytes': ofInputs.seen[0]!,
    'root of inputs': roots.inputs,
    'root of a day without records': roots.day,
    roots: record.roots,
    'hash of the record': hashRecord(record, sha256),
  };
}

test('the worked example of docs/reference/formats/records.md matches the result', () => {
  const text = readFileSync(new URL('../../../docs/reference/formats/records.md', import.meta.url), 'utf8');
  const shown = [...text.matchAll(/^([a-zA-Z ,]+): ([\w-]+(?:\n {4}[\w-]+)*)$/gm)].map(
    ([, name = '', value = '']) => [name, value.replaceAll(/\s/g, '')] as const,
  );
  expect(Object.fromEntries(shown)).toEqual(example());
});
