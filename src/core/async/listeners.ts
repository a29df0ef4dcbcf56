/** Callbacks, called in the order in which they were added. */
export class Listeners<Message> {
  readonly #listeners = new Set<{ readonly hear: (message: Message) => void }>();

  /** Returns a function that removes the listener. */
  add(hear: (message: Message) => void): () => void {
    const listener = { hear };
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  notify(message: Message): void {
    for (const { hear } of this.#listeners) hear(message);
  }
}
