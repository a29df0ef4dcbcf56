import { isatty } from 'node:tty';
import { Interrupted } from './exit-codes.ts';

const STANDARD_STREAMS = [0, 1, 2];
/** After a signal a command has this long to remove what it began. Every command ends within a second. */
export const CLEAN_UP_MS = 700;

/**
 * Aborts at the first SIGINT, SIGTERM or SIGHUP, so that the command can remove what it began. The process ends with the code of the
 * signal if that takes longer than `CLEAN_UP_MS`, or at once at a second signal. Call it after files that the user has named were
 * opened: a signal that is handled here does not interrupt a read that blocks.
 *
 * SIGHUP, which a terminal that is closed sends, counts only where there is a terminal. Node takes away that a signal is ignored
 * before a program could see it, so that `nohup` is known by what it leaves behind: no standard stream is a terminal.
 */
export function interruption(
  hasTerminal: boolean = STANDARD_STREAMS.some((stream) => isatty(stream)),
): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', ...(hasTerminal ? (['SIGHUP'] as const) : [])] as const)
    process.once(signal, () => {
      const reason = new Interrupted(signal);
      setTimeout(() => process.exit(process.exitCode ?? reason.exitCode), CLEAN_UP_MS).unref();
      controller.abort(reason);
    });
  if (!hasTerminal) process.on('SIGHUP', () => undefined);
  return controller.signal;
}
