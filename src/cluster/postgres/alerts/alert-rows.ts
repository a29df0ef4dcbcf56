import { isObject } from '../../../core/text/is-object.ts';
import { isAlertType, requiredMembersOf } from '../../../alerts/rules/alert-rule.ts';
import type { AlertChange } from '../../../alerts/store/alert-store.ts';

/** A row of `alert_record`. Without a body, the record was removed. */
export interface AlertRow {
  readonly kind: string;
  readonly id: string;
  readonly body: unknown;
}

/** The rows that these changes write, each once. */
export function rowsOf(changes: readonly AlertChange[]): readonly AlertRow[] {
  const rows = new Map<string, AlertRow>();
  for (const row of changes.flatMap(rowsOfOne)) {
    const key = `${row.kind} ${row.id}`;
    rows.delete(key);
    rows.set(key, row);
  }
  return [...rows.values()];
}

function rowsOfOne(change: AlertChange): AlertRow[] {
  if ('remove' in change) {
    const { remove: kind, id } = change;
    const removed = { kind, id, body: undefined };
    return kind === 'rule' ? [removed, { kind: 'state', id, body: undefined }] : [removed];
  }
  const { put: kind } = change;
  if (kind === 'rule') return [{ kind, id: change.rule.id, body: change.rule }];
  if (kind === 'state') return [{ kind, id: change.ruleId, body: change.state }];
  if (kind === 'endpoint') return [{ kind, id: change.endpoint.id, body: change.endpoint }];
  if (kind === 'delivery') return [{ kind, id: change.delivery.id, body: change.delivery }];
  if (kind === 'announcement') return [{ kind, id: change.id, body: change.raised }];
  return [{ kind, id: '', body: change.at }];
}

/**
 * Undefined for a row that changes nothing: a state goes with its rule, newer versions may write other kinds, and a stolen node anything
 * at all.
 */
export function changeOf({ kind, id, body }: AlertRow): AlertChange | undefined {
  const isRemoved = body === null;
  if (!isRemoved && !hasShape(kind, body)) return undefined;
  switch (kind) {
    case 'rule':
    case 'endpoint':
    case 'delivery':
    case 'announcement':
      if (isRemoved) return { remove: kind, id };
      return {
        put: kind,
        ...(kind === 'announcement' ? { id, raised: body } : { [kind]: body }),
      } as AlertChange;
    case 'state':
      return isRemoved ? undefined : ({ put: kind, ruleId: id, state: body } as AlertChange);
    case 'evaluated':
      return { put: kind, at: Number(body) };
    default:
      return undefined;
  }
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isIndex: Check = (value) => isObject(value) && isText(value['indexId']) && isText(value['indexType']);
const isCondition: Check = (value) => {
  if (!isObject(value) || !isAlertType(value['type'])) return false;
  const isThere = requiredMembersOf(value['type']).every((field) => value[field] !== undefined);
  return (
    isThere && ['index', 'otherIndex'].every((name) => value[name] === undefined || isIndex(value[name]))
  );
};
const isTime: Check = (value) => Number.isFinite(value);
const isTimeIfThere: Check = (value) => value === undefined || isTime(value);

/** The members without which nothing works. */
const SHAPES: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  rule: {
    id: isText,
    clientId: isText,
    condition: isCondition,
    endpointIds: Array.isArray,
    validFrom: isTime,
  },
  state: {
    isFiring: (value) => typeof value === 'boolean',
    firedAt: isTimeIfThere,
    lastSeenAt: isTimeIfThere,
  },
  endpoint: { id: isText, clientId: isText, url: isText, secret: isObject },
  delivery: {
    id: isText,
    alertId: isText,
    clientId: isText,
    endpointId: isText,
    body: isText,
    needs: Array.isArray,
    status: (value) => value === 'PENDING' || value === 'DELIVERED' || value === 'DEAD',
    at: isTimeIfThere,
    createdAt: isTime,
    retryUntil: isTime,
    nextAttemptAt: isTimeIfThere,
    endedAt: isTimeIfThere,
  },
};

const ANNOUNCED_MESSAGE: Readonly<Record<string, Check>> = {
  type: (value) => value === 'alert.fired' || value === 'alert.resolved',
  timestamp: isText,
  data: isObject,
};

function hasShape(kind: string, body: unknown): boolean {
  if (kind === 'announcement')
    return isObject(body) && hasShape('rule', body['rule']) && hasMembers(body['message'], ANNOUNCED_MESSAGE);
  const shape = SHAPES[kind];
  return shape ? hasMembers(body, shape) : isTime(body);
}

function hasMembers(body: unknown, shape: Readonly<Record<string, Check>>): boolean {
  return isObject(body) && Object.entries(shape).every(([name, check]) => check(body[name]));
}
