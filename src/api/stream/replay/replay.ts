import type { Millis } from '../../../core/time.ts';
import type { Outbox } from '../frames/outbox.ts';
import type { OtherWork, ReplayScheduler } from './replay-scheduler.ts';
import type { MissedTicks, ReplayPages, MissedRange } from './replay-pages.ts';

const NOTHING = Buffer.alloc(0);

/** Missed ticks for one client, at the pace of its reading and within the shared limits. */
export class Replay {
  readonly #pages: ReplayPages;
  readonly #line: ReplayScheduler;

  constructor(pages: ReplayPages, line: ReplayScheduler) {
    this.#pages = pages;
    this.#line = line;
  }

  /** The first page of a range, once the client has read most of its data. Empty if it has disconnected. */
  async next(stretch: MissedRange, outbox: Outbox): Promise<MissedTicks> {
    await outbox.drained();
    return this.#line.run(async () =>
      outbox.closed ? { frames: NOTHING, count: 0, upTo: stretch.upTo } : this.#pages.read(stretch),
    );
  }

  /** The newest value of a series within a stretch. */
  newestIn(stretch: MissedRange): Promise<Millis | undefined> {
    return this.#line.run(() => this.#pages.newestIn(stretch));
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
