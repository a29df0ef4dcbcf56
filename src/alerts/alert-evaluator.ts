import type { SeriesId } from '../core/index-value.ts';
import { MINUTE_MS, SECOND_MS, SLOT_MS, type Millis } from '../core/time.ts';
import { deadIn, deliveriesOf, messageOf } from './messages.ts';
import { indicesOf, type AlertCondition, type AlertRule } from './rules/alert-rule.ts';
import { evaluate, type AlertEvent } from './rules/evaluate.ts';
import type { PricePoint } from './rules/price-window.ts';
import type { AlertMessage, RaisedAlert } from './rules/raised-alert.ts';
import { readingOf } from './rules/readings.ts';
import { NEW_STATE, type Observation, type ObservedValue, type RuleState } from './rules/rule-state.ts';
import type { AlertChange, AlertReader, AlertStore, Decision, Delivery } from './store/alert-store.ts';

/** A published slot, or the passing of time, without what the evaluator adds. */
export type Observed = Omit<Observation, 'previousSlot'>;

interface AlertEvaluatorParts {
  readonly store: AlertStore;
  /** Stored values of a series after an instant and up to another one, in chronological order. */
  readonly readValues: (series: SeriesId, after: Millis, upTo: Millis) => Promise<readonly PricePoint[]>;
  /** Wall time. */
  readonly now: () => Millis;
  readonly newId: () => string;
  /** Name of the source, if its data are not live. */
  readonly source: string | undefined;
  /** The newest slot that was published before, also if it was not evaluated. */
  readonly publishedBefore?: Millis | undefined;
  /** Whether the client exists. The rules of others are not evaluated. */
  readonly isClient: (clientId: string) => boolean;
  /** Called for each message that could not be put into the queue of its endpoint, once that is durable. */
  readonly onDead: (delivery: Delivery) => void;
  /** Called with the alerts of an observation, once they are durable. */
  readonly onRaised: (raised: readonly RaisedAlert[]) => void;
  /** Called if an observation could not be stored: the next one is evaluated as if it had not been. */
  readonly failed: (error: unknown) => void;
}

/** After a restart, ticks that were published and not evaluated are evaluated from history: at most those of this time. */
const CATCH_UP_MS = 5 * MINUTE_MS;

interface Followed {
  readonly validFrom: Millis;
  state: RuleState;
  /** The newest observation that it has seen. */
  seenAt: Millis;
  /** Observations that wait until its past has been read; undefined when it has been. */
  waiting: Observation[] | undefined;
}

/** Evaluates all rules on each observation, and puts their messages into the outbox. The first commit follows the first call. */
export class AlertEvaluator {
  readonly #parts: AlertEvaluatorParts;
  readonly #followed = new Map<string, Followed>();
  #lastSlot: Millis | undefined;

  constructor(parts: AlertEvaluatorParts) {
    this.#parts = parts;
    const known = [parts.store.records.evaluatedAt, parts.publishedBefore].filter((at) => at !== undefined);
    this.#lastSlot = known.length === 0 ? undefined : Math.max(...known);
  }

  /** The newest slot that was evaluated; undefined before the first. */
  get lastSlot(): Millis | undefined {
    return this.#lastSlot;
  }

