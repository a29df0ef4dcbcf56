/** Callbacks, called in the order in which they were added. */
export class Listeners<Message> {
  readonly #listeners = new Set<{ readonly callback: (message: Message) => void }>();

  /** Returns a function that removes the listener. */
  add(callback: (message: Message) => void): () => void {
    const listener = { callback };
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  notify(message: Message): void {
    for (const { callback } of this.#listeners) callback(message);
  }
}
