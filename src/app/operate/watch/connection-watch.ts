import type { Logger } from 'pino';
import type { ConnectionCounts } from '../../../api/http/limits/connection-metrics.ts';
import type { ConnectionEvents, ConnectionLimit } from '../../../api/http/limits/connections.ts';
import { MINUTE_MS } from '../../../core/time.ts';

const LOG_EVERY_MS = MINUTE_MS;

/** Counts connections that were refused or closed, and logs the counts at most once a minute. */
export class ConnectionWatch implements ConnectionEvents {
  readonly #log: Logger;
  readonly #now: () => number;
  readonly #counts = {
    refused: new Map<string, number>(),
    closed: new Map<string, number>(),
    acceptErrors: new Map<string, number>(),
  };
  #loggedAt = -Infinity;

  constructor(log: Logger, now: () => number) {
    this.#log = log;
    this.#now = now;
  }

  get counts(): ConnectionCounts {
    return this.#counts;
  }

  refused(limit: ConnectionLimit, group: string | undefined): void {
    add(this.#counts.refused, limit);
    this.#report({ limit, address: group });
  }

  closed(limit: ConnectionLimit, group: string | undefined): void {
    add(this.#counts.closed, limit);
    this.#report({ limit, address: group });
  }

  acceptFailed({ code = 'unknown' }: NodeJS.ErrnoException): void {
    add(this.#counts.acceptErrors, code);
    this.#report({ code });
  }

  /** Logs totals since the process started, so that skipped lines are included in the next. */
  #report(last: object): void {
    const now = this.#now();
    if (now - this.#loggedAt < LOG_EVERY_MS) return;
    this.#loggedAt = now;
    const { refused, closed, acceptErrors } = this.#counts;
    const totals = { refused: sum(refused), closed: sum(closed), acceptErrors: sum(acceptErrors) };
    this.#log.warn(
      { ...totals, last },
      'too many connections: those without a valid token are closed or refused',
    );
  }
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function sum(counts: ReadonlyMap<string, number>): number {
  let all = 0;
  for (const count of counts.values()) all += count;
  return all;
}
