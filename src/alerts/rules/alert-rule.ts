import { ALERT_TYPES, FIELDS_OF_TYPE, type AlertType } from '../../contract/records/alert.ts';
import { TICKER_SCOPES, type Scope } from '../../contract/scopes.ts';
import type { Flag, SeriesId } from '../../core/index-value.ts';
import type { Millis } from '../../core/time.ts';

/** An index, and the name with which the client asked for it. */
export interface WatchedIndex extends SeriesId {
  readonly name?: string;
}

/** What has to be true for an alert to fire. Quantities are texts, as the client wrote them. */
export type AlertCondition =
  | LevelCondition
  | MoveCondition
  | DeviationCondition
  | FlagCondition
  | StaleCondition
  | ExchangeDownCondition
  | { readonly type: 'GAP' | 'DAMAGE' };

/** The price is above, or below, a level. */
export interface LevelCondition {
  readonly type: 'ABOVE' | 'BELOW';
  readonly index: WatchedIndex;
  readonly threshold: string;
  /** How far back behind the threshold the price has to go before the alert resolves. */
  readonly hysteresis?: string;
}

/** The price differs by a percentage from a price of the trailing window. */
export interface MoveCondition {
  readonly type: 'MOVED';
  readonly index: WatchedIndex;
  readonly percent: string;
  readonly withinSeconds: number;
  /** In percentage points. */
  readonly hysteresis?: string;
}

/** Two indices of one tick differ by a percentage. */
export interface DeviationCondition {
  readonly type: 'DEVIATION';
  readonly index: WatchedIndex;
  readonly otherIndex: WatchedIndex;
  readonly percent: string;
  /** In percentage points. */
  readonly hysteresis?: string;
}

/** The value carries any of these flags. */
export interface FlagCondition {
  readonly type: 'FLAG';
  readonly index: WatchedIndex;
  readonly flags: readonly Flag[];
}

/** The index has had no new value for this long. A carried value is not new. */
export interface StaleCondition {
  readonly type: 'STALE';
  readonly index: WatchedIndex;
  readonly forSeconds: number;
}

/** The exchange has delivered no ticker for this long. */
export interface ExchangeDownCondition {
  readonly type: 'EXCHANGE_DOWN';
  readonly exchangeId: string;
  readonly forSeconds: number;
}

/** A client's rule. Rules are immutable: a change makes a new object with the same id. */
export interface AlertRule {
  readonly id: string;
  readonly clientId: string;
  readonly name?: string;
  readonly condition: AlertCondition;
  /** Whether a value with a flag is passed over, as if the slot had no value. */
  readonly ignoreFlagged: boolean;
  /** After an alert has fired, it does not fire again for this long. */
  readonly cooldownSeconds: number;
  /** Market time until which it does not fire. */
  readonly silencedUntil?: Millis;
  readonly enabled: boolean;
  readonly endpointIds: readonly string[];
  readonly createdAt: Millis;
  /** Market time of the last change of its condition: earlier ticks are not evaluated. */
  readonly validFrom: Millis;
}

/** The indices that a condition reads. */
export function indicesOf(condition: AlertCondition): readonly WatchedIndex[] {
  if (condition.type === 'DEVIATION') return [condition.index, condition.otherIndex];
  return 'index' in condition ? [condition.index] : [];
}

/** The scopes of the data that a condition reads. A client needs all of them. */
export function scopesOf(condition: AlertCondition): readonly Scope[] {
  if (condition.type === 'GAP' || condition.type === 'DAMAGE') return ['read:operations'];
  if (condition.type === 'EXCHANGE_DOWN') return ['read:exchange-ticker'];
  return [...new Set(indicesOf(condition).map(({ indexType }) => TICKER_SCOPES[indexType]))];
}

/** The members that a condition of this type has in any case. */
export function requiredMembersOf(type: AlertType): readonly string[] {
  return FIELDS_OF_TYPE[type].required;
}

export function isAlertType(value: unknown): value is AlertType {
  return (ALERT_TYPES as readonly unknown[]).includes(value);
}
