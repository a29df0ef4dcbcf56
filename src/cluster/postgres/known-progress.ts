import type { Session } from './database.ts';
import { StoreOutdated } from './store-away.ts';

/** How far the writers of a database have come. Neither number ever decreases in one database. */
export interface Progress {
  /** Fence number of the newest writer. */
  readonly fence: number;
  /** Undefined before the first tick. */
  readonly lastSlot: number | undefined;
}

export const PROGRESS_COLUMNS =
  '(select number from fence) as fence, (select last_slot from tick_progress) as last_slot';

export function progressOf({ fence, last_slot }: Readonly<Record<string, unknown>>): Progress {
  if (fence === undefined) throw new Error('the statement does not select the progress of the database');
  return { fence: Number(fence), lastSlot: (last_slot as number | null) ?? undefined };
}

export function isBehind(progress: Progress, known: Progress): boolean {
  if (progress.fence !== known.fence) return progress.fence < known.fence;
  return (progress.lastSlot ?? -Infinity) < (known.lastSlot ?? -Infinity);
}

/** The furthest progress that any read of this process has shown. A database that is behind it is a former primary, or was restored. */
export class KnownProgress {
  #newest: Progress | undefined;
  /** The newest slot published since that fence was first seen. Ticks are stored before they are published. */
  #published = -Infinity;

  /** For a read that begins now: its snapshot is at least as new as all that were read before, unless it is of another database. */
  isOutdated(): (progress: Progress) => boolean {
    const known = this.#newest;
    return (progress) => known !== undefined && isBehind(progress, known);
  }

  /** Like `isOutdated`, but the returned function reads the progress itself, counts published ticks, and throws `StoreOutdated`. */
  check(): (session: Session) => Promise<void> {
    const isOutdated = this.isOutdated();
    const [fence, published] = [this.#newest?.fence, this.#published];
    return async (session) => {
      const [row] = await session.rows(`select ${PROGRESS_COLUMNS}`);
      const progress = progressOf(row!);
      const lacksPublished = progress.fence === fence && (progress.lastSlot ?? -Infinity) < published;
      if (isOutdated(progress) || lacksPublished) throw new StoreOutdated();
      this.note(progress);
    };
  }

  note(progress: Progress): void {
    if (this.#newest && isBehind(progress, this.#newest)) return;
    // A new writer may have found that the store has lost published ticks.
    if (progress.fence !== this.#newest?.fence) this.#published = -Infinity;
    this.#newest = { fence: progress.fence, lastSlot: progress.lastSlot };
  }

  published(slot: number): void {
    this.#published = Math.max(this.#published, slot);
  }
}
