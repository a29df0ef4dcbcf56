import type { IncomingMessage } from 'node:http';
import { AddressRanges } from '../../../core/network/address-ranges.ts';
import { networkOf, plainAddress } from '../../../core/network/network-address.ts';

/** Groups peers for limits by address. */
export class PeerGroups {
  readonly #exempt: AddressRanges;

  /** `trusted`: addresses or CIDR ranges of proxies, which have many clients behind them. */
  constructor(trusted: readonly string[] = []) {
    this.#exempt = new AddressRanges(['127.0.0.0/8', '::1', ...trusted]);
  }

  /** An IPv4 address, or the /64 network of an IPv6 address; undefined if no limit by address applies. */
  of(peer: string): string | undefined {
    return this.#exempt.has(peer) ? undefined : networkOf(plainAddress(peer));
  }
}

/** Address and host name of the client, taking forwarded headers of trusted proxies into account. */
export class TrustedProxies {
  readonly #ranges: AddressRanges;

  constructor(ranges: readonly string[] = []) {
    this.#ranges = new AddressRanges(ranges);
  }

  /** The nearest address that is not a trusted proxy; the farthest one if all are. */
  addressOf({ socket, headers }: IncomingMessage): string {
    const forwarded = listed(headers['x-forwarded-for']).toReversed();
    const addresses = [socket.remoteAddress ?? '', ...forwarded];
    return addresses.find((address) => !this.#ranges.has(address)) ?? addresses.at(-1) ?? '';
  }

  /** Host and port; empty if the client did not send them. */
  hostOf({ socket, headers }: IncomingMessage): string {
    const isProxied = this.#ranges.has(socket.remoteAddress ?? '');
    const forwarded = isProxied ? listed(headers['x-forwarded-host']).at(-1) : undefined;
    return forwarded ?? headers.host ?? '';
  }
}

/** Several headers of one name count as one list. */
function listed(header: string | readonly string[] | undefined): string[] {
  return [header ?? []]
    .flat()
    .join()
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
