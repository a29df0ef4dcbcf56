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
  /** Of each attempt, whether it was of use or not. Another one follows. */
  disconnected(ending: Ending): void;
  /** Nothing follows. */
  gaveUp(error: unknown): void;
}

const SHORT_MS = 60_000;
const MOST_SHORT_LIVED = 5;

interface Attempt extends Ending {
  /** Undefined where none came. */
  readonly token?: string;
  /** How long it was of use; undefined where it never was. */
  readonly lastedMs?: number | undefined;
}

/** Keeps a connection between `start` and `stop`: makes another where one ends, as close codes say. */
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

  /** Nothing where it runs already. */
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

  /** Only while it is connected. */
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
    /** Connections in a row that lasted no minute until their token was refused. */
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
        const isInVain = (isSecondToken && lastedMs === undefined) || shortLived > MOST_SHORT_LIVED;
        if (!mayHaveAnother || isInVain)
          throw new UnauthorizedError(401, { status: 'UNAUTHORIZED', message: reason });
      } else shortLived = 0;
      // Two in a row: after a connection that was of use, or one that broke, it begins anew.
      isSecondToken = next === 'token' && lastedMs === undefined;
      // At once, but for a service that accepts tokens only to refuse them.
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
    const onMessage = (message: ServerMessage) => this.#hear(message);
    this.#connection = new Connection({ clock, open, url, token, onMessage });
    const ending = await this.#connection.ended;
    signal.throwIfAborted();
    const lastedMs = this.#connectedAt === undefined ? undefined : clock.now() - this.#connectedAt;
    this.#connection = undefined;
    this.#connectedAt = undefined;
    return { ...ending, token, lastedMs };
  }

  #hear(message: ServerMessage): void {
    if (message.event === 'CONNECTED') {
      // Once is enough: each would subscribe to everything again.
      if (this.isConnected) return;
      this.#connectedAt = this.#parts.clock.now();
    }
    this.#handlers.message(message);
  }
}
