import type { Registry } from 'prom-client';
import type { Clock } from '../../core/clocks/clock.ts';
import { formatDatetime } from '../../core/time.ts';
import { unavailable } from '../http/errors.ts';
import { JSON_TYPE } from '../http/headers.ts';
import { metricsIn } from '../http/metrics.ts';
import { sendText, type Call } from '../http/routing/call.ts';
import { READ_METHODS, type Route } from '../http/routing/routing.ts';

/** A condition for receiving traffic. */
export interface ReadinessCheck {
  readonly name: string;
  readonly ready: () => boolean;
  /** Explains to the operator what is wrong; shown after the name. */
  readonly why?: () => string;
}

/** Whether the service can receive traffic: every check passes, and the service is not stopping. */
export class Readiness {
  readonly #checks: ReadinessCheck[] = [];
  readonly #details = new Map<string, () => object | undefined>();
  #stopping = false;

  add(check: ReadinessCheck): void {
    this.#checks.push(check);
  }

  /** Adds information to the answer that does not affect readiness. Undefined: nothing to add. */
  describe(name: string, read: () => object | undefined): void {
    this.#details.set(name, read);
  }

  details(): Record<string, object> {
    return Object.fromEntries(
      [...this.#details].flatMap(([name, read]) => {
        const detail = read();
        return detail ? [[name, detail]] : [];
      }),
    );
  }

  stop(): void {
    this.#stopping = true;
  }

  /** Names of failing checks, with the reason if there is one; empty when ready. */
  missing(): string[] {
    const failing = this.#checks
      .filter((check) => !check.ready())
      .map(({ name, why }) => (why ? `${name} (${why()})` : name));
    return this.#stopping ? ['stopping', ...failing] : failing;
  }
}

export function readinessMetric(registry: Registry, readiness: Pick<Readiness, 'missing'>): void {
  metricsIn(registry).observed('tidemark_ready', 'Whether /readyz responds with 200: 1 or 0', () =>
    readiness.missing().length === 0 ? 1 : 0,
  );
}

const RETRY_AFTER_SECONDS = 5;
const SENT_ONCE = ['cache-control', 'no-store', 'content-type', JSON_TYPE];

/** `/healthz`: the process answers. `/readyz`: it can serve data. */
export function healthRoutes(readiness: Readiness, wallClock: Clock): Route[] {
  const say = (call: Call, status: string, details: object = {}) => {
    const timestamp = formatDatetime(wallClock.now());
    sendText(call, 200, SENT_ONCE, JSON.stringify({ status, timestamp, ...details }));
  };
  const ready = (call: Call) => {
    const missing = readiness.missing();
    if (missing.length === 0) return say(call, 'ready', readiness.details());
    throw unavailable(`not ready: ${missing.join(', ')}`, RETRY_AFTER_SECONDS);
  };
  return [
    { methods: READ_METHODS, path: '/healthz', handle: (call) => say(call, 'ok') },
    { methods: READ_METHODS, path: '/readyz', handle: ready },
  ];
}
