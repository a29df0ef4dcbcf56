import { ApiError, type FieldProblem } from '@tidemark/sdk';
import { useState } from 'preact/hooks';
import { messageOf } from '../../format/errors.ts';

type Problems = readonly Pick<FieldProblem, 'field' | 'message'>[];

export interface Sending {
  readonly isBusy: boolean;
  /** About a field of the form; undefined if there is none. */
  readonly problemOf: (field: string) => string | undefined;
  /** Not about a field; empty if there is none. */
  readonly problem: string;
  /** Shows problems that were found before anything was sent. */
  readonly refuse: (problems: Problems) => void;
  /** Runs one request at a time. Returns whether it succeeded. */
  readonly run: (work: () => Promise<void>) => Promise<boolean>;
}

/** State of requests that change something. `fields`: those that show their problems themselves. */
export function useSending(fields: readonly string[] = []): Sending {
  const [isBusy, setBusy] = useState(false);
  const [problems, refuse] = useState<Problems>([]);
  const run = async (work: () => Promise<void>) => {
    if (isBusy) return false;
    setBusy(true);
    refuse([]);
    try {
      await work();
      return true;
    } catch (error) {
      refuse(problemsOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  const others = problems.filter(({ field }) => !fields.includes(field));
  return {
    isBusy,
    problemOf: (wanted) => problems.find(({ field }) => field === wanted)?.message,
    problem: others.map(({ field, message }) => `${field} ${message}`.trim()).join('; '),
    refuse,
    run,
  };
}

function problemsOf(error: unknown): Problems {
  if (error instanceof ApiError && error.problems.length > 0) return error.problems;
  return [{ field: '', message: messageOf(error) }];
}
