import type { Millis } from '../../../core/time.ts';
import type { InFlightBudget } from '../frames/in-flight-budget.ts';
import type { Loop } from '../../../core/async/loop.ts';

/** Number of pages read at once: one may have to wait for the disk. */
const LANES = 4;
/** Time per turn of the event loop for missed ticks. */
const SLICE_MS = 5;
/** The same while a tick is sent. */
const SLICE_BESIDE_TICK_MS = 1;
/** Other requests have priority. */
export type OtherWork = 'request' | 'connection';
/**
 * In a turn with other requests, missed ticks get no slice, unless the last one was this long ago. Only one
 * connection is accepted per turn: while some wait, turns must be as short as possible.
 */
const MAX_WAIT_MS: Readonly<Record<OtherWork, Millis>> = { request: 20, connection: 100 };
/** Maximum unacknowledged bytes before missed ticks wait: a quarter of the limit for ticks. */
const FLIGHT_BYTES = 32 * 2 ** 20;

/**
 * Shares time and memory among all clients that catch up. Each requests one page at a time through this
 * queue, so that a turn of the event loop stays short, ticks and requests have priority, and few pages are
 * held at once.
 */
export class ReplayScheduler {
  readonly #loop: Loop;
  readonly #flight: InFlightBudget;
  readonly #tickUnderWay: () => boolean;
  readonly #line: (() => Promise<void>)[] = [];
  #lanes = 0;
  #sliceStart: Millis = -Infinity;
  /** A slice has begun in this turn. */
  #begun = false;
  /** How long missed ticks wait, since the last slice, because of other requests. */
  #waitMs: Millis = 0;
  #hasSlice = false;
  #nextTurn: (() => void)[] = [];
  #idle: (() => void)[] = [];

  constructor(loop: Loop, flight: InFlightBudget, tickUnderWay: () => boolean) {
    this.#loop = loop;
    this.#flight = flight;
    this.#tickUnderWay = tickUnderWay;
  }

  /** Runs the task in turn, after everything queued before. */
  run<Result>(task: () => Promise<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.#line.push(() => task().then(resolve, reject));
      if (this.#lanes < LANES) void this.#serve();
    });
  }

  /** For a task that does several things: resolves when there is time for the next. */
  async hasTime(): Promise<void> {
    while (!this.#isInSlice()) await this.#turn();
  }

  /** Another request arrived, which has priority. */
  deferForOthers(what: OtherWork): void {
    this.#waitMs = Math.max(this.#waitMs, MAX_WAIT_MS[what]);
  }

  /** Resolves when nothing is queued or running. */
  async idle(): Promise<void> {
    while (this.#lanes > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  async #serve(): Promise<void> {
    this.#lanes++;
    while (this.#line.length > 0) {
      if (this.#flight.bytes >= FLIGHT_BYTES) await this.#flight.drained(FLIGHT_BYTES);
      else if (this.#isInSlice()) await this.#line.shift()?.();
      else await this.#turn();
    }
    this.#lanes--;
    if (this.#lanes === 0) for (const wake of this.#idle.splice(0)) wake();
  }

  #turn(): Promise<void> {
    return new Promise((resolve) => this.#nextTurn.push(resolve));
  }

  #isInSlice(): boolean {
    const now = this.#loop.now();
    if (!this.#begun) this.#begin(now);
    if (!this.#hasSlice) return false;
    return now - this.#sliceStart < (this.#tickUnderWay() ? SLICE_BESIDE_TICK_MS : SLICE_MS);
  }

  #begin(now: Millis): void {
    this.#begun = true;
    this.#hasSlice = now - this.#sliceStart >= this.#waitMs;
    this.#waitMs = 0;
    if (this.#hasSlice) this.#sliceStart = now;
    this.#loop.nextTurn(() => {
      this.#begun = false;
      for (const wake of this.#nextTurn.splice(0)) wake();
    });
  }
}
