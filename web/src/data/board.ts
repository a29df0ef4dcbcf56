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

/** How many are asked for first: more than any screen shows. */
const FIRST = 100;
const EVERY_MS = 120_000;
const AGAIN_MS = 5_000;
/** The first wait while changes are still missing, as they are shortly after the start of a service. */
const INCOMPLETE_MS = 4_000;

interface BoardParts {
  readonly tidemark: Tidemark;
  readonly live: LiveStore;
  readonly clock: Clock;
  /** The service does not let this client in any more. */
  readonly onRefused: (error: unknown) => void;
}

/**
 * All assets by market cap. The largest come first, so that a page has prices at once; then everything with its changes, again
 * every two minutes while it is used. Who comes back to it sooner finds it as it was left.
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

  /** In ascending rank; empty before the first answer. */
  get rows(): ReadonlySignal<readonly AssetRow[]> {
    return this.#rows;
  }

  /** Whether the rows are all assets, and not the largest alone: sums of them mean something only then. */
  get isWhole(): ReadonlySignal<boolean> {
    return this.#isWhole;
  }

  /** Whether changes that rows lack are loading, or still being computed by the service. Otherwise they have none. */
  get areChangesComing(): ReadonlySignal<boolean> {
    return this.#areChangesComing;
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

  /** What an address names a market by: its name, where both symbols in it are those of their largest bearers. */
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

  /** When it is due: at once where nothing was loaded. A request that would fail again is not repeated. */
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
      // The stream is not read before the first answer, so this is the first to find out.
      if (error instanceof UnauthorizedError) onRefused(error);
      // Other views still need ticks.
      if (error instanceof ForbiddenError) live.followAll();
    } finally {
      live.unwantAll();
    }
  }

  /** Whether an asset has a price where the shortest change that it lacks is measured from, or will have one. */
  async #hasPast(row: AssetRow): Promise<boolean> {
    const { tidemark, live, clock } = this.#parts;
    const { signal } = this.#ended;
    const now = live.newest.peek() || clock.now();
    const span = CHANGE_SPANS.find(({ change }) => row[change] === undefined)!;
    try {
      return (await pastPrice(tidemark, row.id, now - span.spanMs, signal)) !== undefined;
    } catch (error) {
      // A client that may read market caps alone cannot find out: what is not there is shown as such.
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

/** As long as the service asks for, within what the list may age. */
function waitMsAfter(error: unknown): number {
  const askedMs = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;
  return Math.max(AGAIN_MS, Math.min(askedMs, EVERY_MS));
}
