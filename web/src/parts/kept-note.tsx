import { messageOf } from '../format/errors.ts';
import type { Kept } from './use-kept.ts';
import './pane.css';

/** What stands where an answer is not there, or over one that could not be asked for again. `what`: such as "The exchanges". */
export function KeptNote({ kept, what }: { kept: Kept<unknown>; what: string }) {
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
