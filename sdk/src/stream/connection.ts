import type { Clock } from '../clock.ts';
import type { ClientMessage, ServerMessage } from '../contract.ts';
import type { Ending } from './closing.ts';
import { Pace } from './pace.ts';
import type { OpenSocket, Socket } from './socket.ts';

/** The service pings every 30 seconds: two and a half missed pings. */
const SILENCE_MS = 75_000;

interface ConnectionParts {
  readonly clock: Clock;
  readonly open: OpenSocket;
  readonly url: string;
  readonly token: string;
  readonly onMessage: (message: ServerMessage) => void;
}

/** One websocket from open to close: monitors silence, and sends no faster than the service reads. */
export class Connection {
  /** When and why it ended, whichever side closed it. */
  readonly ended: Promise<Ending>;
  readonly #clock: Clock;
  readonly #pace: Pace;
  readonly #socket: Socket;
  readonly #over = new AbortController();
  readonly #waiting: ClientMessage[] = [];
  readonly #onMessage: (message: ServerMessage) => void;
  #end: (ending: Ending) => void = () => undefined;
  #receivedAt: number;
  #isTokenRefused = false;

  constructor({ clock, open, url, token, onMessage }: ConnectionParts) {
    this.#clock = clock;
    this.#pace = new Pace(clock);
    this.#onMessage = onMessage;
    this.#receivedAt = clock.now();
    this.ended = new Promise((resolve) => (this.#end = resolve));
    this.#socket = open(url, token, {
      received: () => (this.#receivedAt = this.#clock.now()),
      message: (text) => this.#handle(text),
      closed: (code, reason, retryAfterMs) => this.#finish(code, reason, retryAfterMs),
    });
    void this.#watch();
  }

  /** Sends it in turn. */
  send(message: ClientMessage): void {
    if (this.#over.signal.aborted) return;
    this.#waiting.push(message);
    if (this.#waiting.length === 1) void this.#sendWaiting();
  }

  /** The service reported too many messages. */
  slowDown(): void {
    this.#pace.exhaust();
  }

  close(code = 1000, reason = ''): void {
    if (this.#over.signal.aborted) return;
    this.#socket.close();
    this.#finish(code, reason);
  }

  #finish(code: number, reason: string, retryAfterMs?: number): void {
    if (this.#over.signal.aborted) return;
    this.#over.abort();
    const isTokenRefused = this.#isTokenRefused || reason === 'token refused';
    this.#end({ code, reason, isTokenRefused, retryAfterMs });
  }

  #handle(text: string): void {
    if (this.#over.signal.aborted) return;
    const message = messageIn(text);
    if (!message) return this.close(1007, 'no JSON object');
    if (message.event === 'ERROR' && message.code === '401') this.#isTokenRefused = true;
    try {
      this.#onMessage(message);
    } catch {
      // Some values have no text, such as {"toString":1}. That must not crash the process.
      this.close(1007, 'no JSON object');
    }
  }

  async #watch(): Promise<void> {
    for (;;) {
      const leftMs = this.#receivedAt + SILENCE_MS - this.#clock.now();
      if (leftMs <= 0) return this.close(1006, 'no data received');
      // A clock that was set back must not extend the wait.
      if (!(await this.#passed(Math.min(leftMs, SILENCE_MS)))) return;
    }
  }

  async #sendWaiting(): Promise<void> {
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      const waitMs = this.#pace.take();
      if (waitMs > 0 && !(await this.#passed(waitMs))) return;
      if (waitMs > 0) continue;
      this.#socket.send(JSON.stringify(next));
      this.#waiting.shift();
    }
  }

  /** False if the connection ended first. */
  async #passed(ms: number): Promise<boolean> {
    const { signal } = this.#over;
    if (signal.aborted) return false;
    await this.#clock.wait(ms, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    return !signal.aborted;
  }
}

function messageIn(text: string): ServerMessage | undefined {
  try {
    const message: unknown = JSON.parse(text);
    return typeof message === 'object' && message !== null ? (message as ServerMessage) : undefined;
  } catch {
    return undefined;
  }
}
