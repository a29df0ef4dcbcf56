import { once } from 'node:events';
import { createServer, request as send, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';

/** Replaces the body of an answer: for a path, as the service sees it. */
export type Rewriting = (path: string, body: Buffer) => Buffer;

/** A reverse proxy that takes a base path off and passes on the rest, websockets too. */
export class BasePathProxy {
  readonly #server: Server;
  readonly #basePath: string;
  readonly #target: () => number;

  constructor(basePath: string, target: () => number, rewritten: Rewriting = (_path, body) => body) {
    this.#basePath = basePath;
    this.#target = target;
    this.#server = createServer((request, response) => {
      const path = this.#inner(request);
      if (path === undefined) return void response.writeHead(404).end();
      // Bodies are rewritten, so they must not come compressed.
      const headers = { ...request.headers, 'accept-encoding': 'identity' };
      const inner = send({ port: target(), path, method: request.method, headers }, (answer) => {
        void (async () => {
          const chunks: Buffer[] = [];
          for await (const chunk of answer) chunks.push(chunk as Buffer);
          const body = rewritten(path, Buffer.concat(chunks));
          const { 'content-length': _length, 'transfer-encoding': _encoding, ...kept } = answer.headers;
          response.writeHead(answer.statusCode ?? 502, kept).end(body);
        })().catch(() => response.destroy());
      });
      inner.on('error', () => response.destroy());
      request.pipe(inner);
    });
    this.#server.on('upgrade', (request: IncomingMessage, client, head: Buffer) => {
      const path = this.#inner(request) ?? '';
      const inner = connect(this.#target(), '127.0.0.1');
      const lines = request.rawHeaders.flatMap((name, i, all) =>
        i % 2 === 0 ? [`${name}: ${all[i + 1]}`] : [],
      );
      inner.write(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      inner.write(head);
      inner.pipe(client).pipe(inner);
      for (const [one, other] of [
        [inner, client],
        [client, inner],
      ] as const) {
        one.on('error', () => other.destroy());
        one.on('close', () => other.destroy());
      }
    });
  }

  /** The path without the base path; undefined where it is not below it. */
  #inner({ url = '' }: IncomingMessage): string | undefined {
    if (!url.startsWith(this.#basePath)) return undefined;
    const rest = url.slice(this.#basePath.length);
    return rest.startsWith('/') ? rest : `/${rest}`;
  }

  /** Its public URL, with the base path. */
  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://localhost:${(this.#server.address() as AddressInfo).port}${this.#basePath}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
