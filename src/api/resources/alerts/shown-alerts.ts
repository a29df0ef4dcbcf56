import type { ShownRule } from '../../../alerts/alert-service.ts';
import { publicKeyOf } from '../../../alerts/delivery/endpoint-secrets.ts';
import type { AlertEndpoint, Delivery } from '../../../alerts/store/alert-store.ts';
import { scopesOf, type AlertRule } from '../../../alerts/rules/alert-rule.ts';
import type { Grant } from '../../../auth/tokens/token-verifier.ts';
import { formatDatetime, type Millis } from '../../../core/time.ts';

/** Whether the grant may know what an alert says about its data. */
function mayReadData({ scopes }: Pick<Grant, 'scopes'>, { condition }: AlertRule): boolean {
  return scopesOf(condition).every((scope) => scopes.has(scope));
}

/** A rule as clients see it. Without the scopes of its data, its state is left out: it says something about them. */
export function shownAlert({ rule, state }: ShownRule, grant: Pick<Grant, 'scopes'>): object {
  const { condition, name, silencedUntil } = rule;
  const { type } = condition;
  const index = 'index' in condition ? condition.index : undefined;
  const other = 'otherIndex' in condition ? condition.otherIndex : undefined;
  const {
    index: _index,
    otherIndex: _other,
    type: _type,
    ...rest
  } = {
    index: undefined,
    otherIndex: undefined,
    ...condition,
  };
  return {
    id: rule.id,
    ...(name !== undefined && { name }),
    type,
    ...(index && { index: index.name ?? index.indexId, indexId: index.indexId, indexType: index.indexType }),
    ...(other && {
      otherIndex: other.name ?? other.indexId,
      otherIndexId: other.indexId,
      otherIndexType: other.indexType,
    }),
    ...rest,
    ignoreFlagged: rule.ignoreFlagged,
    cooldownSeconds: rule.cooldownSeconds,
    ...dated('silencedUntil', silencedUntil),
    enabled: rule.enabled,
    endpointIds: rule.endpointIds,
    ...(mayReadData(grant, rule) && {
      state: state.isFiring ? 'FIRING' : 'OK',
      ...dated('firedAt', state.firedAt),
    }),
    createdAt: formatDatetime(rule.createdAt),
  };
}

export function shownDelivery(delivery: Delivery): object {
  const { id, alertId, endpointId, type, status, attempts, responseStatus, problem } = delivery;
  return {
    id,
    alertId,
    endpointId,
    type,
    status,
    attempts,
    ...dated('timestamp', delivery.at),
    createdAt: formatDatetime(delivery.createdAt),
    ...dated('nextAttemptAt', delivery.nextAttemptAt),
    ...dated('endedAt', delivery.endedAt),
    ...(responseStatus !== undefined && { responseStatus }),
    ...(problem !== undefined && { problem }),
  };
}

/** Without its secret. */
export function shownEndpoint(endpoint: AlertEndpoint, now: Millis): object {
  const { id, url, name, disabledAt, heartbeatSeconds, secret, previous, createdAt } = endpoint;
  const publicKey = publicKeyOf(secret);
  return {
    id,
    url,
    ...(name !== undefined && { name }),
    status: disabledAt === undefined ? 'ACTIVE' : 'DISABLED',
    ...(heartbeatSeconds !== undefined && { heartbeatSeconds }),
    ...(publicKey !== undefined && { publicKey }),
    ...(previous && previous.until > now && dated('previousSecretUntil', previous.until)),
    createdAt: formatDatetime(createdAt),
  };
}

export function endpointWithSecret(endpoint: AlertEndpoint, now: Millis): object {
  return { ...shownEndpoint(endpoint, now), secret: endpoint.secret.secret };
}

function dated(name: string, at: Millis | undefined): Readonly<Record<string, string>> {
  return at === undefined ? {} : { [name]: formatDatetime(at) };
}
