import type { Clock } from '../../core/clocks/clock.ts';
import { dayStart, type Millis } from '../../core/time.ts';

export interface ClientUsage {
  readonly tokens: number;
  readonly lastAt: Millis;
}

/** The counts of a period, for each client that got tokens. */
export interface UsagePeriod {
  readonly from: Millis;
  readonly to: Millis;
  readonly clients: readonly (ClientUsage & { readonly client: string })[];
}

/** Counts tokens per client in this process. `onDay` gets the counts of each finished day, `take` those since then. */
export class TokenUsage {
  readonly #clock: Clock;
  readonly #onDay: (period: UsagePeriod) => void;
  readonly #all: Map<string, ClientUsage>;
  #since: Map<string, ClientUsage> = new Map();
  #from: Millis = 0;

  /** `known`: counts of earlier processes. */
  constructor(
    clock: Clock,
    known: Iterable<readonly [client: string, usage: ClientUsage]>,
    onDay: (period: UsagePeriod) => void,
  ) {
    this.#clock = clock;
    this.#onDay = onDay;
    this.#all = new Map(known);
  }

  count(client: string): void {
    const now = this.#clock.now();
    if (this.#since.size > 0 && dayStart(now) !== dayStart(this.#from)) {
      const period = this.take();
      if (period) this.#onDay(period);
    }
    if (this.#since.size === 0) this.#from = now;
    for (const counts of [this.#all, this.#since])
      counts.set(client, { tokens: (counts.get(client)?.tokens ?? 0) + 1, lastAt: now });
  }

  /** Undefined for a client that never got one. */
  of(client: string): ClientUsage | undefined {
    return this.#all.get(client);
  }

  /** Undefined if nothing was counted since the last call. */
  take(): UsagePeriod | undefined {
    if (this.#since.size === 0) return undefined;
    const clients = [...this.#since].map(([client, usage]) => ({ client, ...usage }));
    this.#since = new Map();
    return { from: this.#from, to: Math.max(...clients.map(({ lastAt }) => lastAt)), clients };
  }
}
