import type { NatsAddress } from '../nats/nats-address.ts';
import { parseNatsAddress } from '../nats/nats-address.ts';
import type { DatabaseOptions } from '../postgres/database.ts';
import { parseStoreAddress } from '../postgres/store-address.ts';
import { Credentials } from './credentials.ts';

const SCHEME = 'credentials:';

/** The address of a folder of credentials, used for both servers. It has no password, so it can be passed to threads. */
export const credentialsAddress = (folder: string) => `${SCHEME}${folder}`;

/** Reads the credentials of an address; undefined if the address is a server URL. */
export function credentialsIn(address: string): Credentials | undefined {
  return address.startsWith(SCHEME) ? Credentials.read(address.slice(SCHEME.length)) : undefined;
}

/** The database of an address, which is a URL or a folder of credentials. */
export function resolveStoreAddress(address: string): Pick<DatabaseOptions, 'url' | 'schema'> {
  return credentialsIn(address)?.store() ?? parseStoreAddress(address);
}

/** The bus servers of an address, which is a URL or a folder of credentials. */
export function resolveBusAddress(address: string): NatsAddress {
  return credentialsIn(address)?.bus() ?? parseNatsAddress(address);
}
