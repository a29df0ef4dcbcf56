import { resolve } from 'node:path';
import type { BusModule, StoreModule } from '../app/directory/server-modules.ts';
import type { SecretsModule } from '../app/operate/control/store-command.ts';
import type { ClusterServers, ServerAddress } from '../app/config/server-address.ts';
import { credentialsAddress, resolveStoreAddress } from './credentials/addresses.ts';
import type { SettingKind } from '../core/setting.ts';
import { parseNatsAddress } from './nats/nats-address.ts';

/** Threads load this module by its URL. Drivers are loaded when they are needed. */
const MODULE = import.meta.url;

/** The URL of a server that may contain a password. */
function serverAddress(
  placeholder: string,
  check: (text: string) => unknown,
  expects: string,
): SettingKind<ServerAddress> {
  const explainError = (text: string) => {
    try {
      check(text);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };
  return {
    placeholder,
    parse: (address) => (explainError(address) === undefined ? { module: MODULE, address } : undefined),
    explainError,
    expects,
    format: ({ address }) => address,
    redact: withoutPassword,
  };
}

export function withoutPassword(address: string): string {
  return address.replace(/^([a-z]+:\/\/)?.*@/is, '$1***@').replaceAll(/(password=)[^&]*/gi, '$1***');
}

export const storeAddress = serverAddress(
  'postgres://HOST/NAME',
  resolveStoreAddress,
  'must be the URL of a PostgreSQL database, such as postgres://tidemark@db.example.com/tidemark',
);

export const busAddress = serverAddress(
  'nats://HOST:PORT',
  parseNatsAddress,
  'must be the URL of a NATS server, or several separated by commas, such as nats://n1.example.com,nats://n2.example.com',
);

export const clusterCredentials: SettingKind<ClusterServers> = {
  placeholder: 'FOLDER',
  parse: (text) => {
    if (text === '') return undefined;
    const folder = resolve(text);
    const server = { module: MODULE, address: credentialsAddress(folder) };
    return { folder, store: server, bus: server };
  },
  expects: 'must be a folder of credentials that tidemark cluster init wrote',
  format: ({ folder }) => folder,
};

export const openHistoryBackend: StoreModule['openHistoryBackend'] = async (address) => {
  const { PostgresHistoryBackend } = await import('./postgres/history/postgres-history-backend.ts');
  return new PostgresHistoryBackend(resolveStoreAddress(address));
};

export const openInputs: StoreModule['openInputs'] = async (address) => {
  const { Database } = await import('./postgres/database.ts');
  const { PostgresInputReader } = await import('./postgres/inputs/postgres-input-reader.ts');
  return new PostgresInputReader(new Database({ ...resolveStoreAddress(address), connections: 2 }));
};

export const openReferenceShare: StoreModule['openReferenceShare'] = async (store, fence) => {
  const { openShare } = await import('./files/fenced-share.ts');
  return openShare({ store, name: 'reference', fence }).share;
};

export const headKeys: StoreModule['headKeys'] = (address) => ({
  read: async () => (await import('./secrets/head-keys.ts')).readHeadKeys(address),
});

export const openSecrets: SecretsModule['openSecrets'] = async (address, creates) =>
  (await import('./secrets/store-secrets.ts')).openStoreSecrets(address, creates);

export const collectLinks: BusModule['collectLinks'] = async (address, name, clock, watch) => {
  const { BusLink } = await import('./roles/collect/bus-link.ts');
  return () => BusLink.open({ address, name }, clock, watch);
};
