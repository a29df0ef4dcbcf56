import type { Millis } from '../../../core/time.ts';
import type { Outbox } from '../frames/outbox.ts';
import type { OthersAsk, ReplayLine } from './replay-line.ts';
import type { MissedTicks, ReplayPages, Stretch } from './replay-pages.ts';

const NOTHING = Buffer.alloc(0);

/** Missed ticks for the clients that ask, at the pace of its reading and within what all of them share. */
export class Replay {
  readonly #pages: ReplayPages;
  readonly #line: ReplayLine;

  constructor(pages: ReplayPages, line: ReplayLine) {
    this.#pages = pages;
    this.#line = line;
  }

  /** What a stretch begins with, once the client has read most of what it was sent. Nothing where it is gone. */
  async next(stretch: Stretch, outbox: Outbox): Promise<MissedTicks> {
    await outbox.drained();
    return this.#line.run(async () =>
      outbox.closed ? { frames: NOTHING, count: 0, upTo: stretch.upTo } : this.#pages.read(stretch),
    );
  }

  /** The newest value of a series within a stretch. */
  newestIn(stretch: Stretch): Promise<Millis | undefined> {
    return this.#line.run(() => this.#pages.newestIn(stretch));
  }

  /** Others have asked for something, and go first. */
  othersAsk(what: OthersAsk): void {
    this.#line.othersAsk(what);
  }

  /** Resolves when nothing is being read: for when every client has gone. */
  idle(): Promise<void> {
    return this.#line.idle();
  }
}
