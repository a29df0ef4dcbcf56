import { readRegularFile } from '../../disk/regular-file.ts';
import { setting, optional, path, nonEmptyText, wholeNumber, type SettingKind } from '../../core/setting.ts';
import { action, switchOption, UsageError } from '../../cli/command.ts';
import { CLIENT_CERTIFICATE, CLIENT_KEY, writeCluster } from '../setup/write-cluster.ts';

const HOST = /^[a-z0-9][a-z0-9.-]*(:\d{1,5})?$/i;
const NAME = /^[a-z][a-z0-9_]{0,30}$/;

const databaseHost: SettingKind<{ readonly host: string; readonly name: string }> = {
  placeholder: 'HOST[:PORT][/NAME]',
  parse: (text) => {
    const [host = '', name = 'tidemark', ...more] = text.split('/');
    return HOST.test(host) && NAME.test(name) && more.length === 0 ? { host, name } : undefined;
  },
  expects: 'must be a host, such as db.example.com, db.example.com:5432 or db.example.com/tidemark',
};

const hosts: SettingKind<readonly string[]> = {
  placeholder: 'HOST[:PORT],...',
  parse: (text) => {
    const all = text.split(',').map((each) => each.trim());
    if (!all.every((each) => HOST.test(each))) return undefined;
    return all.map((each) => (each.includes(':') ? each : `${each}:4222`));
  },
  expects: 'must be hosts separated by commas, such as n1.example.com,n2.example.com,n3.example.com',
};

const name: SettingKind<string> = {
  ...nonEmptyText,
  placeholder: 'NAME',
  parse: (text) => (NAME.test(text) ? text : undefined),
  expects: 'must be lower-case letters, digits and underscores, at most 31',
};

export const initAction = action({
  summary: 'Write credentials for the nodes of a cluster',
  about: [
    'Writes a folder for each role (collect, compute, serve, and operator for commands), the configuration of the NATS servers, and SQL that creates the PostgreSQL roles. Only the owner can read the files. Nothing is overwritten.',
    'Start each node with --cluster-credentials FOLDER/ROLE. Do not copy FOLDER itself to the nodes: it has the keys of all roles.',
  ],
  positionals: [
    {
      name: 'FOLDER',
      about: 'Folder to write to; it must be empty or missing',
      completes: 'folder',
      missingMessage:
        'name the folder to write to: tidemark cluster init FOLDER --database HOST --nats HOST[:PORT],...',
    },
  ],
  options: {
    database: {
      ...optional(
        databaseHost,
        'PostgreSQL server: a host name that the nodes can reach and that is in its certificate',
      ),
      missingMessage: 'name the PostgreSQL server: --database db.example.com',
    },
    nats: {
      ...optional(
        hosts,
        'NATS servers: host names that the nodes can reach and that are in their certificates',
      ),
      missingMessage: 'name the NATS servers: --nats n1.example.com,n2.example.com,n3.example.com',
    },
    name: setting(
      name,
      'tidemark',
      'Name of the service on both: services that share servers need different names',
    ),
    ca: optional(
      path,
      'File with the certificates (PEM) of the authorities that signed the certificates of both servers (default: public authorities)',
    ),
    clientCertificates: switchOption(
      `Nodes authenticate with client certificates: put ${CLIENT_CERTIFICATE} and ${CLIENT_KEY} into the folder of each role`,
    ),
    plain: switchOption('Do not use TLS: only for a trial on one machine'),
    natsFiles: setting(
      path,
      '/etc/nats',
      'Folder on the NATS servers that holds server.pem, server-key.pem and ca.pem',
    ),
    natsData: setting(path, '/var/lib/nats', 'Folder on the NATS servers for their data'),
    natsMonitorPort: setting(
      wholeNumber(0, 65_535),
      8222,
      'Port on loopback on which the NATS servers serve /varz and /healthz; 0: none',
    ),
  },
  exitCodes: [[1, 'if the folder is not empty, or a file cannot be read or written']],
  examples: [
    'tidemark cluster init /root/tidemark --database db.example.com --nats n1.example.com,n2.example.com,n3.example.com --ca ca.pem',
  ],
  run: ({ options, positionals: [folder] }, io) => {
    const { database, nats, ca, plain, clientCertificates } = options;
    if (plain && (ca !== undefined || clientCertificates))
      throw new UsageError('--plain uses no certificates: remove --ca and --client-certificates');
    writeCluster(folder!, {
      service: options.name,
      database: { ...database, schema: options.name },
      nats,
      tls: plain
        ? undefined
        : {
            ca: ca === undefined ? undefined : readRegularFile(ca).toString('utf8'),
            hasClientCertificates: clientCertificates,
          },
      natsFiles: options.natsFiles,
      natsData: options.natsData,
      natsMonitorPort: options.natsMonitorPort,
    });
    io.out(nextSteps(folder!));
    return 0;
  },
});

function nextSteps(folder: string): string {
  return `wrote ${folder}: collect, compute, serve, operator, nats, postgresql
  1. run ${folder}/postgresql/database.sql once as a superuser of PostgreSQL
  2. copy ${folder}/nats/nats.conf to every NATS server
  3. tidemark cluster migrate ${folder}/operator
  4. copy the folder of its role to each node, and start the node with --cluster-credentials
`;
}
