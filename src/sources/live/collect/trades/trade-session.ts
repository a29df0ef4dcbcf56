import type { Clock } from '../../../../core/clocks/clock.ts';
import { LinkedAbort } from '../../../../core/async/linked-abort.ts';
import { MINUTE_MS, SECOND_MS, type Millis } from '../../../../core/time.ts';
import { TokenBucket } from '../../http/token-bucket.ts';
import { PollFailure, type FailureKind } from '../../ports/poll-failure.ts';
import type { TradesApi, TradeWay } from '../../ports/trades-api.ts';
import { backOffMs } from '../back-off.ts';
import type { CollectorEvent } from '../collector-events.ts';
import type { OwnNetwork } from '../own-network.ts';
import { SingleWayFilter } from './single-way-filter.ts';
import { SocketWatch } from './socket-watch.ts';
import { TradeOutbox } from './trade-outbox.ts';

export interface TradeSessionOptions {
  readonly exchange: string;
  readonly trades: TradesApi;
  /** At least one. */
  readonly symbols: readonly string[];
  readonly clock: Clock;
  readonly random: () => number;
  readonly emit: (event: CollectorEvent) => void;
  /** Reports when our own network is back. */
  readonly network?: Pick<OwnNetwork, 'onBack'>;
}

/** Poll interval of every market while there is no socket. */
const POLL_MS = 12 * SECOND_MS;
/** Poll interval beside a socket, to find trades that it missed and to check that it still delivers. */
const CHECK_MS = MINUTE_MS;
/** Poll after a socket has opened, for trades from before the subscription was active. */
const CATCH_UP_MS = 5 * SECOND_MS;
/** Minimum time between two requests for trades, so that tickers can use most of the host's rate limit. */
const INTERVAL_MS = SECOND_MS;
/** After a socket was open this long, its back-off starts over. */
const SOUND_AFTER_MS = 5 * MINUTE_MS;
/** Failures that concern one market, not the exchange. */
const OF_ONE_MARKET: ReadonlySet<FailureKind> = new Set(['exchange-error', 'implausible', 'refused']);

/** After this many consecutive failures of the exchange, it backs off. */
const MAX_CONSECUTIVE = 2;

/**
 * Reads the trades of fixed markets of one exchange: from its socket, and by polling while there is none. At each
 * switch between the two every market is polled at once, so that no trade in between is lost. The service removes
 * duplicates.
 */
export class TradeSession {
  readonly #options: TradeSessionOptions;
  readonly #outbox: TradeOutbox;
  readonly #bucket: TokenBucket;
  readonly #watch: SocketWatch;
  /** Passes each trade from the socket or from polls only, where ids do not identify duplicates. */
  readonly #oneWay: SingleWayFilter | undefined;
  /** By the monotonic clock: when each market was last read successfully. */
  readonly #readAt = new Map<string, Millis>();
  #way: TradeWay = 'polled';
  /** Closes the open socket. */
  #socket = new AbortController();
  /** Consecutive back-offs without a successful reading in between. */
  #pollFailures = 0;
  /** Index of the next market to poll. */
  #next = 0;
  /** By the monotonic clock. */
  #pollAt = -Infinity;
  #restsUntil = -Infinity;
  /** Whether the exchange itself requested the back-off. */
  #isRateLimited = false;
  #checks = 0;
  /** Wakes the wait for the next poll. */
  #wake = new AbortController();
  /** Failed sockets in a row. */
  #socketFailures = 0;
  /** Ends the back-off before the next socket. */
  #retrySocket = new AbortController();

