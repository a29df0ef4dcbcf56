import { PollFailure } from '../ports/poll-failure.ts';

/** Maintenance messages are short; a long reply that contains the word is about something else. */
const MAX_CHARACTERS = 20_000;
const WORDS = /maintenance|maintaining|under upgrade|system upgrade|维护|維護|점검|メンテナンス/i;

/** Throws if a reply that is not the list reports maintenance. */
export function refuseMaintenance(text: string): void {
  if (text.length <= MAX_CHARACTERS && WORDS.test(text))
    throw new PollFailure('maintenance', 'the exchange reports maintenance');
}