  /** Resolves when the alerts of the observation are durable, or the failure is reported. Never rejects. */
  async observe(observed: Observed): Promise<void> {
    const observation = { ...observed, previousSlot: this.#lastSlot };
    if (observed.isSlot) this.#lastSlot = Math.max(observed.at, this.#lastSlot ?? -Infinity);
    await this.#commit((records) => {
      this.#forgetRemoved(records);
      const evaluated = [...records.rules()]
        .filter(({ clientId }) => this.#parts.isClient(clientId))
        .flatMap((rule) => this.#evaluate(rule, [observation]) ?? []);
      return { evaluated, upTo: observed.isSlot ? observed.at : undefined };
    });
  }

  async #commit(
    run: (records: AlertReader) => {
      readonly evaluated: readonly Evaluated[];
      readonly upTo?: Millis | undefined;
    },
  ): Promise<void> {
    const { store, onDead, onRaised, failed } = this.#parts;
    try {
      const { evaluated, dead } = await store.commit((records): Decision<Committed> => {
        const done = run(records);
        const changes = this.#changesOf(done, records);
        return { changes, result: { evaluated: done.evaluated, dead: deadIn(changes) } };
      });
      for (const { followed, state } of evaluated) followed.state = state;
      const raised = evaluated.flatMap(({ rule, events }) =>
        events.map((event) => ({ rule, message: this.#messageOf(rule, event) })),
      );
      if (raised.length > 0) onRaised(raised);
      for (const delivery of dead) onDead(delivery);
    } catch (error) {
      failed(error);
    }
  }

  /** Undefined for a rule that has to wait for its past. */
  #evaluate(rule: AlertRule, observations: readonly Observation[]): Evaluated | undefined {
    const followed = this.#followedOf(rule);
    if (followed.waiting) {
      followed.waiting.push(...observations);
      return undefined;
    }
    let { state } = followed;
    const events: AlertEvent[] = [];
    for (const observation of observations) {
      if (observation.at <= followed.seenAt) continue;
      followed.seenAt = observation.at;
      const outcome = evaluate(rule, state, observation);
      state = outcome.state;
      if (outcome.event) events.push(outcome.event);
    }
    // What it remembers counts even if the events cannot be stored; whether it fires does not.
    const { lastSeenAt, window } = state;
    followed.state = {
      ...followed.state,
      ...(lastSeenAt !== undefined && { lastSeenAt }),
      ...(window && { window }),
    };
    return { rule, followed, state, events };
  }

  #changesOf(
    { evaluated, upTo }: { readonly evaluated: readonly Evaluated[]; readonly upTo?: Millis | undefined },
    records: AlertReader,
  ): AlertChange[] {
    const { now, newId } = this.#parts;
    const changes = evaluated.flatMap(({ rule, state, events }): AlertChange[] => {
      if (events.length === 0) return [];
      const messages = events.map((event) => this.#messageOf(rule, event));
      const outbox = { now: now(), newId };
      const deliveries = messages.flatMap((message) => deliveriesOf(rule, message, records, outbox));
      const { window: _window, ...stored } = state;
      return [
        { put: 'state', ruleId: rule.id, state: stored },
        ...deliveries.map((delivery): AlertChange => ({ put: 'delivery', delivery })),
      ];
    });
    if (upTo !== undefined && evaluated.length > 0) changes.push({ put: 'evaluated', at: upTo });
    return changes;
  }

  #messageOf(rule: AlertRule, event: AlertEvent): AlertMessage {
    return messageOf(rule, event, { source: this.#parts.source });
  }

  #forgetRemoved(records: AlertReader): void {
    for (const id of this.#followed.keys()) if (!records.rule(id)) this.#followed.delete(id);
  }

  /** A new or changed rule starts with its stored state, and waits for its past if it reads indices. */
  #followedOf(rule: AlertRule): Followed {
    const known = this.#followed.get(rule.id);
    if (known?.validFrom === rule.validFrom) return known;
    const { records } = this.#parts.store;
    const followed: Followed = {
      validFrom: rule.validFrom,
      state: startOf(rule, records.stateOf(rule.id) ?? NEW_STATE),
      seenAt: -Infinity,
      waiting: undefined,
    };
    this.#followed.set(rule.id, followed);
    if (indicesOf(rule.condition).length > 0) {
      followed.waiting = [];
      void this.#readPast(rule, followed, records.evaluatedAt ?? Infinity);
    }
    return followed;
  }

  async #readPast(rule: AlertRule, followed: Followed, evaluatedAt: Millis): Promise<void> {
    // Observations that arrived while the rule was first seen are in the list after this.
    await Promise.resolve();
    const upTo = followed.waiting?.[0]?.at ?? -Infinity;
    let after = upTo;
    let past: readonly Observation[] = [];
    try {
      const wanted = upTo - readBackMs(rule.condition) - SLOT_MS;
      past = await this.#pastOf(rule, wanted, upTo);
      after = wanted;
    } catch (error) {
      this.#parts.failed(error);
    }
    await this.#commit((records) => {
      const arrived = followed.waiting ?? [];
      followed.waiting = undefined;
      if (this.#followed.get(rule.id) !== followed) return { evaluated: [] };
      const current = records.rule(rule.id);
      if (!current) return { evaluated: [] };
      if (current.condition.type === 'STALE' && !followed.state.isFiring)
        followed.state = {
          ...followed.state,
          lastSeenAt: absenceStart(current, followed.state, after, past),
        };
      const evaluateAfter = Math.max(evaluatedAt, rule.validFrom);
      this.#remember(
        current,
        followed,
        past.filter(({ at }) => at <= evaluateAfter),
      );
      const missed = past.filter(({ at }) => at > evaluateAfter && at < upTo);
      const evaluated = this.#evaluate(current, [...missed, ...arrived]);
      return { evaluated: evaluated ? [evaluated] : [] };
    });
  }

  /** What the rule would remember if it had seen these: nothing fires. */
  #remember(rule: AlertRule, followed: Followed, past: readonly Observation[]): void {
    for (const observation of past) {
      const memory = readingOf(rule, followed.state, observation)?.memory;
      if (memory) followed.state = { ...followed.state, ...memory };
    }
  }

  async #pastOf({ condition }: AlertRule, after: Millis, upTo: Millis): Promise<readonly Observation[]> {
    const slots = new Map<Millis, Map<string, ObservedValue>>();
    for (const series of indicesOf(condition)) {
      for (const { at, price, flags } of await this.#parts.readValues(series, after, upTo - 1)) {
        const values = slots.get(at) ?? new Map<string, ObservedValue>();
        slots.set(at, values.set(series.indexId, { price, flags }));
      }
    }
    return [...slots]
      .toSorted(([a], [b]) => a - b)
      .map(([at, values]) => ({
        at,
        valueOfIndex: (indexId) => values.get(indexId),
        exchangeSeenAt: () => undefined,
        previousSlot: undefined,
        isSlot: true,
        damagedParts: 0,
      }));
  }
}

interface Evaluated {
  readonly rule: AlertRule;
  readonly followed: Followed;
  readonly state: RuleState;
  readonly events: readonly AlertEvent[];
}

interface Committed {
  readonly evaluated: readonly Evaluated[];
  readonly dead: readonly Delivery[];
}

/** The time that a rule needs: its window, and the slots that may not have been evaluated. */
function readBackMs(condition: AlertCondition): Millis {
  const { withinSeconds = 0, forSeconds = 0 } = {
    withinSeconds: undefined,
    forSeconds: undefined,
    ...condition,
  };
  return Math.max(Math.max(withinSeconds, forSeconds) * SECOND_MS, CATCH_UP_MS);
}

/** `lastSeenAt` is stored with events only. An exchange may have been seen since: its absence counts from the start. */
function startOf({ condition }: AlertRule, stored: RuleState): RuleState {
  if (condition.type !== 'EXCHANGE_DOWN' || stored.isFiring) return stored;
  const { lastSeenAt: _outdated, ...state } = stored;
  return state;
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
