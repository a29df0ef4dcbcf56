import type { Flight } from './flight.ts';
import type { Loop } from './loop.ts';

/** So many pages are read at once: one may have to wait for the disk. */
const LANES = 4;
/** Of each turn of the loop, missed ticks may take so long. */
const SLICE_MS = 5;
/** The same while a tick goes out. */
const SLICE_BESIDE_TICK_MS = 1;
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
  #sliceStart = 0;
  /** A slice has begun and the next turn has not. */
  #begun = false;
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

  /** Resolves when nothing is in line or under way. */
  async idle(): Promise<void> {
    while (this.#lanes > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  async #serve(): Promise<void> {
    this.#lanes++;
    for (let task = this.#line.shift(); task; task = this.#line.shift()) {
      await this.#turn();
      await task();
    }
    this.#lanes--;
    if (this.#lanes === 0) for (const wake of this.#idle.splice(0)) wake();
  }

  async #turn(): Promise<void> {
    for (;;) {
      if (this.#flight.bytes >= FLIGHT_BYTES) await this.#flight.room(FLIGHT_BYTES);
      else if (this.#hasTime()) return;
      else await new Promise<void>((resolve) => this.#nextTurn.push(resolve));
    }
  }

  /** Each turn does something. */
  #hasTime(): boolean {
    if (this.#begun) {
      const most = this.#tickUnderWay() ? SLICE_BESIDE_TICK_MS : SLICE_MS;
      return this.#loop.now() - this.#sliceStart < most;
    }
    this.#begun = true;
    this.#sliceStart = this.#loop.now();
    this.#loop.nextTurn(() => {
      this.#begun = false;
      for (const wake of this.#nextTurn.splice(0)) wake();
    });
    return true;
  }
}
