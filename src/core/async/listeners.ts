/** Those who want to hear of something, called in the order in which they asked for it. */
export class Listeners<Message> {
  readonly #listeners = new Set<{ readonly hear: (message: Message) => void }>();

  /** Ends with the call of what it returns. */
  add(hear: (message: Message) => void): () => void {
    const listener = { hear };
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  tell(message: Message): void {
    for (const { hear } of this.#listeners) hear(message);
  }
}
