// Redirects host names to this machine before a program starts, like a hosts file and a port forward: REDIRECT is a
// port, and TLS still verifies the original name.
import tls from 'node:tls';

const HOSTS = new Set(['api.prices.example', 'ws.prices.example']);
const port = Number(process.env.REDIRECT);
const connect = tls.connect;

tls.connect = (options, ...rest) => {
  const name = options.servername ?? options.host;
  if (!HOSTS.has(name)) throw new Error(`the program asks for ${name}, which is not redirected`);
  return connect({ ...options, servername: name, host: '127.0.0.1', hostname: '127.0.0.1', port }, ...rest);
};
