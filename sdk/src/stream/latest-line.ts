import type { Line } from './line.ts';
import type { Queue } from './queue.ts';

interface LatestLineParts<T> {
  readonly queue: Queue<T>;
  /** Series whose newest record the service sends again after a reconnect; undefined if it never does. */
  readonly seriesOf: (record: T) => string | undefined;
  readonly onDropped: () => void;
  readonly conflates?: boolean;
}

/** Records where the newest suffice, or that have no history: a reader that is too slow loses the oldest. */
export class LatestLine<T extends { readonly timestamp: string }> implements Line<T> {
  readonly #parts: LatestLineParts<T>;
  readonly conflates: boolean;
  readonly #last = new Map<string, string>();

  constructor(parts: LatestLineParts<T>) {
    this.conflates = parts.conflates ?? false;
    this.#parts = parts;
  }

  deliver(record: T): void {
    const { queue, seriesOf, onDropped } = this.#parts;
    const series = seriesOf(record);
    if (series !== undefined) {
      if (record.timestamp <= (this.#last.get(series) ?? '')) return;
      this.#last.set(series, record.timestamp);
    }
    if (queue.push(record)) return;
    queue.dropOldest();
    if (queue.push(record)) onDropped();
  }

  fail(error: unknown): void {
    this.#parts.queue.end({ error });
  }
}
