import type { Bus, BusOptions, Unsubscribe } from './bus.ts';
import { deliver, type MessageHandler } from './deliver.ts';

/**
 * Delivers messages within one process, without copying. `publish` calls every subscriber, in the order of subscribing,
 * before it returns; `subscribe` delivers the retained message before it returns.
 */
export class InProcessBus<Topics> implements Bus<Topics> {
  readonly #subscribers = new Map<keyof Topics, Set<{ readonly receive: MessageHandler }>>();
  readonly #retained: ReadonlySet<keyof Topics>;
  readonly #last = new Map<keyof Topics, unknown>();
  #closed = false;

  constructor({ retained = [] }: BusOptions<Topics> = {}) {
    this.#retained = new Set(retained);
  }

  publish<T extends keyof Topics>(topic: T, message: Topics[T]): Promise<void> {
    if (this.#closed) return Promise.reject(new Error('the bus is closed'));
    if (this.#retained.has(topic)) this.#last.set(topic, message);
    const present = [...(this.#subscribers.get(topic) ?? [])];
    for (const subscriber of present) {
      // An earlier subscriber may have ended this subscription.
      if (this.#subscribers.get(topic)?.has(subscriber)) deliver(subscriber.receive, message);
    }
    return Promise.resolve();
  }

  subscribe<T extends keyof Topics>(topic: T, receive: (message: Topics[T]) => void): Unsubscribe {
    const subscribers = this.#subscribers.get(topic) ?? new Set();
    const subscriber = { receive: receive as MessageHandler };
    this.#subscribers.set(topic, subscribers.add(subscriber));
    if (this.#last.has(topic)) deliver(subscriber.receive, this.#last.get(topic));
    return () => void subscribers.delete(subscriber);
  }

  close(): Promise<void> {
    this.#closed = true;
    this.#subscribers.clear();
    this.#last.clear();
    return Promise.resolve();
  }
}
