import type { Fields } from '../../../contract/messages.ts';
import type { Scope } from '../../../contract/scopes.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import { SLOT_MS, type Millis } from '../../../core/time.ts';
import type { MarketVersions } from '../../../latest/market/market-versions.ts';
import { TICKER_LIFE_MS, type TickerRefresh } from '../../../latest/tickers/ticker-refresh.ts';
import type { Batch, Channel, CurrentValue, Refusal, Target } from './channel.ts';
import { FrameTable, recordFrame } from '../frames/frame-sheet.ts';
import { ListedMembership } from './membership.ts';

const OPENING = Buffer.from('{"event":"EXCHANGE_TICKER",');
const NOTHING: readonly Buffer[] = [];

export interface TickerChannelParts {
  readonly versions: MarketVersions;
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
    const market = parts.versions.use(first.reference);
    this.#batch = new TickerBatch(new ListedMembership(market, undefined), first);
  }

  get at(): Millis {
    return this.#batch.at;
  }

  get membership(): ListedMembership {
    return this.#batch.membership;
  }

  publish(refresh: TickerRefresh): Batch {
    const market = this.#parts.versions.use(refresh.reference);
    const { membership } = this;
    const current = membership.market === market ? membership : new ListedMembership(market, membership);
    this.#batch = new TickerBatch(current, refresh);
    return this.#batch;
  }

  resolve(fields: Fields): Target | Refusal {
    const { exchangeId, marketId, marketName } = fields;
    const key = `${exchangeId ?? ''} ${marketId ?? ''} ${marketName ?? ''}`;
    const refusal = this.#refusalOf(fields);
    if (refusal) return { ...refusal, key };
    const named = marketName === undefined ? [] : this.#parts.versions.current.names.idsOf(marketName);
    const market = marketId ?? named[0];
    const echo = {
      ...(exchangeId === undefined ? {} : { exchangeId }),
      ...(market === undefined ? {} : { marketId: market }),
      ...(marketName === undefined ? {} : { marketName }),
    };
    if (market === undefined) return { key, echo, group: this.#groupOf(exchangeId ?? ''), items: [] };
    const followed = { marketId: market, ...(exchangeId === undefined ? {} : { exchangeId }) };
    return { key, echo, market: followed, items: this.membership.itemsOf(followed) };
  }

  #refusalOf({ exchangeId, marketId, marketName }: Fields): Refusal | undefined {
    const { catalogue, names } = this.#parts.versions.current;
    if (marketId !== undefined && marketName !== undefined)
      return { code: '400', message: 'marketId and marketName exclude each other' };
    if (exchangeId === undefined && marketId === undefined && marketName === undefined)
      return { code: '400', message: 'exchangeId, marketId or marketName is required' };
    const named = marketName === undefined ? [] : names.idsOf(marketName);
    if (named.length > 1) {
      const message = `marketName is ambiguous: use marketId with one of ${named.join(', ')}`;
      return { code: '400', message };
    }
    if (marketName !== undefined && named.length === 0)
      return { code: '404', message: 'there is no such market' };
    if (exchangeId !== undefined && !catalogue.exchange(exchangeId))
      return { code: '404', message: 'there is no such exchange' };
    if (marketId !== undefined && !catalogue.market(marketId))
      return { code: '404', message: 'there is no such market' };
    return undefined;
  }

  #groupOf(exchangeId: string): number {
    return this.#parts.versions.current.register.numbers.exchangeNumber(exchangeId) ?? -1;
  }

  scopeOf(): Scope {
    return 'read:exchange-ticker';
  }

  groupOf(item: number): number {
    return this.membership.market.register.numbers.exchangeOf(item);
  }

  itemsOf(group: number): Iterable<number> {
    return this.#batch.listedOf(group);
  }

  currentOf(item: number): CurrentValue | undefined {
    return this.#silent ? undefined : this.#batch.currentOf(item);
  }

  currentOfGroup(group: number): readonly Buffer[] {
    if (this.#silent) return NOTHING;
    return [...this.#batch.piecesOf(group), ...this.#batch.pastOf(group)];
  }

  /** A source without recent data has no current values, as in REST. */
  get #silent(): boolean {
    return this.#parts.marketClock.now() - this.at >= TICKER_LIFE_MS + SLOT_MS;
  }
}

/** The tickers of one refresh. Tickers delivered earlier are still current values, but not messages of it. */
class TickerBatch implements Batch {
  readonly membership: ListedMembership;
  readonly #refresh: TickerRefresh;
  /** Row of each item in the refresh, or -1. */
  readonly #rows: Int32Array;
  /** Framed on demand: whole exchanges, and single tickers. */
  readonly #sheets = new Map<number, FrameTable>();
  readonly #frames = new Map<number, Buffer>();

  constructor(membership: ListedMembership, refresh: TickerRefresh) {
    const { items, register } = membership.market;
    this.membership = membership;
    this.#refresh = refresh;
    this.#rows = new Int32Array(register.numbers.listingCount).fill(-1);
    refresh.listings.forEach((listing, row) => (this.#rows[items.listings[listing] ?? 0] = row));
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
    return this.#sheetOf(group).pieces;
  }

  countOf(group: number): number {
    return this.#sheetOf(group).count;
  }

  itemsOf(group: number): Iterable<number> {
    return this.listedOf(group).filter((item) => this.#isNew(item));
  }

  /** All items of an exchange, in the order of markets. */
  listedOf(group: number): Uint32Array {
    const { items, listings, register } = this.membership.market;
    return items.listings.subarray(...listings.rangeOf(register.numbers.exchangeId(group)));
  }

  currentOf(item: number): CurrentValue | undefined {
    const frame = this.frameOf(item);
    if (frame) return { at: this.at, frame };
    const row = this.#rows[item] ?? -1;
    if (row < 0) return undefined;
    return { at: this.#refresh.deliveredAt[row] ?? 0, frame: recordFrame(OPENING, this.#record(row)) };
  }

  /** Values of earlier refreshes. */
  pastOf(group: number): Buffer[] {
    const past: Buffer[] = [];
    for (const item of this.listedOf(group)) {
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

  #sheetOf(group: number): FrameTable {
    let sheet = this.#sheets.get(group);
    if (!sheet) {
      const rows = Array.from(this.itemsOf(group), (item) => this.#rows[item] ?? 0);
      const { body, starts } = this.#refresh;
      sheet = FrameTable.of({ bytes: body, starts }, rows, () => OPENING);
      this.#sheets.set(group, sheet);
    }
    return sheet;
  }
}
