import type { Millis } from '../../core/time.ts';
import type { AlertChange, AlertReader, AlertStore } from '../store/alert-store.ts';
import type { WebhookResult } from './webhook-transport.ts';

/** The status with which a receiver says that it wants no more messages. */
export const GONE = 410;

/** The change that disables an endpoint; none if it was removed or is disabled. */
export function disabling(
  records: Pick<AlertReader, 'endpoint'>,
  endpointId: string,
  at: Millis,
): readonly AlertChange[] {
  const endpoint = records.endpoint(endpointId);
  if (!endpoint || endpoint.disabledAt !== undefined) return [];
  return [{ put: 'endpoint', endpoint: { ...endpoint, disabledAt: at } }];
}

/** Disables the endpoint if its receiver responded with 410. */
export async function disableIfGone(
  store: Pick<AlertStore, 'commit'>,
  endpointId: string,
  result: WebhookResult,
  at: Millis,
): Promise<void> {
  if (!('status' in result) || result.status !== GONE) return;
  await store.commit((records) => ({ changes: disabling(records, endpointId, at), result: undefined }));
}
