import type { JobOwner } from '../../src/api/http/limits/fair-queue.ts';

/** A client that stays connected. */
export const anAsker = (clientId = 'test'): JobOwner => ({ clientId, gone: new AbortController().signal });

/** A client that disconnects when the signal aborts. */
export function leavingAsker(clientId = 'test'): JobOwner & { readonly leave: () => void } {
  const controller = new AbortController();
  return { clientId, gone: controller.signal, leave: () => controller.abort() };
}
