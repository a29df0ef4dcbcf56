import type { Asker } from '../../src/api/http/limits/work-line.ts';

/** A client that stays connected. */
export const anAsker = (clientId = 'test'): Asker => ({ clientId, gone: new AbortController().signal });

/** A client that disconnects when told to. */
export function leavingAsker(clientId = 'test'): Asker & { readonly leave: () => void } {
  const controller = new AbortController();
  return { clientId, gone: controller.signal, leave: () => controller.abort() };
}
