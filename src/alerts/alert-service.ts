import type { Scope } from '../contract/scopes.ts';
import type { Clock } from '../core/clocks/clock.ts';
import type { Millis } from '../core/time.ts';
import { AlertRefusal } from './alert-refusal.ts';
import { deadIn, deliveriesOf, messageOf, type ResolvedReason } from './messages.ts';
import { RETRY_FOR_MS } from './delivery/retry-schedule.ts';
import type { AlertCondition, AlertRule } from './rules/alert-rule.ts';
import type { RaisedAlert } from './rules/raised-alert.ts';
import { NEW_STATE } from './rules/rule-state.ts';
import type {
  AlertChange,
  AlertReader,
  AlertStore,
  Decision,
  Delivery,
  IdempotencyKey,
  StoredRule,
  StoredState,
} from './store/alert-store.ts';

/** What a client sets of a rule. */
export type RuleDraft = Pick<
  AlertRule,
  'name' | 'condition' | 'ignoreFlagged' | 'cooldownSeconds' | 'silencedUntil' | 'enabled' | 'endpointIds'
>;

/** How much of a client was removed. */
interface RemovedCounts {
  readonly alerts: number;
  readonly endpoints: number;
  readonly deliveries: number;
}

export interface ShownRule {
  readonly rule: AlertRule;
  readonly state: StoredState;
}

interface AlertServiceParts {
  readonly store: AlertStore;
  readonly wallClock: Pick<Clock, 'now'>;
  readonly marketClock: Pick<Clock, 'now'>;
  readonly newId: () => string;
  readonly source: string | undefined;
  /** Whether another process announces the alerts that end here. */
  readonly announcesElsewhere?: boolean;
  /** Called when deliveries were added or changed. */
  readonly onOutbox: () => void;
  /** Called with alerts that end because their rule was changed or deleted, once that is durable. */
  readonly onRaised: (raised: readonly RaisedAlert[]) => void;
  /** Called for each message that could not be put into the queue of its endpoint, once that is durable. */
  readonly onDead: (delivery: Delivery) => void;
}

const MAX_ALERTS_PER_CLIENT = 500;

/** Rules of clients, and operations on the outbox. A client sees its own rules only. */
export class AlertService {
  readonly #parts: AlertServiceParts;

  constructor(parts: AlertServiceParts) {
    this.#parts = parts;
  }

