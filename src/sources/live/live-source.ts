import type { Clock } from '../../core/clocks/clock.ts';
import { ClockSteps } from '../../core/clocks/clock-steps.ts';
import type { ListingKey } from '../../core/ids/listing-key.ts';
import type { LxDefinition } from '../../core/lx-definition.ts';
import type { ReferenceContent } from '../../core/reference-data.ts';
import { MINUTE_MS, SECOND_MS, type Millis } from '../../core/time.ts';
import type { WellKnown } from '../../reference/well-known/well-known.ts';
import { MergedFeeds } from '../merged-feeds.ts';
import type { SupplyReport } from '../supply-report.ts';
import type {
  ExchangeHealth,
  ListingFinding,
  ProcessLoad,
  RecordedTicker,
  Source,
  SourceEvent,
} from '../source.ts';
import type { RunningCollector, StartCollector } from './collect/process/running-collector.ts';
import type { CollectorEvent, CycleEnded } from './collect/collector-events.ts';
import type { ContractCycleEnded, ContractEvent } from './collect/contract-events.ts';
import { PROBLEM_TEXTS, type FromCollector } from './collect/process/collector-messages.ts';
import type { ExchangeProfile } from './settings/exchange-profiles.ts';
import { CollectorLoads } from './collector-loads.ts';
import type { NetworkSettings } from './settings/exchange-routes.ts';
import type { TradeMarket } from './settings/trade-markets.ts';
import { ExchangeFailures } from './exchange-failures.ts';
import { FirstReadings } from './first-readings.ts';
import { LiveFeeds } from './live-feeds.ts';
import { LiveHealth } from './live-health.ts';
import { LxReview } from './lx-review.ts';
import { ThrottledWarnings } from './throttled-warnings.ts';
import { SocketFailures } from './socket-failures.ts';
import { LiveSupplies } from './supply/live-supplies.ts';
import type { SupplyOptions } from './supply/supply-settings.ts';
import { LARGE_OFFSET_MS } from './understand/times/exchange-clock.ts';
import type { FaultChange } from './understand/faults/exchange-faults.ts';
import { LiveDerivatives } from './understand/derivatives/live-derivatives.ts';
import { LiveLog, type LiveFact } from './understand/live-log.ts';
import { LiveMarket } from './understand/live-market.ts';
import { LiveTrades } from './understand/live-trades.ts';
import { TradedMarkets } from './understand/traded-markets.ts';
import type { Overrides } from './understand/overrides.ts';

export interface LiveSourceOptions {
  readonly clock: Clock;
  readonly exchanges: readonly ExchangeProfile[];
  /** Derivatives interfaces to read. */
  readonly derivatives?: readonly ExchangeProfile[];
  readonly wellKnown: WellKnown;
  /** The operator's definitions of asset codes. */
  readonly overrides: Overrides;
  readonly folder: string;
  readonly network: NetworkSettings;
  /** Default: no supplies. */
  readonly supply?: SupplyOptions;
  /** Markets whose trades are needed besides those of the liquid indices. */
  readonly tradeMarkets: readonly TradeMarket[];
  /** Starts the process that reads exchanges. */
  readonly startCollector: StartCollector;
  /** How long a start waits for exchanges that do not answer. */
  readonly firstReadingsMs?: Millis;
  readonly onWarning: (trouble: OperatorWarning) => void;
}

/** A warning to the operator. */
export interface OperatorWarning {
  readonly what: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** So that an index is published within a minute of a start. */
const FIRST_READINGS_MS = 15 * SECOND_MS;
/** Every exchange reports in each cycle, and a collector that has died is back within a minute. */
const MAX_SILENCE_MS = 2 * MINUTE_MS;

/**
 * Live exchanges. Separate processes read them; this class interprets their messages: ids, markets, which listings
 * qualify, statuses. Everything else works as with every source.
 */
export class LiveSource implements Source {
  readonly name = 'live';
  readonly #merged: MergedFeeds;
  readonly #feeds: LiveFeeds;
  readonly #market: LiveMarket;
  readonly #first: FirstReadings;
  readonly #health: LiveHealth;
  readonly #derivatives: LiveDerivatives;
  readonly #derivativesHealth: LiveHealth;
  readonly #log: LiveLog;
  readonly #supplies: LiveSupplies;
  readonly #loads: CollectorLoads;
  readonly #trades = new LiveTrades();
  readonly #tradedMarkets: TradedMarkets;
  readonly #rare: ThrottledWarnings;
  readonly #failures: ExchangeFailures;
  readonly #socketFailures: SocketFailures;
  /** Request sent to the collector last. */
  #followedNames = '';
  readonly #clock: Clock;
  /** When the collector last sent a message, by the monotonic clock. */
  #lastMessageAt: Millis;
  #collector: RunningCollector | undefined;
  readonly #clockSteps: ClockSteps;

