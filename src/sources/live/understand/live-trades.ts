import type { Trade } from '../../../core/tick.ts';
import { MINUTE_MS, SLOT_MS, type Millis } from '../../../core/time.ts';
import type { TradeBatch, TradeCounts } from '../../source.ts';
import { TradeCoverage } from '../../trade-coverage.ts';
import type { TradeFeedChanged, TradesRead } from '../collect/collector-events.ts';
import type { TradeReading, TradeWay } from '../ports/trades-api.ts';
import { KnownTrades } from './known-trades.ts';
import { parseTrades, type ParsedTrade } from './parse-trades.ts';
import type { TradedMarket } from './traded-markets.ts';

/** Older trades are dropped: the prices that they would affect are long settled. */
const MAX_LATE_MS = 5 * MINUTE_MS;
/** If a clock was set back far, trades wait; this limits their number per exchange. */
const MAX_WAITING = 100_000;
/** No market has more trades in a slot; further ones are dropped. */
const MAX_PER_SLOT = 50_000;

type Outcome = keyof TradeCounts['byOutcome'];

/** The trades of one market. */
interface Followed {
  readonly market: TradedMarket;
  readonly known: KnownTrades;
  /** The current slot and the number of its trades. */
  slot: Millis;
  ofSlot: number;
}

/** Counters of one exchange, and its undelivered trades. */
interface OfExchange {
  way: TradeWay;
  /** Whether it has reported how its trades are received. */
  hasReported: boolean;
  readonly byOutcome: Record<Outcome, number>;
  readonly byFailure: Map<string, number>;
  waiting: Trade[];
  /** When trades were last read. */
  readAt: Millis;
}

/**
 * Delivers single trades: each once, however often and by whichever way it arrived, in order of arrival, never before
 * its time. A late trade counts when it arrives; one more than five minutes late is dropped. Trades made before a
 * market was followed are ignored, so after a restart no earlier trade is delivered again.
 */
export class LiveTrades {
  /** By exchange and symbol. */
  #followed: ReadonlyMap<string, Followed> = new Map();
  readonly #byExchange = new Map<string, OfExchange>();
  readonly #coverage = new TradeCoverage();

