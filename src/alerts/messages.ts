import { formatDatetime, type Millis } from '../core/time.ts';
import { deliveryIdOf } from './delivery/delivery-id.ts';
import { RETRY_FOR_MS } from './delivery/retry-schedule.ts';
import { indicesOf, scopesOf, type AlertRule } from './rules/alert-rule.ts';
import type { AlertEvent } from './rules/evaluate.ts';
import type { AlertMessage } from './rules/raised-alert.ts';
import type { AlertChange, AlertReader, Delivery } from './store/alert-store.ts';

/** Why an alert resolved. */
export type ResolvedReason = 'OVER' | 'CHANGED' | 'DELETED';

/** `source`: the name of a source whose data are not live. */
export function messageOf(
  rule: AlertRule,
  event: AlertEvent,
  { source, reason = 'OVER' }: { readonly source: string | undefined; readonly reason?: ResolvedReason },
): AlertMessage {
  const { kind, at, firedAt, figures } = event;
  const { since, ...plain } = figures;
  return {
    type: `alert.${kind}`,
    timestamp: formatDatetime(at),
    data: {
      alertId: rule.id,
      ...(rule.name !== undefined && { name: rule.name }),
      alertType: rule.condition.type,
      firedAt: formatDatetime(firedAt),
      ...(kind === 'resolved' && { resolvedAt: formatDatetime(at), reason }),
      ...conditionMembers(rule),
      ...plain,
      ...(since !== undefined && { since: formatDatetime(since) }),
      ...(source !== undefined && { source }),
    },
  };
}

function conditionMembers({ condition }: AlertRule): Readonly<Record<string, unknown>> {
  const [index, other] = indicesOf(condition);
  return {
    ...(index && { index: index.name, indexId: index.indexId, indexType: index.indexType }),
    ...(other && { otherIndex: other.name, otherIndexId: other.indexId, otherIndexType: other.indexType }),
    ...('exchangeId' in condition && { exchangeId: condition.exchangeId }),
    ...('threshold' in condition && { threshold: condition.threshold }),
    ...('percent' in condition && { percent: condition.percent }),
  };
}

/** The id of a message, as its receiver sees it. */
export function newMessageId(newId: () => string): string {
  return `msg_${newId().replaceAll('-', '')}`;
}

/** More than this many deliveries do not wait for one endpoint. */
const MAX_PENDING = 10_000;

/**
 * One delivery per endpoint of the rule, without those that are stored already, because the answer to a commit was lost. Those that
 * cannot be sent are recorded, so that the operator can replay them. `now` is wall time.
 */
export function deliveriesOf(
  rule: AlertRule,
  message: AlertMessage,
  records: Pick<AlertReader, 'endpoint' | 'pendingCountOf' | 'delivery'>,
  now: Millis,
): Delivery[] {
  const body = JSON.stringify(message);
  return rule.endpointIds.flatMap((endpointId): Delivery[] => {
    const endpoint = records.endpoint(endpointId);
    const id = deliveryIdOf([rule.id, rule.validFrom, message.type, message.timestamp, endpointId]);
    if (!endpoint || records.delivery(id)) return [];
    const delivery = {
      id,
      alertId: rule.id,
      clientId: rule.clientId,
      endpointId,
      type: message.type,
      body,
      needs: scopesOf(rule.condition),
      attempts: 0,
      at: Date.parse(message.timestamp),
      createdAt: now,
      retryUntil: now + RETRY_FOR_MS,
    };
    const problem = endpoint.disabledAt !== undefined ? 'ENDPOINT' : 'FULL';
    const canWait = endpoint.disabledAt === undefined && records.pendingCountOf(endpointId) < MAX_PENDING;
    return [
      canWait
        ? { ...delivery, status: 'PENDING', nextAttemptAt: now }
        : { ...delivery, status: 'DEAD', endedAt: now, problem },
    ];
  });
}

/** New deliveries that will not be sent. */
export function deadIn(changes: readonly AlertChange[]): readonly Delivery[] {
  return changes.flatMap((change) =>
    'put' in change && change.put === 'delivery' && change.delivery.status === 'DEAD' ? change.delivery : [],
  );
}