  private constructor(options: LiveSourceOptions, log: LiveLog, facts: readonly LiveFact[]) {
    const { clock, exchanges, derivatives = [], wellKnown, overrides, folder, supply, onWarning } = options;
    const now = clock.now();
    const remember = (fact: LiveFact) => log.add(fact);
    const hasUrl = supply?.endpoint !== undefined;
    const supplies = new LiveSupplies({ file: supply?.file, hasUrl, folder, onWarning, now });
    const onFault = (change: FaultChange) => onWarning(faultTrouble(change));
    const market = new LiveMarket({
      exchanges,
      wellKnown,
      overrides,
      supplies,
      facts,
      remember,
      onFault,
      now,
    });
    this.#rare = new ThrottledWarnings(clock, onWarning);
    this.#failures = new ExchangeFailures(clock, onWarning);
    this.#socketFailures = new SocketFailures(clock, onWarning);
    this.#loads = new CollectorLoads(clock);
    const attempt = (event: ContractEvent, work: () => void) => this.#attempt(event, work);
    const known = { facts, remember, now };
    const onLeftOut = (key: string, leftOut: number) =>
      this.#rare.warn(`too many contracts of ${key}`, {
        what: 'an interface lists too many new contracts: some are left out',
        details: { interface: key, leftOut },
      });
    this.#derivatives = new LiveDerivatives({ exchanges: derivatives, market, attempt, onLeftOut, ...known });
    const review = new LxReview(lastLx(facts), (reviewed) => remember({ kind: 'lx', ...reviewed }));
    this.#feeds = new LiveFeeds({
      clock,
      market,
      derivatives: this.#derivatives,
      log,
      lxOf: (data, at) => review.definitionsFor(data, market.volumeOf, at),
      trades: this.#trades,
      follow: (lx) => this.#follow(lx, clock.now()),
      isSilent: (key) => this.#collector?.isSilent?.(key) ?? false,
      confirm: async (signal) => this.#collector?.confirm?.(signal),
      onFailure: (error) => onWarning(notStored(error)),
    });
    this.#clock = clock;
    this.#lastMessageAt = clock.monotonic();
    this.#clockSteps = new ClockSteps(clock);
    this.#log = log;
    this.#market = market;
    this.#supplies = supplies;
    this.#tradedMarkets = new TradedMarkets({
      exchanges: () => market.exchanges,
      wanted: options.tradeMarkets,
      onUnknown: ({ exchange, base, quote }) =>
        onWarning({
          what: 'a market of --trade-markets is not listed',
          details: { market: `${exchange}:${base}_${quote}` },
        }),
    });
    this.#merged = new MergedFeeds({ feeds: this.#feeds, clock });
    this.#health = new LiveHealth(exchanges);
    this.#derivativesHealth = new LiveHealth(derivatives.map(({ key }) => ({ key, id: key })));
    this.#first = new FirstReadings(exchanges.map(({ key }) => key));
  }

  /** Resolves when every exchange has been read once, or after `firstReadingsMs`. */
  static async open(options: LiveSourceOptions): Promise<LiveSource> {
    const { clock, folder, onWarning, firstReadingsMs = FIRST_READINGS_MS } = options;
    const { log, facts } = await LiveLog.open(folder, (path, reason) =>
      onWarning({ what: 'a file of the live source is damaged', details: { path, reason } }),
    );
    const source = new LiveSource(options, log, facts);
    source.#start(options);
    await source.#first.wait(clock, firstReadingsMs);
    await source.#feeds.begin();
    return source;
  }

  reference(slot: Millis): ReferenceContent {
    return this.#merged.reference(slot);
  }

  resume(tickers: Iterable<RecordedTicker>): void {
    this.#market.resume(tickers);
    this.#feeds.resumed();
  }

  health(): ReadonlyMap<string, ExchangeHealth> {
    return this.#health.with(this.#trades.counts(), this.#market.clocks(), this.#market.refusals());
  }

  /** By their names in settings. */
  derivatives(): ReadonlyMap<string, ExchangeHealth> {
    return this.#derivativesHealth.with();
  }

  processes(): ReadonlyMap<number, ProcessLoad> {
    return this.#loads.all;
  }

  findings(): readonly ListingFinding[] {
    return this.#market.findings();
  }

  supplies(): SupplyReport {
    return this.#supplies.report();
  }

  outage(): string | undefined {
    if (this.#clock.monotonic() - this.#lastMessageAt > MAX_SILENCE_MS)
      return 'no exchange is read: the process that reads them is not running, or hangs';
    const { isCutOff, isNotServed } = this.#market.reachability;
    if (isCutOff) return 'most exchanges cannot be reached: check the network of this machine';
    return isNotServed ? 'most exchanges refuse requests from the location of this machine' : undefined;
  }

  async *events(signal: AbortSignal): AsyncGenerator<SourceEvent, void, undefined> {
    try {
      yield* this.#merged.events(signal);
    } finally {
      await this.#collector?.close();
      this.#failures.close();
      this.#socketFailures.close();
      await this.#log.close();
    }
  }

  /** Sends the collectors the markets whose trades are needed, if these have changed. */
  #follow(lx: readonly LxDefinition[], now: Millis): readonly ListingKey[] {
    const markets = this.#tradedMarkets.of(lx);
    this.#trades.follow(markets, now);
    const names = markets.map(({ exchange, symbol }) => `${exchange} ${symbol}`).join('\n');
    if (names !== this.#followedNames) {
      this.#followedNames = names;
      this.#collector?.follow(markets.map(({ exchange, symbol }) => ({ exchange, symbol })));
    }
    return markets.map(({ listing }) => listing);
  }

  #start(options: LiveSourceOptions): void {
    const { exchanges, derivatives = [], folder, network, supply, startCollector, onWarning } = options;
    const keysOf = (profiles: readonly ExchangeProfile[]) => profiles.map(({ key }) => key);
    const expected = listedCounts(this.#market);
    const input = {
      exchanges: keysOf(exchanges),
      derivatives: keysOf(derivatives),
      expected,
      folder,
      network,
      supply: supply?.endpoint,
    };
    this.#collector = startCollector(input, {
      onMessage: (message) =>
        this.#attempt(message.kind === 'event' ? message.event : message, () =>
          this.#onMessage(message, options),
        ),
      onLoss: () => this.#trades.lost(this.#clock.now()),
      onReaderChange: (exchange) => this.#feeds.readerChanged(exchange),
      onDeath: (death) => {
        this.#trades.interrupted();
        onWarning({ what: 'the process that reads exchanges ended', details: { ...death } });
      },
    });
  }

  /** A message that cannot be handled is dropped with a warning; all others are still processed. */
  #attempt(message: { readonly kind: string; readonly exchange?: string }, work: () => void): void {
    try {
      work();
    } catch (error) {
      const { kind, exchange } = message;
      const details = { kind, exchange, error: error instanceof Error ? error.name : typeof error };
      this.#rare.warn(`${kind} ${exchange}`, {
        what: 'a message about an exchange could not be handled: it is dropped',
        details,
      });
    }
  }

  #warnLeftOut({ kind, exchange, result }: CycleEnded | ContractCycleEnded): void {
    if (result.outcome !== 'read' || !result.leftOut) return;
    const what = 'an exchange sends invalid entries: they are left out';
    this.#rare.warn(`${kind} left out ${exchange}`, { what, details: { exchange, leftOut: result.leftOut } });
  }

  #reportClock(exchange: string): void {
    const { offsetMs = 0, oldMs = 0, lateTickers = 0 } = this.#market.clockOf(exchange) ?? {};
    if (oldMs > 0) {
      const what = 'the answers of an exchange are old: its tickers are refused';
      this.#rare.warn(`old ${exchange}`, { what, details: { exchange, seconds: secondsOf(oldMs) } });
    } else if (lateTickers > 0) {
      const what = 'some tickers of an exchange are late: they are refused';
      this.#rare.warn(`late ${exchange}`, { what, details: { exchange, tickers: lateTickers } });
    } else if (Math.abs(offsetMs) > LARGE_OFFSET_MS) {
      const what = `the clock of an exchange is ${offsetMs > 0 ? 'behind' : 'ahead'}: its timestamps are corrected`;
      const details = { exchange, seconds: secondsOf(Math.abs(offsetMs)) };
      this.#rare.warn(`clock ${exchange}`, { what, details });
    }
  }

  /** If the clock was set back, earlier readings keep their age; if forward, the machine may have slept. */
  #watchClock(): void {
    const step = this.#clockSteps.takeStep();
    if (step !== 0) this.#market.clockWasSet();
    if (step >= 0) return;
    this.#feeds.clockWasSetBack(-step);
    for (const health of [this.#health, this.#derivativesHealth]) health.clockWasSetBack(-step);
  }

  #take(event: CollectorEvent, at: Millis): void {
    if ('result' in event) {
      (event.kind === 'cycle' ? this.#health : this.#derivativesHealth).ended(event);
      this.#warnLeftOut(event);
      this.#failures.take(event);
    }
    if (event.kind === 'trade-feed') this.#socketFailures.take(event);
    this.#feeds.take(event, at);
    if (event.kind === 'tickers') {
      this.#health.delivered(event.exchange, at);
      this.#reportClock(event.exchange);
    } else if (event.kind === 'contract-tickers') this.#derivativesHealth.delivered(event.exchange, at);
    this.#first.take(event);
  }

  #onMessage(message: FromCollector, { clock, onWarning }: LiveSourceOptions): void {
    this.#lastMessageAt = clock.monotonic();
    this.#watchClock();
    if (message.kind === 'event') this.#take(message.event, clock.now());
    else if (message.kind === 'supply') this.#supplies.takeReading(message.reading, clock.now());
    else if (message.kind === 'load') {
      const { collector = 0, load } = message;
      if (this.#loads.record(collector, load)) onWarning(tooBusy(collector, load));
    } else {
      const { kind, ...details } = message;
      const what = PROBLEM_TEXTS[kind];
      onWarning({ what, details });
    }
  }
}

