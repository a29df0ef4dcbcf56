import { isatty } from 'node:tty';
import { Interrupted } from './exit-codes.ts';

const STANDARD_STREAMS = [0, 1, 2];

/**
 * Aborts at the first SIGINT, SIGTERM or SIGHUP, so that what was begun can be taken away; a second one ends the process.
 *
 * SIGHUP, which a terminal that is closed sends, counts only where there is a terminal. Node takes away that a signal is ignored
 * before a program could see it, so that `nohup` is known by what it leaves behind: no standard stream is a terminal.
 */
export function interruption(
  hasTerminal: boolean = STANDARD_STREAMS.some((stream) => isatty(stream)),
): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', ...(hasTerminal ? (['SIGHUP'] as const) : [])] as const)
    process.once(signal, () => controller.abort(new Interrupted(signal)));
  if (!hasTerminal) process.on('SIGHUP', () => undefined);
  return controller.signal;
}
