import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SeriesOrder } from '../../../src/core/ids/series-order.ts';
import type { SeriesId } from '../../../src/core/index-value.ts';
import { DAY_MS, type Millis } from '../../../src/core/time.ts';
import { EmbeddedHistoryStore } from '../../../src/history/embedded/embedded-history-store.ts';
import type { StoredValue, TickSlice } from '../../../src/history/history-store.ts';
import type { Peer } from './peer.ts';

export function openStore(folder: string): Promise<EmbeddedHistoryStore> {
  const fail = (problem: unknown) => {
    throw problem instanceof Error ? problem : new Error(JSON.stringify(problem));
  };
  return EmbeddedHistoryStore.open({
    folder,
    windowMs: 200 * DAY_MS,
    onDamage: fail,
    onSealingFailure: fail,
  });
}

/** Our own store, measured in the same way. */
export class EmbeddedPeer implements Peer {
  readonly name = 'the embedded store';
  readonly #folder: string;
  readonly #order: SeriesOrder;
  readonly #store: EmbeddedHistoryStore;

  private constructor(folder: string, order: SeriesOrder, store: EmbeddedHistoryStore) {
    this.#folder = folder;
    this.#order = order;
    this.#store = store;
  }

  static async open(folder: string, order: SeriesOrder): Promise<EmbeddedPeer> {
    return new EmbeddedPeer(folder, order, await openStore(folder));
  }

  async load(ticks: readonly TickSlice[]): Promise<void> {
    for (const tick of ticks) await this.append(tick);
  }

  async append(tick: TickSlice, state?: Uint8Array): Promise<void> {
    const outcome = await this.#store.append(tick, state);
    if (outcome !== 'stored') throw new Error(outcome);
  }

  settle(): Promise<void> {
    return this.#store.sealed();
  }

  /** Sealed days, as for 200 days. */
  async bytes(): Promise<number> {
    const days = join(this.#folder, 'days');
    return readdirSync(days).reduce((sum, name) => sum + statSync(join(days, name)).size, 0);
  }

  readSeries(series: number, atOrBefore: Millis, limit: number): Promise<StoredValue[]> {
    return this.#store.readSeries({ series: this.#id(series), atOrBefore, notBefore: 0, limit });
  }

  readInstant(at: Millis, series: number): Promise<StoredValue[]> {
    const types = ['MWA', 'GWA', 'LX'] as const;
    return this.#store.readAcross({ types, atOrBefore: at, notBefore: at, limit: series });
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  #id(series: number): SeriesId {
    return this.#order.series[series] as SeriesId;
  }
}
