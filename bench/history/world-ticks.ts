import { simulatedLxDefinitions } from '../../src/simulator/lx-definitions.ts';
import { SeriesOrder } from '../../src/core/ids/series-order.ts';
import type { Millis } from '../../src/core/time.ts';
import { buildReference, type EngineReference } from '../../src/engine/engine-reference.ts';
import { emptyState, type EngineState } from '../../src/engine/engine-state.ts';
import { computeTick } from '../../src/engine/engine.ts';
import { TickBook } from '../../src/engine/market/tick-book.ts';
import { indexValues } from '../../src/engine/tick-output.ts';
import type { TickSlice } from '../../src/history/history-store.ts';
import { SimulatedMarket } from '../../src/simulator/simulated-market.ts';
import { buildWorld } from '../../src/simulator/world.ts';
import type { TickSource } from './tick-source.ts';

/** The values that the engine publishes for the full simulated world, computed from its tickers and trades as in the service. */
export class WorldTicks implements TickSource {
  readonly name = "the full world's own: engine values from simulated tickers";
  readonly order: SeriesOrder;
  readonly #market: SimulatedMarket;
  readonly #reference: EngineReference;
  readonly #book: TickBook;
  #state: EngineState;

  constructor() {
    const world = buildWorld('full');
    this.order = new SeriesOrder(world.reference);
    this.#market = new SimulatedMarket(world, { seed: 'bench' });
    this.#reference = buildReference(world.reference, simulatedLxDefinitions(world.reference, this.#market));
    this.#book = new TickBook(this.#reference);
    this.#state = emptyState(this.#reference);
  }

  next(at: Millis): TickSlice {
    for (const exchange of this.#market.exchanges) {
      const receivedAt = at - exchange.refreshLeadMs;
      for (const tick of this.#market.ticksOf(exchange, at)) this.#book.observe(tick, receivedAt);
      for (const trade of this.#market.tradesOf(exchange, at)) this.#book.observeTrade(trade, receivedAt);
    }
    const output = computeTick(this.#reference, { ...this.#book.cut(at), state: this.#state });
    this.#state = output.state;
    const values = [...indexValues(this.#reference, output)];
    const numbered = values
      .map((value) => ({ value, number: this.order.numberOf(value) as number }))
      .toSorted((a, b) => a.number - b.number);
    return {
      at,
      order: this.order,
      series: Uint32Array.from(numbered, ({ number }) => number),
      prices: Float64Array.from(numbered, ({ value }) => value.price),
      volumes: Float64Array.from(numbered, ({ value }) => value.volume),
      tickVolumes: Float64Array.from(numbered, ({ value }) => value.tickVolume ?? Number.NaN),
      flags: Uint16Array.from(numbered, ({ value }) => value.flags),
      record: new Uint8Array(0),
    };
  }
}
