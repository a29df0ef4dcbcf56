import type { Millis } from '../../../core/time.ts';
import type { Flight } from '../frames/flight.ts';
import type { Loop } from '../../../core/async/loop.ts';

/** So many pages are read at once: one may have to wait for the disk. */
const LANES = 4;
/** Of each turn of the loop, missed ticks may take so long. */
const SLICE_MS = 5;
/** The same while a tick goes out. */
const SLICE_BESIDE_TICK_MS = 1;
/** What others ask for goes first. */
export type OthersAsk = 'request' | 'connection';
/**
 * A turn in which others have asked for something has no slice, unless the last one was so long ago. Only one connection
 * is accepted in each turn: while some wait, turns must be as short as can be.
 */
const MOST_WAIT_MS: Readonly<Record<OthersAsk, Millis>> = { request: 20, connection: 100 };
/** So much may be on its way to all clients before missed ticks wait: a quarter of what ticks may use. */
const FLIGHT_BYTES = 32 * 2 ** 20;

/**
 * What all who catch up share: time and memory. Each asks for a page at a time and stands in line for it, so that
 * however many they are, a turn of the loop stays short, ticks and requests go first, and few pages are held at once.
 */
export class ReplayLine {
  readonly #loop: Loop;
  readonly #flight: Flight;
  readonly #tickUnderWay: () => boolean;
  readonly #line: (() => Promise<void>)[] = [];
  #lanes = 0;
  #sliceStart: Millis = -Infinity;
  /** A slice has begun and the next turn has not. */
  #begun = false;
  /** So long missed ticks wait, from the last slice on, for what others have asked for since then. */
  #waitMs: Millis = 0;
  #hasSlice = false;
  #nextTurn: (() => void)[] = [];
  #idle: (() => void)[] = [];

  constructor(loop: Loop, flight: Flight, tickUnderWay: () => boolean) {
    this.#loop = loop;
    this.#flight = flight;
    this.#tickUnderWay = tickUnderWay;
  }

  /** Carries it out when its turn comes, after everything that is in line. */
  run<Result>(task: () => Promise<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.#line.push(() => task().then(resolve, reject));
      if (this.#lanes < LANES) void this.#serve();
    });
  }

  /** Others have asked for something, and go first. */
  othersAsk(what: OthersAsk): void {
    this.#waitMs = Math.max(this.#waitMs, MOST_WAIT_MS[what]);
  }

  /** Resolves when nothing is in line or under way. */
  async idle(): Promise<void> {
    while (this.#lanes > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  async #serve(): Promise<void> {
    this.#lanes++;
    while (this.#line.length > 0) {
      if (this.#flight.bytes >= FLIGHT_BYTES) await this.#flight.drained(FLIGHT_BYTES);
      else if (this.#hasTime()) await this.#line.shift()?.();
      else await new Promise<void>((resolve) => this.#nextTurn.push(resolve));
    }
    this.#lanes--;
    if (this.#lanes === 0) for (const wake of this.#idle.splice(0)) wake();
  }

  #hasTime(): boolean {
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
