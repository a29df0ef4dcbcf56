import { request as httpsRequest } from 'node:https';
import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../core/clocks/clock.ts';
import { SECOND_MS, type Millis } from '../../core/time.ts';
import type { Destinations } from './destinations.ts';
import { HostLookups, type Resolve } from './host-lookups.ts';
import { parseIp } from '../../core/network/ip-address.ts';
import { readWebhookUrl, type WebhookTarget } from './webhook-url.ts';
import type { WebhookRequest, WebhookResult, WebhookTransport } from './webhook-transport.ts';

/** From the look-up of the name to the headers of the response. */
const TIMEOUT_MS = 15 * SECOND_MS;
/** Headers beyond this size end the connection. */
const MAX_HEADER_BYTES = 16 * 1024;
const HTTPS_PORT = 443;

export interface HttpsTransportParts {
  readonly clock: Pick<Clock, 'now' | 'wait'>;
  readonly destinations: Pick<Destinations, 'allow'>;
  /** All addresses of a host name. Default: the resolver of the system. */
  readonly resolve?: Resolve;
  /** For tests, which cannot listen on 443. */
  readonly port?: number;
  /** Certificates to trust, in PEM. Default: those of Node. */
  readonly ca?: string;
}

/**
 * Sends over https to port 443. The name is resolved once; all of its addresses have to be allowed, and the connection goes to one of
 * these addresses, so a second answer of the DNS server has no effect. Redirects are not followed.
 */
export class HttpsTransport implements WebhookTransport {
  readonly #parts: HttpsTransportParts;
  readonly #lookups: HostLookups;

  constructor(parts: HttpsTransportParts) {
    this.#parts = parts;
    this.#lookups = new HostLookups(parts.clock, parts.resolve);
  }

  async send(request: WebhookRequest, signal: AbortSignal): Promise<WebhookResult> {
    const done = new AbortController();
    const stop = AbortSignal.any([signal, done.signal]);
    const timeout = this.#parts.clock.wait(TIMEOUT_MS, stop).then(
      (): WebhookResult => ({ problem: 'TIMEOUT' }),
      () => undefined,
    );
    try {
      const result = await Promise.race([this.#send(request, stop), timeout]);
      signal.throwIfAborted();
      return result ?? { problem: 'TIMEOUT' };
    } finally {
      done.abort();
    }
  }

  async #send(request: WebhookRequest, stop: AbortSignal): Promise<WebhookResult> {
    const target = readWebhookUrl(request.url, this.#parts.destinations);
    if ('problem' in target) return { problem: 'ADDRESS' };
    const { host } = target;
    const addresses = parseIp(host) ? [host] : await this.#lookups.addressesOf(host, stop);
    const [address] = addresses;
    if (address === undefined) return { problem: 'DNS' };
    if (!addresses.every((each) => this.#parts.destinations.allow(each))) return { problem: 'ADDRESS' };
    try {
      return await this.#post(target, address, request, stop);
    } catch {
      // Its text may say what is at the address.
      return { problem: 'CONNECTION' };
    }
  }

  #post(
    { url, host }: WebhookTarget,
    address: string,
    { headers, body }: WebhookRequest,
    signal: AbortSignal,
  ): Promise<WebhookResult> {
    const { port = HTTPS_PORT, ca } = this.#parts;
    return new Promise((resolve, reject) => {
      const sent = httpsRequest({
        host: address,
        port,
        // Certificates are checked against the name; an address has no place in SNI.
        servername: parseIp(host) ? '' : host,
        path: url.pathname + url.search,
        method: 'POST',
        headers: {
          ...headers,
          host: url.host,
          'content-length': String(Buffer.byteLength(body)),
          connection: 'close',
        },
        agent: false,
        maxHeaderSize: MAX_HEADER_BYTES,
        signal,
        ...(ca !== undefined && { ca }),
      });
      sent.on('error', reject);
      sent.once('response', (response) => {
        resolve(this.#resultOf(response));
        // The body is not read: the status says all.
        response.on('error', () => undefined).destroy();
      });
      sent.end(body);
    });
  }

  #resultOf({ statusCode = 0, headers }: IncomingMessage): WebhookResult {
    const retryAfterMs = retryAfter(headers['retry-after'], this.#parts.clock.now());
    return { status: statusCode, ...(retryAfterMs !== undefined && { retryAfterMs }) };
  }
}

/** Seconds, or a date (RFC 9110, 10.2.3). Undefined if it is neither. */
export function retryAfter(header: string | undefined, now: Millis): Millis | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * SECOND_MS;
  const at = header.endsWith(' GMT') ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
