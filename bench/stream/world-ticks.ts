import { SLOT_MS, type Millis } from '../../src/core/time.ts';
import type { IndexRefresh } from '../../src/latest/indices/index-refresh.ts';
import { IndexRefreshWriter } from '../../src/latest/indices/index-refresh-writer.ts';
import { ordersOf } from '../../src/latest/market/market-orders.ts';
import { buildWorld } from '../../src/simulator/world.ts';

export const FIRST_SLOT = Date.parse('2026-03-01T12:00:00Z');

/** Index ticks of the full world with prices of the usual length, one slot after the other. */
export class WorldTicks {
  readonly orders = ordersOf('bench', { ...buildWorld('full').reference, lx: [], traded: [] });
  readonly #sheet = new IndexRefreshWriter(this.orders);
  #slot = FIRST_SLOT - SLOT_MS;

  get slot(): Millis {
    return this.#slot;
  }

  next(): IndexRefresh {
    this.#slot += SLOT_MS;
    const { series } = this.orders;
    const count = series.series.length;
    const [lx] = series.rangeOf('LX');
    return this.#sheet.publish({
      at: this.#slot,
      series: Uint32Array.from({ length: count }, (_, n) => n),
      prices: Float64Array.from(
        { length: count },
        (_, n) => 1 + ((n * 7919 + this.#slot / SLOT_MS) % 9_999_999) / 1e4,
      ),
      volumes: Float64Array.from({ length: count }, (_, n) => 1 + ((n * 104_729) % 99_999_999) / 1e5),
      tickVolumes: Float64Array.from({ length: count }, (_, n) => (n >= lx ? 1.5 : Number.NaN)),
      flags: new Uint16Array(count),
    });
  }
}
