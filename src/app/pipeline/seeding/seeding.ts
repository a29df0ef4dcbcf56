import type { Logger } from 'pino';
import { FINAL_AFTER_MS } from '../../../core/candle.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import { OperatorError } from '../../../core/errors.ts';
import { DAY_MS, MINUTE_MS, type Millis } from '../../../core/time.ts';
import type { HistoryStore, PastYear } from '../../../history/history-store.ts';
import type { SeedExchange, SeedOutcome, Seeder } from '../../../sources/seeding.ts';
import { wouldShrinkPlan, MAX_DAYS } from '../backfill/backfill-plan.ts';
import { TakenOver, throwIfFenced } from '../../directory/taken-over.ts';
import { publishedValues } from './published-values.ts';
import {
  readSeeding,
  writeSeeding,
  seedingState,
  type SeedingProgress,
  type SeedingState,
} from './seeding-ledger.ts';
import { dayText } from '../../../values/export/day-files.ts';

export interface SeedingParts {
  readonly folder: string;
  /** Absent if the source has no data of earlier days: then nothing is seeded. */
  readonly seeder?: Seeder | undefined;
  readonly tiers?: string | undefined;
  readonly history: HistoryStore;
  readonly marketClock: Clock;
  readonly wallClock: Clock;
  readonly log: Logger;
  /** If most exchanges fail, the work ends instead of retrying later. */
  readonly triesOnce?: boolean;
  readonly onProgress?: (state: SeedingState) => void;
  readonly onFailure?: (exchange: string, kind: string) => void;
}

export interface SeedingExtension {
  readonly kind: 'seeding';
  /** `covered`: the current plan already includes the days. `replaced`: a larger plan was reduced. */
  readonly outcome: 'started' | 'extended' | 'covered' | 'replaced';
  readonly days: number;
  readonly state: SeedingState;
}

/** Days for `auto`, which a new directory uses. */
export const DEFAULT_SEED_DAYS = 30;
const MAX_NAMED = 5;
const RETRY_MS = 15 * MINUTE_MS;

/**
 * Adds a past to a live history: end-of-day records before the first tick, from daily candles. Existing
 * records stay.
 */
export class Seeding {
  readonly #parts: SeedingParts;
  readonly #stop = new AbortController();
  #progress: SeedingProgress | undefined;
  #round: number | undefined;
  #tries: SeedingState['tries'];
  #running: Promise<void> = Promise.resolve();
  #failed: readonly SeedExchange[] | undefined;
  #takenOver: TakenOver | undefined;

  constructor(parts: SeedingParts) {
    this.#parts = parts;
    this.#progress = parts.seeder ? readSeeding(parts.folder) : undefined;
  }

  get isPossible(): boolean {
    return this.#parts.seeder !== undefined;
  }

