import type { Logger } from 'pino';
import { FINAL_AFTER_MS } from '../../../core/candle.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import { OperatorError } from '../../../core/errors.ts';
import { DAY_MS, formatDatetime, MINUTE_MS, type Millis } from '../../../core/time.ts';
import type { HistoryStore, PastYear } from '../../../history/history-store.ts';
import type { SeedExchange, SeedOutcome, Seeder } from '../../../sources/seeding.ts';
import { largerPlan, MOST_DAYS } from '../backfill/backfill-plan.ts';
import { TakenOver, unlessTakenOver } from '../../directory/taken-over.ts';
import { publishedValues } from './published-values.ts';
import {
  readSeeding,
  writeSeeding,
  seedingState,
  type SeedingProgress,
  type SeedingState,
} from './seeding-ledger.ts';

export interface SeedingParts {
  readonly folder: string;
  /** Absent where the source knows nothing of days before it was first read: then nothing is seeded. */
  readonly seeder?: Seeder | undefined;
  readonly tiers?: string | undefined;
  readonly history: HistoryStore;
  readonly marketClock: Clock;
  readonly wallClock: Clock;
  readonly log: Logger;
  /** Where most exchanges fail, the work ends instead of being tried again later. */
  readonly triesOnce?: boolean;
  readonly onProgress?: (state: SeedingState) => void;
  readonly onFailure?: (exchange: string, kind: string) => void;
}

export interface SeedingExtension {
  readonly kind: 'seeding';
  /** `covered`: they are seeded, or being seeded, already. `replaced`: more were being seeded. */
  readonly outcome: 'started' | 'extended' | 'covered' | 'replaced';
  readonly days: number;
  readonly state: SeedingState;
}

/** `auto`: what a new directory gets. */
export const USUAL_DAYS = 30;
const MOST_NAMED = 5;
const RETRY_MS = 15 * MINUTE_MS;

