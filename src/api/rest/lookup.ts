import type { LoopTurns } from '../../core/loop-turns.ts';
import type { LookupAnswers, LookupTable } from '../../latest/lookup-answers.ts';
import type { Lookups } from '../../latest/lookups.ts';
import type { PreparedAnswer } from '../../latest/prepared-answer.ts';
import { ApiError } from '../errors.ts';
import type { Answer, Freshness } from './route.ts';

/** Listings and statuses change rarely, but a client should see it within a minute. */
export const LOOKUP_FRESHNESS: Freshness = { maxAgeSeconds: 60 };

export function found(what: string, prepared: PreparedAnswer | undefined): Answer {
  if (!prepared) throw new ApiError('NOT_FOUND', `there is no ${what} with this id`);
  return { prepared, ...LOOKUP_FRESHNESS };
}

/** A list of a table, whose records are serialised in turns of the event loop before the first one. */
export function lookupList(
  lookups: Lookups,
  table: LookupTable,
  turns: Pick<LoopTurns, 'next'>,
  list: (answers: LookupAnswers) => PreparedAnswer,
): Answer | Promise<Answer> {
  const { answers } = lookups;
  const ready = () => ({ prepared: list(answers), ...LOOKUP_FRESHNESS });
  const warming = answers.warmUp(table, () => turns.next());
  return warming ? warming.then(ready) : ready();
}
