import { PollFailure } from '../ports/poll-failure.ts';

/** A message about maintenance is short; a long answer that has the word somewhere is about something else. */
const MAX_CHARACTERS = 20_000;
const WORDS = /maintenance|maintaining|under upgrade|system upgrade|维护|維護|점검|メンテナンス/i;

/** Throws if an answer that is no list says that the exchange is under maintenance. */
export function refuseMaintenance(text: string): void {
  if (text.length <= MAX_CHARACTERS && WORDS.test(text))
    throw new PollFailure('maintenance', 'the exchange reports maintenance');
}
