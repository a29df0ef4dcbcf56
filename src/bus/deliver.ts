export type Hear = (message: never) => void;

/** An error of a subscriber is its own: the others go on, and the process hears of it as unhandled. */
export function deliver(hear: Hear, message: unknown): void {
  try {
    hear(message as never);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
