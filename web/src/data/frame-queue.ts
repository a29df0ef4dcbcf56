export type FrameListener = (changed: ReadonlySet<string>) => void;

/**
 * Collects ids and delivers them once per animation frame. While the page is hidden nothing is delivered, and
 * each id is kept once.
 */
export class FrameQueue {
  readonly #listeners = new Set<FrameListener>();
  readonly #before: () => void;
  #changed = new Set<string>();
  #frame: number | undefined;

  /** `before`: called before the listeners. */
  constructor(before: () => void) {
    this.#before = before;
  }

  add(id: string): void {
    this.#changed.add(id);
    this.#frame ??= requestAnimationFrame(() => this.#run());
  }

  listen(listener: FrameListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#listeners.clear();
  }

  #run(): void {
    const changed = this.#changed;
    this.#changed = new Set();
    this.#frame = undefined;
    this.#before();
    for (const listener of this.#listeners)
      try {
        listener(changed);
      } catch (error) {
        // A failing listener is reported, and does not affect the others.
        reportError(error);
      }
  }
}
