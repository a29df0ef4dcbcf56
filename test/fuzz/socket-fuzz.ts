import { connect } from 'node:net';
import fc from 'fast-check';

export interface SocketFuzzOptions {
  readonly connections: number;
  readonly seed?: number;
}

/** Connections at a time. */
const TOGETHER = 50;
/** What a connection may be answered with; 0: it was closed without an answer. */
const ANSWERS: ReadonlySet<number> = new Set([
  0, 100, 101, 200, 204, 304, 400, 401, 403, 404, 405, 408, 411, 413, 414, 415, 417, 426, 429, 431, 501, 503,
]);

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'OPTIONS',
  'CONNECT',
  'TRACE',
  'PRI',
  'get',
  'G\0T',
  '',
  'X'.repeat(300),
];
const TARGETS = [
  '/',
  '/v3/asset',
  '/v3/stream',
  '/v3/oauth/token',
  '/mcp',
  '*',
  '',
  '/%',
  '/\0',
  '//host/',
  'http://localhost/v3/asset',
  'ws://localhost/',
  '/..;/',
  `/${'a'.repeat(20_000)}`,
];
const VERSIONS = ['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', 'HTTP/1.11', 'http/1.1', ''];
const HEADERS = [
  'Host: localhost',
  'Host: localhost',
  'Host: other.example',
  'Host:',
  'Connection: Upgrade',
  'Connection: close',
  'Connection: keep-alive, Upgrade, ,',
  'Upgrade: websocket',
  'Upgrade: h2c',
  'Upgrade: websocket, websocket',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Key: short',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Version: 0, 13, 255',
  'Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=99',
  'Sec-WebSocket-Extensions: ,;=,"',
  'Sec-WebSocket-Protocol: a, a, \x01',
  'Authorization: Bearer a.b.c',
  'Authorization: Bearer ',
  'Content-Length: 5',
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Content-Length: 5, 6',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding : chunked',
  'Expect: 100-continue',
  'Expect: nothing',
  'Cookie: \xff\xfe',
  ' folded: line',
  'no colon',
  ': no name',
  `X: ${'y'.repeat(9000)}`,
];
const BODIES = [
  '',
  'hello',
  '5\r\nhello\r\n0\r\n\r\n',
  'ffffffffffffffff\r\n',
  '-1\r\n',
  '0\r\n\r\nGET / HTTP/1.1\r\n\r\n',
  '\x88\x80\0\0\0\0',
];

const heads = fc
  .record({
    method: fc.constantFrom(...METHODS),
    target: fc.constantFrom(...TARGETS),
    version: fc.constantFrom(...VERSIONS),
    headers: fc.subarray(HEADERS, { maxLength: 8 }),
    lineEnd: fc.constantFrom('\r\n', '\r\n', '\r\n', '\n', '\r', '\r\n '),
    body: fc.oneof(fc.constantFrom(...BODIES), fc.string({ unit: 'binary', maxLength: 200 })),
  })
  .map(({ method, target, version, headers, lineEnd, body }) =>
    Buffer.from([`${method} ${target} ${version}`, ...headers, '', body].join(lineEnd), 'latin1'),
  );
const UPGRADE = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
/** Upgrades that are nearly right. */
const upgrades = fc
  .tuple(
    fc.constantFrom('/', '/?access_token=a.b.c', '/v3', '/?'),
    fc.subarray(HEADERS, { maxLength: 3 }),
    fc.uint8Array({ maxLength: 64 }),
  )
  .map(([target, headers, frame]) =>
    Buffer.concat([
      Buffer.from(
        [
          `GET ${target} HTTP/1.1`,
          'Host: localhost',
          ...UPGRADE,
          'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
          ...headers,
          '',
          '',
        ].join('\r\n'),
        'latin1',
      ),
      frame,
    ]),
  );
const noise = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes));
const sent = fc.record({
  bytes: fc.oneof(
    { weight: 5, arbitrary: heads },
    { weight: 3, arbitrary: upgrades },
    { weight: 1, arbitrary: noise },
  ),
  /** Where the bytes are cut into two writes; from its end on they are not sent. */
  cut: fc.double({ min: 0, max: 1, noNaN: true }),
  isWhole: fc.boolean(),
  isReset: fc.nat(9).map((n) => n === 0),
});

type Sent = typeof sent extends fc.Arbitrary<infer T> ? T : never;

/** Opens connections that send malformed requests and upgrades, and counts how they end. Each has to end once the client is done. */
export class SocketFuzz {
  readonly statuses = new Map<number, number>();
  readonly #baseUrl: string;

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  async run({ connections, seed }: SocketFuzzOptions): Promise<void> {
    for (let done = 0; done < connections; done += TOGETHER) {
      const own = seed === undefined ? {} : { seed: seed + done };
      const batch = fc.sample(sent, { numRuns: Math.min(TOGETHER, connections - done), ...own });
      await Promise.all(batch.map((each) => this.#exchange(each)));
    }
  }

  async #exchange(each: Sent): Promise<void> {
    const status = statusIn(await this.#answerTo(each));
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (!ANSWERS.has(status))
      throw new Error(`status ${status} after ${JSON.stringify(each.bytes.toString('latin1'))}`);
  }

  /** What comes back until the server closes the connection. */
  #answerTo({ bytes, cut, isWhole, isReset }: Sent): Promise<Buffer> {
    const { hostname, port } = new URL(this.#baseUrl);
    const at = Math.floor(bytes.length * cut);
    return new Promise((resolve) => {
      const chunks: Buffer[] = [];
      const socket = connect({ host: hostname, port: Number(port), noDelay: true }, () => {
        socket.write(bytes.subarray(0, at));
        if (isReset) return void socket.resetAndDestroy();
        setImmediate(() => socket.end(bytes.subarray(at, isWhole ? undefined : at)));
      });
      socket.on('data', (chunk: Buffer) => chunks.push(chunk));
      // A reset is an end, too.
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(Buffer.concat(chunks)));
    });
  }
}

function statusIn(answer: Buffer): number {
  if (answer.length === 0) return 0;
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(answer.toString('latin1', 0, 100)) ?? [];
  return Number(status ?? NaN);
}
