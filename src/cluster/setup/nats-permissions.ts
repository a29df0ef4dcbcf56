import { ROLES, type Role } from '../../app/config/settings.ts';
import { Subjects } from '../nats/subjects.ts';
import { QUESTION_ROLES } from '../remote/node-questions.ts';
import { RETAINED_CLUSTER_TOPICS, TOPIC_ROLES } from '../roles/cluster-topics.ts';
import { inboxesOf } from '../credentials/credentials.ts';

/** Subjects of NATS; everything else is denied. */
export interface Permissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

/** The subjects that a role may publish and subscribe to: topics, questions, and the last message of retained topics. */
export function permissionsOf(service: string, role: Role): Permissions {
  const subjects = new Subjects(service);
  const publish = new Set<string>();
  const subscribe = new Set([`${inboxesOf(service, role)}.>`]);
  const replyTo = (roles: readonly Role[]) => {
    for (const each of roles) publish.add(`${inboxesOf(service, each)}.>`);
  };
  for (const [topic, { publishes, subscribes }] of Object.entries(TOPIC_ROLES)) {
    const isRetained = RETAINED_CLUSTER_TOPICS.some((retained) => retained === topic);
    const subject = isRetained ? subjects.retained(topic, '*') : subjects.passing(topic, '*');
    if (publishes === role) {
      publish.add(subject);
      if (isRetained) {
        for (const call of makingStream(subjects)) publish.add(call);
        subscribe.add(subjects.ask(topic));
        replyTo(subscribes);
      }
    }
    if (subscribes.includes(role)) {
      subscribe.add(subject);
      if (isRetained) {
        publish.add(subjects.ask(topic));
        publish.add(`$JS.API.STREAM.MSG.GET.${subjects.stream}`);
      }
    }
  }
  for (const [question, { asks, answers, isSmall = false }] of Object.entries(QUESTION_ROLES)) {
    const both = (['any', 'all'] as const).map((to) => subjects.question(question, to));
    const used = isSmall ? both : [...both, subjects.allRests];
    if (asks.includes(role)) for (const subject of used) publish.add(subject);
    if (!answers.includes(role)) continue;
    for (const subject of used) subscribe.add(subject);
    replyTo(asks);
  }
  return { publish: [...publish], subscribe: [...subscribe] };
}

/** JetStream calls that create the stream of last messages. */
function makingStream({ stream }: Subjects): readonly string[] {
  return ['$JS.API.INFO', `$JS.API.STREAM.CREATE.${stream}`];
}

export interface NatsConfigParts {
  readonly service: string;
  /** host:port of all servers. */
  readonly servers: readonly string[];
  /** Passwords of the users of roles. */
  readonly passwords: Readonly<Record<Role, string>>;
  /** Password between the servers. */
  readonly routePassword: string;
  readonly tls: { readonly asksForCertificates: boolean } | undefined;
  /** Folders on the servers: with ca.pem, server.pem and server-key.pem, and for their data. */
  readonly files: string;
  readonly data: string;
  /** Port on loopback for the state of the server; 0: none. */
  readonly monitorPort: number;
}

export const natsUser = (service: string, role: Role) => `${service}-${role}`;

/** The configuration that all servers share. */
export function natsConfig(parts: NatsConfigParts): string {
  const { service, servers, tls, data, monitorPort } = parts;
  return `# Written by tidemark cluster init for every NATS server of the cluster. It contains passwords: mode 0600, owned by the user of the server.
#   nats-server --config nats.conf --name NAME-OF-THE-SERVER
listen: 0.0.0.0:${servers[0]!.split(':').at(-1)}
${monitorPort === 0 ? '' : `http: 127.0.0.1:${monitorPort}\n`}
# A piece of a message has at most 512 KiB, plus its head.
max_payload: 1MB
# Limit of bytes that wait for one reader: several refreshes of the full world.
max_pending: 64MB

# The servers keep the last refresh in memory: the stream may take 512 MiB.
jetstream {
  store_dir: ${quoted(data)}
  max_memory_store: 768MB
}
${tls ? `\n${tlsBlock(parts, tls.asksForCertificates)}` : ''}${servers.length > 1 ? `\n${clusterBlock(parts)}` : ''}
# One user per role. Subjects that are not listed are denied.
authorization {
  users: [
${ROLES.map((role) => userBlock(service, role, parts.passwords[role])).join('\n')}
  ]
}
`;
}

function tlsBlock({ files }: NatsConfigParts, verify: boolean, indent = ''): string {
  const lines = [
    'tls {',
    `  cert_file: ${quoted(`${files}/server.pem`)}`,
    `  key_file: ${quoted(`${files}/server-key.pem`)}`,
    ...(verify ? [`  ca_file: ${quoted(`${files}/ca.pem`)}`, '  verify: true'] : []),
    '}',
  ];
  return lines.map((line) => `${indent}${line}\n`).join('');
}

/** The servers authenticate each other with certificates and a password. */
function clusterBlock(parts: NatsConfigParts): string {
  const { service, servers, routePassword, tls } = parts;
  const routes = servers.map(
    (server) => `    "nats://cluster:${routePassword}@${server.split(':')[0]}:6222"\n`,
  );
  return `cluster {
  name: ${service}
  listen: 0.0.0.0:6222
  authorization { user: cluster, password: ${quoted(routePassword)} }
${tls ? tlsBlock(parts, true, '  ') : ''}  routes: [
${routes.join('')}  ]
}
`;
}

function userBlock(service: string, role: Role, password: string): string {
  const { publish, subscribe } = permissionsOf(service, role);
  const list = (subjects: readonly string[]) =>
    subjects.map((subject) => `          ${quoted(subject)}\n`).join('');
  return `    {
      user: ${quoted(natsUser(service, role))}
      password: ${quoted(password)}
      permissions: {
        publish: { allow: [
${list(publish)}        ] }
        subscribe: { allow: [
${list(subscribe)}        ] }
      }
    }`;
}

const quoted = (text: string) => JSON.stringify(text);
