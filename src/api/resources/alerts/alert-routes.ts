import type { AlertService } from '../../../alerts/alert-service.ts';
import { scopesOf } from '../../../alerts/rules/alert-rule.ts';
import type { Grant } from '../../../auth/tokens/token-verifier.ts';
import { uuid } from '../../../contract/parameter-kinds.ts';
import {
  Alert,
  AlertChange,
  ALERT_CHANGE_FIELDS,
  AlertDelivery,
  ALERT_FIELDS,
  NewAlert,
} from '../../../contract/records/alert.ts';
import { listOf } from '../../../contract/schemas.ts';
import { PreparedAnswer } from '../../../latest/answers/prepared-answer.ts';
import { requireScope } from '../../http/routing/authorisation.ts';
import { dataRoute, type Answer, type DataRoute } from '../../http/routing/route.ts';
import { writeRoute, type WriteRoute } from '../../http/routing/write-route.ts';
import { refused } from './refused.ts';
import { changedBody, draftOf, withType, type DraftParts } from './rule-draft.ts';
import { shownAlert, shownDelivery } from './shown-alerts.ts';

interface AlertRouteParts extends DraftParts {
  readonly alerts: AlertService;
}

const TAG = 'Alerts';
const ALERT_ID = { id: { kind: uuid, description: 'An alert of this client', required: true } } as const;

/** Their state changes at any tick. */
export function freshAnswer(value: object): Answer {
  return { prepared: PreparedAnswer.ofJson(JSON.stringify(value)), maxAgeSeconds: 0 };
}

export function alertReadRoutes({ alerts }: Pick<AlertRouteParts, 'alerts'>): DataRoute[] {
  const shared = { tag: TAG, object: 'Alert', access: ['read:alerts'] } as const;
  return [
    dataRoute({
      ...shared,
      path: '/alerts',
      operationId: 'listAlerts',
      summary: "The client's alerts",
      response: listOf(Alert),
      handle: async ({ grant }) => {
        const own = await alerts.list(clientOf(grant));
        return freshAnswer({ content: own.map((alert) => shownAlert(alert, grant as Grant)) });
      },
    }),
    dataRoute({
      ...shared,
      path: '/alerts/{id}',
      operationId: 'getAlert',
      summary: 'One alert of the client',
      pathParameters: ALERT_ID,
      response: Alert,
      handle: ({ grant, path }) =>
        refused('Alert', async () =>
          freshAnswer(shownAlert(await alerts.get(clientOf(grant), path.id), grant as Grant)),
        ),
    }),
    dataRoute({
      ...shared,
      path: '/alerts/{id}/deliveries',
      operationId: 'listAlertDeliveries',
      summary: 'Deliveries of the messages of an alert, newest first',
      pathParameters: ALERT_ID,
      response: listOf(AlertDelivery),
      handle: ({ grant, path }) =>
        refused('Alert', async () => {
          const { rule, deliveries } = await alerts.deliveries(clientOf(grant), path.id);
          for (const scope of scopesOf(rule.condition)) requireScope(grant as Grant, [scope]);
          return freshAnswer({ content: deliveries.map(shownDelivery) });
        }),
    }),
  ];
}

export function alertWriteRoutes(parts: AlertRouteParts): WriteRoute[] {
  const { alerts } = parts;
  const shared = { tag: TAG, object: 'Alert', access: ['write:alerts'] } as const;
  return [
    writeRoute({
      ...shared,
      method: 'POST',
      path: '/alerts',
      operationId: 'createAlert',
      summary: 'Create an alert',
      body: { fields: ALERT_FIELDS, required: ['type'], schema: NewAlert },
      status: 201,
      response: Alert,
      alsoAnswers: [409],
      handle: async ({ grant, body, idempotency }) => {
        const draft = draftOf(withType(body), parts, grant);
        return refused('Alert', async () =>
          shownAlert(await alerts.create(grant.clientId, draft, idempotency), grant),
        );
      },
    }),
    writeRoute({
      ...shared,
      method: 'PATCH',
      path: '/alerts/{id}',
      operationId: 'changeAlert',
      summary: 'Change an alert: only the given members change, null removes one',
      pathParameters: ALERT_ID,
      body: { fields: ALERT_CHANGE_FIELDS, required: [], schema: AlertChange },
      status: 200,
      response: Alert,
      handle: ({ grant, path, body }) =>
        refused('Alert', async () =>
          shownAlert(
            await alerts.change(grant.clientId, path.id, (rule) =>
              draftOf(changedBody(rule, body), parts, grant, rule),
            ),
            grant,
          ),
        ),
    }),
    writeRoute({
      ...shared,
      method: 'DELETE',
      path: '/alerts/{id}',
      operationId: 'deleteAlert',
      summary: 'Delete an alert; one that has fired resolves first',
      pathParameters: ALERT_ID,
      status: 204,
      handle: ({ grant, path }) =>
        refused('Alert', async () => {
          await alerts.remove(grant.clientId, path.id);
          return undefined;
        }),
    }),
  ];
}

/** These routes always need a token. */
export function clientOf(grant: Grant | undefined): string {
  return (grant as Grant).clientId;
}
