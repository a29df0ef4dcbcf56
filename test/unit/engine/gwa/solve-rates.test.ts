import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Conductances } from '../../../../src/engine/gwa/conductances.ts';
import { joinScript } from '../../../../src/engine/gwa/join-script.ts';
import { joinWasm } from '../../../../src/engine/gwa/join-wasm.ts';
import { rateTopology } from '../../../../src/engine/gwa/rate-topology.ts';
import { solvePlan, type SolvePlan } from '../../../../src/engine/gwa/solve-plan.ts';
import { solveRates, type RateEquations } from '../../../../src/engine/gwa/solve-rates.ts';
import { METHODOLOGIES } from '../../../../src/engine/methodology.ts';
import { straightforwardRates } from './straightforward-rates.ts';

const METHODOLOGY = METHODOLOGIES.at(-1)!;
/** Asset 2 is USD: quote assets lie on both sides of it. */
const USD = 2;
const ASSETS = 40;
const QUOTES = 14;

const market = fc.record({
  base: fc.nat({ max: ASSETS - 1 }),
  /** Now and then the base itself: such a market has no place in the network. */
  quote: fc.nat({ max: QUOTES - 1 }),
  takesPart: fc.constantFrom(1, 1, 1, 0),
  noise: fc.oneof(
    { weight: 6, arbitrary: fc.double({ min: -0.003, max: 0.003, noNaN: true }) },
    { weight: 1, arbitrary: fc.double({ min: -20, max: 20, noNaN: true }) },
    { weight: 1, arbitrary: fc.constant(0) },
  ),
  deviation: fc.oneof(
    fc.double({ min: 0.001, max: 0.3, noNaN: true }),
    // A market without an exchange has no weight.
    fc.constantFrom(0.001, 1e-6, 1e6, Infinity),
  ),
});
type Market = typeof market extends fc.Arbitrary<infer T> ? T : never;

const truth = (asset: number) => (asset === USD ? 0 : ((asset * 7919) % 23) - 11.3);

function planOf(markets: readonly Market[], usd = USD): SolvePlan {
  const base = Int32Array.from(markets, (m) => m.base);
  const quote = Int32Array.from(markets, (m) => m.quote);
  return solvePlan(rateTopology(ASSETS, base, quote, usd));
}

function equationsOf(markets: readonly Market[]): RateEquations {
  return {
    takesPart: Uint8Array.from(markets, (m) => m.takesPart),
    value: Float64Array.from(markets, (m) => (m.takesPart ? truth(m.base) - truth(m.quote) + m.noise : 0)),
    deviation: Float64Array.from(markets, (m) => (m.takesPart ? m.deviation : 0)),
  };
}

const bytesOf = (numbers: Float64Array | Uint8Array) =>
  Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).toString('hex');

function expectSame(plan: SolvePlan, equations: RateEquations): void {
  const { topology } = plan;
  const rates = solveRates(plan, equations, METHODOLOGY);
  const expected = straightforwardRates(topology, equations, METHODOLOGY);
  expect(bytesOf(rates.x)).toBe(bytesOf(expected.x));
  expect(bytesOf(rates.weight)).toBe(bytesOf(expected.weight));
  expect(bytesOf(rates.reached)).toBe(bytesOf(expected.reached));
}

describe('the robust solution has the bytes of its straightforward form', () => {
  test('for any graph', () => {
    fc.assert(
      fc.property(
        fc.array(market, { minLength: 1, maxLength: 160 }),
        fc.constantFrom(USD, USD, 20, -1),
        (markets, usd) => expectSame(planOf(markets, usd), equationsOf(markets)),
      ),
      { numRuns: 150 },
    );
  });

  test('one solution after another: nothing is left of the one before', () => {
    const two = fc.array(fc.tuple(market, market), { minLength: 40, maxLength: 160 });
    fc.assert(
      fc.property(two, (pairs) => {
        const before = pairs.map(([a]) => a);
        const after = pairs.map(([a, b]) => ({ ...b, base: a.base, quote: a.quote }));
        const plan = planOf(before);
        for (const markets of [before, after, before]) expectSame(plan, equationsOf(markets));
      }),
      { numRuns: 30 },
    );
  });
});

/** The graph of the full world has 89 quote assets, and nearly every pair of them is connected. */
function randomNetwork(size: number, seed: number, memory: typeof joinScript) {
  const network = new Conductances(size, memory);
  network.clear();
  let state = seed;
  const next = () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
  for (let i = 0; i < size; i++) {
    for (let j = i + 1; j <= size; j++) {
      const conductance = next() < 0.6 ? 0 : next() * 10 ** Math.floor(next() * 12 - 4);
      // Every seventh asset is not connected at all.
      if (i % 7 !== 3 && j % 7 !== 3) network.cells[network.cell(i, j)]! += conductance;
    }
    network.cells[network.flowCell(i)]! += i % 7 === 3 ? 0 : 1000 * (next() - 0.5);
  }
  const potentials = new Float64Array(size + 1);
  network.solve(potentials);
  return bytesOf(potentials);
}

test('joins of rows are the same in WebAssembly and in script', () => {
  const wasm: typeof joinScript = (layout) => joinWasm(layout)!;
  for (const size of [0, 1, 3, 4, 5, 6, 7, 8, 9, 12, 13, 31, 90])
    expect(randomNetwork(size, size + 1, wasm)).toBe(randomNetwork(size, size + 1, joinScript));
});
