import { LX_INDICES } from '../../../../src/core/ids/well-known-ids.ts';
import type { LxDefinition, LxName } from '../../../../src/core/lx-definition.ts';
import { SECOND_MS, SLOT_MS, type Millis } from '../../../../src/core/time.ts';
import { SimulatedMarket } from '../../../../src/simulator/simulated-market.ts';
import { SimulatorFeeds } from '../../../../src/simulator/simulator-feeds.ts';
import { buildWorld } from '../../../../src/simulator/world.ts';
import type { TradedRecord } from './audit-record.ts';

/** Trades received within (t - 32 s, t - 2 s] count in the tick at t. */
const AFTER_MS = SLOT_MS + 2 * SECOND_MS;
const UP_TO_MS = 2 * SECOND_MS;
/** Clocks of nodes differ a little: a trade this soon after the beginning of the window may be in the previous one. */
const BEGIN_MARGIN_MS = SECOND_MS;
/** A trade is forwarded up to two seconds after it happened: one this late in the window may be in the next one. */
const END_MARGIN_MS = 3 * SECOND_MS;
/** The engine rounds and sums amounts as decimals, this file as doubles. */
const PART = 1 - 1e-9;

/** Trades of the constituents of liquid indices well within each window, according to the simulated market. */
export function tradedIn(world: 'small' | 'full', seed: string, from: Millis, to: Millis): TradedRecord[] {
  const feeds = new SimulatorFeeds(new SimulatedMarket(buildWorld(world), { seed }));
  const records: TradedRecord[] = [];
  for (let at = from; at <= to; at += SLOT_MS) {
    const trades = feeds
      .arrivals(at - AFTER_MS + BEGIN_MARGIN_MS, at - UP_TO_MS - END_MARGIN_MS)
      .flatMap((batch) => (batch.kind === 'trades' ? batch.trades : []));
    const { lx } = feeds.referenceAt(at - AFTER_MS).data;
    for (const [name, indexId] of Object.entries(LX_INDICES)) {
      const listings = new Set(constituentsOf(lx, name as LxName, at).map(keyOf));
      const amounts = trades
        .filter((trade) => listings.has(keyOf(trade)))
        .map(({ amount }) => Number(amount));
      records.push({ at, indexId, atLeast: amounts.reduce((sum, amount) => sum + amount, 0) * PART });
    }
  }
  return records;
}

function constituentsOf(
  all: readonly LxDefinition[],
  name: LxName,
  at: Millis,
): LxDefinition['constituents'] {
  const inForce = all
    .filter((each) => each.name === name && each.from <= at)
    .toSorted((a, b) => b.from - a.from);
  return inForce[0]?.constituents ?? [];
}

function keyOf({ exchangeId, marketId }: { readonly exchangeId: string; readonly marketId: string }): string {
  return `${exchangeId} ${marketId}`;
}
