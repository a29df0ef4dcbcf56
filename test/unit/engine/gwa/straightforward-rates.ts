// The robust solution in its straightforward form, which the engine must reproduce to the last bit: every step enters every
// market again, and the network is a matrix that is eliminated four assets at a time.
import type { Methodology } from '../../../../src/engine/methodology.ts';
import { reachableAssets } from '../../../../src/engine/gwa/reachable.ts';
import { OUTER, type RateTopology } from '../../../../src/engine/gwa/rate-topology.ts';
import { gemanMcClure, huber, plainWeight } from '../../../../src/engine/gwa/robust-step.ts';
import type { RateEquations, Rates } from '../../../../src/engine/gwa/solve-rates.ts';

type Matrix = readonly Float64Array[];

export function straightforwardRates(
  topology: RateTopology,
  equations: RateEquations,
  { gwa }: Methodology,
): Rates {
  const { takesPart, deviation } = equations;
  const reached = reachableAssets(topology, takesPart);
  const plain = Float64Array.from(deviation, (sd, m) =>
    takesPart[m] === 1 && reached[topology.base[m]!] === 1 ? plainWeight(sd) : 0,
  );
  let weight = plain;
  let x = straightforwardSolve(topology, equations.value, weight);
  const step = (factor: (z: number) => number) => {
    weight = plain.map((own, m) => {
      if (own === 0) return 0;
      const residual = equations.value[m]! - x[topology.base[m]!]! + x[topology.quote[m]!]!;
      return own * factor(Math.abs(residual) / deviation[m]!);
    });
    x = straightforwardSolve(topology, equations.value, weight);
  };
  for (let n = 0; n < gwa.huberSteps; n++) step((z) => huber(z, gwa.huberWidth));
  for (let n = 0; n < gwa.gemanMcClureSteps; n++) step((z) => gemanMcClure(z, gwa.gemanMcClureWidth));
  return { x, reached, weight };
}

function straightforwardSolve(
  topology: RateTopology,
  values: Float64Array,
  weights: Float64Array,
): Float64Array {
  const { assets, base, quote, basePosition, quotePosition, innerMarkets, quoteAssets } = topology;
  const size = quoteAssets.length;
  const [ground, flow] = [size, size + 1];
  const rows = Array.from({ length: size }, () => new Float64Array(size + 2));
  const add = (i: number, j: number, amount: number) => {
    if (i !== j) rows[Math.min(i, j)]![Math.max(i, j)]! += amount;
  };
  const addFlow = (i: number, amount: number) => {
    if (i < size) rows[i]![flow]! += amount;
  };
  for (const m of innerMarkets) {
    if (base[m] === quote[m]) continue;
    add(basePosition[m]!, quotePosition[m]!, weights[m]!);
    addFlow(basePosition[m]!, weights[m]! * values[m]!);
    addFlow(quotePosition[m]!, -(weights[m]! * values[m]!));
  }
  for (const markets of outerMarkets(topology)) {
    if (markets.length < 2) continue;
    const total = markets.reduce((sum, m) => sum + weights[m]!, 0);
    const weighted = markets.reduce((sum, m) => sum + weights[m]! * values[m]!, 0);
    const mean = total === 0 ? 0 : weighted / total;
    markets.forEach((m, n) => {
      const share = total === 0 ? 0 : weights[m]! / total;
      addFlow(quotePosition[m]!, weights[m]! * (mean - values[m]!));
      for (const other of markets.slice(0, n))
        add(quotePosition[m]!, quotePosition[other]!, share * weights[other]!);
    });
  }
  const away = eliminated(rows, ground);
  const x = new Float64Array(assets);
  const potentials = new Float64Array(size);
  for (let k = size - 1; k >= 0; k--) {
    let sum = rows[k]![flow]!;
    for (let j = k + 1; j < size; j++) sum += rows[k]![j]! * potentials[j]!;
    potentials[k] = away[k] === 0 ? 0 : sum / away[k]!;
    x[quoteAssets[k]!] = potentials[k]!;
  }
  for (const markets of outerMarkets(topology)) {
    const total = markets.reduce((sum, m) => sum + weights[m]!, 0);
    const weighted = markets.reduce((sum, m) => sum + weights[m]! * (values[m]! + x[quote[m]!]!), 0);
    if (total !== 0) x[base[markets[0]!]!] = weighted / total;
  }
  return x;
}

/** Eliminates the assets in ascending order. Returns the sum of the conductances of each at its elimination. */
function eliminated(rows: Matrix, ground: number): Float64Array {
  const size = rows.length;
  const away = new Float64Array(size);
  const joined = (pivots: readonly number[], i: number) => {
    const shares = pivots.map((pivot) => (away[pivot] === 0 ? 0 : rows[pivot]![i]! / away[pivot]!));
    for (let j = i + 1; j < size + 2; j++) {
      const [first = 0, ...others] = pivots.map((pivot, n) => shares[n]! * rows[pivot]![j]!);
      rows[i]![j]! += others.reduce((sum, product) => sum + product, first);
    }
  };
  const leave = (k: number) => {
    for (let j = k + 1; j <= ground; j++) away[k]! += rows[k]![j]!;
  };
  let k = 0;
  for (; k + 4 <= size; k += 4) {
    for (let i = k; i < k + 4; i++) {
      for (let pivot = k; pivot < i; pivot++) joined([pivot], i);
      leave(i);
    }
    for (let i = k + 4; i < size; i++) joined([k, k + 1, k + 2, k + 3], i);
  }
  for (; k < size; k++) {
    leave(k);
    for (let i = k + 1; i < size; i++) joined([k], i);
  }
  return away;
}

/** The markets of each asset that is never a quote. */
function outerMarkets({ basePosition, outerAssets, base }: RateTopology): number[][] {
  const markets = new Map([...outerAssets].map((asset) => [asset, [] as number[]]));
  basePosition.forEach((position, m) => {
    if (position === OUTER) markets.get(base[m]!)!.push(m);
  });
  return [...markets.values()].filter((own) => own.length > 0);
}
