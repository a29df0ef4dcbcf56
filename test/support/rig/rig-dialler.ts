import { connect } from 'node:net';
import { Agent } from 'undici';

/** Connects every origin, also https, to the rig without TLS. The Host header identifies the original host. */
export function rigDialler(port: number): Agent {
  return new Agent({
    connect(_options, callback) {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      const failed = (error: Error) => callback(error, null);
      socket.once('error', failed);
      socket.once('connect', () => {
        socket.off('error', failed);
        callback(null, socket);
      });
      return socket;
    },
  });
}
