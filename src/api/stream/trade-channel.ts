import type { Scope } from '../../auth/scopes.ts';
import { entityKey, recordId } from '../../core/record-id.ts';
import type { Trade } from '../../core/tick.ts';
import { formatDatetime, type Millis } from '../../core/time.ts';
import type { ListingKey } from '../../core/listing-key.ts';
import type { ArrivedTrades } from '../../latest/market-topics.ts';
import type { Catalogue } from '../../reference/catalogue.ts';
import type { Batch, Channel, Refusal, Target } from './channel.ts';
import { FrameSheet } from './frame-sheet.ts';
import { textFrame } from './frame.ts';
import type { ListingGroups } from './listing-groups.ts';
import type { MarketNames } from './market-names.ts';
import type { Fields } from './messages.ts';

const NOTHING: readonly Buffer[] = [];

export interface TradeChannelParts {
  readonly catalogue: Catalogue;
  readonly groups: ListingGroups;
  readonly names: MarketNames;
  /** The listings that deliver single trades. */
  readonly traded: readonly ListingKey[];
}

/** Trades: items are listings, groups are exchanges. A trade has no current value: it is over. */
export class TradeChannel implements Channel {
  readonly name = 'TRADE';
  readonly fields = ['exchangeId', 'marketId'] as const;
  readonly scopes: readonly Scope[] = ['read:exchange-ticker'];
  readonly at: Millis = -Infinity;
  readonly #parts: TradeChannelParts;

  constructor(parts: TradeChannelParts) {
    this.#parts = parts;
  }

  publish({ receivedAt, trades }: ArrivedTrades): Batch {
    const { groups } = this.#parts;
    const frames: { readonly listing: number; readonly frame: Buffer }[] = [];
    for (const trade of trades) {
      const listing = groups.order.indexOf(trade.exchangeId, trade.marketId);
      if (listing !== undefined) frames.push({ listing, frame: textFrame(this.#text(trade, receivedAt)) });
    }
    return new TradeBatch(groups, frames);
  }

  resolve({ exchangeId, marketId }: Fields): Target | Refusal {
    const { catalogue, groups, traded } = this.#parts;
    if (exchangeId === undefined && marketId === undefined)
      return { code: '400', message: 'exchangeId or marketId is required' };
    if (exchangeId !== undefined && !catalogue.exchange(exchangeId))
      return { code: '404', message: 'there is no such exchange' };
    if (marketId !== undefined && !catalogue.market(marketId))
      return { code: '404', message: 'there is no such market' };
    const wanted = traded.filter(
      (listing) =>
        (exchangeId === undefined || listing.exchangeId === exchangeId) &&
        (marketId === undefined || listing.marketId === marketId),
    );
    if (wanted.length === 0) return { code: '404', message: 'there are no trades of this market' };
    const key = `${exchangeId ?? ''} ${marketId ?? ''}`;
    const echo = {
      ...(exchangeId === undefined ? {} : { exchangeId }),
      ...(marketId === undefined ? {} : { marketId }),
    };
    const group = exchangeId === undefined ? undefined : groups.numberOf(exchangeId);
    if (marketId === undefined && group !== undefined) return { key, echo, group, items: [] };
    const items = wanted.map((listing) => groups.order.indexOf(listing.exchangeId, listing.marketId));
    return { key, echo, items: items.filter((item) => item !== undefined) };
  }

  scopeOf(): Scope {
    return 'read:exchange-ticker';
  }

  groupOf(item: number): number {
    return this.#parts.groups.groupOf(item);
  }

  rangeOf(group: number): readonly [number, number] {
    return this.#parts.groups.rangeOf(group);
  }

  currentOf(): undefined {
    return undefined;
  }

  currentOfGroup(): readonly Buffer[] {
    return NOTHING;
  }

  #text(trade: Trade, receivedAt: Millis): string {
    const { catalogue, names } = this.#parts;
    const { exchangeId, marketId, tradeId, price, amount, exchangeTimestamp } = trade;
    return JSON.stringify({
      event: 'TRADE',
      id: recordId('trade', exchangeTimestamp, entityKey(exchangeId, marketId, tradeId)),
      tradeId,
      exchangeId,
      exchange: catalogue.exchange(exchangeId)?.name ?? '',
      marketId,
      marketName: names.nameOf(marketId),
      price,
      amount,
      exchangeTimestamp: formatDatetime(exchangeTimestamp),
      timestamp: formatDatetime(receivedAt),
    });
  }
}

/** Trades that arrived together, in the order of arrival. */
class TradeBatch implements Batch {
  readonly #byListing = new Map<number, Buffer[]>();
  readonly #byGroup = new Map<number, Buffer[]>();
  readonly #pieces = new Map<number, readonly Buffer[]>();

  constructor(
    groups: ListingGroups,
    trades: readonly { readonly listing: number; readonly frame: Buffer }[],
  ) {
    for (const { listing, frame } of trades) {
      append(this.#byListing, listing, frame);
      append(this.#byGroup, groups.groupOf(listing), frame);
    }
  }

  frameOf(item: number): Buffer | undefined {
    const frames = this.#byListing.get(item);
    return frames && Buffer.concat(frames);
  }

  messagesOf(item: number): readonly Buffer[] {
    return this.#byListing.get(item) ?? NOTHING;
  }

  piecesOf(group: number): readonly Buffer[] {
    let pieces = this.#pieces.get(group);
    if (!pieces) {
      pieces = FrameSheet.joined(this.#byGroup.get(group) ?? NOTHING).pieces;
      this.#pieces.set(group, pieces);
    }
    return pieces;
  }

  countOf(group: number): number {
    return this.#byGroup.get(group)?.length ?? 0;
  }
}

function append(frames: Map<number, Buffer[]>, number: number, frame: Buffer): void {
  const others = frames.get(number);
  if (others) others.push(frame);
  else frames.set(number, [frame]);
}
