import { expirationOf } from '../../core/contract.ts';
import type { Trade } from '../../core/tick.ts';
import type { Millis } from '../../core/time.ts';
import { TradeCoverage } from '../../sources/trade-coverage.ts';
import { FeedHealth } from '../../sources/feed-health.ts';
import type { Feeds, ReferenceSince } from '../../sources/feeds.ts';
import type { ExchangeBatch, ExchangeHealth } from '../../sources/source.ts';
import type { CollectorActivity } from '../../sources/shared/collector-activity.ts';
import type { ListedReference } from '../calendar/listed-reference.ts';
import type { SimulatedMarket } from '../simulated-market.ts';
import type { SimulatedExchange } from '../simulated-listing.ts';
import type { SimulatedMessage, SimulatedReading } from './simulated-messages.ts';

/** The state of one exchange. */
interface ExchangeState {
  readonly exchange: SimulatedExchange;
  /** The last reading, if it was not delivered yet. Older ones are dropped. */
  reading: SimulatedReading | undefined;
  slot: Millis;
  /** Contracts listed up to this instant were delivered. */
  contractsUpTo: Millis;
  /** By contract that has not expired. */
  readonly expirations: Map<string, Millis>;
  trades: Trade[];
  /** Trades up to this instant were received. */
  tradesUpTo: Millis;
}

/** Limit of queued trades per exchange. Trades wait if the clock of their collector is fast. */
const MAX_WAITING = 100_000;

/**
 * Feeds of the simulated market from what collectors read. Messages are delivered within a second of arrival, with the time of
 * delivery. Reference data and contracts are computed here.
 */
export class CollectedFeeds implements Feeds {
  readonly name = 'simulator';
  readonly feeds = [];
  readonly #market: SimulatedMarket;
  readonly #reference: ListedReference;
  readonly #exchanges: ReadonlyMap<string, ExchangeState>;
  readonly #coverage = new TradeCoverage();
  readonly #health: FeedHealth;
  readonly #missing: Set<string>;
  readonly #collectors: Pick<CollectorActivity, 'confirm' | 'isSilent'>;

  constructor(
    market: SimulatedMarket,
    reference: ListedReference,
    collectors: Pick<CollectorActivity, 'confirm' | 'isSilent'>,
  ) {
    this.#collectors = collectors;
    this.#market = market;
    this.#reference = reference;
    const ids = market.exchanges.map(({ exchangeId }) => exchangeId);
    this.#exchanges = new Map(
      market.exchanges.map((exchange) => {
        const nothing = { slot: -Infinity, contractsUpTo: -Infinity, tradesUpTo: -Infinity };
        return [
          exchange.exchangeId,
          { exchange, reading: undefined, trades: [], expirations: new Map(), ...nothing },
        ];
      }),
    );
    this.#health = new FeedHealth(ids);
    this.#missing = new Set(ids);
  }

  /** Whether every exchange has sent at least one reading. */
  get isComplete(): boolean {
    return this.#missing.size === 0;
  }

  get exchanges(): Iterable<string> {
    return this.#exchanges.keys();
  }

  /** Exchanges without a reading so far. */
  get missing(): Iterable<string> {
    return this.#missing;
  }

  take(message: SimulatedMessage): void {
    const state = this.#exchanges.get(message.exchangeId);
    if (!state) return;
    if (message.kind === 'reading') this.#takeReading(state, message);
    else if (message.kind === 'trades') {
      if (message.trades.length > MAX_WAITING - state.trades.length)
        this.#coverage.began(message.exchangeId, message.upTo);
      const news = message.trades.filter(({ exchangeTimestamp }) => exchangeTimestamp > state.tradesUpTo);
      state.trades.push(...news.slice(0, MAX_WAITING - state.trades.length));
      state.tradesUpTo = Math.max(state.tradesUpTo, message.upTo);
    }
  }

  /** Another collector reads the exchange from now on: unsent messages of the former one are lost. */
  restartFrom(exchangeId: string, at: Millis): void {
    this.#coverage.began(exchangeId, at);
  }

  /** Messages were lost up to this instant. */
  lost(at: Millis): void {
    this.#coverage.lost(at);
  }

  confirm(signal: AbortSignal): Promise<void> {
    return this.#collectors.confirm(signal);
  }

  tradesIncomplete(from: Millis): readonly string[] {
    return [...this.#exchanges.keys()].filter(
      (id) => this.#collectors.isSilent(id) || !this.#coverage.isCompleteSince(id, from),
    );
  }

  health(): ReadonlyMap<string, ExchangeHealth> {
    return this.#health.now();
  }

  arrivals(_after: Millis, at: Millis): ExchangeBatch[] {
    const states = [...this.#exchanges.values()];
    return [
      ...states.flatMap((each) => this.#readingOf(each, at)),
      ...states.flatMap((each) => tradesOf(each, at)),
    ];
  }

  referenceAt(slot: Millis): ReferenceSince {
    return this.#reference.at(slot);
  }

  #takeReading(state: ExchangeState, reading: SimulatedReading): void {
    if (reading.slot <= state.slot) return;
    state.slot = reading.slot;
    state.reading = reading;
    this.#missing.delete(reading.exchangeId);
    this.#health.answered(reading.exchangeId, reading.failed);
  }

  #readingOf(state: ExchangeState, at: Millis): ExchangeBatch[] {
    const { reading } = state;
    if (!reading) return [];
    state.reading = undefined;
    const { exchangeId, ticks } = reading;
    if (ticks.length > 0) this.#health.delivered(exchangeId, at);
    return [
      ...(ticks.length > 0 ? [{ kind: 'ticks' as const, exchangeId, receivedAt: at, ticks }] : []),
      ...this.#derivativesOf(state, reading, at),
    ];
  }

  /** Delivers a contract before its first ticker, and no ticker after its expiration, even if clocks of two machines differ. */
  #derivativesOf(state: ExchangeState, reading: SimulatedReading, at: Millis): ExchangeBatch[] {
    const { derivatives } = this.#market;
    const { exchangeId, slot } = reading;
    if (!derivatives.lists(exchangeId)) return [];
    const { expirations, exchange } = state;
    const upTo = Math.min(at, slot - exchange.refreshLeadMs);
    const contracts = derivatives.contractsListed(exchangeId, state.contractsUpTo, upTo);
    state.contractsUpTo = Math.max(state.contractsUpTo, upTo);
    for (const contract of contracts) expirations.set(contract.id, expirationOf(contract));
    for (const [id, expiration] of expirations) if (expiration <= at) expirations.delete(id);
    const ticks = reading.derivatives.filter(({ contractId }) => expirations.has(contractId));
    const own = { exchangeId, receivedAt: at };
    return [
      ...(contracts.length > 0 ? [{ kind: 'contracts' as const, ...own, contracts }] : []),
      ...(ticks.length > 0 ? [{ kind: 'derivative-ticks' as const, ...own, ticks }] : []),
    ];
  }
}

/** Delivers no trade before its timestamp: the clock of a collector may be fast. */
function tradesOf(state: ExchangeState, at: Millis): ExchangeBatch[] {
  const due = state.trades.filter(({ exchangeTimestamp }) => exchangeTimestamp <= at);
  if (due.length === 0) return [];
  state.trades = state.trades.filter(({ exchangeTimestamp }) => exchangeTimestamp > at);
  return [{ kind: 'trades', exchangeId: state.exchange.exchangeId, receivedAt: at, trades: due }];
}
