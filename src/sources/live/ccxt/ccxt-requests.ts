import type { Clock } from '../../../core/clocks/clock.ts';
import { checkAnswer, type ExchangeHttp } from '../http/exchange-http.ts';
import { checkListLengths } from '../ports/list-limits.ts';
import { PollFailure } from '../ports/poll-failure.ts';
import type { CcxtFetch, CcxtInstance } from './ccxt-library.ts';
import { exactNumbers } from './entries/exact-numbers.ts';
import type { KeptAnswers } from './kept-answers.ts';

/** Longer than any deadline of ours, which also covers the body: ccxt's own ends with the headers. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

/** What every exchange of ccxt is made with: its numbers as texts, no pace and no time limit of its own. */
export const CCXT_BASICS = { number: String, enableRateLimit: false, timeout: NO_TIMEOUT_MS } as const;

export interface OwnRequests {
  readonly http: Pick<ExchangeHttp, 'send'>;
  readonly clock: Clock;
  /** Of the call that is under way. */
  readonly signal: () => AbortSignal;
  /** Where answers are kept for as long as a call takes; by default nowhere. */
  readonly answers?: KeptAnswers;
}

/** Has an exchange of ccxt make its requests over our client, and read its answers to the last digit. */
export function makeOwnRequests(ccxt: CcxtInstance, { http, clock, signal, answers }: OwnRequests): void {
  const send: CcxtFetch = async (url, { method, headers, body }) => {
    const answer = await http.send(url, { method, headers, body }, signal());
    checkAnswer(answer, clock.now());
    const { status, headers: answered, text } = answer;
    return { status, statusText: '', headers: answered, text: () => Promise.resolve(text) };
  };
  ccxt.fetchImplementation = (url, params) => {
    const ask = () => send(url, params);
    return answers ? answers.answer(`${params.method} ${url} ${params.body ?? ''}`, ask) : ask();
  };
  const parse = ccxt.parseJson.bind(ccxt);
  const read = (text: string) => {
    const parsed = parse(exactNumbers(text));
    if (parsed === undefined) throw new PollFailure('not-json', 'the answer is not valid JSON');
    checkListLengths(parsed);
    return parsed;
  };
  ccxt.parseJson = (text) => (answers ? answers.content(text, () => read(text)) : read(text));
}
