import { MINUTE_MS, SECOND_MS, type Millis } from '../../core/time.ts';
import type { AlertCondition, AlertRule } from './alert-rule.ts';
import { readingOf } from './readings.ts';
import type { Observation, RuleState } from './rule-state.ts';

/** After a restart, ticks that were published and not evaluated are evaluated from history: at most those of this time. */
const CATCH_UP_MS = 5 * MINUTE_MS;

/** What history has for a rule. */
export interface Past {
  readonly after: Millis;
  readonly upTo: Millis;
  readonly observations: readonly Observation[];
}

/** The state of a rule with its past, and the slots that it has missed. What it has seen before does not make it fire. */
export function begun(
  rule: AlertRule,
  { state, evaluatedAt }: { readonly state: RuleState; readonly evaluatedAt: Millis },
  { after, upTo, observations }: Past,
): { readonly missed: readonly Observation[]; readonly remembered: RuleState } {
  let remembered = state;
  if (rule.condition.type === 'STALE' && !state.isFiring)
    remembered = { ...state, lastSeenAt: absenceStart(rule, state, after, observations) };
  for (const observation of observations)
    if (observation.at <= evaluatedAt)
      remembered = { ...remembered, ...readingOf(rule, remembered, observation)?.memory };
  return { missed: observations.filter(({ at }) => at > evaluatedAt && at < upTo), remembered };
}

/** Rules that can fire and resolve while no slot is published. */
export function isAboutAbsence({ condition: { type } }: AlertRule): boolean {
  return type === 'STALE' || type === 'EXCHANGE_DOWN' || type === 'GAP' || type === 'DAMAGE';
}

/** The time that a rule needs: its window, and the slots that may not have been evaluated. */
export function readBackMs(condition: AlertCondition): Millis {
  const { withinSeconds = 0, forSeconds = 0 } = {
    withinSeconds: undefined,
    forSeconds: undefined,
    ...condition,
  };
  return Math.max(Math.max(withinSeconds, forSeconds) * SECOND_MS, CATCH_UP_MS);
}

/**
 * `lastSeenAt` is stored with events only, and tickers from before `beganAt` may be outdated. An exchange may have been seen since:
 * its absence counts from there. A rule that was created later counts from its first observation.
 */
export function startOf({ condition, validFrom }: AlertRule, stored: RuleState, beganAt: Millis): RuleState {
  if (condition.type !== 'EXCHANGE_DOWN' || stored.isFiring || validFrom > beganAt) return stored;
  return { ...stored, lastSeenAt: beganAt };
}

/**
 * From when a STALE rule counts if history after `after` has no new value: from there, but not before the rule existed or, if that
 * is earlier, the index had a value. The stored instant is that of the last event; it counts if it is later.
 */
function absenceStart(
  { validFrom }: AlertRule,
  { lastSeenAt = -Infinity }: RuleState,
  after: Millis,
  past: readonly Observation[],
): Millis {
  return Math.max(after, lastSeenAt, Math.min(validFrom, past[0]?.at ?? Infinity));
}
