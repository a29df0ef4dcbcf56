import { messageOf } from '../format/errors.ts';
import type { LastResponse } from './use-last-response.ts';
import './pane.css';

/**
 * Shown instead of a missing response, or above one that could not be refreshed. `what`: such as "The
 * exchanges".
 */
export function LastResponseNote({ kept, what }: { kept: LastResponse<unknown>; what: string }) {
  const { value, error, again } = kept;
  if (error === undefined)
    return value === undefined ? (
      <p class="note" role="status">
        Loading
      </p>
    ) : null;
  const isOld = value !== undefined;
  return (
    <p class={isOld ? 'pane-old' : 'note failed'} role="alert">
      {what} could not be {isOld ? 'refreshed' : 'loaded'}: {messageOf(error)}.
      <button class="button" onClick={again}>
        Try again
      </button>
    </p>
  );
}
