import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

export interface LocalProxy {
  readonly port: number;
  /** CONNECT requests, with the client's authorization. */
  readonly asked: readonly { readonly authority: string; readonly authorization: string | undefined }[];
  close(): Promise<void>;
}

export interface LocalProxyOptions {
  /** Target of every tunnel. */
  readonly port: number;
  /** Only clients with this authorization are let through. */
  readonly authorization?: string;
  /** Clients connect with TLS. */
  readonly tls?: KeyPair;
}

/** A proxy that tunnels (CONNECT) every connection to one port of this machine. */
export async function startLocalProxy(options: LocalProxyOptions): Promise<LocalProxy> {
  const { tls, authorization } = options;
  const server = tls ? createSecureServer(tls) : createServer();
  const sockets = new Set<Socket>();
  const asked: { authority: string; authorization: string | undefined }[] = [];
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
  };
  server.on('connect', ({ url = '', headers }: IncomingMessage, client: Socket) => {
    keep(client);
    asked.push({ authority: url, authorization: headers['proxy-authorization'] });
    if (authorization !== undefined && headers['proxy-authorization'] !== authorization)
      return void client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    const target = connect({ port: options.port, host: '127.0.0.1' });
    keep(target);
    target.once('connect', () => client.write('HTTP/1.1 200 Connection Established\r\n\r\n'));
    client.pipe(target).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Terminates TLS and forwards to a port of this machine. */
export async function startTlsEnd(
  pair: KeyPair,
  port: number,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createTlsServer(pair, (client) => {
    const target = connect({ port, host: '127.0.0.1' });
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
    }
    client.pipe(target).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
