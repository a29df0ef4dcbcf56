import { messageOf } from '../format/errors.ts';
import type { LoadState } from './use-answer.ts';

/** Shown instead of a missing response. `what`: such as "The markets". */
export function AnswerNote({ answer, what }: { answer: LoadState<unknown>; what: string }) {
  if (answer.kind === 'there') return null;
  if (answer.kind === 'loading') return <p class="note">Loading</p>;
  return (
    <p class="note failed" role="alert">
      {what} could not be loaded: {messageOf(answer.error)}.
      <button class="button" onClick={answer.again}>
        Try again
      </button>
    </p>
  );
}
