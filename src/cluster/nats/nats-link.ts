import { connect, Events, type NatsConnection } from 'nats';
import type { Clock } from '../../core/clocks/clock.ts';
import type { NatsAddress } from './nats-address.ts';
import { natsRefusal } from './nats-refusal.ts';

export interface LinkOptions {
  readonly address: NatsAddress;
  readonly clock: Clock;
  /** Seen by the operator of the servers. */
  readonly name?: string;
  /** Called with why no server lets this process in, in words: once, until the reason is another one or one has let it in. */
  readonly onRefused?: (reason: string) => void;
}

/** A part that sends and hears over a link. */
export interface LinkUser {
  /** The connection is there: for the first time, or again. */
  up(connection: NatsConnection): void;
  down(): void;
}

/** A link of its own to an address, or one that a process has for several parts. */
export type LinkOrAddress = { readonly link: NatsLink } | { readonly address: NatsAddress };

const CONNECT_TIMEOUT_MS = 2000;
/** A server that is silent for two of these is given up. */
const PING_MS = 1000;
const RETRY_MS = 250;
const MOST_RETRY_MS = 5000;

/**
 * A connection to one of the servers, kept for as long as it is open: one that is lost, or was never there, is tried again. Several parts
 * of a process use the same one; the part that opened the link closes it, after the others have ended.
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

  /** Where replies begin, if the user of this process may receive no others. */
  get inboxes(): string | undefined {
    return this.#options.address.inboxes;
  }

  /** Undefined while there is none that works, as far as is known. */
  get connection(): NatsConnection | undefined {
    return this.#isUp && this.#connection?.isClosed() === false ? this.#connection : undefined;
  }

  /** A user that comes while the connection is there is told at once. */
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
      await this.#pause(Math.min(RETRY_MS * 2 ** attempt, MOST_RETRY_MS));
    }
  }

  /** Undefined where no server takes it: servers that are away are tried again, and so are servers that refuse, until one accepts. */
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
        // Read anew for each connection, so that renewed ones count.
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
      this.#tellRefusal(natsRefusal(error));
      return undefined;
    }
  }

  #tellRefusal(reason: string | undefined): void {
    if (reason === undefined || reason === this.#refusal) return;
    this.#refusal = reason;
    this.#options.onRefused?.(reason);
  }

  /** Until it is closed. */
  async #follow(connection: NatsConnection): Promise<void> {
    this.#connection = connection;
    if (this.#stop.signal.aborted) await connection.close();
    else this.#up(connection);
    // The sequence of events does not always end with the connection.
    void this.#hear(connection);
    await connection.closed();
    this.#down();
  }

  async #hear(connection: NatsConnection): Promise<void> {
    for await (const { type, data } of connection.status()) {
      if (type === Events.Disconnect) this.#down();
      else if (type === Events.Reconnect) this.#up(connection);
      else if (type === Events.Error)
        this.#tellRefusal(natsRefusal(Object.assign(new Error(), { code: data })));
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
    // Rejects only where the link is closed, and then the loop ends.
    await this.#options.clock.wait(ms, this.#stop.signal).catch(() => undefined);
  }
}

/** A link as one part uses it. */
export interface UsedLink extends Pick<NatsLink, 'connection' | 'inboxes'> {
  follow(user: LinkUser): void;
  /** The part hears nothing of the link any more; a link of its own is closed. */
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