/** Gives a live history a past: end-of-day records before the first tick, from daily candles. Existing records stay. */
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

  /** End-of-day records of the day that starts there, and of later ones, do not change any more. */
  candlesSettledFrom(): Millis {
    const { firstTickDay = -Infinity, days = 0, done = 0 } = this.#progress ?? {};
    return days > done ? firstTickDay : -Infinity;
  }

  /** At the start of a process that is configured with so many days or with none. Days that were asked for by hand go on. */
  resume(days: number | undefined): void {
    if (!this.isPossible) return;
    const { byHand = false, days: before = 0, done = 0 } = this.#progress ?? {};
    const wanted = days ?? (byHand && before > done ? before : 0);
    if (wanted === 0) return;
    this.#running = this.#begin(wanted, false)
      .then(() => this.#work())
      .catch((error: unknown) => this.#parts.log.error({ err: error }, 'history cannot be seeded'));
  }

  /** Carries out `tidemark backfill`. More days that are being asked for are given up only with `replace`. */
  async extend(days: unknown, replace = false): Promise<SeedingExtension> {
    if (typeof days !== 'number' || !Number.isInteger(days) || days < 1 || days > MOST_DAYS)
      throw new OperatorError(`days must be a whole number from 1 to ${MOST_DAYS}`);
    const before = this.#progress;
    const isLargerUnderWay = before !== undefined && before.days > days && before.done < before.days;
    if (isLargerUnderWay && !replace) throw largerPlan(before.days, days, this.state().done);
    await this.#begin(days, true, isLargerUnderWay);
    const isCovered = before !== undefined && before.days >= days;
    if (!isCovered || this.#round === undefined) this.#running = this.#running.then(() => this.#work());
    const done = isCovered ? 'covered' : before ? 'extended' : 'started';
    const outcome = isLargerUnderWay ? 'replaced' : done;
    return { kind: 'seeding', outcome, days: this.#progress!.days, state: this.state() };
  }

  /** Resolves when nothing is left, or it was closed; rejects where it cannot go on. */
  async idle(): Promise<void> {
    await this.#running;
    if (this.#takenOver) throw this.#takenOver;
    if (this.#failed) throw new OperatorError(failedText(this.#failed));
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  /** Writes down what is wanted: a smaller number takes nothing away from a larger one, unless it replaces it. */
  async #begin(days: number, byHand: boolean, replaces = false): Promise<void> {
    const { ticks } = await this.#parts.history.summary();
    if (!ticks) throw new OperatorError('there is no tick yet: start the service once');
    const before = this.#progress;
    // The window of values moves on: the first day that was ever seen counts.
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
      // The last day before the first tick has only just ended at some exchanges.
      await marketClock.waitUntil(this.#progress!.firstTickDay + FINAL_AFTER_MS, signal);
      while (this.#progress!.done < this.#progress!.days) {
        const outcome = await this.#attempt();
        if (outcome?.outcome === 'combined') continue;
        this.#tries = { count: (this.#tries?.count ?? 0) + 1, why: whyNone(outcome) };
        this.#tell();
        if (triesOnce) {
          this.#failed = outcome?.exchanges ?? [];
          return;
        }
        log.warn(
          { failed: failuresIn(outcome?.exchanges ?? []) },
          'days before the first tick could not be seeded; it will be tried again',
        );
        await wallClock.wait(RETRY_MS, signal);
      }
    } catch (error) {
      if (error instanceof TakenOver) this.#takenOver = error;
      else if (!signal.aborted) throw error;
    }
  }

  /** Undefined where it failed for a reason that is in the log. */
  async #attempt(): Promise<SeedOutcome | undefined> {
    const { log } = this.#parts;
    const { firstTickDay, days } = this.#progress!;
    try {
      this.#round = 0;
      this.#tell();
      const { outcome, records } = await this.#ask(firstTickDay, days);
      if (outcome.outcome === 'combined') {
        const stored = await this.#store(records);
        const { exchanges } = outcome;
        this.#save({ ...this.#progress!, done: days, records: stored, exchanges });
        const from = formatDatetime(firstTickDay - days * DAY_MS).slice(0, 10);
        log.info({ days, from, records: stored, failed: failuresIn(exchanges) }, 'history is seeded');
      }
      return outcome;
    } catch (error) {
      if (error instanceof TakenOver || this.#stop.signal.aborted) throw error;
      log.warn({ err: error }, 'days before the first tick could not be asked for');
      return undefined;
    } finally {
      this.#round = undefined;
      this.#tell();
    }
  }

  async #ask(firstTickDay: Millis, days: number) {
    const { seeder, history, tiers, onFailure } = this.#parts;
    const records: PastYear[] = [];
    const firstDay = firstTickDay - days * DAY_MS;
    const outcome = await seeder!.seed(
      { firstDay, days, tiers, ...(await publishedValues(history)) },
      {
        onProgress: (done) => {
          this.#round = done;
          this.#tell();
        },
        onFailure: (exchange, kind) => onFailure?.(exchange, kind),
        onRecords: (part) => records.push(part),
      },
      this.#stop.signal,
    );
    return { outcome, records };
  }

  /** A year at once: the store writes it anew each time. Where a record is there, that one stays. */
  async #store(parts: readonly PastYear[]): Promise<number> {
    const { history } = this.#parts;
    let stored = 0;
    for (const startAt of new Set(parts.map((part) => part.startAt))) {
      const series = parts.flatMap((part) => (part.startAt === startAt ? part.series : []));
      unlessTakenOver(await history.insertCandles({ startAt, series }));
      stored += series.reduce((sum, { days }) => sum + days.length, 0);
    }
    return stored;
  }

  #save(progress: SeedingProgress): void {
    writeSeeding(this.#parts.folder, progress);
    this.#progress = progress;
  }

  #tell(): void {
    this.#parts.onProgress?.(this.state());
  }
}

/** `kraken: timeout`, for those that were given up. */
function failuresIn(exchanges: readonly SeedExchange[]): Record<string, string> {
  return Object.fromEntries(
    exchanges.flatMap(({ exchange, failure }) => (failure === undefined ? [] : [[exchange, failure]])),
  );
}

function whyNone(outcome: SeedOutcome | undefined): string {
  if (!outcome) return 'exchanges could not be asked: the log says why';
  const named = Object.entries(failuresIn(outcome.exchanges)).map(([name, failure]) => `${name}: ${failure}`);
  const more = named.length - MOST_NAMED;
  const shown = [...named.slice(0, MOST_NAMED), ...(more > 0 ? [`and ${more} more`] : [])];
  const all = outcome.exchanges.length;
  return `${named.length} of ${all} exchanges could not be asked${shown.length > 0 ? ` (${shown.join(', ')})` : ''}`;
}

function failedText(exchanges: readonly SeedExchange[]): string {
  const named = Object.entries(failuresIn(exchanges)).map(([exchange, failure]) => `${exchange}: ${failure}`);
  return (
    'nothing was stored, because most exchanges could not be asked' +
    (named.length > 0 ? ` (${named.join(', ')})` : '') +
    '; what others answered is kept: run it again'
  );
}
