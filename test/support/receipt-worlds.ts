import { receiptJson } from '../../src/api/resources/receipts/receipt-json.ts';
import { entityKey, recordId } from '../../src/core/ids/record-id.ts';
import { SLOT_MS, type Millis } from '../../src/core/time.ts';
import type { EngineReference } from '../../src/engine/engine-reference.ts';
import { emptyState } from '../../src/engine/engine-state.ts';
import { computeTick, runTick } from '../../src/engine/engine.ts';
import { TickBook } from '../../src/engine/market/tick-book.ts';
import { methodologyAt, methodologyNamed, type Methodology } from '../../src/engine/methodology.ts';
import { explainedBy } from '../../src/engine/receipt/explain.ts';
import type { TickInput } from '../../src/engine/tick-input.ts';
import { indexValues, type TickOutput } from '../../src/engine/tick-output.ts';
import type { IndexReceipt } from '../../sdk/src/contract.ts';
import { SimulatedMarket } from '../../src/simulator/simulated-market.ts';
import { buildWorld } from '../../src/simulator/world.ts';
import { simulatedContent, versionOf } from './simulated-version.ts';
import { troubledTicks, troubledVersion } from './troubled-world.ts';

interface World {
  readonly reference: EngineReference;
  /** The methodology of the service that computed them, if not the current one. */
  readonly methodology?: Methodology | undefined;
  readonly ticks: Iterable<{ readonly input: TickInput; readonly output: TickOutput }>;
}

const KINDS = { MWA: 'mwa', GWA: 'gwa', LX: 'lx' } as const;

/** A tick in the period of each version of the methodology. */
export const IN_VERSION_1 = Date.parse('2026-11-10T12:00:00Z');
export const IN_VERSION_2 = Date.parse('2026-11-17T12:00:00Z');
export const IN_VERSION_3 = Date.parse('2026-12-02T12:00:00Z');

/** The small world without faults. */
export function quietWorld(first: Millis, ticks: number, version?: string): World {
  const world = buildWorld('small');
  const market = new SimulatedMarket(world, { seed: 'quiet', faultRate: 1 });
  const { reference } = versionOf(simulatedContent(world, market));
  const methodology = version === undefined ? undefined : methodologyNamed(version);
  return { reference, methodology, ticks: quietTicks(reference, market, first, ticks, methodology) };
}

function* quietTicks(
  reference: EngineReference,
  market: SimulatedMarket,
  first: Millis,
  ticks: number,
  methodology?: Methodology,
) {
  const book = new TickBook(reference);
  let state = emptyState(reference);
  for (let tick = 0; tick < ticks; tick++) {
    const at = first + tick * SLOT_MS;
    for (const exchange of market.exchanges) {
      const receivedAt = at - exchange.refreshLeadMs;
      for (const one of market.ticksOf(exchange, at)) book.observe(one, receivedAt);
      for (const trade of market.tradesOf(exchange, at)) book.observeTrade(trade, receivedAt);
    }
    const input = { ...book.cut(at), state };
    const output = computeTick(reference, input, methodology);
    yield { input, output };
    state = output.state;
  }
}

/** The small world with many faults. */
export function troubledWorld(first: Millis, ticks: number): World {
  return {
    reference: troubledVersion.reference,
    ticks: troubledTicks(first, ticks, methodologyAt(first)),
  };
}

/** Receipts of a world as served: all of liquid indices, a sample of the others. */
export function* receiptsOf(
  { reference, ticks, methodology: own }: World,
  every: number,
): Generator<IndexReceipt> {
  let number = 0;
  for (const { input, output } of ticks) {
    const methodology = own ?? methodologyAt(input.at);
    const run = runTick(reference, input, methodology);
    for (const value of indexValues(reference, output)) {
      if (value.indexType !== 'LX' && number++ % every !== 0) continue;
      const receipt = explainedBy({ reference, input, methodology, run }, value)!;
      const named = { ...receipt, referenceVersion: 'a version', recordHash: 'a hash' };
      const id = recordId(KINDS[value.indexType], input.at, entityKey(value.indexId));
      yield JSON.parse(receiptJson(id, named)) as IndexReceipt;
    }
  }
}