  /** In the order in which they were created. */
  async list(clientId: string): Promise<readonly ShownRule[]> {
    await this.#parts.store.refresh();
    return [...this.#records.rules()]
      .filter((rule) => rule.clientId === clientId)
      .map((rule) => this.#shown(rule));
  }

  /** Rejects with a refusal if the client has no such rule, as all methods with ids do. */
  async get(clientId: string, id: string): Promise<ShownRule> {
    await this.#parts.store.refresh();
    return this.#shown(ownRule(this.#records, clientId, id));
  }

  /** Newest first, with their rule. */
  async deliveries(
    clientId: string,
    id: string,
  ): Promise<{ readonly rule: AlertRule; readonly deliveries: readonly Delivery[] }> {
    await this.#parts.store.refresh();
    return { rule: ownRule(this.#records, clientId, id), deliveries: this.#records.deliveriesOf(id) };
  }

  /** The same request with the same key returns the rule that it created. */
  create(clientId: string, draft: RuleDraft, idempotency?: IdempotencyKey): Promise<ShownRule> {
    return this.#commit((records): Decision<ShownRule> => {
      const own = [...records.rules()].filter((rule) => rule.clientId === clientId);
      const before = sameRequest(own, idempotency);
      if (before) return { changes: [], result: this.#shown(before) };
      if (own.length >= MAX_ALERTS_PER_CLIENT)
        throw new AlertRefusal('quota', `a client may have ${MAX_ALERTS_PER_CLIENT} alerts`);
      requireEndpoints(records, clientId, draft);
      const rule: StoredRule = {
        ...draft,
        id: this.#parts.newId(),
        clientId,
        createdAt: this.#parts.wallClock.now(),
        validFrom: this.#parts.marketClock.now(),
        ...(idempotency && { idempotency }),
      };
      return { changes: [{ put: 'rule', rule }], result: { rule, state: NEW_STATE } };
    });
  }

  /** `change` gets the current rule. If the condition changes, the rule begins anew, and an alert that has fired resolves. */
  async change(clientId: string, id: string, change: (rule: AlertRule) => RuleDraft): Promise<ShownRule> {
    const { shown, ending } = await this.#commit((records) => {
      const before = ownRule(records, clientId, id);
      const draft = change(before);
      requireEndpoints(records, clientId, draft);
      const beginsAnew = !isSameCondition(before, draft);
      const { name: _name, silencedUntil: _silenced, ...kept } = before;
      const rule: StoredRule = {
        ...kept,
        ...draft,
        validFrom: beginsAnew ? this.#parts.marketClock.now() : before.validFrom,
      };
      const ending = beginsAnew ? this.#ending(before, 'CHANGED', records) : NOTHING_ENDS;
      const state = beginsAnew ? NEW_STATE : (records.stateOf(id) ?? NEW_STATE);
      const changes: AlertChange[] = [{ put: 'rule', rule }, ...ending.changes];
      if (beginsAnew) changes.push({ put: 'state', ruleId: id, state });
      return { changes, result: { shown: { rule, state }, ending } };
    });
    this.#announce(ending);
    return shown;
  }

  /** Its deliveries stay until they have ended. */
  async remove(clientId: string, id: string): Promise<void> {
    const ended = await this.#commit((records) => {
      const rule = ownRule(records, clientId, id);
      const ending = this.#ending(rule, 'DELETED', records);
      return { changes: [...ending.changes, { remove: 'rule', id }], result: ending };
    });
    this.#announce(ended);
  }

  /** For the operator: removes all that is stored of a client, without messages. Returns how much that was. */
  removeAll(clientId: string): Promise<RemovedCounts> {
    return this.#commit((records): Decision<RemovedCounts> => {
      const idsOf = (all: Iterable<{ readonly id: string; readonly clientId: string }>) =>
        [...all].filter((each) => each.clientId === clientId).map(({ id }) => id);
      const rules = idsOf(records.rules());
      const endpoints = idsOf(records.endpoints());
      const deliveries = idsOf(records.deliveries());
      const changes: AlertChange[] = [
        ...rules.map((id) => ({ remove: 'rule', id }) as const),
        ...deliveries.map((id) => ({ remove: 'delivery', id }) as const),
        ...endpoints.map((id) => ({ remove: 'endpoint', id }) as const),
      ];
      const counts = { alerts: rules.length, endpoints: endpoints.length, deliveries: deliveries.length };
      return { changes, result: counts };
    });
  }

  /** For the operator: the rule of any client does not fire until then; undefined ends the silence. */
  silence(id: string, until: Millis | undefined): Promise<ShownRule> {
    return this.#commit((records): Decision<ShownRule> => {
      const before = records.rule(id);
      if (!before) throw new AlertRefusal('unknown', 'there is no such alert');
      const { silencedUntil: _silenced, ...kept } = before;
      const rule: StoredRule = { ...kept, ...(until !== undefined && { silencedUntil: until }) };
      return { changes: [{ put: 'rule', rule }], result: this.#shown(rule) };
    });
  }

  /** Makes dead deliveries pending for another 72 hours; returns them. */
  async replay(isWanted: (delivery: Delivery) => boolean): Promise<readonly Delivery[]> {
    const now = this.#parts.wallClock.now();
    const replayed = await this.#commit((records): Decision<readonly Delivery[]> => {
      const wanted = [...records.deliveries()].filter((each) => each.status === 'DEAD' && isWanted(each));
      const pending = wanted.map(({ endedAt: _ended, problem: _problem, ...rest }): Delivery => ({
        ...rest,
        status: 'PENDING',
        nextAttemptAt: now,
        retryUntil: now + RETRY_FOR_MS,
      }));
      return { changes: pending.map((delivery) => ({ put: 'delivery', delivery })), result: pending };
    });
    this.#parts.onOutbox();
    return replayed;
  }

  get #records(): AlertReader {
    return this.#parts.store.records;
  }

  #commit<T>(decide: (records: AlertReader) => Decision<T>): Promise<T> {
    return this.#parts.store.commit(decide);
  }

  #shown(rule: StoredRule): ShownRule {
    return { rule, state: this.#records.stateOf(rule.id) ?? NEW_STATE };
  }

  /** Ends the alert of a rule that fires. */
  #ending(rule: AlertRule, reason: ResolvedReason, records: AlertReader): Ending {
    const state = records.stateOf(rule.id);
    if (!state?.isFiring) return NOTHING_ENDS;
    const { source, wallClock, marketClock, newId, announcesElsewhere = false } = this.#parts;
    const at = marketClock.now();
    const event = { kind: 'resolved', at, firedAt: state.firedAt ?? at, figures: {} } as const;
    const message = messageOf(rule, event, { source, reason });
    const deliveries = deliveriesOf(rule, message, records, wallClock.now());
    const raised = { rule, message };
    const changes = deliveries.map((delivery): AlertChange => ({ put: 'delivery', delivery }));
    if (announcesElsewhere) changes.push({ put: 'announcement', id: newId(), raised });
    return { changes, raised: [raised] };
  }

  #announce({ raised, changes }: Ending): void {
    if (raised.length === 0) return;
    this.#parts.onOutbox();
    this.#parts.onRaised(raised);
    for (const delivery of deadIn(changes)) this.#parts.onDead(delivery);
  }
}

