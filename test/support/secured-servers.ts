import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareStore } from '../../src/cluster/setup/prepare-store.ts';
import { CREDENTIAL_ROLES, type CredentialRole } from '../../src/cluster/credentials/credentials.ts';
import { CLIENT_CERTIFICATE, CLIENT_KEY, writeCluster } from '../../src/cluster/setup/write-cluster.ts';
import { freePort } from './free-port.ts';
import { NatsServer } from './nats-server.ts';
import { postgresPrograms, postgresUser, startPostgres, type PostgresServer } from './postgres-server.ts';
import { selfSigned } from './self-signed.ts';

/** PostgreSQL and NATS as `tidemark cluster init` configures them: TLS, certificates of nodes, a user per role. */
export interface SecuredServers {
  readonly postgres: PostgresServer;
  readonly nats: NatsServer;
  /** Files written by `tidemark cluster init`. */
  readonly folder: string;
  /** The credentials of a role. */
  readonly credentials: (role: CredentialRole) => string;
  /** Unencrypted access for a superuser. */
  readonly superuserUrl: string;
  stop(): Promise<void>;
}

export const SERVICE = 'tidemark';

/** `within`: an empty folder, which the caller removes. */
export async function startSecuredServers(within: string): Promise<SecuredServers> {
  chmodSync(within, 0o755);
  const certificates = join(within, 'certificates');
  mkdirSync(certificates);
  // One certificate is its own authority, and the authority of servers and nodes.
  const { cert, key } = selfSigned(certificates);
  const [ca, serverCert, serverKey] = ['ca.pem', 'server.pem', 'server-key.pem'].map((name) =>
    join(certificates, name),
  );
  copyFileSync(cert, ca!);
  copyFileSync(cert, serverCert!);
  copyFileSync(key, serverKey!);
  const natsPort = await freePort();
  const postgres = await startEncrypted(within, { cert, key });
  const folder = join(within, 'cluster');
  writeCluster(folder, {
    service: SERVICE,
    database: { host: `127.0.0.1:${postgres.port}`, name: SERVICE, schema: SERVICE },
    nats: [`127.0.0.1:${natsPort}`],
    tls: { ca: readFileSync(cert, 'utf8'), hasClientCertificates: true },
    natsFiles: certificates,
    natsData: join(within, 'nats-data'),
    natsMonitorPort: 0,
  });
  for (const role of CREDENTIAL_ROLES) {
    copyFileSync(cert, join(folder, role, CLIENT_CERTIFICATE));
    copyFileSync(key, join(folder, role, CLIENT_KEY));
  }
  const configFile = join(folder, 'nats', 'nats.conf');
  const nats = await NatsServer.start({ config: { file: configFile, port: natsPort } });
  const superuserUrl = postgres.url;
  const psql = ['--set', 'ON_ERROR_STOP=1', '--quiet', '--file', join(folder, 'postgresql', 'database.sql')];
  execFileSync(join(postgresPrograms()!, 'psql'), [...psql, superuserUrl], { stdio: 'pipe' });
  await prepareStore(join(folder, 'operator'));
  return {
    postgres,
    nats,
    folder,
    superuserUrl,
    credentials: (role) => join(folder, role),
    stop: async () => {
      await nats.stop();
      await postgres.stop();
    },
  };
}

/** Only the superuser of tests needs no certificate and no password. */
async function startEncrypted(
  within: string,
  { cert, key }: { readonly cert: string; readonly key: string },
): Promise<PostgresServer> {
  const { uid, gid } = postgresUser();
  const owned = join(within, 'postgresql');
  mkdirSync(owned);
  const [ownCert, ownKey, hba] = ['cert.pem', 'key.pem', 'pg_hba.conf'].map((name) => join(owned, name));
  copyFileSync(cert, ownCert!);
  copyFileSync(key, ownKey!);
  writeFileSync(
    hba!,
    'host all postgres 127.0.0.1/32 trust\nhostssl all all 127.0.0.1/32 scram-sha-256 clientcert=verify-ca\n',
  );
  chmodSync(ownKey!, 0o600);
  for (const path of [owned, ownCert!, ownKey!, hba!]) chownSync(path, uid, gid);
  return startPostgres({
    fsync: 'off',
    ssl: 'on',
    ssl_cert_file: ownCert!,
    ssl_key_file: ownKey!,
    ssl_ca_file: ownCert!,
    hba_file: hba!,
  });
}
