import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { monotonicMs } from '../core/clock.ts';
import { SECOND_MS } from '../core/time.ts';
import type { RequestMetrics } from './request-metrics.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** When its headers had been read, on the monotonic clock. */
    startedAt: number | undefined;
  }
}

export interface RequestLogOptions {
  readonly log: Logger;
  readonly metrics: RequestMetrics;
  readonly accessLog: boolean;
  readonly slowRequestMs: number;
}

/**
 * Counts every request and writes down those worth a line. Only the declared route is written, never the URL:
 * a query string may hold a token.
 */
export class RequestLog {
  readonly #options: RequestLogOptions;

  constructor(options: RequestLogOptions) {
    this.#options = options;
  }

  /** `route` is the declared path; the framework would make a new object for each request to tell it. */
  answered(request: FastifyRequest, route: string, status: number): void {
    const { log, metrics, accessLog, slowRequestMs } = this.#options;
    // A URL that cannot be read never came through the hook that starts the watch.
    const durationMs = monotonicMs() - (request.startedAt ?? monotonicMs());
    metrics.observeRequest(route, status, durationMs / SECOND_MS);
    if (!accessLog && durationMs < slowRequestMs) return;
    const line = {
      requestId: request.id,
      method: request.method,
      route,
      status,
      durationMs: Math.round(durationMs),
    };
    if (durationMs >= slowRequestMs) log.warn(line, 'slow request');
    else log.info(line, 'request');
  }
}
