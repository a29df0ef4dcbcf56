import { isatty } from 'node:tty';
import { Interrupted } from './exit-codes.ts';

const STANDARD_STREAMS = [0, 1, 2];
/** After a signal a command has this long to clean up. Every command ends within a second. */
export const CLEAN_UP_MS = 700;

/**
 * Aborts at the first SIGINT, SIGTERM or SIGHUP, so that the command can clean up. The process ends with the
 * exit code of the signal after `CLEAN_UP_MS`, or at once at a second signal. Call it after files that the
 * user has named were opened: a handled signal does not interrupt a blocking read.
 *
 * SIGHUP, which is sent when a terminal is closed, counts only if there is a terminal. Node resets ignored
 * signals before a program can see it, so `nohup` is detected by its effect: no standard stream is a
 * terminal.
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
