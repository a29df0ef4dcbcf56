import type { Clock } from '../../core/clocks/clock.ts';
import { formatDatetime } from '../../core/time.ts';
import { unavailable } from '../http/errors.ts';
import { JSON_TYPE } from '../http/headers.ts';
import { sendText, type Call } from '../http/routing/call.ts';
import { READ_METHODS, type Route } from '../http/routing/routing.ts';

/** Something that must hold before traffic may come. */
export interface ReadinessCheck {
  readonly name: string;
  readonly ready: () => boolean;
  /** Said beside the name while it does not hold: what is wrong, for the operator. */
  readonly why?: () => string;
}

/** Whether traffic may come: every check holds, and the service is not stopping. */
export class Readiness {
  readonly #checks: ReadinessCheck[] = [];
  readonly #details = new Map<string, () => object | undefined>();
  #stopping = false;

  add(check: ReadinessCheck): void {
    this.#checks.push(check);
  }

  /** Something to be told beside the answer, whatever that is: it keeps no traffic away. Undefined: nothing to tell. */
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

  /** Names of what is missing, with the reason where there is one; empty when ready. */
  missing(): string[] {
    const failing = this.#checks
      .filter((check) => !check.ready())
      .map(({ name, why }) => (why ? `${name} (${why()})` : name));
    return this.#stopping ? ['stopping', ...failing] : failing;
  }
}

const RETRY_AFTER_SECONDS = 5;
const SENT_ONCE = ['cache-control', 'no-store', 'content-type', JSON_TYPE];

/** `/healthz`: the process answers. `/readyz`: it has what it needs to serve. */
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
