import { networkOf, plainAddress } from '../../../core/network/network-address.ts';
import { AddressRanges } from './address-ranges.ts';

/** Which peers count as one, for limits by address. */
export class PeerGroups {
  readonly #exempt: AddressRanges;

  /** `trusted`: addresses or CIDR ranges of proxies, behind which there are many clients. */
  constructor(trusted: readonly string[] = []) {
    this.#exempt = new AddressRanges(['127.0.0.0/8', '::1', ...trusted]);
  }

  /** An IPv4 address, or the /64 network of an IPv6 address; undefined where no limit by address applies. */
  of(peer: string): string | undefined {
    return this.#exempt.has(peer) ? undefined : networkOf(plainAddress(peer));
  }
}
