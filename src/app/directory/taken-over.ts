import { OperatorError } from '../../core/errors.ts';
import type { WriteOutcome } from '../../history/history-store.ts';

/** Error text of the service and its commands if a newer writer has opened the same history. */
export const TAKEN_OVER_TEXT = 'another process has taken over the history';

/** The store rejects all further writes of this process: retrying is useless. */
export class TakenOver extends OperatorError {
  constructor() {
    super(`${TAKEN_OVER_TEXT}: is a second service running on it?`);
  }
}

export function throwIfFenced(outcome: WriteOutcome): void {
  if (outcome === 'fenced') throw new TakenOver();
}
