import { Lru } from '../../core/lru.ts';
import type { Unsubscribe } from '../../bus/bus.ts';
import { deliver, type MessageHandler } from '../../bus/deliver.ts';
import type { MessageId } from './messages/pieces.ts';

export interface ReceivedMessage extends MessageId {
  readonly message: unknown;
}

export interface TopicChannelOptions {
  readonly isRetained: boolean;
  /** The number of messages of a publisher that were lost before the one that arrived. */
  readonly missed: (count: number) => void;
  /** A message was not delivered because of its number. */
  readonly refused: (refusal: 'out-of-order' | 'jump') => void;
}

/** Limit of publishers whose last message number is remembered. */
const PUBLISHERS = 256;
/** A publisher that sends ten messages a second needs three years for as many. */
const MAX_JUMP = 1_000_000_000;

/**
 * Delivers the messages of one topic in this process: each once, those of a publisher in order, the retained message first. While
 * the retained message is being fetched, arriving messages wait.
 */
export class TopicChannel {
  readonly #options: TopicChannelOptions;
  readonly #subscribers = new Set<{ readonly receive: MessageHandler }>();
  readonly #numbers = new Lru<string, number>({ maxEntries: PUBLISHERS });
  #waiting: ReceivedMessage[] | undefined;
  #last: ReceivedMessage | undefined;

  constructor(options: TopicChannelOptions) {
    this.#options = options;
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
    // A newer one may have arrived before the connection was lost.
    if (message && !this.#isBehind(message)) this.#deliver(message);
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

  #isBehind({ publisher, number }: MessageId): boolean {
    return number <= (this.#numbers.get(publisher) ?? -Infinity);
  }

  #deliver(message: ReceivedMessage): void {
    const { isRetained, missed, refused } = this.#options;
    const { publisher, number } = message;
    const before = this.#numbers.get(publisher);
    if (this.#isBehind(message)) {
      // After a lost connection, a publisher sends its last retained message again.
      if (!isRetained || number !== before) refused('out-of-order');
      return;
    }
    if (before !== undefined && number > before + MAX_JUMP) return refused('jump');
    if (before !== undefined && number > before + 1) missed(number - before - 1);
    this.#numbers.set(publisher, number);
    if (isRetained) this.#last = message;
    const present = [...this.#subscribers];
    for (const subscriber of present) {
      // An earlier subscriber may have ended this subscription.
      if (this.#subscribers.has(subscriber)) deliver(subscriber.receive, message.message);
    }
  }
}
