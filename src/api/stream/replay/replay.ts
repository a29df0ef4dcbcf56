import type { SeriesId } from '../../../core/index-value.ts';
import { HOUR_MS, type Millis } from '../../../core/time.ts';
import type { Outbox } from '../frames/outbox.ts';
import type { OtherWork, ReplayScheduler } from './replay-scheduler.ts';
import {
  slotsOf,
  type MissedTicks,
  type MissedSlots,
  type ReplayPage,
  type ReplayPages,
  type MissedRange,
} from './replay-pages.ts';

const NOTHING = Buffer.alloc(0);
const MAX_RESUME_MS = 24 * HOUR_MS;

/** The earliest instant from which a client may resume now. */
export function earliestResume(now: Millis): Millis {
  return now - MAX_RESUME_MS;
}

/** Why an earlier one is refused. */
export const TOO_LONG_AGO = 'may lie at most 24 hours back';

/** Missed ticks for one client, at the pace of its reading and within the shared limits. */
export class Replay {
  readonly #pages: ReplayPages;
  readonly #line: ReplayScheduler;

  constructor(pages: ReplayPages, line: ReplayScheduler) {
    this.#pages = pages;
    this.#line = line;
  }

  /** The first page of a range, once the client has read most of its data. Empty if it has disconnected. */
  async next(missed: MissedRange, outbox: Outbox): Promise<MissedTicks> {
    await outbox.drained();
    return this.#line.run(async () =>
      outbox.closed ? { frames: NOTHING, count: 0, upTo: missed.upTo } : this.#pages.read(missed),
    );
  }

  /** The first slots of a range with the values of several series, once the client has read most of its data. */
  async nextSlots(
    series: readonly SeriesId[],
    range: Omit<MissedRange, 'series'>,
    outbox: Outbox,
  ): Promise<MissedSlots> {
    await outbox.drained();
    const slots = this.#pages.slotsFor(series.length);
    return this.#line.run(async () => {
      const pages: ReplayPage[] = [];
      for (const each of series) {
        if (outbox.closed) return { slots: [], upTo: range.upTo };
        pages.push(await this.#pages.pageOf(each, range.after, slots));
        await this.#line.hasTime();
      }
      return slotsOf(pages, range);
    });
  }

  /** The newest value of a series within a range. */
  newestIn(missed: MissedRange): Promise<Millis | undefined> {
    return this.#line.run(() => this.#pages.newestIn(missed));
  }

  /** Another request arrived, which has priority. */
  deferForOthers(what: OtherWork): void {
    this.#line.deferForOthers(what);
  }

  /** Resolves when nothing is being read: for use after every client has disconnected. */
  idle(): Promise<void> {
    return this.#line.idle();
  }
}
