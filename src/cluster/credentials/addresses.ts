import type { NatsAddress } from '../nats/nats-address.ts';
import { parseNatsAddress } from '../nats/nats-address.ts';
import type { DatabaseOptions } from '../postgres/database.ts';
import { parseStoreAddress } from '../postgres/store-address.ts';
import { Credentials } from './credentials.ts';

const SCHEME = 'credentials:';

/** The address of both servers that a folder of credentials names: it holds no password, and threads receive it as it is. */
export const credentialsAddress = (folder: string) => `${SCHEME}${folder}`;

/** Reads the credentials of an address; undefined if it is one of a server. */
export function credentialsIn(address: string): Credentials | undefined {
  return address.startsWith(SCHEME) ? Credentials.read(address.slice(SCHEME.length)) : undefined;
}

/** The database of an address: a URL, or that of credentials. */
export function storePlace(address: string): Pick<DatabaseOptions, 'url' | 'schema'> {
  return credentialsIn(address)?.store() ?? parseStoreAddress(address);
}

/** The servers of a bus, in the same way. */
export function busPlace(address: string): NatsAddress {
  return credentialsIn(address)?.bus() ?? parseNatsAddress(address);
}
