import { WebSocket } from 'ws';

/**
 * A websocket that sends its close frame after everything written before, whichever side closes; this
 * includes closes by ws itself.
 */
export class OrderlyWebSocket extends WebSocket {
  /** Sends what has been written but not sent. */
  flushPending: () => void = () => {};

  override close(code?: number, reason?: string | Buffer): void {
    this.flushPending();
    super.close(code, reason);
  }
}
