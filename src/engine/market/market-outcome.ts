import { isReal, maskOf, type FlagMask } from '../../core/index-value.ts';
import type { Millis } from '../../core/time.ts';
import { NO_HOLD, type Hold } from './hold.ts';
import type { WeightedAverage } from './mwa.ts';
import type { QuietQuorum, Quorums } from './quorums.ts';

export const NO_FLAGS = 0;
export const SPLIT = maskOf('SPLIT');
export const SUSPECT = maskOf('SUSPECT');
export const CARRIED = maskOf('CARRIED');
export const THIN = maskOf('THIN');
export const SINGLE_SOURCE = maskOf('SINGLE_SOURCE');

/** The state that a market carries over to the next tick. */
export interface MarketMemory {
  /** The last value; 0 if there is none. */
  readonly price: number;
  readonly volume: number;
  readonly exchanges: number;
  /** When the last value was real. */
  readonly realAt: Millis;
  readonly hold: Hold;
  /** The slow average of its real values; 0 if there is none. */
  readonly anchor: number;
  /** The total trust of the exchanges of the last value. */
  readonly trust: number;
  /** Whether an exchange that is not of tier A could have set the last value. */
  readonly weak: boolean;
}

/** One row of the case table, with its intermediate results. */
export interface MarketOutcome {
  /** 0 means that there is no tick. */
  readonly price: number;
  readonly volume: number;
  readonly exchanges: number;
  readonly flags: FlagMask;
  readonly quorums: Quorums | undefined;
  /** Set for a market without a quorum whose prices are still clamped to a reference. */
  readonly quiet: QuietQuorum | undefined;
  readonly hold: Hold;
  /** Ticks of the current hold, or of the hold that ended at this tick. */
  readonly heldTicks: number;
  readonly anchor: number;
  readonly trust: number;
  readonly weak: boolean;
  /** How far one exchange could move the value without a flag, as a share of it; undefined if the rules do not define this. */
  readonly oneExchangeReach: number | undefined;
  /** Whether no ticker was accepted because all of them were read too long ago. */
  readonly isUnread: boolean;
}

export const NO_MEMORY: MarketMemory = {
  price: 0,
  volume: 0,
  exchanges: 0,
  realAt: 0,
  hold: NO_HOLD,
  anchor: 0,
  trust: 0,
  weak: false,
};

/** The state that the market carries over to the next tick. `realBefore`: when its last value was real. */
export function remember(outcome: MarketOutcome, realBefore: Millis, at: Millis): MarketMemory {
  const { price, volume, exchanges, flags, hold, anchor, trust, weak } = outcome;
  const realAt = price > 0 && isReal(flags) ? at : realBefore;
  return { price, volume, exchanges, hold, realAt, anchor, trust, weak };
}

/** Repeats the last value; no tick if there is none. */
export function kept(memory: MarketMemory, flags: FlagMask, hold: Hold, quorums?: Quorums): MarketOutcome {
  const { price, volume, exchanges, anchor, trust, weak } = memory;
  return {
    price,
    volume,
    exchanges,
    flags: price > 0 ? flags : NO_FLAGS,
    quorums,
    quiet: undefined,
    hold,
    heldTicks: hold.ticks,
    anchor,
    trust,
    weak,
    oneExchangeReach: undefined,
    isUnread: false,
  };
}

/** A value of this tick. */
export function real(
  { price, volume, exchanges, trust, untrusted }: WeightedAverage,
  flags: FlagMask,
  hold: Hold,
  anchor: number,
  quorums?: Quorums,
  weak = isWeak(flags, untrusted),
): MarketOutcome {
  return {
    price,
    volume,
    exchanges,
    flags,
    quorums,
    quiet: undefined,
    hold,
    heldTicks: hold.ticks,
    anchor,
    trust,
    weak,
    oneExchangeReach: undefined,
    isUnread: false,
  };
}

/** Whether a real value came from a thin market with an exchange that is not of tier A. */
export function isWeak(flags: FlagMask, untrusted: boolean): boolean {
  return untrusted && (flags & (THIN | SINGLE_SOURCE)) !== 0;
}
