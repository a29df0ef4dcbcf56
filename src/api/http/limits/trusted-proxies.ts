import type { IncomingMessage } from 'node:http';
import { AddressRanges } from './address-ranges.ts';

/** Who asks, and by which name, where some peers are proxies that are believed. */
export class TrustedProxies {
  readonly #ranges: AddressRanges;

  constructor(ranges: readonly string[] = []) {
    this.#ranges = new AddressRanges(ranges);
  }

  /** The nearest address that is no trusted proxy; the farthest one where all are. */
  addressOf({ socket, headers }: IncomingMessage): string {
    const forwarded = listed(headers['x-forwarded-for']).toReversed();
    const addresses = [socket.remoteAddress ?? '', ...forwarded];
    return addresses.find((address) => !this.#ranges.has(address)) ?? addresses.at(-1) ?? '';
  }

  /** Host and port; empty where the client did not say. */
  hostOf({ socket, headers }: IncomingMessage): string {
    const isProxied = this.#ranges.has(socket.remoteAddress ?? '');
    const forwarded = isProxied ? listed(headers['x-forwarded-host']).at(-1) : undefined;
    return forwarded ?? headers.host ?? '';
  }
}

/** Several headers of a name count as one list. */
function listed(header: string | readonly string[] | undefined): string[] {
  return [header ?? []]
    .flat()
    .join()
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
