import { connect, type Socket } from 'node:net';

/** A reply as received. */
export interface RawAnswer {
  readonly status: number;
  /** Names in lower case; of a repeated one the last. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly bytes: Buffer;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const LINE_END = '\r\n';

/**
 * A connection that sends exactly the given bytes, which no HTTP client does, and reads replies one after the other.
 * Replies must state their length; bytes beyond it count as the start of the next reply.
 */
export class RawConnection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #ended = false;
  #failure: Error | undefined;
  #changed: (() => void) | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
      this.#changed?.();
    });
    socket.on('error', (error) => (this.#failure = error));
    socket.on('close', () => {
      this.#ended = true;
      this.#changed?.();
    });
  }

  static open(baseUrl: string): Promise<RawConnection> {
    const { hostname, port } = new URL(baseUrl);
    return new Promise((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new RawConnection(socket));
      });
    });
  }

  get open(): boolean {
    return !this.#ended;
  }

  write(bytes: string | Buffer): void {
    this.#socket.write(bytes);
  }

  /** Reads nothing more until `resume`, like a client that does not read. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** The next reply; undefined if the connection ends without one. */
  async read(options: { readonly hasBody?: boolean } = {}): Promise<RawAnswer | undefined> {
    let end = this.#received.indexOf(HEAD_END);
    for (; end < 0; end = this.#received.indexOf(HEAD_END)) if (!(await this.#more())) return undefined;
    const { status, headers } = parseHead(this.#received.subarray(0, end).toString('latin1'));
    const bodyless = options.hasBody === false || [100, 204, 304].includes(status);
    this.#received = this.#received.subarray(end + HEAD_END.length);
    const isChunked = !bodyless && headers['transfer-encoding'] === 'chunked';
    const bytes = isChunked ? await this.#takeChunks() : await this.#take(bodyless ? 0 : lengthOf(headers));
    if (status === 100) return this.read(options);
    return { status, headers, body: bytes.toString('utf8'), bytes };
  }

  /** Received bytes that were not read. */
  get unread(): string {
    return this.#received.toString('latin1');
  }

  /** Resolves when the server has closed the connection. */
  async closed(): Promise<void> {
    while (await this.#more());
  }

  close(): void {
    this.#socket.destroy();
  }

  async #take(length: number): Promise<Buffer> {
    while (this.#received.length < length) {
      if (!(await this.#more())) throw new Error('the connection ended in the middle of an answer');
    }
    const bytes = this.#received.subarray(0, length);
    this.#received = this.#received.subarray(length);
    return bytes;
  }

  /** Body of a chunked reply. */
  async #takeChunks(): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for (;;) {
      while (!this.#received.includes(LINE_END))
        if (!(await this.#more())) throw new Error('the connection ended between two chunks');
      const size = await this.#take(this.#received.indexOf(LINE_END) + LINE_END.length);
      const length = Number.parseInt(size.toString('latin1'), 16);
      const chunk = await this.#take(length + LINE_END.length);
      if (length === 0) return Buffer.concat(chunks);
      chunks.push(chunk.subarray(0, length));
    }
  }

  /** Waits for more bytes; false at the end. */
  async #more(): Promise<boolean> {
    if (this.#ended) return false;
    const before = this.#received.length;
    await new Promise<void>((resolve) => (this.#changed = resolve));
    if (this.#failure && this.#received.length === before) return false;
    return !this.#ended || this.#received.length > before;
  }
}

/** Sends bytes on a new connection and reads one reply. */
export async function exchangeRaw(baseUrl: string, bytes: string | Buffer): Promise<RawAnswer> {
  const connection = await RawConnection.open(baseUrl);
  try {
    connection.write(bytes);
    const answer = await connection.read({ hasBody: !bytes.toString('latin1').startsWith('HEAD ') });
    if (!answer) throw new Error('the connection ended without an answer');
    return answer;
  } finally {
    connection.close();
  }
}

function parseHead(head: string): Pick<RawAnswer, 'status' | 'headers'> {
  const [statusLine = '', ...lines] = head.split('\r\n');
  const status = /^HTTP\/1\.1 (\d{3})(?: |$)/.exec(statusLine)?.[1];
  if (status === undefined) throw new Error(`not the start of an answer: ${JSON.stringify(statusLine)}`);
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  return { status: Number(status), headers };
}

function lengthOf(headers: Readonly<Record<string, string>>): number {
  const length = headers['content-length'];
  if (length === undefined) throw new Error('the answer does not state its length');
  return Number(length);
}

export interface RawRequest {
  readonly method?: string;
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The bytes of a well-formed request, with a Host header and a Content-Length added. */
export function requestBytes(baseUrl: string, request: RawRequest): string {
  const { method = 'GET', target, headers = {}, body } = request;
  const lines = { host: new URL(baseUrl).host, ...headers };
  const length = body === undefined ? [] : [`content-length: ${Buffer.byteLength(body)}`];
  const head = [
    `${method} ${target} HTTP/1.1`,
    ...Object.entries(lines).map(([k, v]) => `${k}: ${v}`),
    ...length,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

/** Sends one request on a new connection without an HTTP client: nothing is decoded or followed. */
export function requestRaw(baseUrl: string, request: RawRequest): Promise<RawAnswer> {
  return exchangeRaw(baseUrl, requestBytes(baseUrl, request));
}
