import type { SeriesId } from '../core/index-value.ts';
import { slotAtOrBefore, SLOT_MS, type Millis } from '../core/time.ts';
import { deadIn, deliveriesOf, messageOf } from './messages.ts';
import { indicesOf, type AlertRule } from './rules/alert-rule.ts';
import { evaluate } from './rules/evaluate.ts';
import { absenceLimits, OwnAbsence } from './rules/own-absence.ts';
import type { PricePoint } from './rules/price-window.ts';
import type { AlertMessage, RaisedAlert } from './rules/raised-alert.ts';
import { readingOf } from './rules/readings.ts';
import { begun, isAboutAbsence, readBackMs, startOf, type Past } from './rules/rule-start.ts';
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
  /** How fast market time runs. */
  readonly speed: number;
  /** The newest slot that was published before, also if it was not evaluated. */
  readonly publishedBefore?: Millis | undefined;
  /** Whether the client of the rule may have its data. A rule that is not evaluated begins anew when it is again. */
  readonly isEntitled: (rule: AlertRule) => boolean;
  /** Called for each message that could not be put into the queue of its endpoint, once that is durable. */
  readonly onDead: (delivery: Delivery) => void;
  /** Called with the alerts of an observation, once they are durable. */
  readonly onRaised: (raised: readonly RaisedAlert[]) => void;
  /** Called if an observation could not be stored: it is evaluated with the next one. */
  readonly failed: (error: unknown) => void;
}

/** Maximum number of observations kept while the store is unavailable. */
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

/** Evaluates all rules on each observation, and puts their messages into the outbox. The first commit follows the first call. */
export class AlertEvaluator {
  readonly #parts: AlertEvaluatorParts;
  readonly #followed = new Map<string, Followed>();
  #lastSlot: Millis | undefined;
  /** Observations that are not stored yet. */
  #unstored: readonly Observation[] = [];
  /** Rules that could not be evaluated, and since which slot. */
  readonly #broken = new Map<string, Millis>();
  /** Rules of clients that may not have their data, and the newest slot that they were not evaluated on. */
  readonly #suspended = new Map<string, Millis>();
  readonly #ownAbsence: OwnAbsence;
  #storedSlot: Millis | undefined;

  constructor(parts: AlertEvaluatorParts) {
    this.#parts = parts;
    const known = [parts.store.records.evaluatedAt, parts.publishedBefore].filter((at) => at !== undefined);
    this.#lastSlot = known.length === 0 ? undefined : Math.max(...known);
    this.#storedSlot = this.#lastSlot;
    this.#ownAbsence = new OwnAbsence(this.#lastSlot, absenceLimits(parts.speed));
  }

  /** The newest slot whose evaluation is stored, or that an earlier process published; undefined before the first. */
  get storedSlot(): Millis | undefined {
    return this.#storedSlot;
  }

  /** The newest slot on which every rule has been evaluated, or that an earlier process published; undefined before the first. */
  get evaluatedSlot(): Millis | undefined {
    if (this.#storedSlot === undefined) return undefined;
    const waitSince = [...this.#followed.values()].flatMap(({ waiting = [] }) => waiting[0]?.at ?? []);
    const missing = [...waitSince, ...this.#broken.values()].map((at) => slotAtOrBefore(at - 1));
    return missing.reduce((oldest, slot) => Math.min(oldest, slot), this.#storedSlot);
  }

  /** The newest slot that was observed; undefined before the first. */
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
    this.#ownAbsence.observe(observation);
    const isStored = await this.#commit((records) => {
      this.#forgetRemoved(records);
      const observations = this.#unstored;
      const upTo = observations.findLast(({ isSlot }) => isSlot)?.at;
      const evaluated = [...records.rules()].flatMap(
        (rule) => this.#evaluateIfPossible(rule, observations) ?? [],
      );
      return { evaluated, observations, upTo };
    });
    if (isStored) return;
    // By the next observation, slots of this time may have been published late.
    this.#unstored = this.#unstored.filter(({ isSlot }) => isSlot);
    if (!observation.isSlot) this.#ownAbsence.failed();
  }

  async #commit(run: (records: AlertReader) => Run): Promise<boolean> {
    const { store, onDead, onRaised, failed } = this.#parts;
    try {
      const { done, dead } = await store.commit((records): Decision<Committed> => {
        const done = run(records);
        const changes = this.#changesOf(done, records);
        return { changes, result: { done, dead: deadIn(changes) } };
      });
      const { evaluated, observations = [], upTo } = done;
      this.#storedSlot = upTo ?? this.#storedSlot;
      this.#unstored = this.#unstored.filter((each) => !observations.includes(each));
      for (const { followed, state, seenAt } of evaluated)
        Object.assign(followed, { state, seenAt, waiting: undefined, past: undefined });
      const raised = evaluated.flatMap(({ rule, messages }) =>
        messages.map((message) => ({ rule, message })),
      );
      if (raised.length > 0) onRaised(raised);
      for (const delivery of dead) onDead(delivery);
      return true;
    } catch (error) {
      failed(error);
      return false;
    }
  }

  /** A rule that cannot be evaluated affects no other one. */
  #evaluateIfPossible(rule: AlertRule, observations: readonly Observation[]): Evaluated | undefined {
    try {
      const isEntitled = this.#parts.isEntitled(rule);
      const evaluated = isEntitled ? this.#evaluate(rule, observations) : this.#suspend(rule);
      this.#broken.delete(rule.id);
      return evaluated;
    } catch (error) {
      if (!this.#broken.has(rule.id)) {
        this.#parts.failed(error);
        this.#broken.set(rule.id, this.#lastSlot ?? observations[0]?.at ?? 0);
      }
      return undefined;
    }
  }

  /** What happens until its client may have its data again does not count. */
  #suspend({ id }: AlertRule): undefined {
    this.#followed.delete(id);
    this.#suspended.set(id, this.#lastSlot ?? -Infinity);
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
      if (observation.at <= rule.validFrom || this.#ownAbsence.isQuiet(rule, state, observation)) {
        // The rule did not exist yet, or has to wait: it only remembers the values.
        state = { ...state, ...readingOf(rule, state, observation)?.memory };
        continue;
      }
      const outcome = evaluate(rule, state, observation);
      state = outcome.state;
      const { source } = this.#parts;
      if (outcome.event) messages.push(messageOf(rule, outcome.event, { source }));
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
    // If all rules are suspended, none is evaluated on these slots later.
    const isWatching = this.#followed.size > 0 || this.#broken.size > 0;
    const isDone = evaluated.length > 0 || (this.#suspended.size > 0 && !isWatching);
    if (upTo !== undefined && isDone) changes.push({ put: 'evaluated', at: upTo });
    return changes;
  }

  #forgetRemoved(records: AlertReader): void {
    for (const known of [this.#followed, this.#broken, this.#suspended])
      for (const id of known.keys()) if (!records.rule(id)) known.delete(id);
  }

  /** A new or changed rule starts with its stored state, and waits for its past if it reads indices. */
  #followedOf(rule: AlertRule): Followed {
    const known = this.#followed.get(rule.id);
    if (known?.validFrom === rule.validFrom) return known;
    const { records } = this.#parts.store;
    const { beganAt } = this.#ownAbsence;
    const notBefore = Math.max(rule.validFrom, this.#suspended.get(rule.id) ?? -Infinity);
    const followed: Followed = {
      validFrom: rule.validFrom,
      evaluatedAt: Math.max(records.evaluatedAt ?? Infinity, notBefore),
      state: startOf(rule, records.stateOf(rule.id) ?? NEW_STATE, beganAt),
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
