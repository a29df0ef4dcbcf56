import { SLOT_MS, type Millis } from '../../core/time.ts';
import type { AlertRule } from './alert-rule.ts';
import { isAboutAbsence } from './rule-start.ts';
import type { Observation, RuleState } from './rule-state.ts';

/** While the service publishes nothing, rules are evaluated every second after two slots. A longer time without was an absence. */
const MAX_PAUSE_MS = 3 * SLOT_MS;
/** Values that were not published during an absence arrive within this time after it. */
const QUIET_MS = 3 * SLOT_MS;

/**
 * Keeps rules about absence from firing because the evaluator itself was absent: the process did not run, or its store could not be
 * reached. Market time.
 */
export class OwnAbsence {
  #lastAt: Millis | undefined;
  #beganAt: Millis | undefined;
  #isOver = false;
  #quietUntil: Millis = -Infinity;

  /** `lastAt`: the newest slot of an earlier process. */
  constructor(lastAt: Millis | undefined) {
    this.#lastAt = lastAt;
  }

  /** Call it with each observation before it is evaluated. */
  observe({ at, isSlot }: Pick<Observation, 'at' | 'isSlot'>): void {
    const isFirst = this.#beganAt === undefined;
    this.#beganAt ??= at;
    const hasPaused = (isFirst || !isSlot) && at - (this.#lastAt ?? at) > MAX_PAUSE_MS;
    if (this.#isOver || hasPaused || (isFirst && !isSlot)) this.#quietUntil = at + QUIET_MS;
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
