/** Where the servers of a bus are, and how they know us. */
export interface NatsAddress {
  /** host:port */
  readonly servers: readonly string[];
  readonly user?: string;
  readonly pass?: string;
  readonly token?: string;
  readonly tls: boolean;
}

const SCHEMES = new Set(['nats:', 'tls:']);
const PORT = '4222';

/**
 * nats://host:4222, or several with commas between them; tls:// for encrypted connections, user:password@ or token@ in front of
 * the host. Throws a RangeError that repeats nothing of what was given: there may be a password in it.
 */
export function parseNatsAddress(text: string): NatsAddress {
  const urls = text.split(',').map((part) => urlOf(part.trim()));
  const [first] = urls;
  if (!first) throw new RangeError('no server');
  const logins = new Set(urls.filter(hasLogin).map(loginOf));
  if (logins.size > 1) throw new RangeError('all servers take the same user and password');
  if (new Set(urls.map(({ protocol }) => protocol)).size > 1)
    throw new RangeError('all servers begin with nats://, or all with tls://');
  const login = urls.find(hasLogin);
  return {
    servers: urls.map(({ hostname, port }) => `${hostname}:${port === '' ? PORT : port}`),
    ...(login && credentialsOf(login)),
    tls: first.protocol === 'tls:',
  };
}

function urlOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isServer = url && SCHEMES.has(url.protocol) && url.hostname !== '';
  if (!isServer || !['', '/'].includes(url.pathname) || url.search !== '' || url.hash !== '')
    throw new RangeError('not nats://host:port');
  return url;
}

const hasLogin = ({ username }: URL) => username !== '';
const loginOf = ({ username, password }: URL) => `${username}:${password}`;

function credentialsOf({ username, password }: URL): Pick<NatsAddress, 'user' | 'pass' | 'token'> {
  const [name, secret] = [decodeURIComponent(username), decodeURIComponent(password)];
  return secret === '' ? { token: name } : { user: name, pass: secret };
}
