/** Ends a subscription. Nothing is heard after it returns. */
export type Unsubscribe = () => void;

/**
 * Carries messages from those who make them to those who serve them: one kind of message a topic. Transport only: it
 * keeps nothing, and whoever was not there rebuilds from history.
 *
 * - Messages are plain data: numbers, strings, booleans, arrays, objects and typed arrays. Nobody changes one that was
 *   published.
 * - A subscriber hears what is published on its topic after it subscribed, each message at most once, those of one
 *   publisher in the order in which they were published.
 * - When `publish` resolves, the message is with the transport. A transport may lose it; `publish` rejects only where
 *   it knows that it did.
 * - An error that a subscriber throws is nobody else's: the other subscribers hear the message, and the error goes to
 *   the process as unhandled.
 * - Whoever opened the bus closes it; nothing is heard afterwards.
 */
export interface Bus<Topics> {
  publish<T extends keyof Topics>(topic: T, message: Topics[T]): Promise<void>;
  subscribe<T extends keyof Topics>(topic: T, hear: (message: Topics[T]) => void): Unsubscribe;
  close(): Promise<void>;
}
