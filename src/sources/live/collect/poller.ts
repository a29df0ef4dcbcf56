import { setMaxListeners } from 'node:events';
import type { Clock } from '../../../core/clocks/clock.ts';
import { LinkedAbort } from '../../../core/async/linked-abort.ts';
import {
  CUT_OFF_MS,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
  slotAfter,
  SLOT_MS,
  type Millis,
} from '../../../core/time.ts';
import type { ExchangeApi, MarketList, TickerReading } from '../ports/exchange-api.ts';
import type { LeftOut } from '../ports/left-out.ts';
import { usableList } from '../ports/listed-names.ts';
import { mayBeOurs, PollFailure, type FailureKind } from '../ports/poll-failure.ts';
import { backOffMs, CIRCUIT_OPENS_AFTER } from './back-off.ts';
import type { CollectorEvent, CycleOutcome } from './collector-events.ts';
import type { MarketSnapshots } from './market-snapshots.ts';
import type { NetworkMember, OwnNetwork } from './own-network.ts';
import type { ConcurrencyLimit } from './concurrency-limit.ts';
import { Plausibility } from './plausibility.ts';
import { readingStart, type PollSchedule, type ScheduledExchange } from './poll-schedule.ts';

export interface PollerOptions {
  readonly api: ExchangeApi;
  readonly clock: Clock;
  readonly schedule: PollSchedule;
  /** Whether it is read before exchanges without this flag. */
  readonly isEarly?: boolean;
  readonly network: OwnNetwork;
  readonly places: ConcurrencyLimit;
  readonly snapshots: MarketSnapshots;
  readonly random: () => number;
  readonly emit: (event: CollectorEvent) => void;
  /** Whether a ticker has a usable price; by default, if it has a last price. */
  isPriced?(reading: TickerReading): boolean;
  /** Called with the current list whenever it changes. */
  readonly onList?: (list: MarketList) => void;
}

/** Context of one reading. */
interface Cycle {
  readonly scheduled: ScheduledExchange;
  readonly member: NetworkMember;
  /** Cut-off of the slot that it is for. */
  readonly cutOff: Millis;
}

/** Lists change rarely. An older list is renewed after a reading, so that tickers do not wait for it. */
const LIST_AGE_MS = HOUR_MS;
/** Retry interval after a list could not be read. Newly listed markets are missing until then. */
const LIST_RETRY_MS = 5 * MINUTE_MS;
/**
 * Retry interval for a list that was rejected, or that follows soon after one that had lost markets: they may be back.
 */
const SHORTER_LIST_RETRY_MS = 20 * MINUTE_MS;
const SOON_AFTER_LOSS_MS = 2 * HOUR_MS;
/**
 * Lists are renewed up to this share earlier, so that the lists of all exchanges, first read together, are not parsed
 * together again between tickers.
 */
const LIST_AGE_SPREAD = 0.25;
/** Limit for all requests of one reading. */
const READING_MS = 28 * SECOND_MS;
/** A larger change between wall clock and monotonic clock means that the clock was set. */
const CLOCK_SET_MS = SECOND_MS;
const UNUSABLE = 'invalid names';

/** Failures that may be over a moment later. */
const RETRYABLE: ReadonlySet<FailureKind> = new Set([
  'dns',
  'connect',
  'reset',
  'timeout',
  'server-error',
  'empty',
  'not-json',
]);

/** Reads one exchange once per slot, one reading at a time, and backs off if it fails. */
export class Poller {
  readonly #options: PollerOptions;
  readonly #plausibility: Plausibility;
  #list: MarketList | undefined;
  #lostMarketsAt: Millis = -Infinity;
  #sentList: MarketList | undefined;
  /** By the monotonic clock; undefined until the exchange has sent a list or a request for one has failed. */
  #listUntil: Millis | undefined;
  #failing = 0;
  /** Markets of the last list with invalid names. */
  #unusable = 0;
  /** By the monotonic clock, so that setting the clock back does not prolong the back-off. */
  #restsUntil = -Infinity;
  /** Whether the back-off ends if our own network turns out to be the reason. */
  #mayRestForUs = false;
  /** Wall clock minus monotonic clock. */
  #aheadMs: Millis;

  constructor(options: PollerOptions) {
    this.#options = options;
    const known = options.snapshots.read(options.api.key);
    this.#list = known && usableList(known);
    this.#plausibility = new Plausibility(this.#list, options.isPriced);
    this.#aheadMs = this.#ahead();
  }

