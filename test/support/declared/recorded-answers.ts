import { readFileSync } from 'node:fs';
import type { Requester } from '../../../src/sources/live/declared/declared-list.ts';

/** A ticker copied from a recorded reply. */
export interface ExpectedTicker {
  readonly base: string;
  readonly quote: string;
  readonly last?: string;
  readonly bid?: string;
  readonly ask?: string;
  readonly baseVolume?: string;
  readonly quoteVolume?: string;
  readonly vwap?: string;
  readonly timestamp?: number;
}

/** Replies of a real exchange, reduced to a few markets. */
export interface RecordedAnswers {
  readonly origin: string;
  readonly answers: readonly { readonly url: string; readonly body: string }[];
  readonly expected: readonly ExpectedTicker[];
  readonly ask: Requester;
}

const FOLDER = import.meta.url.endsWith('.ts') ? '../../fixtures' : '../../../../test/fixtures';

export function recordedAnswers(key: string): RecordedAnswers {
  const file = new URL(`${FOLDER}/exchanges/declared/${key}.json`, import.meta.url);
  const recorded = JSON.parse(readFileSync(file, 'utf8')) as Omit<RecordedAnswers, 'ask'>;
  return { ...recorded, ask: answering(recorded.answers) };
}

/** Replies to each URL with its body; any other URL is a mistake of the test. */
export function answering(answers: RecordedAnswers['answers']): Requester {
  const bodies = new Map(answers.map(({ url, body }) => [url, body]));
  return ({ url }) => {
    const body = bodies.get(url);
    return body === undefined
      ? Promise.reject(new Error(`no recorded reply for ${url}`))
      : Promise.resolve(body);
  };
}
