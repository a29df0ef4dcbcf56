import type { Fields } from '../../../contract/messages.ts';
import type { Scope } from '../../../contract/scopes.ts';
import { entityKey, recordId } from '../../../core/ids/record-id.ts';
import type { Trade } from '../../../core/tick.ts';
import { formatDatetime, type Millis } from '../../../core/time.ts';
import type { ArrivedTrades } from '../../../latest/market/market-topics.ts';
import type { MarketVersions } from '../../../latest/market/market-versions.ts';
import type { ServedMarket } from '../../../latest/market/served-market.ts';
import type { Batch, Channel, Refusal, Target } from './channel.ts';
import { FrameTable } from '../frames/frame-sheet.ts';
import { textFrame } from '../frames/frame.ts';
import { TradedMembership } from './membership.ts';

const NOTHING: readonly Buffer[] = [];

/** Trades: items are listings, groups are exchanges. A trade has no current value. */
export class TradeChannel implements Channel {
  readonly name = 'TRADE';
  readonly fields = ['exchangeId', 'marketId'] as const;
  readonly scopes: readonly Scope[] = ['read:exchange-ticker'];
  readonly at: Millis = -Infinity;
  readonly #versions: MarketVersions;
  #membership: TradedMembership;

  constructor(versions: MarketVersions) {
    this.#versions = versions;
    this.#membership = new TradedMembership(versions.newest, undefined);
  }

  /**
   * Trades belong to the next slot. A version that applies from that slot on is announced with the previous
   * slot and used for trades from then on; it becomes current only with the first refresh that uses it.
   */
  get membership(): TradedMembership {
    const { newest } = this.#versions;
    if (this.#membership.market !== newest) this.#membership = new TradedMembership(newest, this.#membership);
    return this.#membership;
  }

  publish({ receivedAt, trades }: ArrivedTrades): Batch {
    const { membership } = this;
    const { listings, register } = membership.market;
    const frames: TradeFrame[] = [];
    for (const trade of trades) {
      if (listings.indexOf(trade.exchangeId, trade.marketId) === undefined) continue;
      const item = register.numbers.listingItem(trade) ?? -1;
      frames.push({ item, frame: textFrame(textOf(trade, receivedAt, membership.market)) });
    }
    return new TradeBatch(membership, frames);
  }

  resolve(fields: Fields): Target | Refusal {
    const { exchangeId, marketId } = fields;
    const key = `${exchangeId ?? ''} ${marketId ?? ''}`;
    const refusal = this.#refusalOf(fields);
    if (refusal) return { ...refusal, key };
    const echo = {
      ...(exchangeId === undefined ? {} : { exchangeId }),
      ...(marketId === undefined ? {} : { marketId }),
    };
    const { membership } = this;
    if (marketId === undefined) {
      const group = membership.market.register.numbers.exchangeNumber(exchangeId ?? '') ?? -1;
      return { key, echo, group, items: [] };
    }
    const market = { marketId, ...(exchangeId === undefined ? {} : { exchangeId }) };
    return { key, echo, market, items: membership.itemsOf(market) };
  }

  #refusalOf({ exchangeId, marketId }: Fields): Refusal | undefined {
    const { catalogue, traded } = this.membership.market;
    if (exchangeId === undefined && marketId === undefined)
      return { code: '400', message: 'exchangeId or marketId is required' };
    if (exchangeId !== undefined && !catalogue.exchange(exchangeId))
      return { code: '404', message: 'there is no such exchange' };
    if (marketId !== undefined && !catalogue.market(marketId))
      return { code: '404', message: 'there is no such market' };
    const isTraded =
      marketId === undefined
        ? traded.hasExchange(exchangeId ?? '')
        : traded.ofMarket(marketId, exchangeId).length > 0;
    return isTraded ? undefined : { code: '404', message: 'there are no trades of this market' };
  }

  scopeOf(): Scope {
    return 'read:exchange-ticker';
  }

  groupOf(item: number): number {
    return this.membership.market.register.numbers.exchangeOf(item);
  }

  itemsOf(): Iterable<number> {
    return [];
  }

  currentOf(): undefined {
    return undefined;
  }

  currentOfGroup(): readonly Buffer[] {
    return NOTHING;
  }
}

function textOf(trade: Trade, receivedAt: Millis, { catalogue, names }: ServedMarket): string {
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

interface TradeFrame {
  readonly item: number;
  readonly frame: Buffer;
}

/** Trades that arrived together, in the order of arrival. */
class TradeBatch implements Batch {
  readonly membership: TradedMembership;
  readonly #byItem = new Map<number, Buffer[]>();
  readonly #byGroup = new Map<number, Buffer[]>();
  readonly #pieces = new Map<number, readonly Buffer[]>();

  constructor(membership: TradedMembership, trades: readonly TradeFrame[]) {
    this.membership = membership;
    for (const { item, frame } of trades) {
      append(this.#byItem, item, frame);
      append(this.#byGroup, this.#groupOf(item), frame);
    }
  }

  frameOf(item: number): Buffer | undefined {
    const frames = this.#byItem.get(item);
    return frames && Buffer.concat(frames);
  }

  messagesOf(item: number): readonly Buffer[] {
    return this.#byItem.get(item) ?? NOTHING;
  }

  currentOf(): undefined {
    return undefined;
  }

  itemsOf(group: number): Iterable<number> {
    return [...this.#byItem.keys()].filter((item) => this.#groupOf(item) === group);
  }

  #groupOf(item: number): number {
    return this.membership.market.register.numbers.exchangeOf(item);
  }

  piecesOf(group: number): readonly Buffer[] {
    let pieces = this.#pieces.get(group);
    if (!pieces) {
      pieces = FrameTable.joined(this.#byGroup.get(group) ?? NOTHING).pieces;
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
