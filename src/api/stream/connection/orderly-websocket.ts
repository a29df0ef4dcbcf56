import { WebSocket } from 'ws';

/** A websocket whose close frame goes out after everything that was said before, whichever side closes: ws itself does so, too. */
export class OrderlyWebSocket extends WebSocket {
  /** Sends what has been said and has not gone out. */
  sayRest: () => void = () => {};

  override close(code?: number, reason?: string | Buffer): void {
    this.sayRest();
    super.close(code, reason);
  }
}
