import type { EndpointService } from '../../../alerts/endpoint-service.ts';
import { uuid } from '../../../contract/parameter-kinds.ts';
import {
  AlertEndpoint,
  AlertEndpointTest,
  AlertEndpointWithSecret,
  ENDPOINT_FIELDS,
  NewAlertEndpoint,
} from '../../../contract/records/alert.ts';
import { listOf } from '../../../contract/schemas.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import { dataRoute, type DataRoute } from '../../http/routing/route.ts';
import { writeRoute, type WriteRoute } from '../../http/routing/write-route.ts';
import { clientOf, freshAnswer } from './alert-routes.ts';
import { refused } from './refused.ts';
import { endpointWithSecret, shownEndpoint } from './shown-alerts.ts';

interface EndpointRouteParts {
  readonly endpoints: EndpointService;
  readonly wallClock: Pick<Clock, 'now'>;
}

const TAG = 'Alerts';
const ENDPOINT_ID = {
  id: { kind: uuid, description: 'An alert endpoint of this client', required: true },
} as const;

export function endpointReadRoutes({ endpoints, wallClock }: EndpointRouteParts): DataRoute[] {
  return [
    dataRoute({
      path: '/alert-endpoints',
      operationId: 'listAlertEndpoints',
      summary: "The client's alert endpoints",
      tag: TAG,
      object: 'AlertEndpoint',
      access: ['read:alerts'],
      response: listOf(AlertEndpoint),
      handle: async ({ grant }) => {
        const own = await endpoints.list(clientOf(grant));
        return freshAnswer({ content: own.map((endpoint) => shownEndpoint(endpoint, wallClock.now())) });
      },
    }),
  ];
}

export function endpointWriteRoutes({ endpoints, wallClock }: EndpointRouteParts): WriteRoute[] {
  const shared = { tag: TAG, object: 'AlertEndpoint', access: ['write:alerts'] } as const;
  return [
    writeRoute({
      ...shared,
      method: 'POST',
      path: '/alert-endpoints',
      operationId: 'createAlertEndpoint',
      summary: 'Create an endpoint for webhooks; the answer shows its secret once',
      body: { fields: ENDPOINT_FIELDS, required: ['url'], schema: NewAlertEndpoint },
      status: 201,
      response: AlertEndpointWithSecret,
      alsoAnswers: [409],
      handle: ({ grant, body, idempotency }) => {
        const { url = '', ed25519 = false, name, heartbeatSeconds } = body;
        const draft = {
          url,
          ed25519,
          ...(name !== undefined && { name }),
          ...(heartbeatSeconds !== undefined && { heartbeatSeconds }),
        };
        return refused('AlertEndpoint', async () =>
          endpointWithSecret(await endpoints.create(grant.clientId, draft, idempotency), wallClock.now()),
        );
      },
    }),
    writeRoute({
      ...shared,
      method: 'DELETE',
      path: '/alert-endpoints/{id}',
      operationId: 'deleteAlertEndpoint',
      summary: 'Delete an endpoint; alerts lose it, and what waits for it is not sent',
      pathParameters: ENDPOINT_ID,
      status: 204,
      handle: ({ grant, path }) =>
        refused('AlertEndpoint', async () => {
          await endpoints.remove(grant.clientId, path.id);
          return undefined;
        }),
    }),
    writeRoute({
      ...shared,
      method: 'POST',
      path: '/alert-endpoints/{id}/rotate-secret',
      operationId: 'rotateAlertEndpointSecret',
      summary: 'Give an endpoint a new secret; for 24 hours messages are signed with both',
      pathParameters: ENDPOINT_ID,
      status: 200,
      response: AlertEndpointWithSecret,
      handle: ({ grant, path, idempotency }) =>
        refused('AlertEndpoint', async () =>
          endpointWithSecret(
            await endpoints.rotate(grant.clientId, path.id, idempotency?.key),
            wallClock.now(),
          ),
        ),
    }),
    writeRoute({
      ...shared,
      method: 'POST',
      path: '/alert-endpoints/{id}/test',
      operationId: 'testAlertEndpoint',
      summary: 'Send an endpoint a test message now, once; success makes a disabled endpoint active again',
      pathParameters: ENDPOINT_ID,
      status: 200,
      response: AlertEndpointTest,
      handle: ({ grant, path, idempotency }) =>
        refused('AlertEndpoint', () => endpoints.test(grant.clientId, path.id, idempotency?.key)),
    }),
  ];
}
