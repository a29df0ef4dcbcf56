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
  /** Called if an observation could not be stored: it is evaluated with the next one. */
  readonly failed: (error: unknown) => void;
}

/** After a restart, ticks that were published and not evaluated are evaluated from history: at most those of this time. */
const CATCH_UP_MS = 5 * MINUTE_MS;
/** While the store is away, so many observations are kept. */
const MAX_UNSTORED = 20;

interface Followed {
  readonly validFrom: Millis;
  /** The newest slot on which it had been evaluated when it was first seen here. */
  readonly evaluatedAt: Millis;
  state: RuleState;
  /** The newest observation that it has seen. */
  seenAt: Millis;
  /** Observations that wait until its past has been read; undefined when it has been. */
  waiting: Observation[] | undefined;
  past: Past | undefined;
}

/** What history has for a rule. */
interface Past {
  readonly after: Millis;
  readonly upTo: Millis;
  readonly observations: readonly Observation[];
}

/** Evaluates all rules on each observation, and puts their messages into the outbox. The first commit follows the first call. */
export class AlertEvaluator {
  readonly #parts: AlertEvaluatorParts;
  readonly #followed = new Map<string, Followed>();
  #lastSlot: Millis | undefined;
  /** Observations that are not stored yet. */
  #unstored: readonly Observation[] = [];
  /** Rules that could not be evaluated. */
  readonly #broken = new Set<string>();

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
    // A new leader shows the newest tick of the former one again. If that was not evaluated, it is read from history.
    if (observed.isSlot && observed.at <= (this.#lastSlot ?? -Infinity)) return;
    const observation = { ...observed, previousSlot: this.#lastSlot };
    if (observed.isSlot) this.#lastSlot = Math.max(observed.at, this.#lastSlot ?? -Infinity);
    // Of the passing of time only the newest observation counts.
    const kept = observed.isSlot ? this.#unstored : this.#unstored.filter(({ isSlot }) => isSlot);
    this.#unstored = [...kept, observation].slice(-MAX_UNSTORED);
    await this.#commit((records) => {
      this.#forgetRemoved(records);
      const observations = this.#unstored;
      const evaluated = [...records.rules()]
        .filter(({ clientId }) => this.#parts.isClient(clientId))
        .flatMap((rule) => this.#evaluateIfPossible(rule, observations) ?? []);
      return { evaluated, observations, upTo: observations.findLast(({ isSlot }) => isSlot)?.at };
    });
  }

  async #commit(run: (records: AlertReader) => Run): Promise<void> {
    const { store, onDead, onRaised, failed } = this.#parts;
    try {
      const { done, dead } = await store.commit((records): Decision<Committed> => {
        const done = run(records);
        const changes = this.#changesOf(done, records);
        return { changes, result: { done, dead: deadIn(changes) } };
      });
      const { evaluated, observations = [] } = done;
      this.#unstored = this.#unstored.filter((each) => !observations.includes(each));
      for (const { followed, state, seenAt } of evaluated)
        Object.assign(followed, { state, seenAt, waiting: undefined, past: undefined });
      const raised = evaluated.flatMap(({ rule, messages }) =>
        messages.map((message) => ({ rule, message })),
      );
      if (raised.length > 0) onRaised(raised);
      for (const delivery of dead) onDead(delivery);
    } catch (error) {
      failed(error);
    }
  }

  /** A rule that cannot be evaluated affects no other one. */
  #evaluateIfPossible(rule: AlertRule, observations: readonly Observation[]): Evaluated | undefined {
    try {
      const evaluated = this.#evaluate(rule, observations);
      this.#broken.delete(rule.id);
      return evaluated;
    } catch (error) {
      if (!this.#broken.has(rule.id)) this.#parts.failed(error);
      this.#broken.add(rule.id);
      return undefined;
    }
  }

  /** Changes nothing but what waits for the past of the rule: the result may not be stored. Undefined for a rule that waits. */
  #evaluate(rule: AlertRule, observations: readonly Observation[]): Evaluated | undefined {
    const followed = this.#followedOf(rule);
    let { state, seenAt } = followed;
    let unseen = observations;
    if (followed.waiting) {
      const newest = followed.waiting.at(-1)?.at ?? -Infinity;
      followed.waiting.push(...observations.filter(({ at }) => at > newest));
      if (!followed.past) return undefined;
      const { missed, remembered } = begun(rule, followed, followed.past);
      state = remembered;
      unseen = [...missed, ...followed.waiting];
    }
    const messages: AlertMessage[] = [];
    for (const observation of unseen) {
      // Slots that have waited for the store are older than an observation without one.
      if (observation.at <= seenAt || !(observation.isSlot || isAboutAbsence(rule))) continue;
      seenAt = observation.at;
      if (observation.at <= rule.validFrom) {
        // The rule did not exist yet: it only remembers the values.
        state = { ...state, ...readingOf(rule, state, observation)?.memory };
        continue;
      }
      const outcome = evaluate(rule, state, observation);
      state = outcome.state;
      if (outcome.event) messages.push(this.#messageOf(rule, outcome.event));
    }
    return { rule, followed, state, seenAt, messages };
  }

  #changesOf({ evaluated, upTo }: Run, records: AlertReader): AlertChange[] {
    const now = this.#parts.now();
    const changes = evaluated.flatMap(({ rule, state, messages }): AlertChange[] => {
      if (messages.length === 0) return [];
      const deliveries = messages.flatMap((message) => deliveriesOf(rule, message, records, now));
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
    for (const id of this.#broken) if (!records.rule(id)) this.#broken.delete(id);
  }

  /** A new or changed rule starts with its stored state, and waits for its past if it reads indices. */
  #followedOf(rule: AlertRule): Followed {
    const known = this.#followed.get(rule.id);
    if (known?.validFrom === rule.validFrom) return known;
    const { records } = this.#parts.store;
    const followed: Followed = {
      validFrom: rule.validFrom,
      evaluatedAt: Math.max(records.evaluatedAt ?? Infinity, rule.validFrom),
      state: startOf(rule, records.stateOf(rule.id) ?? NEW_STATE),
      seenAt: -Infinity,
      waiting: undefined,
      past: undefined,
    };
    this.#followed.set(rule.id, followed);
    if (indicesOf(rule.condition).length > 0) {
      followed.waiting = [];
      void this.#readPast(rule, followed);
    }
    return followed;
  }

  async #readPast(rule: AlertRule, followed: Followed): Promise<void> {
    // Observations that arrived while the rule was first seen are in the list after this.
    await Promise.resolve();
    const upTo = followed.waiting?.[0]?.at ?? -Infinity;
    const after = upTo - readBackMs(rule.condition) - SLOT_MS;
    try {
      followed.past = { after, upTo, observations: await this.#pastOf(rule, after, upTo) };
    } catch (error) {
      followed.past = { after: upTo, upTo, observations: [] };
      this.#parts.failed(error);
    }
    // If this cannot be stored, the next observation continues here.
    await this.#commit((records) => {
      const current = this.#followed.get(rule.id) === followed ? records.rule(rule.id) : undefined;
      const evaluated = current && followed.waiting && this.#evaluateIfPossible(current, []);
      return { evaluated: evaluated ? [evaluated] : [] };
    });
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
  readonly seenAt: Millis;
  readonly messages: readonly AlertMessage[];
}

interface Run {
  readonly evaluated: readonly Evaluated[];
  /** Those that all rules have seen, and the newest slot of them. */
  readonly observations?: readonly Observation[];
  readonly upTo?: Millis | undefined;
}

interface Committed {
  readonly done: Run;
  readonly dead: readonly Delivery[];
}

/** The state of a rule with its past, and the slots that it has missed. What it has seen before does not make it fire. */
function begun(
  rule: AlertRule,
  { state, evaluatedAt }: Followed,
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
function isAboutAbsence({ condition: { type } }: AlertRule): boolean {
  return type === 'STALE' || type === 'EXCHANGE_DOWN' || type === 'GAP' || type === 'DAMAGE';
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
