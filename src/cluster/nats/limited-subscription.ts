import type { Msg, NatsConnection, Subscription } from 'nats';
import type { Clock } from '../../core/clocks/clock.ts';

export interface LimitedSubscriptionOptions {
  readonly clock: Clock;
  readonly subject: string;
  /** Of the subscriptions with this name, on any connection, one receives each message. */
  readonly queue?: string;
  readonly maxPerSecond: number;
  readonly receive: (message: Msg) => void;
}

const PERIOD_MS = 500;

/**
 * A subscription to which the servers deliver a limited number of messages. What exceeds it is not sent to this process, so a flood
 * neither fills the connection nor takes time to read. A publisher that expects an answer learns at once that there is no subscriber.
 */
export class LimitedSubscription {
  readonly #options: LimitedSubscriptionOptions;
  readonly #maxPerPeriod: number;
  readonly #ended = new AbortController();
  #connection: NatsConnection | undefined;
  #current: Subscription | undefined;
  #received = 0;
  #isTimed = false;

  constructor(options: LimitedSubscriptionOptions) {
    this.#options = options;
    this.#maxPerPeriod = Math.ceil((options.maxPerSecond * PERIOD_MS) / 1000);
  }

  /** Must be called with each connection, also after the driver has connected again: it does not repeat the limit. */
  listen(connection: NatsConnection): void {
    if (this.#ended.signal.aborted) return;
    this.#current?.unsubscribe();
    this.#connection = connection;
    this.#current = this.#subscribed(connection);
  }

  end(): void {
    this.#ended.abort();
    this.#current?.unsubscribe();
  }

  #subscribed(connection: NatsConnection): Subscription {
    const { subject, queue, receive } = this.#options;
    this.#received = 0;
    return connection.subscribe(subject, {
      ...(queue !== undefined && { queue }),
      max: this.#maxPerPeriod,
      callback: (error, message) => {
        this.#received++;
        void this.#renewLater();
        if (!error) receive(message);
      },
    });
  }

  async #renewLater(): Promise<void> {
    if (this.#isTimed) return;
    this.#isTimed = true;
    await this.#options.clock.wait(PERIOD_MS, this.#ended.signal).catch(() => undefined);
    this.#isTimed = false;
    if (this.#ended.signal.aborted || this.#received < this.#maxPerPeriod / 2) return;
    if (this.#connection?.isClosed() === false) this.#renew(this.#connection);
  }

  #renew(connection: NatsConnection): void {
    const former = this.#current;
    // A queue delivers each message once even while there are two subscriptions. `drain` still delivers what is on its way.
    const drain = () => void former?.drain().catch(() => undefined);
    if (this.#options.queue === undefined) drain();
    this.#current = this.#subscribed(connection);
    if (this.#options.queue !== undefined) drain();
  }
}
