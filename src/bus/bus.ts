/** Ends a subscription. Nothing is heard after it returns. */
export type Unsubscribe = () => void;

/** The hearing side of a bus. */
export interface Listening<Topics> {
  subscribe<T extends keyof Topics>(topic: T, hear: (message: Topics[T]) => void): Unsubscribe;
}

export interface BusOptions<Topics> {
  /** Topics whose last message is kept for subscribers that come later. */
  readonly retained?: readonly (keyof Topics)[];
}

/**
 * Carries messages from the parts that make them to the parts that serve them: one kind of message a topic. Transport only: beside
 * the last message of retained topics it keeps nothing, and a subscriber that was not there rebuilds from history.
 *
 * - Messages are plain data: numbers, strings, booleans, arrays, objects and typed arrays. A message is not changed once
 *   it is published.
 * - A subscriber hears what is published on its topic after it subscribed, each message at most once, those of one
 *   publisher in the order in which they were published. Between two publishers, and between two topics, there is no
 *   order; at most once holds for each publisher: two that publish the same content are heard twice, and a subscriber
 *   that minds tells messages apart by what they say.
 * - On a retained topic a subscriber first hears the last message that was published before it subscribed, at once, where
 *   there is one, and then what follows. With several publishers that is the last message of any of them. It counts as
 *   heard: it does not come again, and nothing older comes after it from the same publisher.
 * - When `publish` resolves, the message is with the transport. A transport may lose it, the retained one too; `publish`
 *   rejects only where it knows that it did.
 * - An error that a subscriber throws is its own: the other subscribers hear the message, and the error goes to the
 *   process as unhandled.
 * - The part that opened the bus closes it; nothing is heard afterwards.
 */
export interface Bus<Topics> extends Listening<Topics> {
  publish<T extends keyof Topics>(topic: T, message: Topics[T]): Promise<void>;
  close(): Promise<void>;
}