  /** Replaces the followed markets. A market that stays keeps its known trades. */
  follow(markets: readonly TradedMarket[], now: Millis): void {
    this.#followed = new Map(
      markets.map((market) => {
        const name = nameOf(market.exchange, market.symbol);
        const before = this.#followed.get(name);
        const isSame = before?.market.listing.marketId === market.listing.marketId;
        if (isSame) return [name, { ...before, market }];
        return [name, { market, known: new KnownTrades(now), slot: -Infinity, ofSlot: 0 }];
      }),
    );
    for (const { listing } of markets) this.#of(listing.exchangeId);
  }

  take(event: TradesRead | TradeFeedChanged, exchangeId: string, at: Millis): void {
    const exchange = this.#of(exchangeId);
    if (event.kind === 'trades') this.#read(event, exchangeId, at);
    else if (event.again !== true || !exchange.hasReported) {
      exchange.hasReported = true;
      this.#noteWay(event, exchangeId, at);
      exchange.way = event.way;
      if (event.failure !== undefined)
        exchange.byFailure.set(event.failure, (exchange.byFailure.get(event.failure) ?? 0) + 1);
    }
  }

  /** Messages of collectors up to this instant were lost. */
  lost(at: Millis): void {
    this.#coverage.lost(at);
  }

  /**
   * Another reader reads the exchange from now on: trades count as complete once it has reported how it receives
   * them.
   */
  readerChanged(exchangeId: string): void {
    const exchange = this.#byExchange.get(exchangeId);
    if (!exchange) return;
    exchange.way = 'none';
    exchange.hasReported = false;
    this.#coverage.ended(exchangeId);
  }

  /** The process that reads exchanges has ended: it reads the trades in between after its restart. */
  interrupted(): void {
    this.#coverage.allInterrupted();
  }

  /**
   * Ids of exchanges whose trades in (`from`, `to`] may be incomplete. An exchange that is only polled must have been
   * read in that time.
   */
  incomplete(from: Millis, to: Millis): readonly string[] {
    const exchangeIds = new Set([...this.#followed.values()].map(({ market }) => market.listing.exchangeId));
    return [...exchangeIds].filter((id) => {
      const { way, readAt } = this.#of(id);
      const isUnread = way === 'polled' && readAt <= to - SLOT_MS;
      return isUnread || !this.#coverage.isCompleteSince(id, from);
    });
  }

  /** Undelivered trades made up to an instant; later ones wait. */
  arrivals(at: Millis): readonly TradeBatch[] {
    return [...this.#byExchange].flatMap(([exchangeId, exchange]) => {
      const due = exchange.waiting.filter(({ exchangeTimestamp }) => exchangeTimestamp <= at);
      if (due.length === 0) return [];
      exchange.waiting = exchange.waiting.filter(({ exchangeTimestamp }) => exchangeTimestamp > at);
      const trades = due.toSorted((a, b) => a.exchangeTimestamp - b.exchangeTimestamp);
      return [{ kind: 'trades', exchangeId, receivedAt: at, trades }];
    });
  }

  /** By exchange id, for exchanges whose trades are or were followed. */
  counts(): ReadonlyMap<string, TradeCounts> {
    return new Map(
      [...this.#byExchange].map(([id, { way, byOutcome, byFailure }]) => [
        id,
        { way, byOutcome: { ...byOutcome }, byFailure: Object.fromEntries(byFailure) },
      ]),
    );
  }

  /**
   * At each switch from a socket to polling, the trades in between are polled. An exchange that provides no trades
   * lacks none.
   */
  #noteWay({ way, failure, again }: TradeFeedChanged, exchangeId: string, at: Millis): void {
    const before = this.#of(exchangeId).way;
    if (again && way !== 'none') return;
    if (failure !== undefined) {
      if (way === 'none' || before === 'socket') this.#coverage.interrupted(exchangeId);
    } else if (way === 'none') this.#coverage.began(exchangeId, -Infinity);
    else if (way === 'polled' && before === 'none') this.#coverage.began(exchangeId, at);
    else if (way === 'polled') this.#coverage.interrupted(exchangeId);
    else this.#coverage.resumed(exchangeId, at);
  }

  #read({ exchange: key, readings, dropped = 0 }: TradesRead, exchangeId: string, at: Millis): void {
    const exchange = this.#of(exchangeId);
    if (readings.length > 0) {
      exchange.readAt = at;
      this.#coverage.resumed(exchangeId, at);
    }
    if (dropped > 0) this.#coverage.began(exchangeId, at);
    const parsed = parseTrades(readings, at);
    exchange.byOutcome.dropped += dropped;
    readings.forEach((reading, i) => this.#take(key, reading, parsed[i], exchange, at));
  }

  #take(
    key: string,
    { symbol }: TradeReading,
    trade: ParsedTrade | undefined,
    exchange: OfExchange,
    at: Millis,
  ): void {
    const followed = this.#followed.get(nameOf(key, symbol));
    if (!followed) return;
    const outcome = trade ? outcomeOf(trade, followed.known, at) : 'refused';
    const isTaken = outcome === 'delivered' || outcome === 'late';
    const isTooMany = isTaken && (exchange.waiting.length >= MAX_WAITING || !hasRoom(followed, at));
    exchange.byOutcome[isTooMany ? 'dropped' : outcome] += 1;
    if (trade && isTaken && !isTooMany) exchange.waiting.push({ ...followed.market.listing, ...trade });
  }

  #of(exchangeId: string): OfExchange {
    const known = this.#byExchange.get(exchangeId);
    if (known) return known;
    const byOutcome = { delivered: 0, late: 0, duplicate: 0, dropped: 0, refused: 0 };
    const state: OfExchange = {
      way: 'none',
      hasReported: false,
      byOutcome,
      byFailure: new Map(),
      waiting: [],
      readAt: -Infinity,
    };
    this.#byExchange.set(exchangeId, state);
    return state;
  }
}

function outcomeOf({ tradeId, exchangeTimestamp }: ParsedTrade, known: KnownTrades, at: Millis): Outcome {
  if (known.has(tradeId, exchangeTimestamp, at)) return 'duplicate';
  const age = at - exchangeTimestamp;
  if (age > MAX_LATE_MS) return 'dropped';
  return age > SLOT_MS ? 'late' : 'delivered';
}

/** Counts a trade of a market; returns whether the slot has room for it. */
function hasRoom(followed: Followed, at: Millis): boolean {
  const slot = at - (at % SLOT_MS);
  if (slot !== followed.slot) [followed.slot, followed.ofSlot] = [slot, 0];
  followed.ofSlot += 1;
  return followed.ofSlot <= MAX_PER_SLOT;
}

function nameOf(exchange: string, symbol: string): string {
  return `${exchange} ${symbol}`;
}
