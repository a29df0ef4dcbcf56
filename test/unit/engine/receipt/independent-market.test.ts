import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { flagsIn } from '../../../../src/core/index-value.ts';
import { SLOT_MS, type Millis } from '../../../../src/core/time.ts';
import {
  estimateMarket,
  type EstimateContext,
  type Observation,
} from '../../../../src/engine/market/estimate-market.ts';
import type { MarketMemory } from '../../../../src/engine/market/market-outcome.ts';
import { methodologyNamed } from '../../../../src/engine/methodology.ts';
import { recomputeMwa, type MwaText } from '../../../support/independent/mwa.ts';
import type { Line } from '../../../support/independent/screening.ts';
import { expectEqual } from '../../../support/quick-equal.ts';

const AT = Date.parse('2026-12-02T12:00:00Z');
const TIERS = new Map([
  [1, 'A'],
  [0.1, 'B'],
  [0, 'NEW'],
] as const);

function lineOf({ exchangeId, trust, k, age, ...said }: Observation, at: Millis): Line {
  return {
    exchangeId,
    tier: TIERS.get(trust as 1)!,
    exchangeStatus: 'ACTIVE',
    marketStatus: 'ACTIVE',
    qualified: 'YES',
    last: String(said.last),
    bid: String(said.bid ?? 0),
    ask: String(said.ask ?? 0),
    lastMoved: new Date(said.lastMoved ?? at).toISOString(),
    ticksSinceChange: String(k),
    ageMs: String(age ?? 0),
    reportedVolume: String(said.volume),
    believedVolume: '0',
  };
}

const textOf = (number = 0) => (number > 0 ? String(number) : undefined);

/** The receipt for the inputs of an estimate. */
function receiptOf(
  methodology: string,
  observed: readonly Observation[],
  { at, memory, crossRate, usd }: EstimateContext,
): MwaText {
  const { ticks = 0, moves = 0, from = 0 } = memory?.hold ?? {};
  const given = {
    crossRate: textOf(crossRate),
    baseUsdBefore: textOf(usd?.base),
    quoteUsdBefore: textOf(usd?.quote),
  };
  const state = {
    lastValue: textOf(memory?.price),
    lastVolume: textOf(memory?.volume),
    anchor: textOf(memory?.anchor),
    lastRealAt: memory?.realAt ? new Date(memory.realAt).toISOString() : undefined,
    hold: { ticks: String(ticks), moves: String(moves), from: textOf(from) },
  };
  const lines = observed.map((one) => lineOf(one, at));
  const receipt: unknown = {
    methodology,
    timestamp: new Date(at).toISOString(),
    ...given,
    state,
    exchanges: lines,
    refused: [],
  };
  return receipt as MwaText;
}

/** The data of an exchange, relative to a price of 100, while it lasts. */
const stance = fc.record({
  price: fc.oneof(
    fc.constantFrom(1, 1, 1, 1.003, 1.006, 1.012, 1.03, 1.08, 0.7, 0.6, 1.35, 1.6, 2.2),
    fc.double({ min: 0.995, max: 1.005, noNaN: true }),
    fc.double({ min: 0.9, max: 1.15, noNaN: true }),
  ),
  spread: fc.constantFrom(0, 0.0004, 0.002, 0.02, 0.07),
  volume: fc.oneof(fc.constantFrom(10, 10, 50, 1000, 1e9), fc.double({ min: 1, max: 100, noNaN: true })),
  movesEvery: fc.constantFrom(1, 1, 2, 7, 1000),
  quiet: fc.constantFrom(0, 0, 1, 5, 30, 58, 61, 2900),
  age: fc.constantFrom(0, 0, 0, 0, 0, 89_999, 90_000, 90_001),
});

const phase = fc.record({
  ticks: fc.constantFrom(1, 2, 3, 19, 22, 25),
  /** Slots left out before it. */
  gap: fc.constantFrom(0, 0, 0, 0, 5, 21, 2879, 2881, 7 * 2880),
  stances: fc.array(stance, { minLength: 8, maxLength: 8 }),
  crossRate: fc.oneof(
    fc.constantFrom(0, 0, 0, 1, 1.002, 1.006, 0.7),
    fc.double({ min: 0.92, max: 1.12, noNaN: true }),
  ),
  base: fc.constantFrom(0, 0, 1, 0.8, 1.4),
  quote: fc.constantFrom(0, 0, 1, 3000),
});

const sequence = fc.record({
  trust: fc.array(fc.constantFrom(1, 1, 1, 0.1, 0.1, 0.1, 0), { minLength: 1, maxLength: 8 }),
  phases: fc.array(phase, { minLength: 1, maxLength: 5 }),
});

type Sequence = typeof sequence extends fc.Arbitrary<infer One> ? One : never;

function* inputsOf({ trust, phases }: Sequence) {
  let slot = 0;
  for (const { ticks, gap, stances, crossRate, base, quote } of phases) {
    slot += gap;
    for (let tick = 0; tick < ticks; tick++) {
      const observed = trust.map((trusted, i): Observation => {
        const { price, spread, volume, movesEvery, quiet, age } = stances[i]!;
        const steps = Math.floor(tick / movesEvery);
        const last = 100 * price * (1 + (steps % 2) * 0.0003);
        const k = movesEvery === 1000 ? quiet + tick : tick - steps * movesEvery;
        const [bid, ask] = [last * (1 - spread / 2), last * (1 + spread / 2)];
        return { exchangeId: `exchange-${i}`, trust: trusted, last, bid, ask, volume, k, age };
      });
      const usd = { base: 100 * base, quote };
      yield { observed, at: AT + slot * SLOT_MS, crossRate: 100 * crossRate, usd };
      slot++;
    }
  }
}

const KINDS = [
  'none',
  'unflagged',
  'SPLIT',
  'THIN',
  'SPLIT THIN',
  'SINGLE_SOURCE',
  'SUSPECT',
  'SPLIT SUSPECT',
  'CARRIED',
];

describe.each(['2', '3'])('any market, tick after tick, in version %s', (version) => {
  test('has the documented value, flags and refusals', () => {
    const methodology = methodologyNamed(version)!;
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(sequence, (any) => {
        let memory: MarketMemory | undefined;
        for (const { observed, ...given } of inputsOf(any)) {
          const context = { ...given, ...(memory && { memory }) };
          const estimate = estimateMarket(observed, context, methodology);
          const receipt = receiptOf(version, observed, context);
          const again = recomputeMwa(receipt);
          const { price, volume } = estimate;
          const flags = flagsIn(estimate.flags);
          const reasons = [...estimate.outcomes].filter(([, outcome]) => outcome !== 'ACCEPTED');
          const engine = { price, volume, flags, reasons: Object.fromEntries(reasons) };
          const independent = {
            price: again.price,
            volume: again.volume,
            flags: again.flags,
            reasons: Object.fromEntries(again.reasons),
          };
          if (price === 0) expect({ price: again.price, receipt }).toEqual({ price: 0, receipt });
          else expectEqual({ ...independent, receipt }, { ...engine, receipt });
          const kind = price === 0 ? 'none' : flags.join(' ') || 'unflagged';
          seen.set(kind, (seen.get(kind) ?? 0) + 1);
          memory = estimate.memory;
        }
      }),
      { numRuns: 180, seed: 1, endOnFailure: true },
    );
    for (const kind of KINDS) expect(seen.get(kind), kind).toBeGreaterThan(0);
  });
});
