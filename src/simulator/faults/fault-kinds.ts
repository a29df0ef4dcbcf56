import {
  decimalFromNumber,
  formatDecimal,
  multiplyDecimals,
  parseDecimal,
  roundToSignificant,
  ZERO,
  type Decimal,
} from '../../core/numbers/decimal.ts';
import type { ExchangeTick } from '../../core/tick.ts';
import { HOUR_MS, MINUTE_MS, SLOT_MS, type Millis } from '../../core/time.ts';
import { below, rehash } from '../hash.ts';

/** Random details of one fault. */
export interface FaultDetail {
  /** Prices (WRONG_UNIT) or volumes (WASH_VOLUME) are multiplied by this. */
  readonly factor?: number;
  /** The price is given as quote / base instead of base / quote. */
  readonly inverted?: true;
}

/** Active for from <= slot < to. */
export interface FaultSpan extends FaultDetail {
  readonly from: Millis;
  readonly to: Millis;
}

/** The ticker of one market at a slot; undefined if the exchange shows none. */
export type Show = (slot: Millis) => ExchangeTick | undefined;

/** A kind of exchange fault. Time is divided into windows; in each window it hits each possible target at most once. */
export interface FaultKind {
  /** Whether it hits a whole exchange or one of its listings. */
  readonly scope: 'exchange' | 'listing';
  readonly windowMs: Millis;
  /** Probability per window, at a fault rate of 1. */
  readonly chance: number;
  readonly shortestMs: Millis;
  readonly longestMs: Millis;
  readonly silencesTrades: boolean;
  readonly detail: (hash: number) => FaultDetail;
  /** The ticker at `slot` under the fault, derived from the ticker without it. */
  readonly distort: (show: Show, slot: Millis, fault: FaultSpan) => ExchangeTick | undefined;
}

/** The exchange delivers nothing. About one exchange of the full world at any moment. */
const outage: FaultKind = {
  scope: 'exchange',
  windowMs: 6 * HOUR_MS,
  chance: 0.1,
  shortestMs: MINUTE_MS,
  longestMs: 30 * MINUTE_MS,
  silencesTrades: true,
  detail: () => ({}),
  distort: () => undefined,
};

/** The exchange repeats the same values, while `lastMoved` makes them look new. About one exchange at any moment. */
const frozenFeed: FaultKind = {
  scope: 'exchange',
  windowMs: 12 * HOUR_MS,
  chance: 0.1,
  shortestMs: 2 * MINUTE_MS,
  longestMs: 60 * MINUTE_MS,
  silencesTrades: true,
  detail: () => ({}),
  distort(show, slot, { from }) {
    const frozenAt = from - SLOT_MS;
    const frozen = show(frozenAt);
    return frozen && { ...frozen, lastMoved: frozen.lastMoved + slot - frozenAt };
  },
};

/** Price in cents, in hundreds, or upside down. About ten listings of the full world at any moment. */
const wrongUnit: FaultKind = {
  scope: 'listing',
  windowMs: 24 * HOUR_MS,
  chance: 0.0145,
  shortestMs: 5 * MINUTE_MS,
  longestMs: 60 * MINUTE_MS,
  silencesTrades: false,
  detail: (hash) => ([{ factor: 100 }, { factor: 0.01 }, { inverted: true }] as const)[below(hash, 3)] ?? {},
  distort(show, slot, { factor }) {
    const tick = show(slot);
    if (!tick) return undefined;
    if (factor === undefined) return invertedTick(tick);
    const { bid, ask, last } = tick;
    const prices = {
      last: times(last, factor),
      ...(bid && ask && { bid: times(bid, factor), ask: times(ask, factor) }),
    };
    return { ...tick, ...prices };
  },
};

/** Wash trading: ten to fifty times the volume. About one listing in a hundred. */
const washVolume: FaultKind = {
  scope: 'listing',
  windowMs: 96 * HOUR_MS,
  chance: 0.036,
  shortestMs: 6 * HOUR_MS,
  longestMs: 48 * HOUR_MS,
  silencesTrades: false,
  detail: (hash) => ({ factor: 10 + below(rehash(hash), 41) }),
  distort(show, slot, { factor = 1 }) {
    const tick = show(slot);
    return tick && { ...tick, volume: times(tick.volume ?? '0', factor) };
  },
};

/** All kinds of faults. Faults of listings come first; faults of exchanges apply to their result. */
export const FAULT_KINDS = {
  WRONG_UNIT: wrongUnit,
  WASH_VOLUME: washVolume,
  FROZEN_FEED: frozenFeed,
  OUTAGE: outage,
} as const satisfies Readonly<Record<string, FaultKind>>;

export type FaultName = keyof typeof FAULT_KINDS;

const read = (text: string): Decimal => parseDecimal(text) ?? ZERO;

function times(text: string, factor: number): string {
  return formatDecimal(multiplyDecimals(read(text), decimalFromNumber(factor)));
}

const INVERSE_DIGITS = 8;

function invertedTick(tick: ExchangeTick): ExchangeTick {
  const inverse = (text: string) =>
    formatDecimal(roundToSignificant(decimalFromNumber(1 / Number(text)), INVERSE_DIGITS));
  const { bid, ask, last } = tick;
  return { ...tick, last: inverse(last), ...(bid && ask && { bid: inverse(ask), ask: inverse(bid) }) };
}
