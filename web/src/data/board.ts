import { signal, type ReadonlySignal } from '@preact/signals';
import type { MarketCap, Tidemark } from '@tidemark/sdk';
import { assetRow, type AssetRow } from './asset-rows.ts';
import type { LiveStore } from './live-store.ts';

/** How many are asked for first: more than any screen shows. */
const FIRST = 100;
const EVERY_MS = 120_000;
const AGAIN_MS = 5_000;

/**
 * All assets by market cap. The largest come first, so that a page has prices at once; then everything with its changes, again
 * every two minutes while it is used.
 */
export class Board {
  readonly #tidemark: Tidemark;
  readonly #live: LiveStore;
  readonly #rows = signal<readonly AssetRow[]>([]);
  readonly #error = signal<unknown>(undefined);
  readonly #bySymbol = new Map<string, AssetRow>();
  readonly #byId = new Map<string, AssetRow>();
  #users = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #underWay: Promise<void> | undefined;

  constructor(tidemark: Tidemark, live: LiveStore) {
    this.#tidemark = tidemark;
    this.#live = live;
  }

  /** In ascending rank; empty before the first answer. */
  get rows(): ReadonlySignal<readonly AssetRow[]> {
    return this.#rows;
  }

  /** Why the last answer did not come; undefined where it did. */
  get error(): ReadonlySignal<unknown> {
    return this.#error;
  }

  row(assetId: string): AssetRow | undefined {
    return this.#byId.get(assetId);
  }

  /** What an address names an asset by: its symbol, where it is the largest asset that bears it. */
  nameOf(asset: { readonly id: string; readonly symbol: string }): string {
    const bearer = this.#bySymbol.get(asset.symbol);
    return bearer && bearer.id !== asset.id ? asset.id : asset.symbol;
  }

  /** The largest asset that bears a symbol. */
  bearer(symbol: string): AssetRow | undefined {
    return this.#bySymbol.get(symbol);
  }

  use(): () => void {
    if (this.#users++ === 0) void this.refresh();
    return () => {
      if (--this.#users === 0) clearTimeout(this.#timer);
    };
  }

  refresh(): Promise<void> {
    clearTimeout(this.#timer);
    this.#underWay ??= this.#load().finally(() => {
      this.#underWay = undefined;
      const wait = this.#error.peek() === undefined ? EVERY_MS : AGAIN_MS;
      if (this.#users > 0) this.#timer = setTimeout(() => void this.refresh(), wait);
    });
    return this.#underWay;
  }

  async #load(): Promise<void> {
    try {
      if (this.#rows.peek().length === 0) await this.#take({ top: FIRST });
      this.#live.followAll();
      await this.#take({ percentChange: true });
      this.#error.value = undefined;
    } catch (error) {
      this.#error.value = error;
    }
  }

  async #take(query: { readonly top?: number; readonly percentChange?: boolean }): Promise<void> {
    const { content } = await this.#tidemark.read('listMarketCaps', query);
    const rows = content.map((cap) => assetRow(cap, this.#byId.get(cap.assetId)));
    this.#bySymbol.clear();
    this.#byId.clear();
    for (const row of rows) {
      this.#byId.set(row.id, row);
      if (!this.#bySymbol.has(row.symbol)) this.#bySymbol.set(row.symbol, row);
    }
    for (const [i, row] of rows.entries()) this.#offer(row, content[i]!);
    this.#rows.value = rows;
  }

  #offer(row: AssetRow, { price: text, id }: MarketCap): void {
    const { price, volume, at, flags } = row;
    this.#live.offer(row.id, { id, text, price, volume, at, flags, step: 0 });
  }
}
