import { connect, Events, type NatsConnection } from 'nats';
import { Parser } from 'nats/lib/nats-base-client/parser.js';
import type { Clock } from '../../core/clocks/clock.ts';
import type { NatsAddress } from './nats-address.ts';
import { natsRefusal } from './nats-refusal.ts';

export interface LinkOptions {
  readonly address: NatsAddress;
  readonly clock: Clock;
  /** Client name, shown to the operator of the servers. */
  readonly name?: string;
  /** Called with the reason why the servers reject this process. Called again only if the reason changes, or after a connection. */
  readonly onRefused?: (reason: string) => void;
}

/** A part that sends and receives over a link. */
export interface LinkUser {
  /** The connection was made, for the first time or again. */
  up(connection: NatsConnection): void;
  down(): void;
}

/** An address, for a link of its own; or a link that several parts of the process share. */
export type LinkOrAddress = { readonly link: NatsLink } | { readonly address: NatsAddress };

// The driver prints the error of a malformed frame on the console: without the bytes, which may be those of messages.
Parser.prototype.fail = (_, label = 'malformed frame') => new Error(label);

const CONNECT_TIMEOUT_MS = 2000;
/** A server that does not answer two pings counts as lost. */
const PING_MS = 1000;
const RETRY_MS = 250;
const MAX_RETRY_MS = 5000;

/**
 * Keeps a connection to one of the servers: connects again after a failure or a lost connection, until it is closed. Several parts
 * of a process share it; the part that opened the link closes it, after the others have ended.
 */
export class NatsLink {
  readonly #options: LinkOptions;
  readonly #stop = new AbortController();
  readonly #users = new Set<LinkUser>();
  readonly #kept: Promise<void>;
  #connection: NatsConnection | undefined;
  #isUp = false;
  #refusal: string | undefined;

  constructor(options: LinkOptions) {
    this.#options = options;
    this.#kept = this.#keep();
  }

  /** Required prefix of reply subjects, if the user of this process may receive no others. */
  get inboxes(): string | undefined {
    return this.#options.address.inboxes;
  }

  /** Undefined while there is no working connection, as far as is known. */
  get connection(): NatsConnection | undefined {
    return this.#isUp && this.#connection?.isClosed() === false ? this.#connection : undefined;
  }

  /** Calls `up` at once if there is a connection. */
  follow(user: LinkUser): () => void {
    this.#users.add(user);
    if (this.connection) user.up(this.connection);
    return () => void this.#users.delete(user);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    this.#isUp = false;
    await this.#connection?.close();
    await this.#kept;
  }

  async #keep(): Promise<void> {
    for (let attempt = 0; !this.#stop.signal.aborted; attempt++) {
      const connection = await this.#connect();
      if (connection) {
        attempt = 0;
        await this.#follow(connection);
      }
      await this.#pause(Math.min(RETRY_MS * 2 ** attempt, MAX_RETRY_MS));
    }
  }

  /** Undefined if no server accepts the connection. The caller retries, also after a rejected login. */
  async #connect(): Promise<NatsConnection | undefined> {
    const { address, name } = this.#options;
    const { servers, user, pass, token, tls, ca, cert, key, inboxes } = address;
    try {
      return await connect({
        servers: [...servers],
        ...(user !== undefined && { user }),
        ...(pass !== undefined && { pass }),
        ...(token !== undefined && { token }),
        ...(inboxes !== undefined && { inboxPrefix: inboxes }),
        // Files are read for each connection, so that renewed certificates are used.
        ...(tls && {
          tls: {
            ...(ca !== undefined && { caFile: ca }),
            ...(cert !== undefined && { certFile: cert }),
            ...(key !== undefined && { keyFile: key }),
          },
        }),
        ...(name !== undefined && { name }),
        timeout: CONNECT_TIMEOUT_MS,
        pingInterval: PING_MS,
        maxPingOut: 2,
        maxReconnectAttempts: -1,
        ignoreAuthErrorAbort: true,
        reconnectTimeWait: RETRY_MS,
        reconnectJitter: RETRY_MS,
      });
    } catch (error) {
      this.#reportRefusal(natsRefusal(error));
      return undefined;
    }
  }

  #reportRefusal(reason: string | undefined): void {
    if (reason === undefined || reason === this.#refusal) return;
    this.#refusal = reason;
    this.#options.onRefused?.(reason);
  }

  /** Watches the connection until it is closed. */
  async #follow(connection: NatsConnection): Promise<void> {
    this.#connection = connection;
    if (this.#stop.signal.aborted) await connection.close();
    else this.#up(connection);
    // Not awaited: the status iterator does not always end with the connection.
    void this.#watchStatus(connection);
    await connection.closed();
    this.#down();
  }

  async #watchStatus(connection: NatsConnection): Promise<void> {
    for await (const { type, data } of connection.status()) {
      if (type === Events.Disconnect) this.#down();
      else if (type === Events.Reconnect) this.#up(connection);
      else if (type === Events.Error)
        this.#reportRefusal(natsRefusal(Object.assign(new Error(), { code: data })));
    }
  }

  #up(connection: NatsConnection): void {
    this.#isUp = true;
    this.#refusal = undefined;
    for (const user of this.#users) user.up(connection);
  }

  #down(): void {
    if (!this.#isUp) return;
    this.#isUp = false;
    for (const user of this.#users) user.down();
  }

  async #pause(ms: number): Promise<void> {
    // Rejects only if the link is closed, and then the loop ends.
    await this.#options.clock.wait(ms, this.#stop.signal).catch(() => undefined);
  }
}

/** A link as used by one part. */
export interface UsedLink extends Pick<NatsLink, 'connection' | 'inboxes'> {
  follow(user: LinkUser): void;
  /** Ends the part's use of the link, and closes the link if it is the part's own. */
  close(): Promise<void>;
}

export function linkOf(options: LinkOrAddress & { readonly clock: Clock; readonly name: string }): UsedLink {
  const isOwn = !('link' in options);
  const link = isOwn ? new NatsLink(options) : options.link;
  const ends: (() => void)[] = [];
  return {
    get connection() {
      return link.connection;
    },
    get inboxes() {
      return link.inboxes;
    },
    follow: (user) => void ends.push(link.follow(user)),
    close: async () => {
      for (const end of ends) end();
      if (isOwn) await link.close();
    },
  };
}
