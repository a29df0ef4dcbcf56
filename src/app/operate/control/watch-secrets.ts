import type { Clock } from '../../../core/clocks/clock.ts';
import { MINUTE_MS } from '../../../core/time.ts';

/** A file that only its owner writes; `problem` is set if it was changed from outside. */
export interface WatchedSecrets {
  readonly problem: string | undefined;
}

/** Reports changes of clients and keys that their owner did not make, until the returned function is called. */
export function watchSecrets(
  files: readonly WatchedSecrets[],
  clock: Clock,
  onProblem: ((problem: string) => void) | undefined,
  onFailure: (error: unknown) => void = warn,
): () => Promise<void> {
  const end = new AbortController();
  const ended = onProblem ? watch(files, clock, onProblem, end.signal).catch(onFailure) : Promise.resolve();
  return () => {
    end.abort();
    return ended;
  };
}

const warn = (error: unknown) =>
  process.emitWarning(`files of clients and keys are no longer watched: ${(error as Error).message}`);

async function watch(
  files: readonly WatchedSecrets[],
  clock: Clock,
  onProblem: (problem: string) => void,
  signal: AbortSignal,
): Promise<void> {
  let reported = new Set<string>();
  while (await waited(clock, signal)) {
    const problems = new Set(files.flatMap((file) => problemOf(file) ?? []));
    for (const problem of problems) if (!reported.has(problem)) onProblem(problem);
    reported = problems;
  }
}

/** A file that cannot be read at the moment is reported too. */
function problemOf(file: WatchedSecrets): string | undefined {
  try {
    return file.problem;
  } catch (error) {
    return `files of clients and keys cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}`;
  }
}

/** False if the signal aborted. */
async function waited(clock: Clock, signal: AbortSignal): Promise<boolean> {
  try {
    await clock.wait(MINUTE_MS, signal);
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}
