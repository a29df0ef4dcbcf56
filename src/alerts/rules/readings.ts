import { flagsIn, maskOf, type Flag, type FlagMask } from '../../core/index-value.ts';
import { SECOND_MS, slotAtOrBefore, SLOT_MS, type Millis } from '../../core/time.ts';
import {
  decimalFromNumber,
  formatDecimal,
  formatNumber,
  roundToDecimals,
} from '../../core/numbers/decimal.ts';
import type {
  AlertCondition,
  AlertRule,
  DeviationCondition,
  ExchangeDownCondition,
  FlagCondition,
  LevelCondition,
  MoveCondition,
  StaleCondition,
} from './alert-rule.ts';
import { EMPTY_WINDOW, largestMove, percentChange, withPrice } from './price-window.ts';
import type { Observation, ObservedValue, RuleState } from './rule-state.ts';

/** Figures of an alert, as clients see them. */
export interface AlertFigures {
  readonly price?: string;
  readonly otherPrice?: string;
  /** Percent: of a move, or of the deviation of the first index from the other. */
  readonly change?: string;
  /** The instant that a move is measured from, or at which data was last seen. */
  readonly since?: Millis;
  /** All flags of the values in these figures. */
  readonly flags?: readonly Flag[];
  readonly missingSlots?: number;
  readonly damagedParts?: number;
}

/** What an observation says about a condition. */
export interface Reading {
  /** `between`: neither true nor, because of the hysteresis, over. */
  readonly outcome: 'true' | 'between' | 'over';
  readonly figures: AlertFigures;
  /** What the rule has to remember. */
  readonly memory?: Pick<RuleState, 'lastSeenAt' | 'window'>;
}

type Reader<C extends AlertCondition> = (
  condition: C,
  rule: AlertRule,
  state: RuleState,
  observation: Observation,
) => Reading | undefined;

/** Undefined if the observation says nothing: the slot has no value, or only a flagged one that the rule passes over. */
export function readingOf(rule: AlertRule, state: RuleState, observation: Observation): Reading | undefined {
  const { condition } = rule;
  switch (condition.type) {
    case 'ABOVE':
    case 'BELOW':
      return levelReading(condition, rule, state, observation);
    case 'MOVED':
      return moveReading(condition, rule, state, observation);
    case 'DEVIATION':
      return deviationReading(condition, rule, state, observation);
    case 'FLAG':
      return flagReading(condition, rule, state, observation);
    case 'STALE':
      return staleReading(condition, rule, state, observation);
    case 'EXCHANGE_DOWN':
      return exchangeReading(condition, rule, state, observation);
    case 'GAP': {
      const missingSlots = missingSlotsBefore(observation, rule.validFrom);
      return { outcome: missingSlots > 0 ? 'true' : 'over', figures: { missingSlots } };
    }
    case 'DAMAGE': {
      const { damagedParts } = observation;
      return { outcome: damagedParts > 0 ? 'true' : 'over', figures: { damagedParts } };
    }
  }
}

const levelReading: Reader<LevelCondition> = ({ type, index, threshold, hysteresis }, rule, _state, seen) => {
  const value = usableValue(rule, seen.valueOfIndex(index.indexId));
  if (!value) return undefined;
  const [level, back] = [Number(threshold), Number(hysteresis ?? 0)];
  const outcome =
    type === 'ABOVE'
      ? outcomeOf(value.price > level, value.price > exactly(level - back))
      : outcomeOf(value.price < level, value.price < exactly(level + back));
  return { outcome, figures: { price: formatNumber(value.price), ...flagFigures(value.flags) } };
};

const moveReading: Reader<MoveCondition> = (condition, rule, { window = EMPTY_WINDOW }, seen) => {
  const value = usableValue(rule, seen.valueOfIndex(condition.index.indexId));
  if (!value) return undefined;
  const { at } = seen;
  const next = withPrice(window, { ...value, at }, at - condition.withinSeconds * SECOND_MS);
  const move = largestMove(next)!;
  return {
    outcome: percentOutcome(move.percent, condition),
    figures: {
      price: formatNumber(value.price),
      change: percentText(move.percent),
      since: move.from.at,
      ...flagFigures(value.flags | move.from.flags),
    },
    memory: { window: next },
  };
};

