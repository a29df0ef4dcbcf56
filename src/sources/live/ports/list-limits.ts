import { PollFailure } from './poll-failure.ts';

/** No exchange lists a third as many; a list that is made to be long would cost all exchanges that are read in the same process. */
export const MOST_MARKETS = 20_000;
/** Of anything, before it is looked at: an exchange may list all assets that it ever had, or derivatives beside what is asked for. */
const MOST_ENTRIES = 50_000;
/** Lists lie in an envelope or two. */
const DEEPEST = 3;
/** An envelope has no more. */
const MOST_PARTS = 100;

/** Refuses what an answer says where a list in it is too long. */
export function checkListLengths(content: unknown, depth = 0): void {
  if (typeof content !== 'object' || content === null || depth > DEEPEST) return;
  const entries = Array.isArray(content) ? content : Object.values(content);
  checkEntryCount(entries.length);
  // Entries of a list are not envelopes.
  if (entries.length <= MOST_PARTS) for (const each of entries) checkListLengths(each, depth + 1);
}

export function checkEntryCount(count: number): void {
  if (count > MOST_ENTRIES)
    throw new PollFailure('too-large', `a list of ${count} entries; more than ${MOST_ENTRIES} are not read`);
}

export function checkMarketCount(count: number): void {
  if (count > MOST_MARKETS)
    throw new PollFailure('too-large', `a list of ${count} markets; more than ${MOST_MARKETS} are not read`);
}