  state(): SeedingState {
    return seedingState(this.#progress, this.#round, this.#tries);
  }

  /** End-of-day records of days from this one on are final. */
  candlesSettledFrom(): Millis {
    const { firstTickDay = -Infinity, days = 0, done = 0 } = this.#progress ?? {};
    return days > done ? firstTickDay : -Infinity;
  }

  /**
   * Call at the start of a process with the configured days, or undefined for none. Days that `tidemark
   * backfill` asked for continue.
   */
  resume(days: number | undefined): void {
    if (!this.isPossible) return;
    const { byHand = false, days: before = 0, done = 0 } = this.#progress ?? {};
    const wanted = days ?? (byHand && before > done ? before : 0);
    if (wanted === 0) return;
    this.#running = this.#begin(wanted, false)
      .then(() => this.#work())
      .catch((error: unknown) => this.#parts.log.error({ err: error }, 'history cannot be seeded'));
  }

  /** Runs `tidemark backfill`. Reduces a larger plan in progress only with `replace`. */
  async extend(days: unknown, replace = false): Promise<SeedingExtension> {
    if (typeof days !== 'number' || !Number.isInteger(days) || days < 1 || days > MAX_DAYS)
      throw new OperatorError(`days must be a whole number from 1 to ${MAX_DAYS}`);
    const before = this.#progress;
    const isLargerInProgress = before !== undefined && before.days > days && before.done < before.days;
    if (isLargerInProgress && !replace) throw wouldShrinkPlan(before.days, days, this.state().done);
    await this.#begin(days, true, isLargerInProgress);
    const isCovered = before !== undefined && before.days >= days;
    if (!isCovered || this.#round === undefined) this.#running = this.#running.then(() => this.#work());
    const done = isCovered ? 'covered' : before ? 'extended' : 'started';
    const outcome = isLargerInProgress ? 'replaced' : done;
    return { kind: 'seeding', outcome, days: this.#progress!.days, state: this.state() };
  }

  /** Resolves when nothing is left or it was closed; rejects if it cannot continue. */
  async idle(): Promise<void> {
    await this.#running;
    if (this.#takenOver) throw this.#takenOver;
    if (this.#failed) throw new OperatorError(failedText(this.#failed));
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  /** Saves the number of days. A smaller number never reduces a larger one, unless it replaces it. */
  async #begin(days: number, byHand: boolean, replaces = false): Promise<void> {
    const { ticks } = await this.#parts.history.summary();
    if (!ticks) throw new OperatorError('there is no tick yet: start the service first');
    const before = this.#progress;
    // The window of values moves, so the earliest first day that was ever seen counts.
    const firstTickDay = Math.min(before?.firstTickDay ?? Infinity, ticks.oldest);
    this.#save({
      ...before,
      firstTickDay,
      days: replaces ? days : Math.max(days, before?.days ?? 0),
      byHand: byHand || (before?.byHand ?? false),
      done: before && firstTickDay === before.firstTickDay ? before.done : 0,
    });
  }

  async #work(): Promise<void> {
    const { wallClock, marketClock, log, triesOnce } = this.#parts;
    const { signal } = this.#stop;
    this.#failed = undefined;
    try {
      // At some exchanges the last day before the first tick has only just ended.
      await marketClock.waitUntil(this.#progress!.firstTickDay + FINAL_AFTER_MS, signal);
      while (this.#progress!.done < this.#progress!.days) {
        const outcome = await this.#attempt();
        if (outcome?.outcome === 'combined') continue;
        this.#tries = { count: (this.#tries?.count ?? 0) + 1, why: whyNone(outcome) };
        this.#reportState();
        if (triesOnce) {
          this.#failed = outcome?.exchanges ?? [];
          return;
        }
        log.warn(
          { failed: failuresIn(outcome?.exchanges ?? []) },
          'days before the first tick could not be seeded; this is retried',
        );
        await wallClock.wait(RETRY_MS, signal);
      }
    } catch (error) {
      if (error instanceof TakenOver) this.#takenOver = error;
      else if (!signal.aborted) throw error;
    }
  }

  /** Undefined if it failed; the reason is in the log. */
  async #attempt(): Promise<SeedOutcome | undefined> {
    const { log } = this.#parts;
    const { firstTickDay, days } = this.#progress!;
    try {
      this.#round = 0;
      this.#reportState();
      const { outcome, records } = await this.#request(firstTickDay, days);
      if (outcome.outcome === 'combined') {
        const stored = await this.#store(records);
        const { exchanges } = outcome;
        this.#save({ ...this.#progress!, done: days, records: stored, exchanges });
        const from = dayText(firstTickDay - days * DAY_MS);
        log.info({ days, from, records: stored, failed: failuresIn(exchanges) }, 'history is seeded');
      }
      return outcome;
    } catch (error) {
      if (error instanceof TakenOver || this.#stop.signal.aborted) throw error;
      log.warn({ err: error }, 'days before the first tick could not be requested');
      return undefined;
    } finally {
      this.#round = undefined;
      this.#reportState();
    }
  }

  async #request(firstTickDay: Millis, days: number) {
    const { seeder, history, tiers, onFailure } = this.#parts;
    const records: PastYear[] = [];
    const firstDay = firstTickDay - days * DAY_MS;
    const outcome = await seeder!.seed(
      { firstDay, days, tiers, ...(await publishedValues(history)) },
      {
        onProgress: (done) => {
          this.#round = done;
          this.#reportState();
        },
        onFailure: (exchange, kind) => onFailure?.(exchange, kind),
        onRecords: (part) => records.push(part),
      },
      this.#stop.signal,
    );
    return { outcome, records };
  }

  /** One write per year: each write rewrites the year. Existing records stay. */
  async #store(parts: readonly PastYear[]): Promise<number> {
    const { history } = this.#parts;
    let stored = 0;
    for (const startAt of new Set(parts.map((part) => part.startAt))) {
      const series = parts.flatMap((part) => (part.startAt === startAt ? part.series : []));
      throwIfFenced(await history.insertCandles({ startAt, series }));
      stored += series.reduce((sum, { days }) => sum + days.length, 0);
    }
    return stored;
  }

  #save(progress: SeedingProgress): void {
    writeSeeding(this.#parts.folder, progress);
    this.#progress = progress;
  }

  #reportState(): void {
    this.#parts.onProgress?.(this.state());
  }
}

/** `kraken: timeout`, for exchanges that were given up. */
function failuresIn(exchanges: readonly SeedExchange[]): Record<string, string> {
  return Object.fromEntries(
    exchanges.flatMap(({ exchange, failure }) => (failure === undefined ? [] : [[exchange, failure]])),
  );
}

function whyNone(outcome: SeedOutcome | undefined): string {
  if (!outcome) return 'exchanges could not be queried: see the log for the reason';
  const named = Object.entries(failuresIn(outcome.exchanges)).map(([name, failure]) => `${name}: ${failure}`);
  const more = named.length - MAX_NAMED;
  const shown = [...named.slice(0, MAX_NAMED), ...(more > 0 ? [`and ${more} more`] : [])];
  const all = outcome.exchanges.length;
  return `${named.length} of ${all} exchanges could not be queried${shown.length > 0 ? ` (${shown.join(', ')})` : ''}`;
}

function failedText(exchanges: readonly SeedExchange[]): string {
  const named = Object.entries(failuresIn(exchanges)).map(([exchange, failure]) => `${exchange}: ${failure}`);
  return (
    'nothing was stored, because most exchanges could not be queried' +
    (named.length > 0 ? ` (${named.join(', ')})` : '') +
    '; the responses of the others are kept: run the command again'
  );
}
