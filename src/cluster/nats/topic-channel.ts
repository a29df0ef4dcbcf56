import { Lru } from '../../core/lru.ts';
import type { Unsubscribe } from '../../bus/bus.ts';
import { deliver, type MessageHandler } from '../../bus/deliver.ts';
import type { MessageId } from './messages/pieces.ts';

export interface ReceivedMessage extends MessageId {
  readonly message: unknown;
}

/** Limit of publishers whose last message number is remembered. */
const PUBLISHERS = 256;

/**
 * Delivers the messages of one topic in this process: each once, those of a publisher in order, the retained message first. While
 * the retained message is being fetched, arriving messages wait.
 */
export class TopicChannel {
  readonly #subscribers = new Set<{ readonly receive: MessageHandler }>();
  readonly #isRetained: boolean;
  readonly #onMissed: (count: number) => void;
  readonly #numbers = new Lru<string, number>({ maxEntries: PUBLISHERS });
  #waiting: ReceivedMessage[] | undefined;
  #last: ReceivedMessage | undefined;

  constructor(isRetained: boolean, onMissed: (count: number) => void) {
    this.#isRetained = isRetained;
    this.#onMissed = onMissed;
  }

  get hasSubscribers(): boolean {
    return this.#subscribers.size > 0;
  }

  subscribe(receive: MessageHandler): Unsubscribe {
    const subscriber = { receive };
    this.#subscribers.add(subscriber);
    if (this.#last) deliver(receive, this.#last.message);
    return () => void this.#subscribers.delete(subscriber);
  }

  /** Arriving messages wait from now on, until `retainedFound` is called. */
  holdBack(): void {
    this.#waiting ??= [];
  }

  retainedFound(message: ReceivedMessage | undefined): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    if (message) this.#deliver(message);
    for (const arrived of waiting) this.arrive(arrived);
  }

  arrive(message: ReceivedMessage): void {
    if (this.#waiting) this.#waiting.push(message);
    else this.#deliver(message);
  }

  /** The last subscriber has gone: forgets the state of the topic. */
  reset(): void {
    this.#last = undefined;
    this.#waiting = undefined;
    this.#numbers.clear();
  }

  #deliver(message: ReceivedMessage): void {
    const { publisher, number } = message;
    const before = this.#numbers.get(publisher);
    if (before !== undefined && number <= before) return;
    if (before !== undefined && number > before + 1) this.#onMissed(number - before - 1);
    this.#numbers.set(publisher, number);
    if (this.#isRetained) this.#last = message;
    const present = [...this.#subscribers];
    for (const subscriber of present) {
      // An earlier subscriber may have ended this subscription.
      if (this.#subscribers.has(subscriber)) deliver(subscriber.receive, message.message);
    }
  }
}
