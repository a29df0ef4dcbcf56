import { Interrupted } from './exit-codes.ts';

/** Aborts at the first SIGINT or SIGTERM, so that what was begun can be taken away; a second one ends the process. */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => controller.abort(new Interrupted(signal)));
  return controller.signal;
}
