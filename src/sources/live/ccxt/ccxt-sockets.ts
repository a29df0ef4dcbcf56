import { PollFailure, type FailureKind } from '../ports/poll-failure.ts';
import { ccxtFailure } from './ccxt-failure.ts';
import type { CcxtClient, CcxtPro } from './ccxt-pro.ts';
import { exactNumbers } from './entries/exact-numbers.ts';

const MIB = 2 ** 20;

/** Options of ccxt's websocket. A message of trades has a few KB; compression is off. */
export const SOCKET_OPTIONS = {
  maxPayload: MIB,
  perMessageDeflate: false,
  handshakeTimeout: 10_000,
  followRedirects: false,
} as const;

/**
 * The connections of a ccxt exchange during one run. ccxt would silently reconnect whenever a connection ends between
 * two calls, and leaves failed connections open. Here each address is dialled once, and all connections are closed at
 * the end of the run.
 */
export class CcxtSockets {
  readonly #made = new Map<string, CcxtClient>();
  #forget: () => void = () => undefined;
  #hasEnded = false;
  readonly #gateway: string | undefined;

  /** `gateway`: opens sockets for us; it gets the full address of a socket as its path. */
  constructor(ccxt: CcxtPro, onOpen: () => void, gateway?: string) {
    this.#gateway = gateway;
    const original = ccxt.client.bind(ccxt);
    ccxt.client = (url) => this.#client(url, original);
    ccxt.onConnected = () => onOpen();
    // ccxt would print messages that it cannot parse.
    ccxt.log = () => undefined;
  }

  /** Repeats the calls until one of them fails or the signal aborts. */
  async run(calls: readonly (() => Promise<unknown>)[], signal: AbortSignal): Promise<never> {
    const loops = calls.map((call) => this.#again(call));
    const aborted = new Promise<never>((_, reject) => {
      const stop = () => reject(signal.reason as Error);
      if (signal.aborted) stop();
      else signal.addEventListener('abort', stop, { once: true });
      this.#forget = () => signal.removeEventListener('abort', stop);
    });
    try {
      return await Promise.race([aborted, ...loops]);
    } catch (error) {
      signal.throwIfAborted();
      throw socketFailure(error);
    } finally {
      this.#end();
      await Promise.allSettled(loops);
    }
  }

  async #again(call: () => Promise<unknown>): Promise<never> {
    for (;;) {
      if (this.#hasEnded) throw new PollFailure('reset', 'the connection is not used any more');
      await call();
    }
  }

  #client(url: string, original: (url: string) => CcxtClient): CcxtClient {
    const known = this.#made.get(url);
    if (this.#hasEnded) throw new PollFailure('reset', 'the connection is not used any more');
    const client = original(url);
    if (client === known) return client;
    if (known) throw new PollFailure('reset', 'the connection has ended');
    this.#made.set(url, client);
    const take = client.onMessage.bind(client);
    client.onMessage = ({ data }) => take({ data: exactNumbers(String(data)) });
    if (this.#gateway !== undefined) dialThrough(this.#gateway, client);
    return client;
  }

  #end(): void {
    this.#hasEnded = true;
    this.#forget();
    for (const { connection } of this.#made.values()) connection?.terminate();
  }
}

/** Only the connection goes through the gateway: ccxt identifies a client by the original address. */
function dialThrough(gateway: string, client: CcxtClient): void {
  const dial = client.createConnection.bind(client);
  client.createConnection = () => {
    const { url } = client;
    client.url = `${gateway.replace(/^http/, 'ws')}/${url}`;
    try {
      dial();
    } finally {
      client.url = url;
    }
  };
}

/** ccxt has a single error class for connections; the cause is in the message of the websocket. */
const KINDS: readonly (readonly [RegExp, FailureKind])[] = [
  [/ENOTFOUND|EAI_AGAIN/, 'dns'],
  [/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|proxy/, 'connect'],
  [/certificate|SSL|TLS|EPROTO/i, 'tls'],
  [/Max payload/, 'too-large'],
  [/server response: 30\d/, 'redirect'],
  [/server response: 4(?:29|18)/, 'rate-limited'],
  [/server response: 4(?:03|51)/, 'not-from-here'],
  [/server response: 5\d\d/, 'server-error'],
  [/server response: \d+/, 'refused'],
];

function socketFailure(error: unknown): PollFailure {
  if (error instanceof PollFailure || !(error instanceof Error)) return ccxtFailure(error);
  const kind = KINDS.find(([words]) => words.test(error.message))?.[1];
  return kind === undefined
    ? ccxtFailure(error)
    : new PollFailure(kind, 'the socket failed', { cause: error });
}
