import { WebSocket, type ClientOptions } from 'ws';

export type StreamMessage = Readonly<Record<string, unknown>> & { readonly event: string };

/** How a connection ended. */
export interface Ended {
  readonly code: number;
  readonly reason: string;
}

/** A websocket client that queues messages until a test reads them. */
export class StreamClient {
  readonly socket: WebSocket;
  readonly ended: Promise<Ended>;
  readonly #received: StreamMessage[] = [];
  #pings = 0;
  #isEnded = false;
  #wake: () => void = () => {};

  constructor(url: string, options: ClientOptions = {}) {
    this.socket = new WebSocket(url, { perMessageDeflate: false, ...options });
    this.socket.on('message', (data: Buffer) => {
      this.#received.push(JSON.parse(data.toString()) as StreamMessage);
      this.#wake();
    });
    this.socket.on('error', () => this.#wake());
    this.ended = new Promise((resolve) => {
      this.socket.on('close', (code, reason) => {
        this.#isEnded = true;
        this.#wake();
        resolve({ code, reason: String(reason) });
      });
    });
  }

  /** Resolves when connected, after CONNECTED was read. */
  static async open(url: string, options: ClientOptions = {}): Promise<StreamClient> {
    const client = new StreamClient(url, options);
    const first = await client.next();
    if (first.event !== 'CONNECTED') throw new Error(`not connected: ${JSON.stringify(first)}`);
    return client;
  }

  send(message: object | string): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** The next message. */
  async next(): Promise<StreamMessage> {
    for (;;) {
      const message = this.#received.shift();
      if (message) return message;
      if (this.#isEnded) throw new Error('the connection has ended');
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** Sends a message and reads its reply. */
  ask(message: object | string): Promise<StreamMessage> {
    this.send(message);
    return this.next();
  }

  /** All messages sent so far: those before the reply to a PING. */
  async settled(): Promise<StreamMessage[]> {
    const requestId = `settled ${++this.#pings}`;
    this.send({ event: 'PING', requestId });
    const messages: StreamMessage[] = [];
    for (;;) {
      const message = await this.next();
      if (message.event === 'PONG' && message['requestId'] === requestId) return messages;
      messages.push(message);
    }
  }

  /** All messages until the end. */
  async rest(): Promise<StreamMessage[]> {
    await this.ended;
    return this.#received.splice(0);
  }

  close(): void {
    this.socket.terminate();
  }
}
