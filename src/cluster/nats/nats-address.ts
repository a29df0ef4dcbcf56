/** The servers of a bus, and the login of this process. */
export interface NatsAddress {
  /** host:port */
  readonly servers: readonly string[];
  readonly user?: string;
  readonly pass?: string;
  readonly token?: string;
  readonly tls: boolean;
  /** Files: certificates of authorities, the certificate of this process, and its key. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  /** Required prefix of reply subjects, if the user of this process may receive no others. */
  readonly inboxes?: string;
}

const SCHEMES = new Set(['nats:', 'tls:']);
const PORT = '4222';
const FILES = ['ca', 'cert', 'key'] as const;

/**
 * nats://host:4222, or several separated by commas; tls:// for encrypted connections, user:password@ or token@ before the host,
 * `?ca=FILE&cert=FILE&key=FILE` after any of them. Throws a RangeError that does not repeat the text, which may contain a password.
 */
export function parseNatsAddress(text: string): NatsAddress {
  const urls = text.split(',').map((part) => urlOf(part.trim()));
  const [first] = urls;
  if (!first) throw new RangeError('no server');
  const logins = new Set(urls.filter(hasLogin).map(loginOf));
  if (logins.size > 1) throw new RangeError('all servers must have the same user and password');
  if (new Set(urls.map(({ protocol }) => protocol)).size > 1)
    throw new RangeError('all servers must begin with nats://, or all with tls://');
  const login = urls.find(hasLogin);
  const files = filesIn(urls);
  if (first.protocol !== 'tls:' && Object.keys(files).length > 0)
    throw new RangeError('ca, cert and key need tls://; with nats:// nothing is encrypted');
  return {
    servers: urls.map(({ hostname, port }) => `${hostname}:${port === '' ? PORT : port}`),
    ...(login && credentialsOf(login)),
    tls: first.protocol === 'tls:',
    ...files,
  };
}

/** The files of all servers must be the same. */
function filesIn(urls: readonly URL[]): Pick<NatsAddress, (typeof FILES)[number]> {
  const given = new Map<string, string>();
  for (const [name, file] of urls.flatMap(({ searchParams }) => [...searchParams])) {
    if (!FILES.some((known) => known === name))
      throw new RangeError('the only parameters are ca, cert and key');
    if (file === '') throw new RangeError(`the parameter ${name} has no value`);
    if ((given.get(name) ?? file) !== file) throw new RangeError('all servers must have the same files');
    given.set(name, file);
  }
  if (given.has('cert') !== given.has('key')) throw new RangeError('cert and key must be given together');
  return Object.fromEntries(given);
}

function urlOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isServer = url && SCHEMES.has(url.protocol) && url.hostname !== '';
  if (!isServer || !['', '/'].includes(url.pathname) || url.hash !== '')
    throw new RangeError('not nats://host:port');
  return url;
}

const hasLogin = ({ username }: URL) => username !== '';
const loginOf = ({ username, password }: URL) => `${username}:${password}`;

function credentialsOf({ username, password }: URL): Pick<NatsAddress, 'user' | 'pass' | 'token'> {
  const [name, secret] = [decodeURIComponent(username), decodeURIComponent(password)];
  return secret === '' ? { token: name } : { user: name, pass: secret };
}
