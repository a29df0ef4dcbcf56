// The upper limit for comparison: Fastify with default settings, without hooks or a logger, sends the same bytes from memory.
import type { AddressInfo } from 'node:net';
import { fastify } from './fastify.ts';

export interface BareRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly contentType: string;
  /** Base64, because it is sent over IPC. */
  readonly body: string;
}

export interface BareServerReply {
  readonly port: number;
}

process.once('message', (routes: readonly BareRoute[]) => void serve(routes));
process.once('disconnect', () => process.exit(0));

async function serve(routes: readonly BareRoute[]): Promise<void> {
  const app = fastify({ logger: false });
  for (const { method, path, contentType, body } of routes) {
    const bytes = Buffer.from(body, 'base64');
    app.route({
      method,
      url: path,
      handler: (_request, reply) => {
        reply.header('content-type', contentType).send(bytes);
      },
    });
  }
  await app.listen({ host: '127.0.0.1', port: 0 });
  const reply: BareServerReply = { port: (app.server.address() as AddressInfo).port };
  process.send?.(reply);
}
