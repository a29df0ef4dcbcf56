import type { Clock } from '../clock.ts';
import type { ClientMessage, ServerMessage } from '../contract.ts';
import type { Credentials } from '../credentials.ts';
import { mayPass, UnauthorizedError } from '../errors.ts';
import { BackOff, nextAfter, type Ending } from './closing.ts';
import { Connection } from './connection.ts';
import type { OpenSocket } from './socket.ts';

export interface KeeperParts {
  readonly url: string;
  readonly credentials: Credentials;
  readonly socket: () => Promise<OpenSocket>;
  readonly clock: Clock;
  readonly random: () => number;
}

export interface KeeperHandlers {
  message(message: ServerMessage): void;
  /** Called after each attempt, successful or not. Another one follows. */
  disconnected(ending: Ending): void;
  /** No further attempt follows. */
  gaveUp(error: unknown): void;
}

const SHORT_MS = 60_000;
const MAX_SHORT_LIVED = 5;

interface Attempt extends Ending {
  /** Undefined if there was none. */
  readonly token?: string;
  /** How long it was usable; undefined if it never was. */
  readonly lastedMs?: number | undefined;
}

/**
 * Keeps a connection open between `start` and `stop`: replaces it when it ends, depending on the close code.
 */
export class Keeper {
  readonly #parts: KeeperParts;
  readonly #handlers: KeeperHandlers;
  #running: AbortController | undefined;
  #connection: Connection | undefined;
  #connectedAt: number | undefined;

  constructor(parts: KeeperParts, handlers: KeeperHandlers) {
    this.#parts = parts;
    this.#handlers = handlers;
  }

  get isConnected(): boolean {
    return this.#connectedAt !== undefined;
  }

  /** Does nothing if it is running already. */
  start(): void {
    if (this.#running) return;
    const running = new AbortController();
    this.#running = running;
    this.#keep(running.signal).catch((error: unknown) => {
      if (running.signal.aborted) return;
      this.stop();
      this.#handlers.gaveUp(error);
    });
  }

  stop(): void {
    this.#running?.abort();
    this.#running = undefined;
    this.#connection?.close();
    this.#connection = undefined;
    this.#connectedAt = undefined;
  }

  /** Only while connected. */
  send(message: ClientMessage): void {
    this.#connection?.send(message);
  }

  slowDown(): void {
    this.#connection?.slowDown();
  }

  async #keep(signal: AbortSignal): Promise<void> {
    const { clock, credentials, random } = this.#parts;
    const backOff = new BackOff(clock, random);
    let isSecondToken = false;
    /** Consecutive connections whose token was rejected within a minute. */
    let shortLived = 0;
    for (;;) {
      const attempt = await this.#attempt(signal);
      signal.throwIfAborted();
      this.#handlers.disconnected(attempt);
      const next = nextAfter(attempt);
      const { token, lastedMs, reason, retryAfterMs } = attempt;
      if (next === 'token') {
        const mayHaveAnother = token !== undefined && credentials.refused('stream', token);
        shortLived = lastedMs !== undefined && lastedMs < SHORT_MS ? shortLived + 1 : 0;
        const isInVain = (isSecondToken && lastedMs === undefined) || shortLived > MAX_SHORT_LIVED;
        if (!mayHaveAnother || isInVain)
          throw new UnauthorizedError(401, { status: 'UNAUTHORIZED', message: reason });
      } else shortLived = 0;
      // The second rejected token in a row; a usable connection, or a broken one, resets this.
      isSecondToken = next === 'token' && lastedMs === undefined;
      // At once, unless the service accepts tokens only to reject them later.
      if (isSecondToken) continue;
      await clock.wait(backOff.waitMs(next, lastedMs, retryAfterMs), signal);
    }
  }

  /** One connection, from its token to its end. */
  async #attempt(signal: AbortSignal): Promise<Attempt> {
    const { clock, credentials, socket, url } = this.#parts;
    let token: string;
    try {
      token = await credentials.token('stream', signal);
    } catch (error) {
      if (!mayPass(error)) throw error;
      return { code: 1006, reason: error.message, retryAfterMs: error.retryAfterMs };
    }
    const open = await socket();
    signal.throwIfAborted();
    const onMessage = (message: ServerMessage) => this.#handle(message);
    this.#connection = new Connection({ clock, open, url, token, onMessage });
    const ending = await this.#connection.ended;
    signal.throwIfAborted();
    const lastedMs = this.#connectedAt === undefined ? undefined : clock.now() - this.#connectedAt;
    this.#connection = undefined;
    this.#connectedAt = undefined;
    return { ...ending, token, lastedMs };
  }

  #handle(message: ServerMessage): void {
    if (message.event === 'CONNECTED') {
      // Only once: each call would subscribe to everything again.
      if (this.isConnected) return;
      this.#connectedAt = this.#parts.clock.now();
    }
    this.#handlers.message(message);
  }
}
