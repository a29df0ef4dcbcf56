import { decrementCount } from '../../http/limits/fair-queue.ts';
import type { Channel } from './channel.ts';
import type { Subscriber } from '../subscriber.ts';

/** The connected subscribers by client, and the subscribed ones by channel. */
export class Audience {
  readonly #subscribers = new Set<Subscriber>();
  readonly #byClient = new Map<string, number>();
  readonly #byChannel = new Map<Channel, Set<Subscriber>>();

  get subscribers(): ReadonlySet<Subscriber> {
    return this.#subscribers;
  }

  get size(): number {
    return this.#subscribers.size;
  }

  connectionsOf(clientId: string): number {
    return this.#byClient.get(clientId) ?? 0;
  }

  of(channel: Channel): Iterable<Subscriber> {
    return this.#byChannel.get(channel) ?? [];
  }

  enter(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber);
    this.#byClient.set(subscriber.clientId, this.connectionsOf(subscriber.clientId) + 1);
  }

  leave(subscriber: Subscriber): void {
    if (!this.#subscribers.delete(subscriber)) return;
    decrementCount(this.#byClient, subscriber.clientId);
  }

  attend(subscriber: Subscriber, channel: Channel, attends: boolean): void {
    const subscribers = this.#byChannel.get(channel) ?? new Set();
    this.#byChannel.set(channel, subscribers);
    if (attends) subscribers.add(subscriber);
    else subscribers.delete(subscriber);
  }
}
