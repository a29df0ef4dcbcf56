import type { IncomingHttpHeaders, Server } from 'node:http';
import { peerPackage } from '../support/peer-package.ts';

interface Reply {
  code(status: number): Reply;
  header(name: string, value: string): Reply;
  type(contentType: string): Reply;
  send(body?: string | Buffer): Reply;
}

/** What the benchmarks use of Fastify. */
interface Fastify {
  readonly server: Server;
  route(options: {
    readonly method: string;
    readonly url: string;
    readonly handler: (request: { readonly body: unknown }, reply: Reply) => void;
  }): void;
  get<Query>(
    url: string,
    handler: (
      request: { readonly headers: IncomingHttpHeaders; readonly query: Query },
      reply: Reply,
    ) => Promise<Reply>,
  ): void;
  listen(address: { readonly host: string; readonly port: number }): Promise<string>;
}

export function fastify(options: { readonly logger: boolean }): Fastify {
  const { fastify } = peerPackage('fastify') as { readonly fastify: (options: object) => Fastify };
  return fastify(options);
}
