import type { PreparedAnswer } from '../../latest/answers/prepared-answer.ts';
import { ApiError } from '../http/errors.ts';
import type { Answer, Freshness } from '../http/routing/route.ts';

/** Listings and statuses change rarely, but a client should see it within a minute. */
export const LOOKUP_FRESHNESS: Freshness = { maxAgeSeconds: 60 };

export function found(what: string, prepared: PreparedAnswer | undefined): Answer {
  if (!prepared) throw new ApiError('NOT_FOUND', `there is no ${what} with this id`);
  return { prepared, ...LOOKUP_FRESHNESS };
}

/** A list of look-ups, which is kept or written in turns of the event loop. */
export function lookupAnswer(prepared: PreparedAnswer | Promise<PreparedAnswer>): Answer | Promise<Answer> {
  if (!(prepared instanceof Promise)) return { prepared, ...LOOKUP_FRESHNESS };
  return prepared.then((ready) => ({ prepared: ready, ...LOOKUP_FRESHNESS }));
}