  constructor(options: TradeSessionOptions) {
    const { clock, exchange, emit } = options;
    this.#options = options;
    const { hasSharedIds } = options.trades;
    this.#watch = new SocketWatch(hasSharedIds);
    this.#oneWay = hasSharedIds ? undefined : new SingleWayFilter();
    this.#bucket = new TokenBucket({ clock, intervalMs: INTERVAL_MS, burst: 1 });
    this.#outbox = new TradeOutbox({
      clock,
      send: (readings, dropped) =>
        emit({ kind: 'trades', exchange, readings, ...(dropped > 0 ? { dropped } : {}) }),
    });
  }

  /** Runs until the signal aborts; then nothing is left open. */
  async run(signal: AbortSignal): Promise<void> {
    this.#report();
    const stopListening = this.#options.network?.onBack(() => this.#networkIsBack());
    try {
      await Promise.all([this.#poll(signal), this.#listen(signal), this.#outbox.run(signal)]);
    } finally {
      stopListening?.();
    }
  }

  /** Ends back-offs that our own network caused. */
  #networkIsBack(): void {
    this.#socketFailures = 0;
    this.#retrySocket.abort();
    if (this.#pollFailures === 0 || this.#isRateLimited) return;
    this.#pollFailures = 0;
    this.#restsUntil = -Infinity;
    this.#pollAt = -Infinity;
    this.#wake.abort();
  }

  async #poll(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    while (!signal.aborted) {
      const wait = this.#pollAt - clock.monotonic();
      if (wait > 0) {
        this.#wake = new AbortController();
        const stop = new LinkedAbort(signal, this.#wake.signal);
        await until(clock.wait(wait, stop.signal)).finally(() => stop.release());
        continue;
      }
      this.#pollAt = Infinity;
      await this.#round(signal);
      this.#pollAt = Math.min(this.#pollAt, clock.monotonic() + this.#nextPollMs());
      this.#pollAt = Math.max(this.#pollAt, this.#restsUntil);
    }
  }

  #nextPollMs(): Millis {
    if (this.#way !== 'socket') return POLL_MS;
    return this.#checks++ === 0 ? CATCH_UP_MS : CHECK_MS;
  }

  /**
   * Polls all markets, one after the other. After a back-off it continues after the market that failed last: one that
   * always fails must not keep the others from being read.
   */
  async #round(signal: AbortSignal): Promise<void> {
    const { symbols } = this.#options;
    let failed = 0;
    let consecutiveFailures = 0;
    for (let polled = 0; polled < symbols.length; polled++) {
      const failure = await this.#ask(symbols[this.#next] as string, signal);
      this.#next = (this.#next + 1) % symbols.length;
      if (signal.aborted) return;
      if (!failure) {
        consecutiveFailures = 0;
        continue;
      }
      this.#report(failure.kind);
      failed += 1;
      if (!OF_ONE_MARKET.has(failure.kind)) consecutiveFailures += 1;
      const isOfExchange = consecutiveFailures >= MAX_CONSECUTIVE || isRateLimited(failure);
      if (isOfExchange || failed === symbols.length) return this.#rest(failure);
    }
    this.#restsUntil = -Infinity;
  }

  async #ask(symbol: string, signal: AbortSignal): Promise<PollFailure | undefined> {
    const { clock, trades } = this.#options;
    try {
      await this.#bucket.take(signal);
      const now = clock.monotonic();
      const readings = await trades.recent(symbol, now - (this.#readAt.get(symbol) ?? now), signal);
      this.#readAt.set(symbol, now);
      this.#pollFailures = 0;
      this.#outbox.send(this.#oneWay?.polled(readings, clock.now()) ?? readings);
      if (this.#way === 'socket' && this.#watch.lacks(symbol, readings, clock.now()))
        this.#socket.abort(new PollFailure('timeout', 'the socket lacks trades that the exchange lists'));
      return undefined;
    } catch (error) {
      return failureOf(error);
    }
  }

  #rest(failure: PollFailure): void {
    const { clock, random } = this.#options;
    const { retryAfterMs = 0 } = failure;
    this.#pollFailures += 1;
    this.#isRateLimited = isRateLimited(failure);
    this.#restsUntil = clock.monotonic() + Math.max(retryAfterMs, backOffMs(this.#pollFailures, random));
  }

  /** Opens the socket again and again, with a back-off after each failure. */
  async #listen(signal: AbortSignal): Promise<void> {
    const { clock, random, trades } = this.#options;
    while (trades.stream && !signal.aborted) {
      this.#socket = new AbortController();
      const began = clock.monotonic();
      const failure = await this.#runSocket(trades.stream, signal);
      if (signal.aborted) return;
      if (this.#way === 'socket' && clock.monotonic() - began > SOUND_AFTER_MS) this.#socketFailures = 0;
      this.#socketFailures += 1;
      this.#changed('polled', failure.kind);
      this.#retrySocket = new AbortController();
      const rest = new LinkedAbort(signal, this.#retrySocket.signal);
      await until(clock.wait(backOffMs(this.#socketFailures, random), rest.signal)).finally(() =>
        rest.release(),
      );
    }
  }

  /** Runs one socket until it fails. */
  async #runSocket(stream: NonNullable<TradesApi['stream']>, signal: AbortSignal): Promise<PollFailure> {
    const { clock } = this.#options;
    const { signal: end } = this.#socket;
    const stop = new LinkedAbort(signal, end);
    try {
      return await stream(
        {
          onOpen: () => {
            this.#watch.opened(clock.now());
            this.#changed('socket');
          },
          onTrades: (readings) => {
            this.#watch.record(readings);
            this.#outbox.add(this.#oneWay?.streamed(readings, clock.now()) ?? readings);
          },
        },
        stop.signal,
      );
    } catch (error) {
      return end.aborted ? (end.reason as PollFailure) : failureOf(error);
    } finally {
      this.#oneWay?.ended();
      stop.release();
    }
  }

  /** Polls at once for the trades in between, unless the exchange backs off. */
  #changed(way: TradeWay, failure?: FailureKind): void {
    const isOther = way !== this.#way;
    this.#way = way;
    this.#checks = 0;
    this.#report(failure, true);
    if (!isOther) return;
    this.#pollAt = this.#restsUntil;
    this.#wake.abort();
  }

  #report(failure?: FailureKind, isOfSocket = false): void {
    const { exchange, emit } = this.#options;
    emit({
      kind: 'trade-feed',
      exchange,
      way: this.#way,
      ...(failure === undefined ? {} : { failure }),
      ...(isOfSocket && { isOfSocket }),
    });
  }
}

function isRateLimited({ kind, retryAfterMs }: PollFailure): boolean {
  return kind === 'rate-limited' || retryAfterMs !== undefined;
}

/** Any other error is a bug of ours; trades back off anyway. */
function failureOf(error: unknown): PollFailure {
  return error instanceof PollFailure
    ? error
    : new PollFailure('unexpected', 'the trades could not be read', { cause: error });
}

/** Resolves when the wait ends or is aborted. */
async function until(wait: Promise<void>): Promise<void> {
  await wait.catch(() => undefined);
}
