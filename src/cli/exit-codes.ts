import { constants } from 'node:os';
import { OperatorError } from '../core/errors.ts';

/** What every command ends with; `status` has further ones for states of a service. docs/reference/cli.md lists them. */
export const EXIT = {
  ok: 0,
  /** The command failed, or found a difference or damage. */
  failed: 1,
  /** The command line or the configuration is invalid; nothing was done. */
  usage: 2,
  /** With --strict: values of the requested range are missing. 3 to 5 are those of `status`. */
  incomplete: 6,
} as const;

/** Signals that end a command early. */
export type Interruption = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/** A signal ended a command early. */
export class Interrupted extends OperatorError {
  /** As in a shell: 130 after Ctrl-C, 143 after SIGTERM, 129 after SIGHUP. */
  readonly exitCode: number;
  readonly signal: Interruption;

  constructor(signal: Interruption, what = 'nothing was written') {
    super(`interrupted: ${what}`);
    this.signal = signal;
    this.exitCode = 128 + constants.signals[signal];
  }
}
