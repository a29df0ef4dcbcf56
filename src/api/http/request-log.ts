import type { Logger } from 'pino';
import { monotonicMs } from '../../core/clocks/clock.ts';
import { SECOND_MS } from '../../core/time.ts';
import type { RequestMetrics } from './request-metrics.ts';

/** Logged data of a request. */
export interface AnsweredCall {
  readonly id: string;
  readonly request: { readonly method?: string | undefined };
  readonly route: string | undefined;
  readonly startedAt: number;
  /** Whether its answer was delayed on purpose: then it is not slow. */
  readonly isDelayed?: boolean;
}

const NO_ROUTE = 'none';

export interface RequestLogOptions {
  readonly log: Logger;
  readonly metrics: RequestMetrics;
  readonly accessLog: boolean;
  readonly slowRequestMs: number;
}

/**
 * Counts every request and logs notable ones. Only the declared route is logged, never the URL: a query
 * string may contain a token.
 */
export class RequestLog {
  readonly #options: RequestLogOptions;

  constructor(options: RequestLogOptions) {
    this.#options = options;
  }

  answered(call: AnsweredCall, status: number): void {
    const { request, route = NO_ROUTE, startedAt } = call;
    const { log, metrics, accessLog, slowRequestMs } = this.#options;
    const durationMs = monotonicMs() - startedAt;
    metrics.observeRequest(route, status, durationMs / SECOND_MS);
    const isSlow = durationMs >= slowRequestMs && !call.isDelayed;
    if (!accessLog && !isSlow) return;
    const line = {
      requestId: call.id,
      method: request.method,
      route,
      status,
      durationMs: Math.round(durationMs),
    };
    if (isSlow) log.warn(line, 'slow request');
    else log.info(line, 'request');
  }
}
