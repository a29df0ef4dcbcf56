/** Events of a socket. */
export interface SocketHandlers {
  /** Data arrived, even if only a protocol ping. */
  received(): void;
  message(text: string): void;
  /**
   * Called once, as the last event. 1006 if the other side sent no code. `retryAfterMs`: wait requested by
   * the service.
   */
  closed(code: number, reason: string, retryAfterMs?: number): void;
}

/** A websocket that is opening or open. */
export interface Socket {
  /** Only after `received` was called. */
  send(text: string): void;
  /** No handler is called afterwards. */
  close(): void;
}

/** Opens a websocket with a token. Failures are reported through `closed`. */
export type OpenSocket = (url: string, token: string, handlers: SocketHandlers) => Socket;
