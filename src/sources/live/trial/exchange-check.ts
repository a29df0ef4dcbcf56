import type { Clock } from '../../../core/clocks/clock.ts';
import { SECOND_MS, type Millis } from '../../../core/time.ts';
import { LinkedAbort } from '../../../core/async/linked-abort.ts';
import { openContractsApis } from '../collect/open-contracts.ts';
import { openExchange } from '../collect/open-exchange.ts';
import type { ExchangeHttp } from '../http/exchange-http.ts';
import { openExchangeNetwork, type ExchangeNetwork } from '../http/exchange-network.ts';
import type { ExchangeApi } from '../ports/exchange-api.ts';
import { PollFailure, type FailureKind } from '../ports/poll-failure.ts';
import { readApiKeys } from '../settings/api-keys.ts';
import { configuredExchanges, configuredNetwork } from '../settings/configured-exchanges.ts';
import type { SourceOptions } from '../../source-definition.ts';

export interface CheckOptions {
  /** Settings of the service. */
  readonly settings: SourceOptions;
  readonly clock: Clock;
  /** Limit per exchange, from its first request on. */
  readonly exchangeMs?: Millis;
  /** Limit for all of them. */
  readonly totalMs?: Millis;
}

/** Result of reading an exchange once: whether it can be read from here, and how fast. Unknown values are absent. */
export interface ExchangeCheck {
  readonly exchange: string;
  readonly kind: 'spot' | 'derivatives';
  readonly requests: number;
  /** Median of its requests. */
  readonly latencyMs?: Millis;
  readonly tookMs: Millis;
  readonly markets?: number;
  /** Number of tickers with a last price. */
  readonly tickers?: number;
  /** Its clock minus ours, from `Date` headers: positive if it is ahead. Exact to about half a second. */
  readonly clockOffsetMs?: Millis;
  /** Age of the newest ticker, by the exchange's own timestamps. */
  readonly newestTickerAgeMs?: Millis;
  /** Absent if it was read. */
  readonly failure?: {
    readonly kind: FailureKind | 'unusable';
    readonly step: Step;
    readonly message: string;
  };
}

type Step = 'start' | 'markets' | 'tickers';

const EXCHANGE_MS = 30 * SECOND_MS;
const TOTAL_MS = 120 * SECOND_MS;
/** Half as many as a collector reads at once, because the check runs beside a service. */
const AT_ONCE = 16;
/** A `Date` header has whole seconds: on average half of one has passed. */
const HALF_SECOND_MS = 500;

interface Answered {
  readonly tookMs: Millis;
  readonly offsetMs: Millis | undefined;
}

/** Reads every configured exchange once, several at a time. Resolves with all results, within bounded time. */
export async function checkExchanges(options: CheckOptions): Promise<readonly ExchangeCheck[]> {
  const { settings, clock, exchangeMs = EXCHANGE_MS, totalMs = TOTAL_MS } = options;
  const { exchanges, declared, derivatives } = configuredExchanges(settings);
  const network = openExchangeNetwork(configuredNetwork(settings), clock);
  const keyFile = settings['exchangeKeys'];
  const apiKeys = typeof keyFile === 'string' ? readApiKeys(keyFile) : undefined;
  const total = new AbortController();
  const isOver = clock.wait(totalMs, total.signal).then(
    () =>
      total.abort(new PollFailure('timeout', `not done within ${totalMs / SECOND_MS} s for all exchanges`)),
    () => undefined,
  );
  const spot = [...declared.map(({ key }) => key), ...exchanges];
  const jobs = [
    ...spot.map((exchange) => ({ exchange, kind: 'spot' as const })),
    ...derivatives.map((exchange) => ({ exchange, kind: 'derivatives' as const })),
  ];
  const open = async (
    { exchange, kind }: (typeof jobs)[number],
    http: ExchangeHttp,
  ): Promise<ExchangeApi> => {
    const observed: ExchangeNetwork = { ...network, of: () => http };
    let why: string | undefined;
    const onUnusable = (_: string, reason: string) => void (why ??= reason);
    const [api] =
      kind === 'derivatives'
        ? await openContractsApis([exchange], observed, clock, onUnusable)
        : [
            await openExchange(exchange, {
              input: { declared, network: configuredNetwork(settings) },
              network: observed,
              clock,
              agentOf: () => undefined,
              onUnusable,
              ...(apiKeys && { apiKeys }),
            }),
          ];
    if (!api) throw new Unusable(why ?? 'it does not load');
    return api;
  };
  try {
    return await inTurn(jobs, AT_ONCE, (job) =>
      checkOne(job, {
        clock,
        exchangeMs,
        signal: total.signal,
        http: network.of(job.exchange),
        open: (http) => open(job, http),
      }),
    );
  } finally {
    total.abort();
    await isOver;
    await network.close();
  }
}

