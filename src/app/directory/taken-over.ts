import { OperatorError } from '../../core/errors.ts';
import type { WriteOutcome } from '../../history/history-store.ts';

/** What the service and its commands say where a newer writer has opened the same history. */
export const TAKEN_OVER = 'another process has taken over the history';

/** Nothing that this process wants to store is stored any more: trying again is of no use. */
export class TakenOver extends OperatorError {
  constructor() {
    super(`${TAKEN_OVER}: is a second service running on it?`);
  }
}

export function unlessTakenOver(outcome: WriteOutcome): void {
  if (outcome === 'fenced') throw new TakenOver();
}