/** Number of listings by key, for exchanges that were read before. */
function listedCounts({ exchanges }: LiveMarket): Readonly<Record<string, number>> {
  const counts = [...exchanges].map(({ profile, listings }) => {
    return [profile.key, [...listings].filter(({ isListed }) => isListed).length] as const;
  });
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

function secondsOf(ms: Millis): number {
  return Math.round(ms / SECOND_MS);
}

function tooBusy(collector: number, { busy, delayMs }: ProcessLoad): OperatorWarning {
  const what =
    'a process that reads exchanges can hardly keep up: raise --collectors, or read fewer exchanges';
  return { what, details: { collector, busy, delayMs } };
}

const FAULTS = {
  'quote-volume': 'the volumes of an exchange are in quote units',
  'inverted-price': 'the prices of an exchange are inverted, base and quote may be swapped',
};

function faultTrouble({ exchange, fault, began }: FaultChange): OperatorWarning {
  const what = began
    ? `${FAULTS[fault]}: its markets take no part in the indices`
    : 'volumes and prices of an exchange are plausible again: its markets can take part in the indices';
  return { what, details: { exchange, reason: fault } };
}

function notStored(error: unknown): OperatorWarning {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
  return { what: 'data about live exchanges cannot be stored', details: { code } };
}

function lastLx(facts: readonly LiveFact[]) {
  return facts.findLast((fact) => fact.kind === 'lx') ?? { definitions: [] };
}
