import type { ErrorOutput } from '../app/terminal/error-output.ts';

/** The command line was not understood: exit code 2, and a word on what would have been. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface Command {
  readonly help: () => string;
  /** Resolves with the exit code. */
  readonly run: (args: readonly string[], io: Output) => Promise<number>;
}

/** Where a command writes. Results go to `out`, everything else to `err`. */
export interface Output {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** What `err` writes to, for logs and for progress on a terminal. */
  readonly errors: ErrorOutput;
}
