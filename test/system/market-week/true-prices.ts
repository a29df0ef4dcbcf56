import { SLOT_MS, type Millis } from '../../../src/core/time.ts';
import { Random } from '../../../bench/support/integrity/random.ts';

/** Older prices are not needed. */
const KEPT_SLOTS = 240;
/** Volatility per slot, as fractions: a calm market of about 50 % a year, and one 8 times as fast. */
const CALM = 5e-4;
const OWN_CALM = 3e-4;
const FAST_TIMES = 8;
/** Share of the distance to its start that a price returns per slot, so that prices stay plausible for a week. */
const RETURNS = 2e-4;

/** Probability of an event, per slot. */
const FAST_BEGINS = 1 / 700;
const CRASH_BEGINS = 1 / 1500;
const OWN_MOVE_BEGINS = 1 / 150;
const DEPEG_BEGINS = 1 / 3000;

const DOLLARS = new Set(['USDT', 'USDC', 'BUSD', 'DAI', 'TUSD', 'USDP', 'PAX', 'HUSD', 'UST', 'USDD']);
const FIATS = new Set([
  'EUR',
  'GBP',
  'JPY',
  'KRW',
  'TRY',
  'BRL',
  'RUB',
  'AUD',
  'CAD',
  'CHF',
  'SGD',
  'UAH',
  'PLN',
  'IDR',
  'INR',
  'MXN',
  'ZAR',
  'HKD',
  'CNY',
  'THB',
  'VND',
  'NGN',
]);

/** A move that is spread over some slots. */
interface Move {
  readonly code: string | undefined;
  readonly perSlot: number;
  slots: number;
}

/**
 * The true US dollar prices of assets in each slot: calm and fast hours, crashes of the whole market by up to a fifth, jumps of
 * single assets by up to 40 %, stablecoins that lose their peg. A function of the seed.
 */
export class TruePrices {
  /** Fast moves and crashes so far. */
  events = 0;
  /** The newest slot. */
  upTo: Millis;
  readonly #random: Random;
  readonly #codes: readonly string[];
  /** Natural logarithms relative to the beginning, by index of the code. */
  readonly #drift: Float64Array;
  readonly #first: ReadonlyMap<string, number>;
  readonly #slots = new Map<Millis, ReadonlyMap<string, number>>();
  #moves: Move[] = [];
  #fastSlots = 0;

  constructor(first: ReadonlyMap<string, number>, seed: number, start: Millis) {
    this.#random = new Random(seed);
    this.#first = first;
    this.#codes = [...first.keys()];
    this.#drift = new Float64Array(this.#codes.length);
    // The time before the start was calm.
    for (let slot = start - 20 * SLOT_MS; slot <= start; slot += SLOT_MS) this.#slots.set(slot, first);
    this.upTo = start;
  }

  /** Called in order, once per slot. */
  advanceTo(slot: Millis): void {
    this.#begin();
    const common = this.#step(CALM);
    const values = new Map<string, number>();
    this.#codes.forEach((code, place) => {
      const own = this.#step(OWN_CALM);
      const moved = this.#moves.reduce(
        (sum, { code: of, perSlot }) =>
          sum + (of === code || (of === undefined && !isMoney(code)) ? perSlot : 0),
        0,
      );
      const walked = isMoney(code) ? own / 40 : common + own;
      if (code !== 'USD') this.#drift[place] = this.#drift[place]! * (1 - RETURNS) + walked + moved;
      values.set(code, this.#first.get(code)! * Math.exp(this.#drift[place]!));
    });
    this.#moves = this.#moves.filter((move) => --move.slots > 0);
    this.#fastSlots = Math.max(0, this.#fastSlots - 1);
    this.#slots.set(slot, values);
    this.upTo = slot;
    const oldest = this.#slots.keys().next().value!;
    if (this.#slots.size > KEPT_SLOTS) this.#slots.delete(oldest);
  }

  /** Undefined for a code that is not an asset of this world. */
  usdOf(code: string, slot: Millis): number | undefined {
    const values = this.#slots.get(slot);
    if (!values) throw new RangeError(`no prices at ${new Date(slot).toISOString()}`);
    return values.get(code);
  }

  #step(deviation: number): number {
    return this.#random.normal() * deviation * (this.#fastSlots > 0 ? FAST_TIMES : 1);
  }

  #begin(): void {
    const random = this.#random;
    if (random.chance(FAST_BEGINS)) {
      this.events += 1;
      this.#fastSlots = Math.round(random.between(10, 60));
    }
    if (random.chance(CRASH_BEGINS)) this.#move(undefined, random.between(-0.2, 0.1), random.between(1, 6));
    if (random.chance(OWN_MOVE_BEGINS)) {
      const code = this.#codes[Math.floor(random.next() * this.#codes.length)]!;
      if (!isMoney(code)) this.#move(code, random.between(-0.4, 0.4), random.between(1, 10));
    }
    if (random.chance(DEPEG_BEGINS)) {
      const dollars = this.#codes.filter((code) => DOLLARS.has(code));
      const code = dollars[Math.floor(random.next() * dollars.length)];
      if (code !== undefined) this.#move(code, random.between(-0.05, 0.005), random.between(5, 30));
    }
  }

  #move(code: string | undefined, total: number, slots: number): void {
    this.events += 1;
    const count = Math.max(1, Math.round(slots));
    this.#moves.push({ code, perSlot: Math.log(1 + total) / count, slots: count });
  }
}

function isMoney(code: string): boolean {
  return code === 'USD' || DOLLARS.has(code) || FIATS.has(code);
}
