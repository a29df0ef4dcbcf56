import { PollFailure } from './poll-failure.ts';

/**
 * No exchange lists a third as many. An excessively long list would delay all exchanges that are read in the same
 * process.
 */
export const MAX_MARKETS = 20_000;
/**
 * Checked before entries are read. An exchange may list all assets that it ever had, or derivatives besides what was
 * requested.
 */
const MAX_ENTRIES = 50_000;
/** Lists are nested in one or two envelopes. */
const MAX_DEPTH = 3;
/** Envelopes have fewer members. */
const MAX_PARTS = 100;

/** Throws if a reply contains a list that is too long. */
export function checkListLengths(content: unknown, depth = 0): void {
  if (typeof content !== 'object' || content === null || depth > MAX_DEPTH) return;
  const entries = Array.isArray(content) ? content : Object.values(content);
  checkEntryCount(entries.length);
  // Entries of a list are not envelopes.
  if (entries.length <= MAX_PARTS) for (const each of entries) checkListLengths(each, depth + 1);
}

export function checkEntryCount(count: number): void {
  if (count > MAX_ENTRIES)
    throw new PollFailure('too-large', `a list of ${count} entries; more than ${MAX_ENTRIES} are not read`);
}

export function checkMarketCount(count: number): void {
  if (count > MAX_MARKETS)
    throw new PollFailure('too-large', `a list of ${count} markets; more than ${MAX_MARKETS} are not read`);
}
