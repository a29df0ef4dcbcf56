import { ScaledClock, type Clock } from '../core/clock.ts';
import { SLOT_MS, type Millis } from '../core/time.ts';
import type { TickerRefresh } from '../latest/ticker-refresh.ts';
import type { TickerSheet } from '../latest/ticker-sheet.ts';
import { CUT_OFF_MS, type Source, type SourceEvent } from '../sources/source.ts';

export interface TickLoopParts {
  readonly source: Source;
  /** Market time. A ScaledClock is held at each slot until it is published. */
  readonly clock: Clock;
  readonly sheet: TickerSheet;
  readonly publish: (refresh: TickerRefresh) => void;
}

/**
 * Turns what a source delivers into one refresh for each slot: the input is cut off at t - 2 s, prepared, and published
 * at t, never before.
 */
export class TickLoop {
  readonly #parts: TickLoopParts;

  constructor(parts: TickLoopParts) {
    this.#parts = parts;
  }

  /** Publishes a slot that has already passed, so that a first request finds something. */
  publishPassed(slot: Millis, events: Iterable<SourceEvent>): void {
    for (const event of events) this.#collect(event);
    this.#publish(this.#parts.sheet.publish(slot));
  }

  /** Until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    for await (const event of this.#parts.source.events(signal)) {
      this.#collect(event);
      if (event.kind !== 'watermark') continue;
      const refresh = this.#parts.sheet.publish(event.at + CUT_OFF_MS);
      if (!(await this.#reaches(refresh.at, signal))) return;
      this.#publish(refresh);
    }
  }

  #collect(event: SourceEvent): void {
    if (event.kind === 'ticks') this.#parts.sheet.collect(event.ticks);
  }

  #publish(refresh: TickerRefresh): void {
    this.#parts.publish(refresh);
    if (this.#parts.clock instanceof ScaledClock) this.#parts.clock.hold(refresh.at + SLOT_MS);
  }

  /** False when the signal ended the waiting. */
  async #reaches(at: Millis, signal: AbortSignal): Promise<boolean> {
    try {
      await this.#parts.clock.waitUntil(at, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    return !signal.aborted;
  }
}
