import type { Bus, Unsubscribe } from '../../bus/bus.ts';

/**
 * A bus whose messages come from other machines. If a subscriber throws, because the publisher runs another version or is not one of
 * our nodes, the error is reported and the message skipped. Otherwise the error would end the process, and a retained message would
 * end the next process, too.
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

  subscribe<T extends keyof Topics>(topic: T, receive: (message: Topics[T]) => void): Unsubscribe {
    return this.#bus.subscribe(topic, (message) => {
      try {
        receive(message);
      } catch (error) {
        this.#failed(String(topic), error);
      }
    });
  }

  close(): Promise<void> {
    return this.#bus.close();
  }
}
