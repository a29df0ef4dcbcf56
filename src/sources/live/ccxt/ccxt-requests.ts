import type { Clock } from '../../../core/clocks/clock.ts';
import type { Millis } from '../../../core/time.ts';
import { checkReply, type ExchangeRequests } from '../http/exchange-http.ts';
import { checkListLengths } from '../ports/list-limits.ts';
import { PollFailure } from '../ports/poll-failure.ts';
import type { CcxtFetch, CcxtInstance } from './ccxt-library.ts';
import { exactNumbers } from './entries/exact-numbers.ts';
import type { ReplyCache } from './reply-cache.ts';

/** Longer than any deadline of ours, which also covers the body: ccxt's own deadline covers only the headers. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

/** Options of every ccxt exchange: numbers as texts, and no time limit of its own. */
export const CCXT_BASICS = { number: String, enableRateLimit: true, timeout: NO_TIMEOUT_MS } as const;
/** The same for sockets; with its rate limit ccxt would delay messages too. */
export const CCXT_PRO_BASICS = { ...CCXT_BASICS, enableRateLimit: false } as const;

export interface OwnRequests {
  readonly http: Pick<ExchangeRequests, 'send'>;
  readonly clock: Clock;
  /** Signal of the current call. */
  readonly signal: () => AbortSignal;
  /** Keeps replies for the duration of a call; by default they are not kept. */
  readonly replies?: ReplyCache;
}

/** Makes a ccxt exchange send its requests through our client and parse numbers without losing digits. */
export function makeOwnRequests(ccxt: CcxtInstance, { http, clock, signal, replies }: OwnRequests): void {
  refuseAccountRequests(ccxt);
  const takeCost = ccxtCosts(ccxt);
  const send = async (url: string, { method, headers, body }: Parameters<CcxtFetch>[1], costMs?: Millis) => {
    const answer = await http.send(url, { method, headers, body, costMs }, signal());
    checkReply(answer, clock.now());
    const { status, headers: answered, text } = answer;
    return { status, statusText: '', headers: answered, text: () => Promise.resolve(text) };
  };
  ccxt.fetchImplementation = (url, params) => {
    const costMs = takeCost();
    const ask = () => send(url, params, costMs);
    return replies ? replies.getOrFetch(`${params.method} ${url} ${params.body ?? ''}`, ask) : ask();
  };
  const parse = ccxt.parseJson.bind(ccxt);
  const read = (text: string) => {
    const parsed = parse(exactNumbers(text));
    if (parsed === undefined) throw new PollFailure('not-json', 'the response is not valid JSON');
    checkListLengths(parsed);
    return parsed;
  };
  ccxt.parseJson = (text) => (replies ? replies.getOrParse(text, () => read(text)) : read(text));
}

/** Concurrent requests of one exchange. Beyond that, costs belong to calls that failed before their request. */
const MAX_COSTS = 100;

/**
 * Costs of requests under ccxt's rate limit, in milliseconds. ccxt calls `throttle` right before each request, so costs
 * and requests come in the same order. `throttle` resolves immediately: our client paces the hosts.
 */
function ccxtCosts(ccxt: CcxtInstance): () => Millis | undefined {
  const costs: Millis[] = [];
  if (!ccxt.enableRateLimit) return () => undefined;
  ccxt.throttle = (cost = 1) => {
    if (costs.length >= MAX_COSTS) costs.length = 0;
    costs.push(cost * ccxt.rateLimit);
    return Promise.resolve();
  };
  return () => costs.shift();
}

/** Account interfaces, and paths that are no market data. */
const PRIVATE_API = /private|sapi|papi|trading|account|wallet/i;
const OF_ACCOUNTS =
  /order|account|balance|position|wallet|capital|withdraw|deposit|transfer|borrow|loan|margin|fill|myTrades|user|profile|api-?key/i;

/**
 * API keys are for market data only: a signed request that could change something, or that is about an account, is
 * never sent, whatever ccxt was asked to do.
 */
function refuseAccountRequests(ccxt: CcxtInstance): void {
  const sign = ccxt.sign.bind(ccxt);
  ccxt.sign = (path, api, method, ...rest) => {
    const isPrivate = [api].flat().some((part) => PRIVATE_API.test(String(part)));
    if (isPrivate && (method !== 'GET' || OF_ACCOUNTS.test([api, path].flat().join('/'))))
      throw new PollFailure('refused', 'only requests for market data are allowed');
    return sign(path, api, method, ...rest);
  };
}

/**
 * With a key, some ccxt exchanges also request account data for their lists, such as fees, and fail if those requests
 * are refused. During the call, optional checks report that there is no key, so that ccxt leaves them out.
 */
export async function withoutAccountExtras<T>(ccxt: CcxtInstance, call: () => Promise<T>): Promise<T> {
  const check = ccxt.checkRequiredCredentials;
  ccxt.checkRequiredCredentials = (isRequired = true) => isRequired && check.call(ccxt, isRequired);
  try {
    return await call();
  } finally {
    ccxt.checkRequiredCredentials = check;
  }
}