  /** Runs until the signal aborts. The first reading starts at once. */
  async run(signal: AbortSignal): Promise<void> {
    const { api, schedule, isEarly = false, network } = this.#options;
    const scheduled = schedule.join({ key: api.key, isEarly, tickers: this.#list?.markets.length });
    const member = network.join();
    const stopListening = network.onBack(() => this.#networkIsBack());
    try {
      if (this.#list) this.#sendList(this.#list);
      for (let slot = this.#reachable(scheduled) - SLOT_MS; !signal.aborted;) {
        const cutOff = this.#reachable(scheduled) - CUT_OFF_MS;
        await this.#cycle({ scheduled, member, cutOff }, signal);
        slot = await this.#nextSlot(slot, scheduled, signal);
      }
    } finally {
      stopListening();
      member.leave();
      scheduled.leave();
    }
  }

  /** The first slot that a reading started now is expected to reach. */
  #reachable({ usualMs }: ScheduledExchange): Millis {
    return slotAfter(this.#options.clock.now() + usualMs + CUT_OFF_MS - 1);
  }

  /** Waits until the next reading is due and returns its slot. Reports slots that passed meanwhile. */
  async #nextSlot(previous: Millis, scheduled: ScheduledExchange, signal: AbortSignal): Promise<Millis> {
    const { clock } = this.#options;
    let slot = this.#reachable(scheduled);
    if (!this.#clockWasSet()) {
      slot = Math.max(slot, previous + SLOT_MS);
      for (let missed = previous + SLOT_MS; missed < slot && !signal.aborted; missed += SLOT_MS)
        this.#ended({ outcome: 'overrun' }, 0);
    }
    try {
      for (;;) {
        const left = readingStart(slot, scheduled) - clock.now();
        if (left <= 0) return slot;
        await clock.wait(Math.min(left, SECOND_MS), signal);
        if (this.#clockWasSet()) slot = this.#reachable(scheduled);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
      return slot;
    }
  }

  #ahead(): Millis {
    const { clock } = this.#options;
    return clock.now() - clock.monotonic();
  }

  /** Whether the clock was set since the last call; sleep of the machine counts as well. */
  #clockWasSet(): boolean {
    const before = this.#aheadMs;
    this.#aheadMs = this.#ahead();
    return Math.abs(this.#aheadMs - before) > CLOCK_SET_MS;
  }

  async #cycle(cycle: Cycle, signal: AbortSignal): Promise<void> {
    const { clock, places } = this.#options;
    const began = clock.monotonic();
    if (began < this.#restsUntil) return this.#ended({ outcome: 'resting' }, 0);
    const result = await places.run(() => this.#reading(cycle, began, signal));
    if (!signal.aborted) this.#ended(result, clock.monotonic() - began);
  }

  /** Makes a second attempt if the first one failed early enough. */
  async #reading(cycle: Cycle, began: Millis, signal: AbortSignal): Promise<CycleOutcome> {
    const first = await this.#attempt(cycle, began, signal);
    const failure = first instanceof PollFailure && !signal.aborted ? first : undefined;
    const again =
      failure && this.#mayRetry(failure, cycle) ? await this.#attempt(cycle, began, signal) : first;
    if (again instanceof PollFailure) return this.#failed(again, cycle);
    cycle.member.record(again);
    return again;
  }

  #mayRetry({ kind, retryAfterMs }: PollFailure, { scheduled, cutOff }: Cycle): boolean {
    const hasTime = this.#options.clock.now() + scheduled.usualMs <= cutOff;
    return this.#failing === 0 && hasTime && RETRYABLE.has(kind) && retryAfterMs === undefined;
  }

  async #attempt(cycle: Cycle, began: Millis, signal: AbortSignal): Promise<CycleOutcome | PollFailure> {
    const { clock } = this.#options;
    const end = new LinkedAbort(signal);
    // A reading may send many requests at once, and each adds a listener.
    setMaxListeners(0, end.signal);
    const over = clock.wait(READING_MS, end.signal).then(
      () => end.abort(new PollFailure('timeout', `not read within ${READING_MS / SECOND_MS} s`)),
      () => undefined,
    );
    try {
      const tickers = await this.#read(cycle, began, end.signal);
      this.#failing = 0;
      this.#restsUntil = -Infinity;
      await this.#renewList(end.signal);
      const leftOut = this.#leftOut();
      return { outcome: 'read', tickers, ...(leftOut.length > 0 ? { leftOut } : {}) };
    } catch (error) {
      // Any other error is a bug of ours; the exchange backs off anyway.
      return error instanceof PollFailure
        ? error
        : new PollFailure('unexpected', 'the reading failed', { cause: error });
    } finally {
      end.release();
      end.abort();
      await over;
    }
  }

  async #read({ scheduled }: Cycle, began: Millis, signal: AbortSignal): Promise<number> {
    const { api, clock, emit } = this.#options;
    const listFrom = clock.monotonic();
    const list = await this.#currentList(signal);
    const listMs = clock.monotonic() - listFrom;
    signal.throwIfAborted();
    const answered = await api.tickers(list, signal);
    const readings = this.#plausibility.checkTickers(answered, list, api.maxPerCycle);
    emit({ kind: 'tickers', exchange: api.key, readings, answerTime: api.answerTime?.() });
    scheduled.arrived(clock.monotonic() - began - listMs, readings.length);
    return readings.length;
  }

  /** Entries left out of the replies of this reading. */
  #leftOut(): readonly LeftOut[] {
    const unusable = this.#unusable === 0 ? [] : [{ why: UNUSABLE, count: this.#unusable, examples: [] }];
    this.#unusable = 0;
    return [...(this.#options.api.takeLeftOut?.() ?? []), ...unusable];
  }

  /** An exchange that is read for the first time, or that itself failed several times, must send its list first. */
  async #currentList(signal: AbortSignal): Promise<MarketList> {
    const isOpen = this.#failing >= CIRCUIT_OPENS_AFTER && !this.#options.network.isDown;
    const isSettled = this.#listUntil !== undefined && !isOpen;
    if (!this.#list || !isSettled) await this.#askForList(signal);
    // Also sends a list that could not be sent before.
    if (this.#list && this.#list !== this.#sentList) this.#sendList(this.#list);
    return this.#list!;
  }

  async #renewList(signal: AbortSignal): Promise<void> {
    if (this.#options.clock.monotonic() < (this.#listUntil ?? -Infinity)) return;
    await this.#askForList(signal);
    if (this.#list && this.#list !== this.#sentList) this.#sendList(this.#list);
  }

  /** If a list cannot be renewed, the old one stays in use; without any, the exchange cannot be read. */
  async #askForList(signal: AbortSignal): Promise<void> {
    const { api, clock, random, snapshots } = this.#options;
    let validMs = LIST_AGE_MS;
    try {
      const received = await api.markets(signal);
      const list = usableList(received);
      this.#unusable = received.markets.length - list.markets.length;
      this.#plausibility.checkMarkets(list);
      if (this.#list && hasLostMarkets(this.#list, list)) this.#lostMarketsAt = clock.monotonic();
      if (clock.monotonic() < this.#lostMarketsAt + SOON_AFTER_LOSS_MS) validMs = SHORTER_LIST_RETRY_MS;
      this.#list = list;
      snapshots.write(api.key, list);
    } catch (error) {
      if (!this.#list) throw error;
      validMs = isRefusedList(error) ? SHORTER_LIST_RETRY_MS : LIST_RETRY_MS;
    }
    this.#listUntil = clock.monotonic() + validMs * (1 - LIST_AGE_SPREAD * random());
  }

  #sendList(list: MarketList): void {
    const { markets, currencies } = list;
    this.#options.onList?.(list);
    this.#options.emit({ kind: 'markets', exchange: this.#options.api.key, list: { markets, currencies } });
    this.#sentList = list;
  }

  /** While our own network is down, the exchange needs no back-off: it is read again in the next cycle. */
  #failed({ kind, message, retryAfterMs }: PollFailure, { member }: Cycle): CycleOutcome {
    const { clock, random, network } = this.#options;
    const result: CycleOutcome = { outcome: 'failed', failure: kind, message };
    this.#failing += 1;
    this.#mayRestForUs = mayBeOurs(kind) && retryAfterMs === undefined;
    member.record(result);
    const restMs = this.#mayRestForUs && network.isDown ? 0 : backOffMs(this.#failing, random);
    this.#restsUntil = clock.monotonic() + Math.max(retryAfterMs ?? 0, restMs);
    return result;
  }

  #networkIsBack(): void {
    if (this.#failing === 0 || !this.#mayRestForUs) return;
    this.#failing = 0;
    this.#restsUntil = -Infinity;
  }

  #ended(result: CycleOutcome, tookMs: Millis): void {
    const { api, clock, emit } = this.#options;
    const left = this.#restsUntil - clock.monotonic();
    const rests = left > 0 ? { restsUntil: clock.now() + left } : {};
    emit({ kind: 'cycle', exchange: api.key, result, tookMs, failing: this.#failing, ...rests });
  }
}

function hasLostMarkets(before: MarketList, after: MarketList): boolean {
  const listed = new Set(after.markets.map(({ symbol }) => symbol));
  return before.markets.some(({ symbol }) => !listed.has(symbol));
}

/** The list was read, but rejected. */
function isRefusedList(error: unknown): boolean {
  return error instanceof PollFailure && (error.kind === 'implausible' || error.kind === 'too-large');
}
