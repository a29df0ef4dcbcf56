/** Ends a subscription. The subscriber is not called after it returns. */
export type Unsubscribe = () => void;

/** The receiving side of a bus. */
export interface Subscribable<Topics> {
  subscribe<T extends keyof Topics>(topic: T, receive: (message: Topics[T]) => void): Unsubscribe;
}

export interface BusOptions<Topics> {
  /** Topics whose last message is kept for later subscribers. */
  readonly retained?: readonly (keyof Topics)[];
}

/**
 * Carries messages from publishers to subscribers: one kind of message per topic. It stores nothing except the last
 * message of each retained topic; a subscriber that missed messages rebuilds from history.
 *
 * - Messages are plain data: numbers, strings, booleans, arrays, objects and typed arrays. A message is not changed after it
 *   is published.
 * - A subscriber receives the messages published on its topic after it subscribed, each at most once, and those of one
 *   publisher in the order in which they were published. There is no order between publishers or between topics. At
 *   most once holds per publisher: if two publish the same content, it arrives twice, and a subscriber that cares must
 *   deduplicate by content.
 * - On a retained topic a subscriber first receives the last message published before it subscribed, at once, if there
 *   is one, and then later ones. With several publishers that is the last message of any of them. It counts as
 *   received: it does not arrive again, and nothing older arrives after it from the same publisher.
 * - When `publish` resolves, the transport has the message. The transport may lose it, a retained message too; `publish`
 *   rejects only if the message is known to be lost.
 * - If a subscriber throws, the other subscribers still receive the message, and the process gets the error as unhandled.
 * - The part that opened the bus closes it; no subscriber is called afterwards.
 */
export interface Bus<Topics> extends Subscribable<Topics> {
  publish<T extends keyof Topics>(topic: T, message: Topics[T]): Promise<void>;
  close(): Promise<void>;
}