interface Ending {
  readonly changes: readonly AlertChange[];
  readonly raised: readonly RaisedAlert[];
}

const NOTHING_ENDS: Ending = { changes: [], raised: [] };

function ownRule(records: Pick<AlertReader, 'rule'>, clientId: string, id: string): StoredRule {
  const rule = records.rule(id);
  if (rule?.clientId === clientId) return rule;
  throw new AlertRefusal('unknown', 'there is no such alert');
}

function requireEndpoints(records: AlertReader, clientId: string, { endpointIds }: RuleDraft): void {
  const unknown = endpointIds.find((id) => records.endpoint(id)?.clientId !== clientId);
  if (unknown !== undefined)
    throw new AlertRefusal('invalid', `there is no alert endpoint ${unknown}`, 'endpointIds');
}

/** What was created by the same request before. Throws a refusal if the key belongs to another request. */
export function sameRequest<T extends { readonly idempotency?: IdempotencyKey }>(
  own: readonly T[],
  asked: IdempotencyKey | undefined,
): T | undefined {
  const before = asked && own.find(({ idempotency }) => idempotency?.key === asked.key);
  if (before && before.idempotency?.bodyHash !== asked?.bodyHash)
    throw new AlertRefusal('conflict', 'this Idempotency-Key was used with another body');
  return before;
}

function isSameCondition(
  a: { readonly condition: AlertCondition; readonly ignoreFlagged: boolean },
  b: { readonly condition: AlertCondition; readonly ignoreFlagged: boolean },
): boolean {
  const texts = [a, b].map(({ condition, ignoreFlagged }) => {
    const members = Object.entries(condition).toSorted(([x], [y]) => (x < y ? -1 : 1));
    return JSON.stringify([members, ignoreFlagged]);
  });
  return texts[0] === texts[1];
}

/** Whether a client with these scopes may get messages about data that needs others. */
export function hasScopes(scopes: readonly Scope[], needs: readonly Scope[]): boolean {
  return needs.every((scope) => scopes.includes(scope));
}