class Unusable extends Error {}

interface OneCheck {
  readonly clock: Clock;
  readonly exchangeMs: Millis;
  readonly signal: AbortSignal;
  readonly http: ExchangeHttp;
  readonly open: (http: ExchangeHttp) => Promise<ExchangeApi>;
}

async function checkOne(
  { exchange, kind }: Pick<ExchangeCheck, 'exchange' | 'kind'>,
  { clock, exchangeMs, signal, http, open }: OneCheck,
): Promise<ExchangeCheck> {
  const answered: Answered[] = [];
  const found: { -readonly [K in keyof ExchangeCheck]?: ExchangeCheck[K] } = {};
  const since = clock.monotonic();
  const end = new LinkedAbort(signal);
  const isOver = clock.wait(exchangeMs, end.signal).then(
    () => end.abort(new PollFailure('timeout', `not done within ${exchangeMs / SECOND_MS} s`)),
    () => undefined,
  );
  let step: Step = 'start';
  try {
    end.signal.throwIfAborted();
    const api = await open(observed(http, clock, (each) => answered.push(each)));
    step = 'markets';
    const list = await api.markets(end.signal);
    found.markets = list.markets.length;
    step = 'tickers';
    const readings = await api.tickers(list, end.signal);
    const priced = readings.filter(({ last }) => last !== undefined);
    found.tickers = priced.length;
    const newest = Math.max(...priced.flatMap(({ timestamp }) => timestamp ?? []));
    if (Number.isFinite(newest)) found.newestTickerAgeMs = clock.now() - newest;
    if (priced.length === 0) throw new PollFailure('implausible', 'no ticker has a price');
  } catch (error) {
    found.failure = { ...failureOf(error), step };
  } finally {
    end.release();
    end.abort();
    await isOver;
  }
  const latencyMs = median(answered.map(({ tookMs }) => tookMs));
  const clockOffsetMs = median(answered.flatMap(({ offsetMs }) => offsetMs ?? []));
  return {
    exchange,
    kind,
    requests: answered.length,
    tookMs: Math.round(clock.monotonic() - since),
    ...(latencyMs === undefined ? {} : { latencyMs: Math.round(latencyMs) }),
    ...(clockOffsetMs === undefined ? {} : { clockOffsetMs: Math.round(clockOffsetMs) }),
    ...found,
  };
}

function failureOf(error: unknown): { readonly kind: FailureKind | 'unusable'; readonly message: string } {
  if (error instanceof PollFailure) {
    const { kind, message, retryAfterMs } = error;
    const retry = retryAfterMs === undefined ? '' : `, retry after ${Math.ceil(retryAfterMs / SECOND_MS)} s`;
    return { kind, message: `${message}${retry}` };
  }
  if (error instanceof Unusable) return { kind: 'unusable', message: error.message };
  throw error;
}

/** Wraps a client to report each reply. */
function observed(http: ExchangeHttp, clock: Clock, onAnswer: (answered: Answered) => void): ExchangeHttp {
  const send: ExchangeHttp['send'] = async (...request) => {
    const [since, sentAt] = [clock.monotonic(), clock.now()];
    const answer = await http.send(...request);
    const tookMs = clock.monotonic() - since;
    const date = Date.parse(answer.headers['date'] ?? '');
    const offsetMs = Number.isNaN(date) ? undefined : date + HALF_SECOND_MS - (sentAt + tookMs / 2);
    onAnswer({ tookMs, offsetMs });
    return answer;
  };
  return new Proxy(http, {
    get(target, name) {
      if (name === 'send') return send;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
}

function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** Results in the order of the jobs. */
async function inTurn<J, R>(
  jobs: readonly J[],
  atOnce: number,
  work: (job: J) => Promise<R>,
): Promise<readonly R[]> {
  const results = new Map<number, R>();
  let next = 0;
  const runner = async () => {
    for (let i = next++; i < jobs.length; i = next++) results.set(i, await work(jobs[i]!));
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, jobs.length) }, runner));
  return jobs.map((_, i) => results.get(i)!);
}
