import { SECOND_MS, SLOT_MS, type Millis } from '../../core/time.ts';
import type { AlertRule } from './alert-rule.ts';
import { isAboutAbsence } from './rule-start.ts';
import type { Observation, RuleState } from './rule-state.ts';

/** In market time. */
export interface AbsenceLimits {
  /** If no slot is published for this long, rules about absence are evaluated without one, every second of real time. */
  readonly noSlotMs: Millis;
  /** A longer time without an evaluation was an absence of the evaluator. */
  readonly maxPauseMs: Millis;
  /** Values that were not published during an absence arrive within this time after it. */
  readonly quietMs: Millis;
}

/** `speed`: of market time. The work itself takes real time, so none of them is shorter than some seconds of that. */
export function absenceLimits(speed: number): AbsenceLimits {
  const second = SECOND_MS * speed;
  const noSlotMs = Math.max(2 * SLOT_MS, 2 * second);
  return {
    noSlotMs,
    maxPauseMs: noSlotMs + Math.max(SLOT_MS, 3 * second),
    quietMs: Math.max(3 * SLOT_MS, 3 * second),
  };
}

/**
 * Keeps rules about absence from firing because the evaluator itself was absent: the process did not run, or its store could not be
 * reached. Market time.
 */
export class OwnAbsence {
  readonly #limits: AbsenceLimits;
  #lastAt: Millis | undefined;
  #beganAt: Millis | undefined;
  #isOver = false;
  #quietUntil: Millis = -Infinity;

  /** `lastAt`: the newest slot of an earlier process. */
  constructor(lastAt: Millis | undefined, limits: AbsenceLimits) {
    this.#limits = limits;
    this.#lastAt = lastAt;
  }

  /** Call it with each observation before it is evaluated. */
  observe({ at, isSlot }: Pick<Observation, 'at' | 'isSlot'>): void {
    const isFirst = this.#beganAt === undefined;
    this.#beganAt ??= at;
    const hasPaused = (isFirst || !isSlot) && at - (this.#lastAt ?? at) > this.#limits.maxPauseMs;
    if (this.#isOver || hasPaused || (isFirst && !isSlot)) this.#quietUntil = at + this.#limits.quietMs;
    this.#isOver = false;
    this.#lastAt = Math.max(at, this.#lastAt ?? -Infinity);
  }

  /** Call it if the passing of time could not be evaluated. */
  failed(): void {
    this.#isOver = true;
  }

  /** The first observation. */
  get beganAt(): Millis {
    return this.#beganAt ?? -Infinity;
  }

  /** Whether the rule has to wait with firing. A published slot shows missing slots and tickers of exchanges as they are. */
  isQuiet(rule: AlertRule, { isFiring }: RuleState, { at, isSlot }: Observation): boolean {
    const { type } = rule.condition;
    if (isFiring || at >= this.#quietUntil || type === 'DAMAGE') return false;
    return type === 'STALE' || (!isSlot && isAboutAbsence(rule));
  }
}