const deviationReading: Reader<DeviationCondition> = (condition, rule, _state, seen) => {
  const value = usableValue(rule, seen.valueOfIndex(condition.index.indexId));
  const other = usableValue(rule, seen.valueOfIndex(condition.otherIndex.indexId));
  if (!value || !other) return undefined;
  const change = percentChange(other.price, value.price);
  return {
    outcome: percentOutcome(change, condition),
    figures: {
      price: formatNumber(value.price),
      otherPrice: formatNumber(other.price),
      change: percentText(change),
      ...flagFigures(value.flags | other.flags),
    },
  };
};

const flagReading: Reader<FlagCondition> = ({ index, flags }, _rule, _state, seen) => {
  const value = seen.valueOfIndex(index.indexId);
  if (!value) return undefined;
  const outcome = (value.flags & maskOf(...flags)) === 0 ? 'over' : 'true';
  return { outcome, figures: { price: formatNumber(value.price), ...flagFigures(value.flags) } };
};

const CARRIED = maskOf('CARRIED');

const staleReading: Reader<StaleCondition> = ({ index, forSeconds }, _rule, { lastSeenAt }, seen) => {
  const value = seen.valueOfIndex(index.indexId);
  const isNew = value !== undefined && (value.flags & CARRIED) === 0;
  return absence(isNew ? seen.at : lastSeenAt, forSeconds, seen.at);
};

const exchangeReading: Reader<ExchangeDownCondition> = (condition, _rule, { lastSeenAt }, seen) => {
  const { exchangeId, forSeconds } = condition;
  const times = [lastSeenAt, seen.exchangeSeenAt(exchangeId)].filter((at) => at !== undefined);
  return absence(times.length === 0 ? undefined : Math.max(...times), forSeconds, seen.at);
};

/** A rule that has not seen its data yet starts to count now. */
function absence(seenAt: Millis | undefined, forSeconds: number, now: Millis): Reading {
  const lastSeenAt = seenAt ?? now;
  const outcome = now - lastSeenAt >= forSeconds * SECOND_MS ? 'true' : 'over';
  return { outcome, figures: { since: lastSeenAt }, memory: { lastSeenAt } };
}

/** Between slots, one slot counts as late, not as missing. */
function missingSlotsBefore({ at, isSlot, previousSlot }: Observation, validFrom: Millis): number {
  if (previousSlot === undefined) return 0;
  const from = Math.max(previousSlot, validFrom);
  const to = isSlot ? at - 1 : slotAtOrBefore(at - SLOT_MS);
  return Math.max(0, Math.floor((to - from) / SLOT_MS));
}

function usableValue({ ignoreFlagged }: AlertRule, value: ObservedValue | undefined) {
  return ignoreFlagged && value && value.flags !== 0 ? undefined : value;
}

function percentOutcome(
  change: number,
  { percent, hysteresis }: { readonly percent: string; readonly hysteresis?: string },
): Reading['outcome'] {
  const [size, limit] = [Math.abs(change), Number(percent)];
  return outcomeOf(size >= limit, size >= exactly(limit - Number(hysteresis ?? 0)));
}

function outcomeOf(isTrue: boolean, isWithinHysteresis: boolean): Reading['outcome'] {
  if (isTrue) return 'true';
  return isWithinHysteresis ? 'between' : 'over';
}

/** Without the noise in the last digits that subtracting doubles leaves. */
function exactly(value: number): number {
  return Number(value.toPrecision(15));
}

const PERCENT_DECIMALS = 4;

function percentText(percent: number): string {
  return formatDecimal(roundToDecimals(decimalFromNumber(percent), PERCENT_DECIMALS));
}

function flagFigures(mask: FlagMask): Pick<AlertFigures, 'flags'> {
  return mask === 0 ? {} : { flags: flagsIn(mask) };
}
