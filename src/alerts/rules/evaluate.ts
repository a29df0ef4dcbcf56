import { SECOND_MS, type Millis } from '../../core/time.ts';
import type { AlertRule } from './alert-rule.ts';
import { readingOf, type AlertFigures } from './readings.ts';
import type { Observation, RuleState } from './rule-state.ts';

/** An alert that begins or ends. */
export interface AlertEvent {
  readonly kind: 'fired' | 'resolved';
  readonly at: Millis;
  /** Slot in which the alert fired. */
  readonly firedAt: Millis;
  readonly figures: AlertFigures;
}

interface Evaluation {
  readonly state: RuleState;
  readonly event?: AlertEvent;
}

/**
 * Evaluates a rule on an observation. A function of its arguments alone.
 *
 * - An alert fires when the condition is true and the rule is enabled, not silenced, and not within its cool-down. If the condition
 *   is still true when silence or cool-down ends, the alert fires then.
 * - It resolves when the condition is over, by its hysteresis, also during silence or cool-down, so that no receiver keeps an
 *   alert open.
 * - An observation that says nothing about the condition changes nothing.
 */
export function evaluate(rule: AlertRule, state: RuleState, observation: Observation): Evaluation {
  const reading = readingOf(rule, state, observation);
  if (!reading) return { state };
  const { outcome, figures, memory } = reading;
  const { at } = observation;
  const remembered = memory ? { ...state, ...memory } : state;
  if (!state.isFiring && outcome === 'true' && mayFire(rule, state, at))
    return {
      state: { ...remembered, isFiring: true, firedAt: at },
      event: { kind: 'fired', at, firedAt: at, figures },
    };
  if (state.isFiring && outcome === 'over')
    return {
      state: { ...remembered, isFiring: false },
      event: { kind: 'resolved', at, firedAt: state.firedAt ?? at, figures },
    };
  return { state: remembered };
}

function mayFire({ enabled, silencedUntil, cooldownSeconds }: AlertRule, { firedAt }: RuleState, at: Millis) {
  const isSilenced = silencedUntil !== undefined && at < silencedUntil;
  const isCoolingDown = firedAt !== undefined && at < firedAt + cooldownSeconds * SECOND_MS;
  return enabled && !isSilenced && !isCoolingDown;
}
