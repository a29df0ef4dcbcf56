import { Lru } from '../../core/lru.ts';
import type { Unsubscribe } from '../../bus/bus.ts';
import { deliver, type Hear } from '../../bus/deliver.ts';
import type { MessageId } from './messages/pieces.ts';

export interface HeardMessage extends MessageId {
  readonly message: unknown;
}

/** Of so many publishers it is known which message was the last. */
const PUBLISHERS = 256;

/**
 * One topic as this process hears it: each message once, those of a publisher in order, and what is retained before what follows. While the
 * last message is looked for, what arrives waits.
 */
export class TopicChannel {
  readonly #subscribers = new Set<{ readonly hear: Hear }>();
  readonly #isRetained: boolean;
  readonly #onMissed: (count: number) => void;
  readonly #numbers = new Lru<string, number>({ mostEntries: PUBLISHERS });
  #waiting: HeardMessage[] | undefined;
  #last: HeardMessage | undefined;

  constructor(isRetained: boolean, onMissed: (count: number) => void) {
    this.#isRetained = isRetained;
    this.#onMissed = onMissed;
  }

  get hasSubscribers(): boolean {
    return this.#subscribers.size > 0;
  }

  subscribe(hear: Hear): Unsubscribe {
    const subscriber = { hear };
    this.#subscribers.add(subscriber);
    if (this.#last) deliver(hear, this.#last.message);
    return () => void this.#subscribers.delete(subscriber);
  }

  /** What arrives from now on waits until the last message is found, or is not. */
  await(): void {
    this.#waiting ??= [];
  }

  found(message: HeardMessage | undefined): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    if (message) this.#tell(message);
    for (const arrived of waiting) this.arrived(arrived);
  }

  arrived(message: HeardMessage): void {
    if (this.#waiting) this.#waiting.push(message);
    else this.#tell(message);
  }

  /** The last subscriber has gone: what is heard later begins anew. */
  forget(): void {
    this.#last = undefined;
    this.#waiting = undefined;
    this.#numbers.clear();
  }

  #tell(message: HeardMessage): void {
    const { publisher, number } = message;
    const before = this.#numbers.get(publisher);
    if (before !== undefined && number <= before) return;
    if (before !== undefined && number > before + 1) this.#onMissed(number - before - 1);
    this.#numbers.set(publisher, number);
    if (this.#isRetained) this.#last = message;
    const present = [...this.#subscribers];
    for (const subscriber of present) {
      // One that was ended by another in between hears nothing any more.
      if (this.#subscribers.has(subscriber)) deliver(subscriber.hear, message.message);
    }
  }
}
