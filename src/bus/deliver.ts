export type MessageHandler = (message: never) => void;

/** If a subscriber throws, the others still receive the message, and the error is thrown as an uncaught exception. */
export function deliver(receive: MessageHandler, message: unknown): void {
  try {
    receive(message as never);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
