import { signal, type ReadonlySignal } from '@preact/signals';
import {
  ApiError,
  ForbiddenError,
  UnauthorizedError,
  type Market,
  type MarketCap,
  type Tidemark,
} from '@tidemark/sdk';
import type { Clock } from '../clock.ts';
import { assetRow, type AssetRow } from './asset-rows.ts';
import type { LiveStore } from './live-store.ts';
import { isPermanent } from './permanent.ts';
import { Backoff } from './backoff.ts';
import { CHANGE_SPANS, pastPrice } from './past-prices.ts';

/** Size of the first request: more than any screen shows. */
const FIRST = 100;
const EVERY_MS = 120_000;
const AGAIN_MS = 5_000;
/** The first wait while changes are missing, as shortly after the start of a service. */
const INCOMPLETE_MS = 4_000;

interface BoardParts {
  readonly tidemark: Tidemark;
  readonly live: LiveStore;
  readonly clock: Clock;
  /** Called when the service no longer accepts this client. */
  readonly onRefused: (error: unknown) => void;
}

/**
 * All assets by market cap. The largest are loaded first, so that a page has prices at once; then all with
 * their changes, reloaded every two minutes while used. A reader who returns sooner sees the loaded data.
 */
export class Board {
  readonly #parts: BoardParts;
  readonly #ended = new AbortController();
  readonly #rows = signal<readonly AssetRow[]>([]);
  readonly #isWhole = signal(false);
  readonly #areChangesComing = signal(true);
  readonly #error = signal<unknown>(undefined);
  readonly #bySymbol = new Map<string, AssetRow>();
  readonly #byId = new Map<string, AssetRow>();
  readonly #whileIncomplete = new Backoff(INCOMPLETE_MS, EVERY_MS);
  #dueMs = EVERY_MS;
  #users = 0;
  #loadedAt = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #underWay: Promise<void> | undefined;

  constructor(parts: BoardParts) {
    this.#parts = parts;
  }

  /** In ascending rank; empty before the first response. */
  get rows(): ReadonlySignal<readonly AssetRow[]> {
    return this.#rows;
  }

  /** Whether the rows are all assets, and not only the largest: only then do sums make sense. */
  get isWhole(): ReadonlySignal<boolean> {
    return this.#isWhole;
  }

  /** Whether missing changes are being loaded, or computed by the service. Otherwise there are none. */
  get areChangesComing(): ReadonlySignal<boolean> {
    return this.#areChangesComing;
  }

  /** Error of the last request; undefined if it succeeded. */
  get error(): ReadonlySignal<unknown> {
    return this.#error;
  }

  row(assetId: string): AssetRow | undefined {
    return this.#byId.get(assetId);
  }

  /** Name of an asset in an address: its symbol, if it is the largest asset with that symbol. */
  nameOf(asset: { readonly id: string; readonly symbol: string }): string {
    const bearer = this.#bySymbol.get(asset.symbol);
    return bearer && bearer.id !== asset.id ? asset.id : asset.symbol;
  }

  /** Name of a market in an address: its name, if both symbols belong to the largest assets with them. */
  nameOfMarket(market: Market): string {
    const { id, name, baseAssetId, baseSymbol, quoteAssetId, quoteSymbol } = market;
    const isPlain =
      this.nameOf({ id: baseAssetId, symbol: baseSymbol }) === baseSymbol &&
      this.nameOf({ id: quoteAssetId, symbol: quoteSymbol }) === quoteSymbol;
    return isPlain ? name : id;
  }

  use(): () => void {
    if (this.#users++ === 0) this.#again();
    return () => {
      if (--this.#users === 0) clearTimeout(this.#timer);
    };
  }

  close(): void {
    this.#ended.abort();
    clearTimeout(this.#timer);
  }

  refresh(): Promise<void> {
    clearTimeout(this.#timer);
    this.#parts.live.wantAll();
    this.#underWay ??= this.#load().finally(() => {
      this.#underWay = undefined;
      if (this.#users > 0) this.#again();
    });
    return this.#underWay;
  }

  /** Reloads when due, at once if nothing is loaded. A request that would fail again is not repeated. */
  #again(): void {
    clearTimeout(this.#timer);
    if (this.#ended.signal.aborted) return;
    const error = this.#error.peek();
    if (isPermanent(error)) return;
    const isDue = this.#loadedAt + this.#dueMs - this.#parts.clock.now();
    const wait = error === undefined ? isDue : waitMsAfter(error);
    if (wait <= 0) void this.refresh();
    else this.#timer = setTimeout(() => void this.refresh(), wait);
  }

  async #load(): Promise<void> {
    const { live, clock, onRefused } = this.#parts;
    try {
      if (this.#rows.peek().length === 0) {
        await this.#take({ top: FIRST });
        this.#error.value = undefined;
      }
      live.followAll();
      await this.#take({ percentChange: true });
      this.#isWhole.value = true;
      this.#loadedAt = clock.now();
      const lacking = this.#rows.peek().find((row) => !hasChanges(row));
      const isComplete = lacking === undefined;
      this.#dueMs = isComplete ? EVERY_MS : this.#whileIncomplete.next();
      if (isComplete) this.#whileIncomplete.reset();
      this.#areChangesComing.value = lacking !== undefined && (await this.#hasPast(lacking));
      this.#error.value = undefined;
    } catch (error) {
      if (this.#ended.signal.aborted) return;
      this.#error.value = error;
      // The stream is not used before the first response, so this request is the first to fail.
      if (error instanceof UnauthorizedError) onRefused(error);
      // Other views still need ticks.
      if (error instanceof ForbiddenError) live.followAll();
    } finally {
      live.unwantAll();
    }
  }

  /** Whether the asset has, or will have, a price at the start of its shortest missing change. */
  async #hasPast(row: AssetRow): Promise<boolean> {
    const { tidemark, live, clock } = this.#parts;
    const { signal } = this.#ended;
    const now = live.newest.peek() || clock.now();
    const span = CHANGE_SPANS.find(({ change }) => row[change] === undefined)!;
    try {
      return (await pastPrice(tidemark, row.id, now - span.spanMs, signal)) !== undefined;
    } catch (error) {
      // A client that may only read market caps cannot find out: a missing change is shown as missing.
      if (isPermanent(error)) return false;
      throw error;
    }
  }

  async #take(query: { readonly top?: number; readonly percentChange?: boolean }): Promise<void> {
    const { signal } = this.#ended;
    const { content } = await this.#parts.tidemark.read('listMarketCaps', query, { signal });
    signal.throwIfAborted();
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
    this.#parts.live.offer(row.id, { id, text, price, volume, at, flags, step: 0 });
  }
}

const hasChanges = (row: AssetRow) => CHANGE_SPANS.every(({ change }) => row[change] !== undefined);

/** As long as the service requests, within the maximum age of the list. */
function waitMsAfter(error: unknown): number {
  const askedMs = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;
  return Math.max(AGAIN_MS, Math.min(askedMs, EVERY_MS));
}
