import { SLOT_MS } from '../../../src/core/time.ts';
import { carriedListings, carryTickers, carryTrades } from '../../../src/engine/carry.ts';
import type { EngineReference } from '../../../src/engine/engine-reference.ts';
import { emptyState, type EngineState } from '../../../src/engine/engine-state.ts';
import { computeTick } from '../../../src/engine/engine.ts';
import type { RecordedTrade } from '../../../src/engine/lx/recorded-trade.ts';
import type { TickerColumns } from '../../../src/engine/market/market-tickers.ts';
import type { Observation } from '../../../src/engine/market/estimate-market.ts';
import { ACCEPTED } from '../../../src/engine/market/screen.ts';
import { trustWeight } from '../../../src/engine/market/trust.ts';
import type { Methodology } from '../../../src/engine/methodology.ts';
import type { SlotObservation } from '../../../src/engine/tick-input.ts';
import type { TickOutput } from '../../../src/engine/tick-output.ts';
import { copyOf } from './ticker-copies.ts';

/** Changes the exchanges' tickers of one tick of an attack, in place; `state` is the engine's state before the tick. */
export type Attack = (tickers: TickerColumns, tick: number, state: EngineState) => void;

/** Markets after a quiet start. Any number of attacks start from it, each at the same instant. */
export class Stage {
  readonly reference: EngineReference;
  /** All honest observations of the first tick of an attack. */
  readonly honest: SlotObservation;
  /** Observations of every tick up to that one. */
  readonly observations: readonly SlotObservation[];
  readonly #states = new Map<Methodology, EngineState>();
  readonly #values = new Map<Methodology, TickOutput>();

  /** `from` is the order of the observations, if it differs from the reference's. */
  constructor(
    reference: EngineReference,
    observations: readonly SlotObservation[],
    from: EngineReference = reference,
  ) {
    this.reference = reference;
    this.observations = from === reference ? observations : reordered(observations, from, reference);
    this.honest = this.observations.at(-1)!;
  }

  stateBefore(methodology: Methodology): EngineState {
    const known = this.#states.get(methodology);
    if (known) return known;
    let state = emptyState(this.reference);
    for (const observation of this.observations.slice(0, -1)) {
      ({ state } = computeTick(this.reference, { ...observation, state }, methodology));
    }
    this.#states.set(methodology, state);
    return state;
  }

  /** The values published at the first tick without an attack. */
  honestValues(methodology: Methodology): TickOutput {
    const known = this.#values.get(methodology);
    if (known) return known;
    const input = { ...this.honest, state: this.stateBefore(methodology) };
    const output = computeTick(this.reference, input, methodology);
    this.#values.set(methodology, output);
    return output;
  }

  /** The values of an attack, tick by tick. All other exchanges keep their tickers, which age together. */
  *play(
    methodology: Methodology,
    ticks: number,
    attack: Attack,
    trades: readonly RecordedTrade[] = this.honest.trades,
  ): Generator<TickOutput> {
    let state = this.stateBefore(methodology);
    for (let tick = 0; tick < ticks; tick++) {
      const at = this.honest.at + tick * SLOT_MS;
      const tickers = copyOf(this.honest.tickers);
      for (let i = 0; i < tickers.k.length; i++) if (tickers.k[i]! >= 0) tickers.k[i]! += tick;
      attack(tickers, tick, state);
      const input = { at, tickers, trades: tick === 0 ? trades : [], state };
      const output = computeTick(this.reference, input, methodology);
      ({ state } = output);
      yield output;
    }
  }

  listingsOf(market: number): number[] {
    const first = this.reference.firstListing[market]!;
    return Array.from({ length: this.reference.firstListing[market + 1]! - first }, (_, i) => first + i);
  }

  /** Exchanges with a ticker in the honest world that may count; an unqualified one never does. */
  listingsWithTickers(market: number): number[] {
    return this.listingsOf(market).filter(
      (i) => this.honest.tickers.k[i]! >= 0 && this.reference.standing[i] === ACCEPTED,
    );
  }

  exchangeOf(listing: number) {
    return this.reference.exchanges[this.reference.listingExchange[listing]!]!;
  }

  /** One market, as input of the estimator of a single market. */
  observationsOf(market: number, tickers: TickerColumns, { trust }: Methodology): Observation[] {
    return this.listingsWithTickers(market).map((i) => ({
      exchangeId: this.exchangeOf(i).id,
      last: tickers.last[i]!,
      bid: tickers.bid[i]!,
      ask: tickers.ask[i]!,
      volume: tickers.volume[i]!,
      k: tickers.k[i]!,
      trust: trustWeight(this.exchangeOf(i), this.honest.at, trust),
    }));
  }
}

function reordered(
  observations: readonly SlotObservation[],
  from: EngineReference,
  to: EngineReference,
): SlotObservation[] {
  const listings = carriedListings(from, to);
  return observations.map(({ at, tickers, trades }) => ({
    at,
    tickers: carryTickers(tickers, listings, to),
    trades: carryTrades(trades, listings),
  }));
}
