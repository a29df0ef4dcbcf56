import type { Clock } from '../../core/clock.ts';
import type { ReferenceContent } from '../../core/reference-data.ts';
import { SECOND_MS, type Millis } from '../../core/time.ts';
import type { WellKnown } from '../../reference/well-known/well-known.ts';
import { MergedFeeds } from '../merged-feeds.ts';
import type { ExchangeHealth, ListingFinding, RecordedTicker, Source, SourceEvent } from '../source.ts';
import type { RunningCollector, StartCollector } from './collect/running-collector.ts';
import type { FromCollector, NetworkSettings } from './collect/collector-messages.ts';
import type { ExchangeProfile } from './exchange-profiles.ts';
import { FirstReadings } from './first-readings.ts';
import { LiveFeeds } from './live-feeds.ts';
import { LiveHealth } from './live-health.ts';
import { LxReview } from './lx-review.ts';
import { LiveLog, type LiveFact } from './understand/live-log.ts';
import { LiveMarket } from './understand/live-market.ts';
import type { Overrides } from './understand/overrides.ts';

export interface LiveSourceOptions {
  readonly clock: Clock;
  readonly exchanges: readonly ExchangeProfile[];
  readonly wellKnown: WellKnown;
  /** What codes mean by the operator's word. */
  readonly overrides: Overrides;
  readonly folder: string;
  readonly network: NetworkSettings;
  /** How exchanges are read: in a process of its own. */
  readonly startCollector: StartCollector;
  readonly onTrouble: (trouble: LiveTrouble) => void;
}

/** What an operator is told. */
export interface LiveTrouble {
  readonly what: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** How long a start waits for exchanges that do not answer: an index is published within a minute of it. */
const FIRST_READINGS_MS = 15 * SECOND_MS;

/**
 * Real exchanges. They are read in a process of its own; what comes of it is understood here: ids, markets, which listings
 * may take part, statuses. The rest is as with every source.
 */
export class LiveSource implements Source {
  readonly name = 'live';
  readonly #merged: MergedFeeds;
  readonly #feeds: LiveFeeds;
  readonly #market: LiveMarket;
  readonly #first: FirstReadings;
  readonly #health: LiveHealth;
  readonly #log: LiveLog;
  #collector: RunningCollector | undefined;

  private constructor(options: LiveSourceOptions, log: LiveLog, facts: readonly LiveFact[]) {
    const { clock, exchanges, wellKnown, overrides, onTrouble } = options;
    const remember = (fact: LiveFact) => log.add(fact);
    const market = new LiveMarket({ exchanges, wellKnown, overrides, facts, remember, now: clock.now() });
    const review = new LxReview(lastLx(facts), (definitions) => remember({ kind: 'lx', definitions }));
    this.#feeds = new LiveFeeds({
      clock,
      market,
      log,
      lxOf: (data, at) => review.definitionsFor(data, market.volumeOf, at),
      onFailure: (error) => onTrouble(notStored(error)),
    });
    this.#log = log;
    this.#market = market;
    this.#merged = new MergedFeeds({ feeds: this.#feeds, clock });
    this.#health = new LiveHealth(exchanges);
    this.#first = new FirstReadings(exchanges.map(({ key }) => key));
  }

  /** Resolves when every exchange has been read once, or some time has passed: then there is something to begin with. */
  static async open(options: LiveSourceOptions): Promise<LiveSource> {
    const { clock, folder, onTrouble } = options;
    const { log, facts } = await LiveLog.open(folder, (path, reason) =>
      onTrouble({ what: 'a file of the live source is damaged', details: { path, reason } }),
    );
    const source = new LiveSource(options, log, facts);
    source.#start(options);
    await source.#first.wait(clock, FIRST_READINGS_MS);
    await source.#feeds.begin();
    return source;
  }

  reference(slot: Millis): ReferenceContent {
    return this.#merged.reference(slot);
  }

  resume(tickers: Iterable<RecordedTicker>): void {
    this.#market.resume(tickers);
  }

  health(): ReadonlyMap<string, ExchangeHealth> {
    return this.#health.with(this.#merged.health());
  }

  findings(): readonly ListingFinding[] {
    return this.#market.findings();
  }

  outage(): string | undefined {
    return this.#market.isCutOff
      ? 'most exchanges cannot be reached: the network of this machine'
      : undefined;
  }

  async *events(signal: AbortSignal): AsyncGenerator<SourceEvent, void, undefined> {
    try {
      yield* this.#merged.events(signal);
    } finally {
      await this.#collector?.close();
      await this.#log.close();
    }
  }

  #start(options: LiveSourceOptions): void {
    const { exchanges, folder, network, startCollector, onTrouble } = options;
    const input = { exchanges: exchanges.map(({ key }) => key), folder, network };
    this.#collector = startCollector(input, {
      onMessage: (message) => this.#hear(message, options),
      onDeath: (death) =>
        onTrouble({ what: 'the process that reads exchanges ended', details: { ...death } }),
    });
  }

  #hear(message: FromCollector, { clock, onTrouble }: LiveSourceOptions): void {
    if (message.kind === 'event') {
      const { event } = message;
      if (event.kind === 'cycle') this.#health.ended(event);
      this.#feeds.take(event, clock.now());
      this.#first.take(event);
    } else {
      const { kind, ...details } = message;
      const what = kind === 'unusable' ? 'an exchange cannot be read' : 'a stored list of markets is damaged';
      onTrouble({ what, details });
    }
  }
}

function notStored(error: unknown): LiveTrouble {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
  return { what: 'what is known of live exchanges cannot be stored', details: { code } };
}

function lastLx(facts: readonly LiveFact[]) {
  return facts.findLast((fact) => fact.kind === 'lx')?.definitions ?? [];
}
