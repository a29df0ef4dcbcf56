import type { Trade } from '../../../core/tick.ts';
import { MINUTE_MS, SLOT_MS, type Millis } from '../../../core/time.ts';
import type { TradeBatch, TradeCounts } from '../../source.ts';
import { TradeCoverage } from '../../trade-coverage.ts';
import type { TradeFeedTold, TradesRead } from '../collect/collector-events.ts';
import type { TradeReading, TradeWay } from '../ports/trades-api.ts';
import { KnownTrades } from './known-trades.ts';
import { understoodTrades, type UnderstoodTrade } from './trade-of-reading.ts';
import type { TradedMarket } from './traded-markets.ts';

/** Older ones are left out: what they would have said is long settled. */
const LATEST_MS = 5 * MINUTE_MS;
/** A clock that was set back far makes trades wait; more than so many of an exchange do not. */
const MOST_WAITING = 100_000;
/** No market has more in a slot: what is over is left out. */
const MOST_A_SLOT = 50_000;

type Outcome = keyof TradeCounts['byOutcome'];

/** The trades of one market. */
interface Followed {
  readonly market: TradedMarket;
  readonly known: KnownTrades;
  /** The slot whose trades are counted, and their number. */
  slot: Millis;
  ofSlot: number;
}

/** What is counted of one exchange, and what waits to be handed on. */
interface OfExchange {
  way: TradeWay;
  /** Whether it is known how its trades come. */
  isTold: boolean;
  readonly byOutcome: Record<Outcome, number>;
  readonly byFailure: Map<string, number>;
  waiting: Trade[];
  /** When trades were read last. */
  readAt: Millis;
}

/**
 * Single trades as a source delivers them: each once, however often and by whichever way it came, in the order of arrival,
 * never before its time. A trade that comes late counts when it comes; one that comes later than five minutes is left out.
 * Trades that were made before a market was followed are none of ours: after a restart no trade from before it comes again.
 */
export class LiveTrades {
  /** By exchange and symbol. */
  #followed: ReadonlyMap<string, Followed> = new Map();
  readonly #byExchange = new Map<string, OfExchange>();
  readonly #coverage = new TradeCoverage();

  /** These from now on. A market that was followed before goes on from what is known of it. */
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

  take(event: TradesRead | TradeFeedTold, exchangeId: string, at: Millis): void {
    const exchange = this.#of(exchangeId);
    if (event.kind === 'trades') this.#read(event, exchangeId, at);
    else if (event.again !== true || !exchange.isTold) {
      exchange.isTold = true;
      this.#noteWay(event, exchangeId, at);
      exchange.way = event.way;
      if (event.failure !== undefined)
        exchange.byFailure.set(event.failure, (exchange.byFailure.get(event.failure) ?? 0) + 1);
    }
  }

  /** Messages of collectors were lost up to this instant. */
  lost(at: Millis): void {
    this.#coverage.lost(at);
  }

  /** Another reader reads the exchange from now on: its trades are complete again once this one has said how they come. */
  readAnew(exchangeId: string): void {
    const exchange = this.#byExchange.get(exchangeId);
    if (!exchange) return;
    exchange.way = 'none';
    exchange.isTold = false;
    this.#coverage.ended(exchangeId);
  }

  /** What reads exchanges is away: what lies between is read when it is back. */
  interrupted(): void {
    this.#coverage.allInterrupted();
  }

  /** Ids of exchanges of whose trades later than `from`, up to `to`, some may not have come. One that is only polled is to be read in that time. */
  incomplete(from: Millis, to: Millis): readonly string[] {
    const exchangeIds = new Set([...this.#followed.values()].map(({ market }) => market.listing.exchangeId));
    return [...exchangeIds].filter((id) => {
      const { way, readAt } = this.#of(id);
      const isUnread = way === 'polled' && readAt <= to - SLOT_MS;
      return isUnread || !this.#coverage.isCompleteSince(id, from);
    });
  }

  /** All that were made up to an instant and have not been handed on; what is later waits. */
  arrivals(at: Millis): readonly TradeBatch[] {
    return [...this.#byExchange].flatMap(([exchangeId, exchange]) => {
      const due = exchange.waiting.filter(({ exchangeTimestamp }) => exchangeTimestamp <= at);
      if (due.length === 0) return [];
      exchange.waiting = exchange.waiting.filter(({ exchangeTimestamp }) => exchangeTimestamp > at);
      const trades = due.toSorted((a, b) => a.exchangeTimestamp - b.exchangeTimestamp);
      return [{ kind: 'trades', exchangeId, receivedAt: at, trades }];
    });
  }

  /** By exchange id, of those whose trades are or were followed. */
  counts(): ReadonlyMap<string, TradeCounts> {
    return new Map(
      [...this.#byExchange].map(([id, { way, byOutcome, byFailure }]) => [
        id,
        { way, byOutcome: { ...byOutcome }, byFailure: Object.fromEntries(byFailure) },
      ]),
    );
  }

  /** At each change from a socket to polls, what lies between is polled. An exchange that gives no trades lacks none. */
  #noteWay({ way, failure, again }: TradeFeedTold, exchangeId: string, at: Millis): void {
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
    const understood = understoodTrades(readings, at);
    exchange.byOutcome.dropped += dropped;
    readings.forEach((reading, i) => this.#take(key, reading, understood[i], exchange, at));
  }

  #take(
    key: string,
    { symbol }: TradeReading,
    trade: UnderstoodTrade | undefined,
    exchange: OfExchange,
    at: Millis,
  ): void {
    const followed = this.#followed.get(nameOf(key, symbol));
    if (!followed) return;
    const understood = trade ? outcomeOf(trade, followed.known, at) : 'refused';
    const isTaken = understood === 'delivered' || understood === 'late';
    const isTooMany = isTaken && (exchange.waiting.length >= MOST_WAITING || !hasRoom(followed, at));
    exchange.byOutcome[isTooMany ? 'dropped' : understood] += 1;
    if (trade && isTaken && !isTooMany) exchange.waiting.push({ ...followed.market.listing, ...trade });
  }

  #of(exchangeId: string): OfExchange {
    const known = this.#byExchange.get(exchangeId);
    if (known) return known;
    const byOutcome = { delivered: 0, late: 0, duplicate: 0, dropped: 0, refused: 0 };
    const made: OfExchange = {
      way: 'none',
      isTold: false,
      byOutcome,
      byFailure: new Map(),
      waiting: [],
      readAt: -Infinity,
    };
    this.#byExchange.set(exchangeId, made);
    return made;
  }
}

function outcomeOf({ tradeId, exchangeTimestamp }: UnderstoodTrade, known: KnownTrades, at: Millis): Outcome {
  if (known.has(tradeId, exchangeTimestamp, at)) return 'duplicate';
  const age = at - exchangeTimestamp;
  if (age > LATEST_MS) return 'dropped';
  return age > SLOT_MS ? 'late' : 'delivered';
}

/** Whether the slot has room for one more trade of a market; it is counted. */
function hasRoom(followed: Followed, at: Millis): boolean {
  const slot = at - (at % SLOT_MS);
  if (slot !== followed.slot) [followed.slot, followed.ofSlot] = [slot, 0];
  followed.ofSlot += 1;
  return followed.ofSlot <= MOST_A_SLOT;
}

function nameOf(exchange: string, symbol: string): string {
  return `${exchange} ${symbol}`;
}
