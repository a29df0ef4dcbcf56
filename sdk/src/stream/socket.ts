/** What a socket tells. */
export interface SocketHandlers {
  /** Something came, be it only a ping of the protocol. */
  heard(): void;
  message(text: string): void;
  /** Once, and nothing after it. 1006 where the other side did not say why. `retryAfterMs`: as it asked. */
  closed(code: number, reason: string, retryAfterMs?: number): void;
}

/** A websocket that is being opened or is open. */
export interface Socket {
  /** Only after something was heard. */
  send(text: string): void;
  /** Nothing is told after it. */
  close(): void;
}

/** Port: opens a websocket with a token. What fails is told by `closed`. */
export type OpenSocket = (url: string, token: string, handlers: SocketHandlers) => Socket;
