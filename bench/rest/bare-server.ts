// The upper limit for comparison: Fastify with default settings, without hooks or a logger, sends the same bytes from memory, or signs a
// token for each request.
import type { AddressInfo } from 'node:net';
import { fastify } from './fastify.ts';
import { TokenSigner } from './token-signer.ts';

export interface BareRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly contentType: string;
  /** Base64, because it is sent over IPC. */
  readonly body: string;
  /** Whether the body is the answer to a token request: then each request gets a token of its own. */
  readonly signs?: boolean;
}

export interface BareServerReply {
  readonly port: number;
}

process.once('message', (routes: readonly BareRoute[]) => void serve(routes));
process.once('disconnect', () => process.exit(0));

async function serve(routes: readonly BareRoute[]): Promise<void> {
  const app = fastify({ logger: false });
  for (const { method, path, contentType, body, signs } of routes) {
    const bytes = Buffer.from(body, 'base64');
    const signer = signs ? new TokenSigner(bytes.toString()) : undefined;
    app.route({
      method,
      url: path,
      handler: (request, reply) => {
        reply.header('content-type', contentType).send(signer ? signer.answerTo(request.body) : bytes);
      },
    });
  }
  await app.listen({ host: '127.0.0.1', port: 0 });
  const reply: BareServerReply = { port: (app.server.address() as AddressInfo).port };
  process.send?.(reply);
}
