import type { Bus, Unsubscribe } from '../../bus/bus.ts';

/**
 * A bus whose messages come from other machines: what a subscriber cannot make sense of, because its publisher is of another version or no node of
 * ours, is told and left out. An error of a subscriber would end the process, and a retained message would end the next one, too.
 */
export class GuardedBus<Topics> implements Bus<Topics> {
  readonly #bus: Bus<Topics>;
  readonly #failed: (topic: string, error: unknown) => void;

  constructor(bus: Bus<Topics>, failed: (topic: string, error: unknown) => void) {
    this.#bus = bus;
    this.#failed = failed;
  }

  publish<T extends keyof Topics>(topic: T, message: Topics[T]): Promise<void> {
    return this.#bus.publish(topic, message);
  }

  subscribe<T extends keyof Topics>(topic: T, hear: (message: Topics[T]) => void): Unsubscribe {
    return this.#bus.subscribe(topic, (message) => {
      try {
        hear(message);
      } catch (error) {
        this.#failed(String(topic), error);
      }
    });
  }

  close(): Promise<void> {
    return this.#bus.close();
  }
}
