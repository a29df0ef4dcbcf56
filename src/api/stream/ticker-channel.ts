import type { Scope } from '../../auth/scopes.ts';
import type { Clock } from '../../core/clock.ts';
import { SLOT_MS, type Millis } from '../../core/time.ts';
import { TICKER_LIFE_MS, type TickerRefresh } from '../../latest/ticker-refresh.ts';
import type { Catalogue } from '../../reference/catalogue.ts';
import type { Batch, Channel, CurrentValue, Refusal, Target } from './channel.ts';
import { FrameSheet, recordFrame } from './frame-sheet.ts';
import type { ListingGroups } from './listing-groups.ts';
import type { MarketNames } from './market-names.ts';
import type { Fields } from './messages.ts';

const OPENING = Buffer.from('{"event":"EXCHANGE_TICKER",');
const NOTHING: readonly Buffer[] = [];
/** A group that nothing is in: a known exchange that lists nothing. */
const EMPTY_GROUP = -1;

export interface TickerChannelParts {
  readonly catalogue: Catalogue;
  readonly groups: ListingGroups;
  readonly names: MarketNames;
  readonly marketClock: Clock;
}

/** Exchange tickers: items are listings, groups are exchanges. */
export class TickerChannel implements Channel {
  readonly name = 'EXCHANGE_TICKER';
  readonly fields = ['exchangeId', 'marketId', 'marketName'] as const;
  readonly scopes: readonly Scope[] = ['read:exchange-ticker'];
  readonly #parts: TickerChannelParts;
  #batch: TickerBatch;

  constructor(parts: TickerChannelParts, first: TickerRefresh) {
    this.#parts = parts;
    this.#batch = new TickerBatch(parts.groups, first);
  }

  get at(): Millis {
    return this.#batch.at;
  }

  publish(refresh: TickerRefresh): Batch {
    this.#batch = new TickerBatch(this.#parts.groups, refresh);
    return this.#batch;
  }

  resolve({ exchangeId, marketId, marketName }: Fields): Target | Refusal {
    const { catalogue, names } = this.#parts;
    if (marketId !== undefined && marketName !== undefined)
      return { code: '400', message: 'marketId and marketName exclude each other' };
    if (exchangeId === undefined && marketId === undefined && marketName === undefined)
      return { code: '400', message: 'exchangeId, marketId or marketName is required' };
    const named = marketName === undefined ? undefined : names.resolve(marketName);
    if (named && 'code' in named) return named;
    if (exchangeId !== undefined && !catalogue.exchange(exchangeId))
      return { code: '404', message: 'there is no such exchange' };
    if (marketId !== undefined && !catalogue.market(marketId))
      return { code: '404', message: 'there is no such market' };
    const market = marketId ?? named?.marketId;
    const echo = {
      ...(exchangeId === undefined ? {} : { exchangeId }),
      ...(market === undefined ? {} : { marketId: market }),
      ...(marketName === undefined ? {} : { marketName }),
    };
    const key = `${exchangeId ?? ''} ${marketId ?? ''} ${marketName ?? ''}`;
    return { key, echo, ...this.#wanted(exchangeId, market) };
  }

  #wanted(exchangeId: string | undefined, marketId: string | undefined): Pick<Target, 'group' | 'items'> {
    const { groups } = this.#parts;
    if (marketId === undefined) return { group: groups.numberOf(exchangeId ?? '') ?? EMPTY_GROUP, items: [] };
    if (exchangeId === undefined) return { items: groups.order.ofMarket(marketId) };
    const listing = groups.order.indexOf(exchangeId, marketId);
    return { items: listing === undefined ? [] : [listing] };
  }

  scopeOf(): Scope {
    return 'read:exchange-ticker';
  }

  groupOf(item: number): number {
    return this.#parts.groups.groupOf(item);
  }

  rangeOf(group: number): readonly [number, number] {
    return group === EMPTY_GROUP ? [0, 0] : this.#parts.groups.rangeOf(group);
  }

  currentOf(item: number): CurrentValue | undefined {
    return this.#silent ? undefined : this.#batch.currentOf(item);
  }

  currentOfGroup(group: number): readonly Buffer[] {
    if (this.#silent) return NOTHING;
    const [first, end] = this.rangeOf(group);
    return [...this.#batch.piecesOf(group), ...this.#batch.pastIn(first, end)];
  }

  /** A source that has fallen silent has no current values, as in REST. */
  get #silent(): boolean {
    return this.#parts.marketClock.now() - this.at >= TICKER_LIFE_MS + SLOT_MS;
  }
}

/** The tickers of one refresh. Those that were not delivered in it are values still, but not messages of it. */
class TickerBatch implements Batch {
  readonly #groups: ListingGroups;
  readonly #refresh: TickerRefresh;
  readonly #rows: Int32Array;
  /** Framed when somebody wants it: whole exchanges, and single tickers. */
  readonly #sheets = new Map<number, FrameSheet>();
  readonly #frames = new Map<number, Buffer>();

  constructor(groups: ListingGroups, refresh: TickerRefresh) {
    this.#groups = groups;
    this.#refresh = refresh;
    this.#rows = new Int32Array(groups.order.listings.length).fill(-1);
    refresh.listings.forEach((listing, row) => (this.#rows[listing] = row));
  }

  get at(): Millis {
    return this.#refresh.at;
  }

  frameOf(item: number): Buffer | undefined {
    const known = this.#frames.get(item);
    if (known || !this.#isNew(item)) return known;
    const frame = recordFrame(OPENING, this.#record(this.#rows[item] ?? 0));
    this.#frames.set(item, frame);
    return frame;
  }

  messagesOf(item: number): readonly Buffer[] {
    const frame = this.frameOf(item);
    return frame ? [frame] : NOTHING;
  }

  piecesOf(group: number): readonly Buffer[] {
    return group === EMPTY_GROUP ? NOTHING : this.#sheetOf(group).pieces;
  }

  countOf(group: number): number {
    return group === EMPTY_GROUP ? 0 : this.#sheetOf(group).count;
  }

  currentOf(item: number): CurrentValue | undefined {
    const frame = this.frameOf(item);
    if (frame) return { at: this.at, frame };
    const row = this.#rows[item] ?? -1;
    if (row < 0) return undefined;
    return { at: this.#refresh.deliveredAt[row] ?? 0, frame: recordFrame(OPENING, this.#record(row)) };
  }

  /** Values of earlier refreshes. */
  pastIn(first: number, end: number): Buffer[] {
    const past: Buffer[] = [];
    for (let item = first; item < end; item++) {
      const row = this.#rows[item] ?? -1;
      if (row >= 0 && !this.#isNew(item)) past.push(recordFrame(OPENING, this.#record(row)));
    }
    return past;
  }

  #isNew(item: number): boolean {
    const row = this.#rows[item] ?? -1;
    return row >= 0 && this.#refresh.deliveredAt[row] === this.#refresh.at;
  }

  #record(row: number): Uint8Array {
    const { body, starts } = this.#refresh;
    return body.subarray(starts[row], (starts[row + 1] ?? 0) - 1);
  }

  #sheetOf(group: number): FrameSheet {
    let sheet = this.#sheets.get(group);
    if (!sheet) {
      const [first, end] = this.#groups.rangeOf(group);
      const rows: number[] = [];
      for (let item = first; item < end; item++) if (this.#isNew(item)) rows.push(this.#rows[item] ?? 0);
      const { body, starts } = this.#refresh;
      sheet = FrameSheet.of({ bytes: body, starts }, rows, () => OPENING);
      this.#sheets.set(group, sheet);
    }
    return sheet;
  }
}
